"""Every legal step of an offer leads to one that can be made, and every such step is legal (sections 9 and 10)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pytest

import magnate
from magnate.errors import BadSetup
from magnate.games.monopoly import PRESETS
from magnate.games.monopoly.board import GROUP_DEEDS, TITLE_DEEDS
from magnate.games.monopoly.state import (
    ASK_CASH,
    CANCEL,
    DEBT,
    DIGIT,
    DONE,
    ITEM,
    OFFER_CASH,
    PROPOSE,
    TRADE,
    TRADE_ANSWER,
    TRADE_ITEMS,
    TRADE_WITH,
)

DEED_NAMES = [deed.name for deed in TITLE_DEEDS]
FEW = 12
"""With so many items that two seats can trade, every set of them is looked at."""
PURSES = (0, 0, 0, 1, 3, 8, 19, 60, 150, 600)


class Engine:
    """The compiled rules of one game, on a state as an array of length 1."""

    def __init__(self, game: magnate.Game) -> None:
        self._inspect = game.entry("position_kernel", "inspect")
        self._step = game.entry("position_kernel", "step")
        self._room = [np.zeros(9, np.int64), np.zeros(game.info.max_legal, np.int64)]
        self._room += [np.zeros(game.info.max_outcomes, np.int64) for _ in range(2)]
        self._room += [np.zeros(game.players) for _ in range(2)]

    def legal(self, states: np.ndarray) -> list[int]:
        self._inspect(states, *self._room)
        return self._room[1][: self._room[0][1]].tolist()

    def after(self, states: np.ndarray, action: int) -> np.ndarray:
        found = states.view(f"V{states.itemsize}").copy().view(states.dtype)  # many times faster than field by field
        self._step(found, action)
        return found


# ------------------------------------------------------------------------------- what the rules say, in plain Python


def holdings(g: np.void, seat: int) -> set[int]:
    deeds = int(g["deeds"][seat])
    found = {d for d in range(len(TITLE_DEEDS)) if deeds >> d & 1}
    return found | {len(TITLE_DEEDS) + deck for deck in range(2) if g["holder"][deck] == seat + 1}


def is_mortgaged(g: np.void, item: int) -> bool:
    return item < len(TITLE_DEEDS) and bool(int(g["mortgaged"]) >> item & 1)


def tradable(g: np.void, seat: int) -> set[int]:
    built = {d for group in GROUP_DEEDS if any(g["level"][d] for d in group) for d in group}
    found = holdings(g, seat) - built
    return found if g["opt"]["trade_mortgaged"] else {item for item in found if not is_mortgaged(g, item)}


def interest(g: np.void, items: set[int]) -> int:
    if not g["opt"]["transfer_interest"]:
        return 0
    total = 0
    for item in items:
        if is_mortgaged(g, item):
            base = TITLE_DEEDS[item].price if g["opt"]["interest_base"] else TITLE_DEEDS[item].mortgage
            total += base // 10 if g["opt"]["round_down"] else -(-base // 10)
    return total


def debt_of(g: np.void, seat: int) -> int:
    kinds = zip(g["fkind"], g["fwho"], g["famount"], strict=True)
    return max((int(owed) for kind, who, owed in kinds if kind == DEBT and who == seat), default=0)


def may_propose(g: np.void, p: int, q: int, items: set[int], money: int) -> bool:
    """Whether the offer may be made: an item, both pay their interest, and under a debt it raises what is asked."""
    own, theirs = holdings(g, p), holdings(g, q)
    gain = -money - interest(g, items & theirs)
    left = int(g["cash"][q]) + money - interest(g, items & own)
    cash, debt = int(g["cash"][p]), debt_of(g, p)
    if not items or left < 0 or cash + gain < 0:
        return False
    if debt == 0:
        return True
    asked = ("any", "cash", "enough")[g["opt"]["insolvent_trades"]]
    if asked == "cash":
        return gain >= 1
    if asked == "enough":
        return cash + gain >= debt
    return not (own <= items and not items & theirs and money >= 0)


def possible(g: np.void, p: int, q: int, items: set[int]) -> bool:
    """Whether it may be made with some sum: with the most that the partner can pay, if with any."""
    return may_propose(g, p, q, items, interest(g, items & holdings(g, p)) - int(g["cash"][q]))


def subsets(items: set[int]) -> Iterator[set[int]]:
    for n in range(len(items) + 1):
        yield from map(set, combinations(sorted(items), n))


def completed(g: np.void, p: int, q: int, items: set[int], more: set[int]) -> bool:
    return any(possible(g, p, q, items | extra) for extra in subsets(more))


def could_be_saved(g: np.void, p: int) -> bool:
    """Whether the debtor can make an offer after selling all buildings and mortgaging any of its deeds."""
    clear, before = g.copy(), int(g["mortgaged"])
    for d in range(len(TITLE_DEEDS)):
        level = int(g["level"][d])
        pieces = int(g["opt"]["hotel_houses"]) + 1 if level == 5 else level
        if level and int(g["deeds"][p]) >> d & 1:
            clear["cash"][p] += pieces * TITLE_DEEDS[d].house_price // 2
            clear["level"][d] = 0
    free = {d for d in holdings(g, p) if d < len(TITLE_DEEDS) and not is_mortgaged(g, d)}
    for sold in [g.copy()] if clear["cash"][p] == g["cash"][p] else [g.copy(), clear]:
        cash = int(sold["cash"][p])
        for pledged in subsets(free & tradable(sold, p)):
            sold["cash"][p] = cash + sum(TITLE_DEEDS[d].mortgage for d in pledged)
            sold["mortgaged"] = before | sum(1 << d for d in pledged)
            for q in range(int(g["opt"]["players"])):
                if q != p and int(g["alive"]) >> q & 1:
                    both = tradable(sold, p) | tradable(sold, q)
                    if any(possible(sold, p, q, {item}) for item in both):
                        return True
                    if completed(sold, p, q, set(), both):
                        return True
    return False


# --------------------------------------------------------------------------------------------------- positions


def random_setup(rng: np.random.Generator, players: int, preset: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Options and a set-up in which cash is short and much is mortgaged, in a window or under a debt of seat 0."""
    fixed = PRESETS[preset]
    options: dict[str, Any] = {
        "insolvent_trades": str(rng.choice(["any", "raise_cash", "raise_enough"])),
        "interest_base": str(rng.choice(["mortgage", "price"])),
        "rounding": str(rng.choice(["up", "down"])),
    }
    if fixed.get("offers_per_turn") == 0 and rng.random() < 0.5:
        options["offers_per_turn"] = 2
    if "trade_mortgaged" not in fixed:
        options["trade_mortgaged"] = bool(rng.random() < 0.8)
        options["transfer_interest"] = bool(rng.random() < 0.8)
    deeds = rng.permutation(len(TITLE_DEEDS)).tolist()
    seats = []
    for seat in range(players):
        own = [deeds.pop() for _ in range(int(rng.integers(0, 4)))]
        builder = {}
        if seat < 2 and not own and rng.random() < 0.4:
            group = GROUP_DEEDS[int(rng.integers(8))]
            if set(group) <= set(deeds):
                own = list(group)
                deeds = [d for d in deeds if d not in group]
                builder = {"buildings": {DEED_NAMES[d]: 1 for d in own}}
        mortgaged = [DEED_NAMES[d] for d in own if not builder and rng.random() < 0.6]
        named = [DEED_NAMES[d] for d in own]
        seats.append({"cash": int(rng.choice(PURSES)), "deeds": named, "mortgaged": mortgaged, **builder})
    if fixed.get("cards", "queue") == "queue":
        for card in ("chance", "chest"):
            if rng.random() < 0.25:
                seats[int(rng.integers(players))].setdefault("jail_cards", []).append(card)
    if fixed.get("bankruptcy", "debt") == "debt" and rng.random() < 0.6:
        owed = int(seats[0]["cash"]) + int(rng.choice([1, 20, 100, 400, 2000]))
        frame = {"kind": "debt", "who": 0, "to": "bank" if rng.random() < 0.5 else 1, "amount": owed}
        return options, {"phase": "landed", "frames": [frame], "players": seats}
    return options, {"phase": "before" if fixed.get("manage_before", True) else "after", "players": seats}


