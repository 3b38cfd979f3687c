"""The baseline agent: buys, builds, bids, trades simply and keeps a reserve.

Whether it thinks about an offer at all is drawn. Every other decision is a function of the position and its parameters
alone. So one that is spread over several small ones (an offer, a bid typed digit by digit) is worked out anew at each
step and comes out the same.
"""

from __future__ import annotations

from ...games.monopoly.board import (
    DEEDS,
    GROUP_HOUSE_PRICE,
    GROUP_SIZE,
    HOUSE_PRICE,
    PRICE,
    SQUARE_DEED,
    STREET_GROUPS,
)
from ...games.monopoly.management import BUILDS, LIFTS, complete_streets
from ...games.monopoly.management import TRADES as OFFERS
from ...games.monopoly.money import pieces
from ...games.monopoly.property import why_not_build, why_not_build_group
from ...games.monopoly.reasons import OK
from ...games.monopoly.state import (
    ACCEPT,
    AFTER,
    AUCTION,
    BEFORE,
    BETWEEN,
    BUILD,
    BUILD_GROUP,
    BUY,
    BUYING,
    CONTEST,
    DEBT,
    DECLINE,
    REJECT,
    ROLL,
    THROWN,
    TRADE,
    TRADE_ANSWER,
    TRADE_WITH,
    TRANSFER,
    State,
)
from ...games.monopoly.trade import why_not_trade_with
from ...runtime.compiler import Floats, Ints, rule
from ...runtime.primitives import low_bit
from ...runtime.stream import choice
from ...values.monopoly.deeds import wanted
from .baseline_offers import NO_PLAN, accepts, is_new, plan_given, plan_money, plan_next, plan_taken, plan_with
from .decision_kinds import may_use
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

RESERVE, BID, TRADES, OFFER_EVERY = 1, 2, 3, 4
"""Places of the parameters in the row."""

GOOD_LEVEL = 3
"""The third house pays best on almost every street, so every group comes to it before any goes on."""


@rule
def buys(g: State, params: Floats, p: int, d: int) -> bool:
    """Whether to buy deed ``d`` at its price: with the reserve left, or with nothing left when it completes a group."""
    if g.cash[p] - PRICE[d] >= params[RESERVE]:
        return True
    return g.cash[p] >= PRICE[d] and (wanted(g, p) >> d) & 1 == 1


@rule
def lot_to_build(g: State, p: int, spare: float) -> int:
    """The street to build on next, or -1: the least developed group first up to three houses, dearer before cheaper."""
    best = -1
    best_rank = 9
    m = complete_streets(g, p)
    while m != 0:
        d = low_bit(m)
        if HOUSE_PRICE[d] <= spare and why_not_build(g, p, d) == OK:
            r = pieces(g, g.level[d])
            if r < GOOD_LEVEL:
                r = 0
            if r <= best_rank:
                best = d
                best_rank = r
        m &= m - 1
    return best


@rule
def build(g: State, p: int, spare: float) -> int:
    """The next building worth its price, as an action; or -1."""
    if g.opt.build_by_group == 1:
        for i in range(STREET_GROUPS):
            k = STREET_GROUPS - 1 - i
            if GROUP_SIZE[k] * GROUP_HOUSE_PRICE[k] <= spare and why_not_build_group(g, p, k) == OK:
                return BUILD_GROUP + k
        return -1
    d = lot_to_build(g, p, spare)
    if d >= 0:
        return BUILD + d
    return -1


@rule
def partner(g: State, p: int, spare: float) -> int:
    """With whom a good swap exists that was not offered before, as a seat; or -1."""
    completing = wanted(g, p)
    if completing == 0:
        return -1
    for q in range(g.opt.players):
        if q == p or (g.deeds[q] & completing) == 0:
            continue
        plan = plan_with(g, p, q, spare)
        if plan == NO_PLAN or why_not_trade_with(g, p, q) != OK:
            continue
        if is_new(g, p, q, 0, plan_taken(plan) | plan_given(plan), plan_money(g, p, q, plan, spare)):
            return q
    return -1


@rule
def use_window(g: State, params: Floats, p: int, key: int) -> int:
    """Build, lift or offer a swap, in this order (which is also that of windows that build first); else -1."""
    if g.opt.one_operation == 1 and g.operations > 0:
        return -1
    spare = g.cash[p] - params[RESERVE]
    if spare > 0.0 and g.deeds[p] != 0:
        if may_use(g, params, BUILDS):
            a = build(g, p, spare)
            if a >= 0:
                return a
        if (g.deeds[p] & g.mortgaged) != 0 and may_use(g, params, LIFTS):
            a = lift(g, p, spare / 2.0)
            if a >= 0:
                return a
    trades = params[TRADES] > 0.0 and may_use(g, params, OFFERS)
    if trades and g.opt.offers_per_turn > 0 and g.offers[p] == 0 and choice(key, int(params[OFFER_EVERY])) == 0:
        q = partner(g, p, spare)
        if q >= 0:
            return TRADE_WITH + q
    return -1


@rule
def window(g: State, params: Floats, p: int, key: int) -> int:
    """In a window after the move or between turns."""
    a = use_window(g, params, p, key)
    if a >= 0:
        return a
    return end_window(g)


@rule
def bid(g: State, params: Floats, p: int) -> int:
    """Bid up to a multiple of the list price."""
    if g.lot >= DEEDS:
        return bid_up_to(g, min(2 * HOUSE_PRICE[g.claims[p] - 1], g.cash[p] * 1))
    price = params[BID] * PRICE[g.lot]
    if (wanted(g, p) >> g.lot) & 1 == 1:
        price = 2.0 * price
    return bid_up_to(g, int(min(price, g.cash[p] - params[RESERVE] / 2.0)))


@rule
def in_interrupt(g: State, params: Floats, p: int, acts: Ints) -> int:
    """Decide in a debt, an auction, an offer and so on."""
    kind = g.fkind[g.depth - 1]
    if kind == DEBT:
        return raise_cash(g, p)
    if kind == AUCTION:
        return bid(g, params, p)
    if kind == TRADE:
        if g.trade_step == TRADE_ANSWER:
            if params[TRADES] > 0.0 and accepts(g, g.fto[g.depth - 1]):
                return ACCEPT
            return REJECT
        return plan_next(g, g.cash[p] - params[RESERVE])
    if kind == TRANSFER:
        return lift_received(g, p, params[RESERVE])
    if kind == CONTEST:
        return claim(g, p, params[RESERVE])
    return sell_down_least(g, acts)


@rule
def baseline(g: State, params: Floats, key: int, acts: Ints) -> int:
    """The baseline's action for the seat that is to move."""
    p = g.mover
    if g.depth > 0:
        return in_interrupt(g, params, p, acts)
    phase = g.phase
    if phase == BEFORE:
        if g.jail[p] > 0:
            return answer_jail(g, p)
        if g.opt.manage_after == 0 and g.opt.manage_before == 1:
            a = use_window(g, params, p, key)
            if a >= 0:
                return a
        return ROLL
    if phase == AFTER or phase == BETWEEN or phase == THROWN:
        return window(g, params, p, key)
    if phase == BUYING:
        if buys(g, params, p, SQUARE_DEED[g.square[p]]):
            return BUY
        return DECLINE
    return tax_or_claim(g, p)
