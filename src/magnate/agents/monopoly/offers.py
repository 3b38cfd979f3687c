"""The baseline's trades: swaps that complete a group for both, or a completing deed bought for cash.

A plan is a pair of deeds (one given or none, one taken) and a sum; it is derived from ownership and cash alone.
"""

from __future__ import annotations

from ...engine.amounts import after_set, digit_towards
from ...engine.bits import low_bit
from ...engine.compiler import rule
from ...games.monopoly.actions import ASK_CASH, CANCEL, DIGIT, ITEM, OFFER_CASH, PROPOSE
from ...games.monopoly.money import interest_on
from ...games.monopoly.reasons import OK
from ...games.monopoly.state import TRADE_ASKS, TRADE_ITEMS, TRADE_PAYS, State
from ...games.monopoly.tables import ALL_DEEDS, DEEDS
from ...games.monopoly.trade import (
    highest_amount,
    lowest_amount,
    tradable,
    why_not_cash,
    why_not_propose,
)
from .worth import change_in_worth, wanted

NO_PLAN = -1
NOTHING = DEEDS
"""A plan is ``taken * 32 + given``; ``given`` is NOTHING when only cash is offered."""


@rule
def plan_with(g: State, p: int, q: int, spare: float) -> int:
    """The swap that seat ``p`` would offer ``q``, or NO_PLAN.

    It takes a deed that completes a group for ``p`` and gives one that completes a group for ``q``; without such a one
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
    loss = -change_in_worth(g, q, taken, given)
    gain = change_in_worth(g, p, given, taken)
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
    least = asking_price(g, p, q, taken, given)
    most = change_in_worth(g, p, given, taken)
    if most < least:
        return least
    return least + (most - least) // 4


@rule
def plan_next(g: State, spare: float) -> int:
    """The next small step of making up the planned offer; withdraw when the plan has become impossible."""
    top = g.depth - 1
    p = g.fwho[top]
    q = g.fto[top]
    plan = plan_with(g, p, q, spare)
    if plan == NO_PLAN:
        return withdraw(g, p, q)
    taken = 1 << (plan // 32)
    given = 0
    if plan % 32 != NOTHING:
        given = 1 << (plan % 32)
    money = planned_money(g, p, q, taken, given)
    if money > 0 and money > spare:
        money = int(spare)
    return make_up(g, p, q, taken | given, money)


@rule
def make_up(g: State, p: int, q: int, items: int, money: int) -> int:
    """The next small step towards the offer of just these items and ``money``; withdraw what cannot become it."""
    if not can_become(g, items):
        return withdraw(g, p, q)
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
