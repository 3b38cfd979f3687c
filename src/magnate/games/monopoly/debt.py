"""Owing money: paid from cash, or a debt that the money has to be raised for (rules section 10)."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import emit, push
from . import events
from .money import interest_on, means, move_money, pay
from .state import (
    AWARD,
    BANKRUPT_DEBT,
    COLLECT_EACH,
    DEBT,
    INTEREST_IS_WAIVED,
    PAID_MOVE,
    PAY_EACH,
    TRANSFER,
    State,
)
from .tables import BANK, CARD, INCOME_TAX, LUXURY_TAX, SEATS, SQUARE_KIND


@rule
def pays_at_once(g: State, p: int, amount: int) -> bool:
    """Whether seat ``p`` pays ``amount`` without raising it first.

    Under the other definitions of bankruptcy (E1) cash may run below zero and is judged at the end of the turn.
    """
    return g.cash[p] >= amount or g.opt.bankruptcy != BANKRUPT_DEBT


@rule
def owe(g: State, p: int, to: int, amount: int, what: int) -> None:
    """Seat ``p`` owes ``amount`` to a seat, the bank or the pot: paid now from cash, else a debt to raise money for.

    ``what`` it is for: ``events.FOR_*``.
    """
    if amount <= 0:
        return
    if pays_at_once(g, p, amount):
        settle(g, p, to, amount, what)
        return
    emit(g, events.OWES, p, to, amount, what)
    g.quiet &= ~(1 << p)
    push(g, DEBT, p, to, amount, 0)


@rule
def settle(g: State, p: int, to: int, amount: int, what: int) -> None:
    """Seat ``p`` pays what it owes. Each payment is told once: with the purchase, or with the way out of jail."""
    if what == events.FOR_BAIL or what >= events.FOR_LOT:
        move_money(g, p, to, amount)
    elif what >= events.FOR_DEED:
        move_money(g, p, to, amount)
        emit(g, events.BUYS, p, what - events.FOR_DEED, amount, 0)
    else:
        pay(g, p, to, amount, what)


@rule
def purpose_of_debt(g: State, depth: int) -> int:
    """What the debt in the frame at ``depth`` is for: the frame below it, the creditor or the turn says so."""
    below = 0
    if depth > 0:
        below = g.fkind[depth - 1]
    square = SQUARE_KIND[g.square[g.fwho[depth]]]
    if below == AWARD:
        return events.FOR_DEED + g.farg[depth - 1]
    if below == TRANSFER:
        return events.FOR_INTEREST
    if below == PAY_EACH or below == COLLECT_EACH:
        return events.FOR_CARD
    if g.fto[depth] < SEATS:
        return events.FOR_RENT
    if g.phase == PAID_MOVE:
        return events.FOR_BAIL
    if square == INCOME_TAX or square == LUXURY_TAX:
        return events.FOR_TAX
    if square == CARD:
        return events.FOR_CARD
    return events.FOR_DEBT


@rule
def charge_interest(g: State, p: int, received: int) -> None:
    """Seat ``p`` owes the 10 % on the mortgaged deeds among those of the mask that it has received from an estate.

    Once that is paid it may lift them at once. Option ``unpaid_interest``: who cannot raise the sum is let off.
    """
    due = interest_on(g, received)
    if due == 0 or (g.opt.unpaid_interest == INTEREST_IS_WAIVED and means(g, p) < due):
        return
    push(g, TRANSFER, p, 0, 0, received & g.mortgaged)
    owe(g, p, BANK, due, events.FOR_INTEREST)


@rule
def is_solvent(g: State) -> bool:
    """Whether the debtor of the topmost frame can raise the debt by selling and mortgaging alone."""
    top = g.depth - 1
    p = g.fwho[top]
    return means(g, p) >= g.famount[top]
