"""The baseline agent: buys, builds, bids, trades simply and keeps a reserve.

It swaps deeds that complete a group for both, or buys a completing deed for cash. A plan is a pair of deeds (one given
or none, one taken) and a sum; it is derived from ownership and cash alone.

Whether it thinks about an offer at all is drawn. Every other decision is a function of the position and its parameters
alone. So one that is spread over several small ones (an offer, a bid typed digit by digit) is worked out anew at each
step and comes out the same.
"""

from __future__ import annotations

from ...games.monopoly.board import (
    ALL_DEEDS,
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
from ...games.monopoly.money import interest_on, pieces
from ...games.monopoly.past_offers import may_make
from ...games.monopoly.property import why_not_build, why_not_build_group
from ...games.monopoly.reasons import OK
from ...games.monopoly.state import (
    ACCEPT,
    AFTER,
    ASK_CASH,
    AUCTION,
    BEFORE,
    BETWEEN,
    BUILD,
    BUILD_GROUP,
    BUY,
    BUYING,
    CANCEL,
    CONTEST,
    DEBT,
    DECLINE,
    DIGIT,
    DONE,
    ITEM,
    OFFER_CASH,
    PROPOSE,
    REJECT,
    ROLL,
    THROWN,
    TRADE,
    TRADE_ANSWER,
    TRADE_ASKS,
    TRADE_ITEMS,
    TRADE_PAYS,
    TRADE_WITH,
    TRANSFER,
    State,
)
from ...games.monopoly.trade import (
    debt_in_offer,
    highest_amount,
    least_paid,
    lowest_amount,
    most_paid,
    tradable,
    why_not_cash,
    why_not_propose,
    why_not_trade_with,
)
from ...runtime.compiler import Floats, Ints, rule
from ...runtime.primitives import after_set, digit_towards, low_bit, nearest_amount, type_digit
from ...runtime.stream import choice
from ...values.monopoly.deeds import change_in_worth, wanted
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

NO_PLAN = -1
NO_SUM = 1 << 40
NOTHING = DEEDS
"""A plan is ``taken * 32 + given``; ``given`` is NOTHING when only cash is offered."""


@rule
def plan_with(g: State, p: int, q: int, spare: float) -> int:
    """The swap that seat ``p`` would offer ``q``, or NO_PLAN.

    It takes a deed that completes a group for ``p`` and gives one that completes a group for ``q``. Without such a one
    it buys, if its spare cash reaches the price at which ``q`` would part with the deed.
    """
    taken_mask = wanted(g, p) & tradable(g, q)
    if taken_mask == 0:
        return NO_PLAN
    taken = low_bit(taken_mask)
    given_mask = wanted(g, q) & tradable(g, p) & ALL_DEEDS
    if given_mask != 0:
        return taken * 32 + low_bit(given_mask)
    if asking_price(g, p, q, 1 << taken, 0) < spare:
        return taken * 32 + NOTHING
    return NO_PLAN


@rule
def asking_price(g: State, p: int, q: int, taken: int, given: int) -> int:
    """The least cash at which ``q`` accepts (may be negative): its own loss and half of what ``p`` gains."""
    return price_with_gain(g, q, taken, given, change_in_worth(g, p, given, taken))


@rule
def price_with_gain(g: State, q: int, taken: int, given: int, gain: int) -> int:
    """The least cash at which ``q`` accepts what is worth ``gain`` to the proposer."""
    loss = -change_in_worth(g, q, taken, given)
    return loss + max(0, gain) // 2 + interest_on(g, given) + 1


@rule
def accepts(g: State, q: int) -> bool:
    """Whether seat ``q`` accepts the pending offer: worth more to it than its cost plus half the proposer's gain."""
    p = g.fwho[g.depth - 1]
    taken = g.items & tradable(g, q)
    given = g.items & tradable(g, p)
    return g.money >= asking_price(g, p, q, taken, given)


@rule
def planned_money(g: State, p: int, q: int, taken: int, given: int) -> int:
    """What ``p`` offers in cash (negative: asks): half-way between what ``q`` needs and the deal's worth to ``p``."""
    most = change_in_worth(g, p, given, taken)
    least = price_with_gain(g, q, taken, given, most)
    if most < least:
        return least
    return least + (most - least) // 4


@rule
def plan_money(g: State, p: int, q: int, plan: int, spare: float) -> int:
    """What goes with the plan in cash, no more than the spare cash."""
    money = planned_money(g, p, q, plan_taken(plan), plan_given(plan))
    if money > 0 and money > spare:
        money = int(spare)
    return money


@rule
def plan_taken(plan: int) -> int:
    """The deed that the plan takes, as a mask."""
    return 1 << (plan // 32)


@rule
def plan_given(plan: int) -> int:
    """The deed that the plan gives, as a mask; 0 for none."""
    if plan % 32 == NOTHING:
        return 0
    return 1 << (plan % 32)


@rule
def sum_for(money: int, low: int, high: int) -> int:
    """The sum nearest to ``money``, and like it paid, asked or neither, with which ``low`` to ``high`` allow an offer.

    Where there is none it is an offer without cash; NO_SUM: there is no such offer.
    """
    if money > 0 and max(1, low) <= high:
        return max(low, min(high, money))
    if money < 0 and low <= min(-1, high):
        return max(low, min(high, money))
    if low <= 0 and high >= 0:
        return 0
    return NO_SUM


@rule
def is_new(g: State, p: int, q: int, debt: int, items: int, money: int) -> bool:
    """Whether an offer of these items, with a sum near to ``money``, is possible and none that was made before.

    ``debt`` is what ``p`` raises money for, or 0.
    """
    found = sum_for(money, least_paid(g, p, q, items), most_paid(g, p, q, debt, items))
    return found != NO_SUM and may_make(g, p, q, items, found)


@rule
def plan_next(g: State, spare: float) -> int:
    """The next small step of making up the planned offer; withdraw when the plan has become impossible."""
    top = g.depth - 1
    p = g.fwho[top]
    q = g.fto[top]
    plan = plan_with(g, p, q, spare)
    if plan == NO_PLAN:
        return withdraw(g, p, q)
    return make_up(g, p, q, plan_taken(plan) | plan_given(plan), plan_money(g, p, q, plan, spare))


@rule
def make_up(g: State, p: int, q: int, items: int, money: int) -> int:
    """The next small step towards the offer of just these items and ``money``.

    What cannot become it is withdrawn, and an offer that would be one made before.
    """
    if not can_become(g, items):
        return withdraw(g, p, q)
    if g.trade_step == TRADE_ITEMS and not is_new(g, p, q, debt_in_offer(g), items, money):
        return CANCEL
    missing = items & ~g.items
    if missing != 0:
        return ITEM + low_bit(missing)
    return enter_money(g, p, q, money)


@rule
def can_become(g: State, items: int) -> bool:
    """Whether the offer that is being made up, which somebody else may have begun, can still be one of these items."""
    missing = items & ~g.items
    if g.trade_step == TRADE_ITEMS:
        missing &= ~after_set(g.items)
    return missing == 0 and (g.items & ~items) == 0


@rule
def enter_money(g: State, p: int, q: int, money: int) -> int:
    """Offer or (negative) ask for ``money``, as near to it as the rules and what is entered already allow."""
    if g.trade_step == TRADE_ITEMS:
        if money > 0 and why_not_cash(g, p, q, TRADE_PAYS) == OK:
            return OFFER_CASH
        if money < 0 and why_not_cash(g, p, q, TRADE_ASKS) == OK:
            return ASK_CASH
        if why_not_propose(g, p, q) == OK:
            return PROPOSE
        return CANCEL
    amount = money
    if g.trade_step == TRADE_ASKS:
        amount = -money
    low = lowest_amount(g, p, q, g.trade_step)
    high = highest_amount(g, p, q, g.trade_step)
    return DIGIT + digit_towards(g.entry, amount, low, high)


@rule
def withdraw(g: State, p: int, q: int) -> int:
    """Withdraw the offer that is being made up; when that is too late, pay the least or ask for the most."""
    if g.trade_step == TRADE_ITEMS:
        return CANCEL
    return enter_money(g, p, q, -g.cash[q])


@rule
def amend(g: State, a: int) -> int:
    """What an agent does that has chosen ``a``, so that it makes no offer again: it withdraws, or offers more.

    For agents that choose each step of an offer for itself.
    """
    if g.depth == 0 or g.fkind[g.depth - 1] != TRADE or g.trade_step == TRADE_ANSWER:
        return a
    p = g.fwho[g.depth - 1]
    q = g.fto[g.depth - 1]
    if g.trade_step == TRADE_ITEMS:
        if (
            (a == PROPOSE and not may_make(g, p, q, g.items, 0))
            or (a == OFFER_CASH and not may_make(g, p, q, g.items, highest_amount(g, p, q, TRADE_PAYS)))
            or (a == ASK_CASH and not may_make(g, p, q, g.items, -lowest_amount(g, p, q, TRADE_ASKS)))
        ):
            return CANCEL
        return a
    low = lowest_amount(g, p, q, g.trade_step)
    high = highest_amount(g, p, q, g.trade_step)
    best = high
    sign = 1
    if g.trade_step == TRADE_ASKS:
        best = low
        sign = -1
    amount = g.entry * 1
    if a != DONE:
        amount = nearest_amount(type_digit(g.entry, a - DIGIT), best, low, high)
    if may_make(g, p, q, g.items, sign * amount):
        return a
    return DIGIT + digit_towards(g.entry, best, low, high)


# ------------------------------------------------------------------------------------------------- the other decisions


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
