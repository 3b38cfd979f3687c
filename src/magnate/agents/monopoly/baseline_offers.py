"""The baseline's trades: swaps that complete a group for both, or a completing deed bought for cash.

A plan is a pair of deeds (one given or none, one taken) and a sum; it is derived from ownership and cash alone.
"""

from __future__ import annotations

from ...games.monopoly.board import ALL_DEEDS, DEEDS
from ...games.monopoly.money import interest_on
from ...games.monopoly.past_offers import may_make
from ...games.monopoly.reasons import OK
from ...games.monopoly.state import (
    ASK_CASH,
    CANCEL,
    DIGIT,
    DONE,
    ITEM,
    OFFER_CASH,
    PROPOSE,
    TRADE,
    TRADE_ANSWER,
    TRADE_ASKS,
    TRADE_ITEMS,
    TRADE_PAYS,
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
)
from ...runtime.compiler import rule
from ...runtime.primitives import after_set, digit_towards, low_bit, nearest_amount, type_digit
from ...values.monopoly.deeds import change_in_worth, wanted

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
