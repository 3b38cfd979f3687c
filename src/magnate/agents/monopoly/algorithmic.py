"""The algorithmic agent (M6): buys by usefulness, how often a deed is visited, its profit, and a cash threshold.

Everything else follows simple rules. It builds what its threshold leaves, in board order. It pays its way out of jail
while there is much to buy, and lifts when it has plenty. Under a debt it mortgages single deeds before it touches its
groups. It trades by the same measure as ``strategic``, with parameters of its own.
"""

from __future__ import annotations

from ...games.monopoly.board import DEEDS, GROUP, GROUP_MASK, GROUP_SIZE, HOUSE_PRICE, PRICE, SQUARE_DEED, STREET_GROUPS
from ...games.monopoly.management import BUILDS, LIFTS
from ...games.monopoly.money import interest_on, owns_group
from ...games.monopoly.state import (
    AFTER,
    AUCTION,
    BEFORE,
    BETWEEN,
    BUY,
    BUYING,
    CONTEST,
    DEBT,
    DECLINE,
    ROLL,
    THROWN,
    TRADE,
    TRANSFER,
    State,
)
from ...runtime.compiler import Floats, Ints, rule
from ...runtime.primitives import count_bits
from ...values.monopoly.deeds import SINGLE_RENT, VISITS
from .decision_kinds import may_use
from .parameters import BUY_SCORE, CASH_THRESHOLD
from .property_value import blocks, completes
from .reserves import build_in, round_price
from .shared_decisions import (
    answer_jail,
    bid_up_to,
    claim,
    end_window,
    lift,
    lift_received,
    raise_cash,
    sell_down_least,
    tax_or_claim,
)
from .trade_plan import begin_offer, in_trade

MEAN_VISITS = 26_000.0
"""Visits of a million throws that a deed has on average."""
PROFIT_THROWS = 40.0
"""Throws of opponents over which it reckons the profit of a deed."""
COMPLETES_SCORE, BLOCKS_SCORE = 2.0, 1.0


@rule
def score(g: State, p: int, d: int) -> float:
    """How good deed ``d`` is for seat ``p``: its group's progress, its visits, its profit.

    About 1 for an average first deed. Usefulness is the part of the group that is then owned, and more for a deed that
    completes or blocks a group.
    """
    k = GROUP[d]
    useful = count_bits((g.deeds[p] | 1 << d) & GROUP_MASK[k]) / GROUP_SIZE[k]
    if completes(g, p, d):
        useful += COMPLETES_SCORE
    elif blocks(g, p, d):
        useful += BLOCKS_SCORE
    visited = VISITS[d] / MEAN_VISITS
    profit = PROFIT_THROWS * VISITS[d] * SINGLE_RENT[d] / (1_000_000.0 * PRICE[d])
    return (useful + visited + profit) / 1.5


@rule
def decide_buying(g: State, params: Floats, p: int, d: int) -> int:
    """Buy what scores high enough while the threshold stays; a deed that completes a group at any price it can pay."""
    left = g.cash[p] - PRICE[d]
    if completes(g, p, d) and left >= 0:
        return BUY
    if left >= params[CASH_THRESHOLD] and score(g, p, d) >= params[BUY_SCORE]:
        return BUY
    return DECLINE


@rule
def decide_bid(g: State, params: Floats, p: int) -> int:
    """Bid up to the list price times the score, for a contested building its price."""
    if g.lot >= DEEDS:
        return bid_up_to(g, min(HOUSE_PRICE[g.claims[p] - 1] * 1, g.cash[p] * 1))
    most = PRICE[g.lot] * min(2.0, score(g, p, g.lot))
    left = g.cash[p] - interest_on(g, 1 << g.lot) - params[CASH_THRESHOLD] / 2.0
    return bid_up_to(g, int(min(most, left)))


@rule
def build(g: State, p: int, spare: float) -> int:
    """A building that leaves the threshold, on the first group in board order that takes one; or -1."""
    for k in range(STREET_GROUPS):
        if owns_group(g, p, k) and round_price(g, k) <= spare:
            a = build_in(g, p, k)
            if a >= 0:
                return a
    return -1


@rule
def use_window(g: State, params: Floats, p: int, key: int, acts: Ints, memo: Ints) -> int:
    """Build, lift or offer a trade, in this order; else -1."""
    if g.opt.one_operation == 1 and g.operations > 0:
        return -1
    spare = g.cash[p] - params[CASH_THRESHOLD]
    if spare > 0.0 and g.deeds[p] != 0:
        if may_use(g, params, BUILDS):
            a = build(g, p, spare)
            if a >= 0:
                return a
        if (g.deeds[p] & g.mortgaged) != 0 and may_use(g, params, LIFTS):
            a = lift(g, p, spare / 2.0)
            if a >= 0:
                return a
    return begin_offer(g, params, p, key, acts, memo)


@rule
def in_interrupt(g: State, params: Floats, p: int, acts: Ints, memo: Ints) -> int:
    """Decide in a debt, an auction, an offer and so on."""
    kind = g.fkind[g.depth - 1]
    if kind == DEBT:
        return raise_cash(g, p)
    if kind == AUCTION:
        return decide_bid(g, params, p)
    if kind == TRADE:
        return in_trade(g, params, p, acts, memo)
    if kind == TRANSFER:
        return lift_received(g, p, params[CASH_THRESHOLD])
    if kind == CONTEST:
        return claim(g, p, params[CASH_THRESHOLD])
    return sell_down_least(g, acts)


@rule
def algorithmic(g: State, params: Floats, key: int, acts: Ints, memo: Ints) -> int:
    """The algorithmic agent's action for the seat that is to move."""
    p = g.mover
    if g.depth > 0:
        return in_interrupt(g, params, p, acts, memo)
    phase = g.phase
    if phase == BEFORE:
        if g.jail[p] > 0:
            return answer_jail(g, p)
        a = use_window(g, params, p, key, acts, memo)
        if a >= 0:
            return a
        return ROLL
    if phase == AFTER or phase == BETWEEN or phase == THROWN:
        a = use_window(g, params, p, key, acts, memo)
        if a >= 0:
            return a
        return end_window(g)
    if phase == BUYING:
        return decide_buying(g, params, p, SQUARE_DEED[g.square[p]])
    return tax_or_claim(g, p)
