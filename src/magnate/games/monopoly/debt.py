"""Owing money: paid from cash, or a debt that the money has to be raised for (rules section 10)."""

from __future__ import annotations

from ...engine.compiler import rule
from ...engine.events import emit
from ...engine.frames import push
from . import events
from .money import interest_on, means, pay
from .state import BANKRUPT_DEBT, DEBT, INTEREST_IS_WAIVED, TRANSFER, State
from .tables import BANK


@rule
def owe(g: State, p: int, to: int, amount: int) -> None:
    """Seat ``p`` owes ``amount`` to a seat, the bank or the pot: paid now from cash, else a debt to raise money for.

    Under the other definitions of bankruptcy (E1) cash may run below zero and is judged at the end of the turn.
    """
    if amount <= 0:
        return
    if g.cash[p] >= amount or g.opt.bankruptcy != BANKRUPT_DEBT:
        pay(g, p, to, amount)
        return
    emit(g, events.OWES, p, to, amount, 0)
    g.quiet &= ~(1 << p)
    push(g, DEBT, p, to, amount, 0)


@rule
def charge_interest(g: State, p: int, received: int) -> None:
    """Seat ``p`` owes the 10 % on the mortgaged deeds among those of the mask that it has received from an estate.

    Once that is paid it may lift them at once. Option ``unpaid_interest``: who cannot raise the sum is let off.
    """
    due = interest_on(g, received)
    if due == 0 or (g.opt.unpaid_interest == INTEREST_IS_WAIVED and means(g, p) < due):
        return
    push(g, TRANSFER, p, 0, 0, received & g.mortgaged)
    owe(g, p, BANK, due)


@rule
def is_solvent(g: State) -> bool:
    """Whether the debtor of the topmost frame can raise the debt by selling and mortgaging alone."""
    top = g.depth - 1
    p = g.fwho[top]
    return means(g, p) >= g.famount[top]