def situations(count: int, first: int) -> Iterator[tuple[magnate.Game, np.random.Generator, dict[str, Any]]]:
    """So many set-ups over all presets and numbers of players."""
    for number in range(first, first + count):
        rng = np.random.default_rng(number)
        preset, players = list(PRESETS)[number % len(PRESETS)], 2 + number // len(PRESETS) % 7
        options, position = random_setup(rng, players, preset)
        yield magnate.load("monopoly", preset=preset, players=players, **options), rng, position


# ------------------------------------------------------------------------------------------------------- checks


def has_witness(engine: Engine, states: np.ndarray) -> bool:
    """Whether a search depth first over legal steps finds an offer that is made; the shortest ways come first."""
    g = states[0]
    if g["trade_step"] == TRADE_ANSWER:
        top = int(g["depth"]) - 1
        items = {item for item in range(30) if int(g["items"]) >> item & 1}
        return may_propose(g, int(g["fwho"][top]), int(g["fto"][top]), items, int(g["money"]))
    steps = sorted((a for a in engine.legal(states) if a != CANCEL), key=lambda a: (ITEM <= a < ITEM + 30, a == DONE))
    return any(has_witness(engine, engine.after(states, a)) for a in steps)


def sums_entered(engine: Engine, states: np.ndarray) -> set[int]:
    """The sums that an offer can have by typing amounts in every legal way; no way ends without one."""
    steps = [a for a in engine.legal(states) if a != CANCEL]
    assert steps, "what has been typed begins an amount"
    found = set()
    for step in steps:
        after = engine.after(states, step)
        found |= {int(after[0]["money"])} if step == DONE else sums_entered(engine, after)
    return found


