"""What a trade is worth: exact on the position that follows, and never lowered by offers that are accepted."""

from __future__ import annotations

import random
from typing import Any

import pytest

from magnate.games.monopoly import state
from magnate.games.monopoly.setup_model import part as rules_part
from magnate.games.monopoly.state import DEBT, TRADE_ANSWER, TRANSFER

from .interpreted import POLICIES, RULES, notes, part, row, scratch
from .positions import random_position

VALUE = part("property_value")
TRADE = rules_part("trade")
AGENTS = ["strategic", "strategic:trademaster", "strategic:blocker", "strategic:late_game", "algorithmic"]
OPTIONS: list[dict[str, Any]] = [
    {"insolvent_trades": "any"},
    {"insolvent_trades": "any", "trade_mortgaged": False, "transfer_interest": False},
    {"insolvent_trades": "any", "interest_base": "price", "rounding": "down"},
]
"""Rules of trade that differ: the interest, and what may be traded."""
CHAINS, LINKS = 100, 10
"""Positions, and offers made one after the other in each: a thousand in all."""


def pick_items(rng: random.Random, mask: int, most: int) -> int:
    """Up to ``most`` items of a mask."""
    every = [1 << item for item in range(30) if mask >> item & 1]
    return sum(rng.sample(every, min(len(every), rng.randint(0, most))))


def pose(g: Any, p: int, q: int, items: int, money: int) -> bool:
    """Let ``p`` make ``q`` an offer by the rules; False if it cannot be made."""
    g.offers[p] = 0
    if TRADE.why_not_trade_with(g, p, q) != 0:
        return False
    RULES.step(g, state.TRADE_WITH + q)
    for item in range(30):
        if items >> item & 1:
            RULES.step(g, state.ITEM + item)
    if money == 0:
        names = [state.PROPOSE]
    else:
        kind = state.OFFER_CASH if money > 0 else state.ASK_CASH
        names = [kind, *(state.DIGIT + int(digit) for digit in str(abs(money))), state.DONE]
    for name in names:
        if RULES.why(g, name) != 0:
            return False
        RULES.step(g, name)
    return bool(g.trade_step == TRADE_ANSWER)


def answered(g: Any, params: list[float]) -> bool:
    """Whether the partner accepts the offer that is posed."""
    action = POLICIES.policy(g, params, 1, scratch(), notes())
    assert action in (state.ACCEPT, state.REJECT)
    return bool(action == state.ACCEPT)


def boundary(g: Any, params: list[float], p: int, q: int, items: int) -> int | None:
    """The least money at which ``q`` still accepts the items: what a hostile partner would offer."""
    low, high = -(g.cash[q] * 1), g.cash[p] * 1

    def accepted(money: int) -> bool:
        tried = g.copy()
        return pose(tried, p, q, items, money) and answered(tried, params)

    if not accepted(high):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if accepted(middle) else (middle, high)
    return high


def settle(g: Any) -> None:
    """Leave the mortgages just received as they are."""
    while g.depth > 0 and g.fkind[g.depth - 1] == TRANSFER:
        RULES.step(g, state.PASS)


def owe(g: Any, p: int, amount: int) -> None:
    """Seat ``p`` is raising money for a debt to the bank."""
    g.depth = 1
    g.fkind[0], g.fwho[0], g.fto[0], g.famount[0] = DEBT, p, 8, amount
    g.mover = p


def chain(seed: int) -> tuple[int, int]:
    """Offers to one agent, each as bad for it as it still accepts; how many were made and accepted."""
    rng = random.Random(seed)
    players = rng.choice((2, 3, 4))
    g = random_position(rng, players, **OPTIONS[seed % len(OPTIONS)])
    p, q = 0, rng.randrange(1, players)
    params = row(AGENTS[seed % len(AGENTS)])
    if seed % 4 == 3:  # offers while the proposer must raise money, which may be more than it can
        owe(g, p, g.cash[p] + rng.choice((1, 100, 500, 5000)))
    worth = VALUE.trade_value(g, params, q)
    made = accepted = 0
    last = 0
    for _ in range(LINKS):
        mine, theirs = TRADE.tradable(g, p), TRADE.tradable(g, q)
        items = pick_items(rng, mine, 3) | pick_items(rng, theirs, 3)
        if last and rng.random() < 0.4:
            items = last & (mine | theirs)  # back again: the second step of a manipulation
        if items == 0:
            items = (mine | theirs) & -(mine | theirs)
        money = boundary(g, params, p, q, items) if rng.random() < 0.8 else rng.randint(-g.cash[q], max(0, g.cash[p]))
        tried = g.copy()
        if money is None or not pose(tried, p, q, items, money):
            money = 0
            tried = g.copy()
            if not pose(tried, p, q, items, money):
                made += 1
                continue
        made += 1
        if not answered(tried, params):
            continue
        expected = VALUE.value_after(
            g, params, q, p, q, items & TRADE.holdings(g, p), items & TRADE.holdings(g, q), money
        )
        RULES.step(tried, state.ACCEPT)
        settle(tried)
        g = tried
        now = VALUE.trade_value(g, params, q)
        if g.depth > 0 or seed % 4 != 3:  # (a debt that the offer paid is no longer part of the position)
            assert now == expected, (seed, now, expected)
            assert now >= worth, (seed, worth, now)
        worth = now
        last = items
        accepted += 1
        if g.mover != p or RULES.to_move(g) != p:
            break
    return made, accepted


@pytest.mark.parametrize("part_of_all", range(5))
def test_no_sequence_of_accepted_offers_lowers_the_worth(part_of_all):
    counts = [chain(seed) for seed in range(part_of_all, CHAINS, 5)]
    assert sum(made for made, _ in counts) >= 150
    assert sum(accepted for _, accepted in counts) >= 20
