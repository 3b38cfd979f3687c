"""``character``: types of players who buy and build as ``strategic`` does, and trade by another measure.

Its configurations are who they are: refusers, hagglers, fair traders, hoarders of houses, bidders to the limit, jail
sitters, and a mild player. All judge offers by :mod:`.cash_and_deeds`. Whether a good trade is offered in this window
is drawn; every other decision is a function of the position and the parameters.
"""

from __future__ import annotations

from ...games.monopoly.board import ALL_DEEDS, DEEDS, GROUP, GROUP_MASK, HOUSE_PRICE, SQUARE_DEED
from ...games.monopoly.management import TRADES as OFFERS
from ...games.monopoly.money import interest_on
from ...games.monopoly.reasons import OK
from ...games.monopoly.state import (
    ACCEPT,
    AFTER,
    AUCTION,
    BEFORE,
    BETWEEN,
    BUYING,
    REJECT,
    ROLL,
    THROWN,
    TRADE,
    TRADE_ANSWER,
    TRADE_WITH,
    State,
)
from ...games.monopoly.trade import holdings, tradable, why_not_trade_with
from ...runtime.compiler import Floats, Ints, rule
from ...runtime.primitives import low_bit
from ...values.monopoly.deeds import wanted
from .baseline import is_new, make_up, withdraw
from .cash_and_deeds import agrees, gain, throws_counted
from .decision_kinds import may_use
from .parameters import ALL_IN, BID_RATIO, BUILDING_BID, CASH_RESERVE, GREED, TRADES
from .property_value import deed_value
from .shared_decisions import bid_up_to, end_window, tax_or_claim
from .strategic import decide_buying, decide_jail, develop, in_interrupt, kept_when_buying, rescue
from .trade_plan import MONEY_AT, MONEY_ZERO, NO_PLAN, draws_offer, plan_items, plan_money

# ------------------------------------------------------------------------------------------------------------- Offers
#
# An offer asks for a deed that completes a group of its own, for nothing or one deed that is not of a whole group, and
# for cash. The cash leaves it the part ``greed`` of what both gain. Of those that it would agree to itself, and that
# leave the partner a gain, it makes the one by which it gains most.


@rule
def best_deal(g: State, params: Floats, p: int, q: int) -> int:
    """The best new offer of seat ``p`` to ``q``, as a plan without its partner; or NO_PLAN."""
    best = NO_PLAN
    most = 0
    throws = throws_counted(g, params)
    asked = wanted(g, p) & tradable(g, q)
    while asked != 0:
        taken = asked & -asked
        asked &= asked - 1
        left = tradable(g, p) & ALL_DEEDS
        given = 0
        while True:
            money = price(g, params, p, q, given, taken, throws)
            mine = gain(g, p, given, taken, money, throws)
            if (
                mine > most
                and is_new(g, p, q, 0, given | taken, money)
                and gain(g, q, taken, given, -money, throws) >= 0
                and agrees(g, params, p, q, given, taken, money)
            ):
                most = mine
                best = given | taken | ((money + MONEY_ZERO) << MONEY_AT)
            while left != 0 and is_of_whole_group(g, p, low_bit(left)):
                left &= left - 1
            if left == 0:
                break
            given = left & -left
            left &= left - 1
    return best


@rule
def is_of_whole_group(g: State, p: int, d: int) -> bool:
    """Whether deed ``d`` is of a group that seat ``p`` has whole."""
    mask = GROUP_MASK[GROUP[d]]
    return (g.deeds[p] & mask) == mask


@rule
def price(g: State, params: Floats, p: int, q: int, given: int, taken: int, throws: int) -> int:
    """What seat ``p`` pays (negative: asks) for an exchange, so that its part of the joint gain is ``greed``."""
    theirs = gain(g, q, taken, given, 0, throws)
    joint = gain(g, p, given, taken, 0, throws) + theirs
    money = int((1.0 - params[GREED]) * max(0, joint)) - theirs
    most = g.cash[p] - int(params[CASH_RESERVE] / 2.0) - interest_on(g, taken)
    least = interest_on(g, given) - g.cash[q]
    return max(least, min(most, money))


@rule
def begin_deal(g: State, params: Floats, p: int, key: int) -> int:
    """The action that begins an offer in this window, or -1."""
    if (
        params[TRADES] == 0.0
        or not may_use(g, params, OFFERS)
        or g.offers[p] >= g.opt.offers_per_turn
        or not draws_offer(params, key)
    ):
        return -1
    completing = wanted(g, p)
    for i in range(1, g.opt.players):
        q = (p + i) % g.opt.players
        if (
            (g.deeds[q] & completing) != 0
            and why_not_trade_with(g, p, q) == OK
            and best_deal(g, params, p, q) != NO_PLAN
        ):
            return TRADE_WITH + q
    return -1


@rule
def in_deal(g: State, params: Floats, p: int) -> int:
    """Answer the offer that is pending, or go on making up one's own."""
    top = g.depth - 1
    q = g.fto[top]
    if g.trade_step == TRADE_ANSWER:
        giver = g.fwho[top]
        out = g.items & holdings(g, p)
        received = g.items & holdings(g, giver)
        if agrees(g, params, p, giver, out, received, -g.money):
            return ACCEPT
        return REJECT
    plan = best_deal(g, params, p, q)
    if plan == NO_PLAN:
        return withdraw(g, p, q)
    return make_up(g, p, q, plan_items(plan), plan_money(plan))


# -------------------------------------------------------------------------------------------------- Other decisions


@rule
def decide_bid(g: State, params: Floats, p: int) -> int:
    """Bid for a deed up to a part of its worth or all that the reserve leaves, for a building up to some prices."""
    if g.lot >= DEEDS:
        return bid_up_to(g, min(int(params[BUILDING_BID] * HOUSE_PRICE[g.claims[p] - 1]), g.cash[p] * 1))
    most = g.cash[p] - interest_on(g, 1 << g.lot) - kept_when_buying(g, params, p, g.lot)
    if params[ALL_IN] == 0.0:
        most = min(most, params[BID_RATIO] * deed_value(g, params, p, g.lot))
    return bid_up_to(g, int(most))


@rule
def use_window(g: State, params: Floats, p: int, key: int) -> int:
    """Develop or offer a trade, in this order; else -1."""
    if g.opt.one_operation == 1 and g.operations > 0:
        return -1
    a = rescue(g, params, p)
    if a < 0 and g.deeds[p] != 0:
        a = develop(g, params, p)
    if a < 0:
        a = begin_deal(g, params, p, key)
    return a


@rule
def character(g: State, params: Floats, key: int, acts: Ints, memo: Ints) -> int:
    """The action of a character for the seat that is to move."""
    p = g.mover
    if g.depth > 0:
        kind = g.fkind[g.depth - 1]
        if kind == TRADE:
            return in_deal(g, params, p)
        if kind == AUCTION:
            return decide_bid(g, params, p)
        return in_interrupt(g, params, p, acts, memo)
    phase = g.phase
    if phase == BEFORE and g.jail[p] > 0:
        return decide_jail(g, params, p)
    after = phase == AFTER or phase == BETWEEN or phase == THROWN
    if after or (phase == BEFORE and g.opt.manage_before == 1):
        a = use_window(g, params, p, key)
        if a >= 0:
            return a
    if phase == BEFORE:
        return ROLL
    if after:
        return end_window(g)
    if phase == BUYING:
        return decide_buying(g, params, p, SQUARE_DEED[g.square[p]])
    return tax_or_claim(g, p)
