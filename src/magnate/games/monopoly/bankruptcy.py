"""Raising money for a debt, bankruptcy, and the end of the game (rules section 10).

The caps on rounds, turns and time are ours and are always reported.
"""

from __future__ import annotations

from ...core.contract import OVER
from ...runtime.compiler import Ints, rule
from ...runtime.primitives import emit, low_bit, pop, push
from . import events, reasons, state
from .board import BANK, POT, SEATS
from .landing import lapse_rents, return_card
from .management import (
    BUILDS,
    LIFTS,
    MORTGAGES,
    is_management,
    kind_of,
    list_group_sales,
    list_mortgages,
    list_sales,
    list_trades,
    manage,
    why_not_do,
)
from .money import (
    charge_interest,
    in_game,
    is_solvent,
    living,
    move_money,
    next_seat,
    pay,
    purpose_of_debt,
    settle,
    worth,
)
from .property import cancel_mortgages, sell_everything, undo_mortgages
from .reasons import OK
from .state import State
from .trade import can_offer, could_raise, debt_under, holdings, why_not_offer

# ---------------- How the game ends and who has won


@rule
def richest(g: State, mask: int) -> int:
    """The seats of ``mask`` with the greatest net worth, as a mask: equal worth shares the win."""
    best = 0
    winners = 0
    for p in range(g.opt.players):
        if (mask >> p) & 1 == 1:
            w = worth(g, p)
            if winners == 0 or w > best:
                best = w
                winners = 1 << p
            elif w == best:
                winners |= 1 << p
    return winners


@rule
def clear_interrupts(g: State) -> None:
    """Drop everything pending, so that no field keeps a value without meaning."""
    while g.depth > 0:
        pop(g)
    state.clear_auction(g)
    state.clear_trade(g)
    state.clear_rents(g)
    state.clear_turn(g)
    owned = 0
    for p in range(g.opt.players):
        owned |= g.deeds[p]
    cancel_mortgages(g, ~owned)  # an estate still under the hammer falls to the bank free of mortgages


@rule
def finish(g: State, how: int, winners: int) -> None:
    """End the game."""
    clear_interrupts(g)
    g.phase = state.FINISHED
    g.ending = how
    g.winners = winners
    g.mover = OVER
    emit(g, events.ENDS, how, winners, g.alive, 0)


# ---------------- What becomes of everything that a bankrupt player had


@rule
def drop_lapsed(g: State) -> None:
    """Drop what a bankrupt was about to receive and estates that are sold out, so that the stack stays shallow.

    A deed that it had bought but not paid for stays with the bank, free of mortgage.
    """
    while g.depth > 0:
        top = g.depth - 1
        kind = g.fkind[top]
        lapsed = (kind == state.AWARD or kind == state.TRANSFER) and not in_game(g, g.fwho[top])
        if not lapsed and not (kind == state.ESTATE and g.farg[top] == 0):
            return
        if kind == state.AWARD:
            emit(g, events.DEED_RETURNS, g.fwho[top], g.farg[top], 0, 0)
            cancel_mortgages(g, 1 << g.farg[top])
        pop(g)


@rule
def auction_estate(g: State, p: int, mask: int) -> None:
    """The bank is to auction the deeds of the mask, together with those of an estate that it is auctioning already."""
    drop_lapsed(g)
    if g.depth > 0 and g.fkind[g.depth - 1] == state.ESTATE:
        g.farg[g.depth - 1] |= mask
    else:
        push(g, state.ESTATE, p, 0, 0, mask)


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
        if g.fkind[depth] == state.PAY_EACH or g.fkind[depth] == state.COLLECT_EACH:
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
        finish(g, state.ENDED_LAST, richer)
    elif living(g) == 1:
        finish(g, state.ENDED_LAST, g.alive)
    elif g.opt.end_bankruptcies > 0 and g.opt.players - living(g) >= g.opt.end_bankruptcies:
        settle_on_paper(g)
        finish(g, state.ENDED_BANKRUPTCIES, richest(g, g.alive))


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
        if g.fkind[depth] == state.DEBT:
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

    Cash goes in equal parts, the remainder dollar by dollar from the left. Deeds are dealt out in board order from the
    left, free of mortgages. Jail cards go to the bottom of their decks.
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


# ---------------- Raising money: what a debtor may do, and when nothing can avert bankruptcy


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
        what = purpose_of_debt(g, top)
        pop(g)
        g.pledged = 0
        settle(g, p, to, amount, what)
        return False
    if is_solvent(g) or could_offer(g, p):
        g.mover = p
        return True
    pop(g)
    go_bankrupt(g, p, to, amount)
    return False


@rule
def could_offer(g: State, p: int) -> bool:
    """Whether trading may still save the debtor: it can complete an offer now, or could after raising money."""
    if can_offer(g, p):
        return True
    if why_not_offer(g, p) != OK:
        return False
    debt = debt_under(g, g.depth - 1, p)
    for q in range(g.opt.players):
        if q != p and in_game(g, q) and could_raise(g, p, q, debt):
            return True
    return False


@rule
def why_not_in_debt(g: State, p: int, a: int) -> int:
    """Whether the debtor ``p`` may take ``a`` to raise cash."""
    if a == state.BANKRUPT:
        if g.opt.one_attempt == 0 and is_solvent(g):
            return reasons.CAN_STILL_PAY
        return reasons.OK
    if not is_management(a):
        return reasons.NOT_NOW
    kind = kind_of(a)
    if kind == BUILDS or kind == LIFTS:
        return reasons.NOT_IN_DEBT_SALE
    return why_not_do(g, p, a)


@rule
def list_debt(g: State, p: int, out: Ints, n: int) -> int:
    """Append what the debtor ``p`` may do, ascending."""
    if why_not_in_debt(g, p, state.BANKRUPT) == reasons.OK:
        out[n] = state.BANKRUPT
        n += 1
    n = list_trades(g, p, out, n)
    n = list_group_sales(g, p, out, n)
    if g.opt.build_by_group == 0:
        n = list_sales(g, p, out, n)
    return list_mortgages(g, p, out, n)


@rule
def step_debt(g: State, a: int) -> None:
    """One decision of a debtor."""
    top = g.depth - 1
    p = g.fwho[top]
    if a == state.BANKRUPT:
        to = g.fto[top]
        amount = g.famount[top]
        pop(g)
        go_bankrupt(g, p, to, amount)
    else:
        manage(g, p, a)
        if g.opt.failed_raising == state.RAISING_UNDONE and kind_of(a) == MORTGAGES:
            g.pledged |= 1 << (a - state.MORTGAGE)