def check_cash(engine: Engine, states: np.ndarray, legal: set[int], p: int, q: int, items: set[int]) -> None:
    """The sums that can be typed are those with which the rules allow the offer."""
    g = states[0]
    for step, sums in ((OFFER_CASH, range(1, int(g["cash"][p]) + 1)), (ASK_CASH, range(-int(g["cash"][q]), 0))):
        allowed = {money for money in sums if may_propose(g, p, q, items, money)}
        assert (sums_entered(engine, engine.after(states, step)) if step in legal else set()) == allowed


def check_offers(engine: Engine, states: np.ndarray) -> int:
    """Hold the offers of a decision to the rules; returns how many legal steps of one there are."""
    g = states[0]
    legal = set(engine.legal(states))
    top = int(g["depth"]) - 1
    if top >= 0 and g["fkind"][top] == TRADE:
        if g["trade_step"] == TRADE_ANSWER:
            return 0
        steps = legal - {CANCEL}
        p, q = int(g["fwho"][top]), int(g["fto"][top])
        both = tradable(g, p) | tradable(g, q)
        items = {item for item in range(30) if int(g["items"]) >> item & 1}
        if g["trade_step"] == TRADE_ITEMS:
            assert steps, "a begun offer can always be completed"
            assert (PROPOSE in legal) == may_propose(g, p, q, items, 0)
            if len(both) <= FEW:
                for item in both:
                    later = {other for other in both if other > item}
                    fits = item > max(items, default=-1) and completed(g, p, q, items | {item}, later)
                    assert (ITEM + item in legal) == fits
                check_cash(engine, states, legal, p, q, items)
    else:
        p = int(g["mover"])
        steps = {a for a in legal if TRADE_WITH <= a < TRADE_WITH + 8}
        for q in range(int(g["opt"]["players"])):
            both = tradable(g, p) | tradable(g, q)
            if steps and q != p and int(g["alive"]) >> q & 1 and len(both) <= FEW:
                assert (TRADE_WITH + q in legal) == completed(g, p, q, set(), both)
    for step in steps:
        assert has_witness(engine, engine.after(states, step)), step
    return len(steps)


def check_debtor(g: np.void, position: dict[str, Any], before: np.void) -> None:
    """A debtor that cannot raise the money is asked exactly while an offer that the rules allow can be reached."""
    (frame,) = position["frames"]
    means = int(before["cash"][0]) + sum(
        (0 if is_mortgaged(before, d) else TITLE_DEEDS[d].mortgage)
        + int(before["level"][d]) * TITLE_DEEDS[d].house_price // 2
        for d in holdings(before, 0)
        if d < len(TITLE_DEEDS)
    )
    asked = g["depth"] > 0 and g["fkind"][g["depth"] - 1] == DEBT and g["mover"] == 0 and g["fwho"][g["depth"] - 1] == 0
    assert bool(asked) == (means >= frame["amount"] or could_be_saved(before, 0))


def run(count: int, first: int = 0) -> int:
    """Check so many set-ups, and the positions of a short random walk from each; returns how many positions."""
    seen = 0
    for game, rng, setup in situations(count, first):
        try:
            position = game.setup(setup)
        except BadSetup:
            continue
        engine, states = Engine(game), position.states()
        if "frames" in setup and int(states[0]["opt"]["offers_per_turn"]) > 0:
            calm = game.setup({**setup, "phase": "throw", "frames": []}).states()[0].copy()
            calm["depth"] = 1
            calm["fkind"][0], calm["famount"][0] = DEBT, setup["frames"][0]["amount"]
            check_debtor(states[0], setup, calm)
        for _ in range(8):
            if int(states[0]["mover"]) < 0:
                break
            seen += 1
            check_offers(engine, states)
            legal = engine.legal(states)
            trading = [a for a in legal if TRADE_WITH <= a < CANCEL or a >= ITEM or DIGIT <= a <= DONE]
            states = engine.after(states, int(rng.choice(trading or legal)))
    return seen


def test_every_step_of_an_offer_can_be_completed() -> None:
    assert run(80) > 400


@pytest.mark.long
def test_every_step_of_an_offer_can_be_completed_at_many_positions() -> None:
    assert run(4_000, first=1_000) > 20_000
