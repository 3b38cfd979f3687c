"""Bankruptcy: what becomes of everything that a player had (rules section 10)."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import emit, low_bit, pop, push
from . import events
from .buildings import sell_everything
from .debt import charge_interest, purpose_of_debt
from .deck import return_card
from .ending import finish, richest
from .money import in_game, living, move_money, next_seat, pay
from .mortgages import cancel_mortgages, undo_mortgages
from .rents import lapse_rents
from .state import (
    AWARD,
    COLLECT_EACH,
    DEBT,
    ENDED_BANKRUPTCIES,
    ENDED_LAST,
    ESTATE,
    PAY_EACH,
    TRANSFER,
    State,
)
from .tables import BANK, POT, SEATS
from .trade import holdings


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
            emit(g, events.DEED_RETURNS, g.fwho[top], g.farg[top], 0, 0)
            cancel_mortgages(g, 1 << g.farg[top])
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
def leave_table(g: State, p: int) -> None:
    """Seat ``p`` is no longer in the game, nor in anything that is still to be done with each player."""
    g.alive &= ~(1 << p)
    g.quiet &= ~(1 << p)
    g.lapped &= ~(1 << p)
    g.jail[p] = 0
    g.square[p] = 0
    g.offers[p] = 0
    lapse_rents(g, p)
    for depth in range(g.depth):
        if g.fkind[depth] == PAY_EACH or g.fkind[depth] == COLLECT_EACH:
            g.farg[depth] &= g.alive


@rule
def go_bankrupt(g: State, p: int, to: int, amount: int) -> None:
    """Seat ``p``, owing ``amount`` to the creditor ``to`` (a seat, the bank or the pot), is out; its estate passes."""
    emit(g, events.GOES_BANKRUPT, p, to, amount, 0)
    undo_mortgages(g, p)
    richer = 0
    if g.opt.duel_richer == 1 and living(g) == 2:
        richer = richest(g, g.alive)  # M2: the richer of the last two wins, valued before the estate passes
    sell_everything(g, p)
    write_off(g, p)
    leave_table(g, p)
    if g.opt.split_estate == 1:
        split_estate(g, p)
    elif to < SEATS:
        give_estate(g, p, to)
    else:
        bank_estate(g, p, to, amount)
    if richer != 0:
        finish(g, ENDED_LAST, richer)
    elif living(g) == 1:
        finish(g, ENDED_LAST, g.alive)
    elif g.opt.end_bankruptcies > 0 and g.opt.players - living(g) >= g.opt.end_bankruptcies:
        settle_on_paper(g)
        finish(g, ENDED_BANKRUPTCIES, richest(g, g.alive))


@rule
def write_off(g: State, p: int) -> None:
    """E1: what the cash of a bankrupt is below zero is nobody's loss."""
    if g.cash[p] < 0:
        emit(g, events.WRITTEN_OFF, p, -g.cash[p], 0, 0)
        g.cash[p] = 0


@rule
def settle_on_paper(g: State) -> None:
    """The game ends with debts open: they count in what their debtors are worth, whose cash may fall below zero."""
    for depth in range(g.depth):
        if g.fkind[depth] == DEBT:
            pay(g, g.fwho[depth], g.fto[depth], g.famount[depth], purpose_of_debt(g, depth))


@rule
def give_estate(g: State, p: int, to: int) -> None:
    """Everything to a player: cash, deeds mortgaged as they are (10 % due at once), jail cards."""
    mask = g.deeds[p]
    emit(g, events.ESTATE, p, to, holdings(g, p), g.cash[p])
    move_money(g, p, to, g.cash[p])
    g.deeds[p] = 0
    g.deeds[to] |= mask
    for deck in range(2):
        if g.holder[deck] == p + 1:
            g.holder[deck] = to + 1
    if living(g) > 1:
        charge_interest(g, to, mask)


@rule
def bank_estate(g: State, p: int, to: int, amount: int) -> None:
    """Everything to the bank: cash, jail cards to the bottom of their decks, deeds to be auctioned at once.

    The pot on Free Parking gets no more than the ``amount`` that it was owed.
    """
    mask = g.deeds[p]
    if to == POT and g.cash[p] > 0:
        owed = min(g.cash[p] * 1, amount)
        emit(g, events.ESTATE, p, POT, 0, owed)
        move_money(g, p, POT, owed)
    emit(g, events.ESTATE, p, BANK, holdings(g, p), g.cash[p])
    g.cash[p] = 0
    g.deeds[p] = 0
    for deck in range(2):
        if g.holder[deck] == p + 1:
            return_card(g, deck)
    if g.opt.clear_mortgages == 1 or g.opt.auctions == 0:
        cancel_mortgages(g, mask)
    if g.opt.auctions == 1 and mask != 0:
        auction_estate(g, p, mask)


@rule
def every_nth(mask: int, first: int, n: int) -> int:
    """Every ``n``-th bit of a mask, from its bit number ``first`` on."""
    found = 0
    place = 0
    while mask != 0:
        if place % n == first:
            found |= 1 << low_bit(mask)
        mask &= mask - 1
        place += 1
    return found


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
    cancel_mortgages(g, mask)
    q = next_seat(g, p)
    for i in range(heirs):
        part = cash // heirs
        if i < cash % heirs:
            part += 1
        deeds = every_nth(mask, i, heirs)
        emit(g, events.ESTATE, p, q, deeds, part)
        move_money(g, p, q, part)
        g.deeds[q] |= deeds
        q = next_seat(g, q)
    for deck in range(2):
        if g.holder[deck] == p + 1:
            return_card(g, deck)
