"""Debts and bankruptcy (rules section 10)."""

from __future__ import annotations

from ...engine.bits import low_bit
from ...engine.compiler import rule
from ...engine.events import emit
from ...engine.frames import pop, push
from . import events
from .buildings import sell_everything
from .deck import return_card
from .ending import finish, richest
from .money import in_game, interest_on, living, means, next_seat, pay
from .reasons import OK
from .state import (
    AWARD,
    BANKRUPT_DEBT,
    DEBT,
    ENDED_BANKRUPTCIES,
    ENDED_LAST,
    ESTATE,
    TRANSFER,
    State,
)
from .tables import BANK, SEATS
from .trade import can_offer, why_not_offer


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
def is_solvent(g: State) -> bool:
    """Whether the debtor of the topmost frame can raise the debt by selling and mortgaging alone."""
    top = g.depth - 1
    p = g.fwho[top]
    return means(g, p) >= g.famount[top]


@rule
def resolve_debt(g: State) -> bool:
    """Pay when the cash is there; let the debtor raise it (True); or declare the bankruptcy that nothing can avert."""
    top = g.depth - 1
    p = g.fwho[top]
    to = g.fto[top]
    amount = g.famount[top]
    if not in_game(g, p) or (to < SEATS and not in_game(g, to)):
        pop(g)  # a bankrupt's debts and claims lapse
        return False
    if g.cash[p] >= amount:
        pop(g)
        pay(g, p, to, amount)
        return False
    if is_solvent(g) or could_offer(g, p):
        g.mover = p
        return True
    pop(g)
    go_bankrupt(g, p, to)
    return False


@rule
def could_offer(g: State, p: int) -> bool:
    """Whether trading may still save the debtor: it can make an offer now, or could after selling its buildings."""
    if can_offer(g, p):
        return True
    return (g.deeds[p] & g.built) != 0 and why_not_offer(g, p) == OK


@rule
def drop_lapsed(g: State) -> None:
    """Drop what a bankrupt was about to receive and estates that are sold out, so that the stack stays shallow.

    A deed that it had bought but not paid for stays with the bank, free of mortgage.
    """
    while g.depth > 0:
        top = g.depth - 1
        kind = g.fkind[top]
        lapsed = (kind == AWARD or kind == TRANSFER) and not in_game(g, g.fwho[top])
        if not lapsed and not (kind == ESTATE and g.farg[top] == 0):
            return
        if kind == AWARD:
            g.mortgaged &= ~(1 << g.farg[top])
        pop(g)


@rule
def auction_estate(g: State, p: int, mask: int) -> None:
    """The bank is to auction the deeds of the mask, together with those of an estate that it is auctioning already."""
    drop_lapsed(g)
    if g.depth > 0 and g.fkind[g.depth - 1] == ESTATE:
        g.farg[g.depth - 1] |= mask
    else:
        push(g, ESTATE, p, 0, 0, mask)


@rule
def go_bankrupt(g: State, p: int, to: int) -> None:
    """Seat ``p`` is out; its estate goes to the creditor ``to`` (a seat, the bank or the pot)."""
    emit(g, events.GOES_BANKRUPT, p, to, 0, 0)
    richer = 0
    if g.opt.duel_richer == 1 and living(g) == 2:
        richer = richest(g, g.alive)  # M2: the richer of the last two wins, valued before the estate passes
    sell_everything(g, p)
    g.alive &= ~(1 << p)
    g.quiet &= ~(1 << p)
    g.jail[p] = 0
    g.square[p] = 0
    g.offers[p] = 0
    g.lapped &= ~(1 << p)
    if g.opt.split_estate == 1:
        split_estate(g, p)
    elif to < SEATS:
        give_estate(g, p, to)
    else:
        bank_estate(g, p, to)
    if richer != 0:
        finish(g, ENDED_LAST, richer)
    elif living(g) == 1:
        finish(g, ENDED_LAST, g.alive)
    elif g.opt.end_bankruptcies > 0 and g.opt.players - living(g) >= g.opt.end_bankruptcies:
        finish(g, ENDED_BANKRUPTCIES, richest(g, g.alive))


@rule
def give_estate(g: State, p: int, to: int) -> None:
    """Everything to a player: cash, deeds mortgaged as they are (10 % due at once), jail cards."""
    mask = g.deeds[p]
    if g.cash[p] > 0:
        pay(g, p, to, g.cash[p])
    g.cash[p] = 0
    g.deeds[p] = 0
    g.deeds[to] |= mask
    for deck in range(2):
        if g.holder[deck] == p + 1:
            g.holder[deck] = to + 1
    due = interest_on(g, mask)
    if due > 0 and living(g) > 1:
        push(g, TRANSFER, to, 0, 0, mask & g.mortgaged)
        owe(g, to, BANK, due)


@rule
def bank_estate(g: State, p: int, to: int) -> None:
    """Everything to the bank: cash, jail cards to the bottom of their decks, deeds to be auctioned at once."""
    mask = g.deeds[p]
    if g.cash[p] > 0:
        pay(g, p, to, g.cash[p])
    g.cash[p] = 0
    g.deeds[p] = 0
    for deck in range(2):
        if g.holder[deck] == p + 1:
            return_card(g, deck)
    if g.opt.clear_mortgages == 1 or g.opt.auctions == 0:
        g.mortgaged &= ~mask
    if g.opt.auctions == 1 and mask != 0:
        auction_estate(g, p, mask)


@rule
def split_estate(g: State, p: int) -> None:
    """M2: the estate is split equally.

    Cash in equal parts (the remainder dollar by dollar from the left), deeds dealt out in board order from the left,
    free of mortgages; jail cards go to the bottom of their decks.
    """
    heirs = living(g)
    cash = g.cash[p]
    mask = g.deeds[p]
    g.deeds[p] = 0
    g.mortgaged &= ~mask
    q = next_seat(g, p)
    for i in range(heirs):
        part = cash // heirs
        if i < cash % heirs:
            part += 1
        if cash > 0:
            pay(g, p, q, part)
        q = next_seat(g, q)
    g.cash[p] = 0
    while mask != 0:
        g.deeds[q] |= 1 << low_bit(mask)
        q = next_seat(g, q)
        mask &= mask - 1
    for deck in range(2):
        if g.holder[deck] == p + 1:
            return_card(g, deck)
