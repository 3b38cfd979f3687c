"""The frames that interrupt a turn: which rule file resolves each kind, and who decides in it."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import emit, low_bit, pop
from . import events
from .actions import LIFT, PASS
from .auction import begin_auction, deed_bidders, resolve_auction, step_auction
from .contest import resolve_contest, step_contest
from .debt import charge_interest, owe
from .management import step_break
from .money import in_game, next_seat
from .mortgages import can_lift_received, cancel_mortgages, lift
from .raising import resolve_debt, step_debt
from .state import (
    AUCTION,
    AWARD,
    COLLECT_EACH,
    CONTEST,
    DEBT,
    ESTATE,
    ESTATE_BY_PRICE,
    FROM_RIGHT,
    PAY_EACH,
    TRADE,
    TRANSFER,
    State,
)
from .tables import MORTGAGE, PRICE
from .trade import resolve_trade, step_trade


@rule
def next_of_mask(g: State, p: int, mask: int) -> int:
    """The first seat of ``mask`` after ``p`` in seat order, or against it (option ``several_creditors``)."""
    players = g.opt.players
    step = 1
    if g.opt.several_creditors == FROM_RIGHT:
        step = players - 1
    q = p
    for _ in range(players):
        q = (q + step) % players
        if (mask >> q) & 1 == 1:
            return q
    return q


@rule
def resolve_each(g: State) -> bool:
    """One payment of "pay each player" or "collect from each player"; then the next."""
    top = g.depth - 1
    p = g.fwho[top]
    mask = g.farg[top] & g.alive
    if not in_game(g, p) or mask == 0:
        pop(g)
        return False
    q = next_of_mask(g, p, mask)
    g.farg[top] = mask & ~(1 << q)
    if g.fkind[top] == PAY_EACH:
        owe(g, p, q, g.famount[top], events.FOR_CARD)
    else:
        owe(g, q, p, g.famount[top], events.FOR_CARD)
    return False


@rule
def resolve_award(g: State) -> bool:
    """The deed is paid for and changes hands; on a mortgaged one (from an estate) the interest is due at once.

    A buyer who traded its means away while raising the price is bankrupt by now: then the bank keeps the deed.
    """
    top = g.depth - 1
    p = g.fwho[top]
    d = g.farg[top]
    pop(g)
    if not in_game(g, p):
        emit(g, events.DEED_RETURNS, p, d, 0, 0)
        cancel_mortgages(g, 1 << d)
        return False
    g.deeds[p] |= 1 << d
    charge_interest(g, p, 1 << d)
    return False


@rule
def next_of_estate(g: State, mask: int) -> int:
    """The deed of an estate that comes first: in board order, or the dearest (option ``estate_order``)."""
    first = low_bit(mask)
    if g.opt.estate_order == ESTATE_BY_PRICE:
        m = mask * 1
        while m != 0:
            d = low_bit(m)
            if PRICE[d] > PRICE[first]:
                first = d
            m &= m - 1
    return first


@rule
def resolve_estate(g: State) -> bool:
    """The bank auctions the next deed of a bankrupt's estate."""
    top = g.depth - 1
    if g.farg[top] == 0:
        pop(g)
        return False
    d = next_of_estate(g, g.farg[top])
    g.farg[top] &= ~(1 << d)
    begin_auction(g, d, next_seat(g, g.fwho[top]), deed_bidders(g), g.opt.auction_open)
    return False


@rule
def resolve_transfer(g: State) -> bool:
    """The new owner may lift the mortgages it received, while it can pay for any."""
    top = g.depth - 1
    p = g.fwho[top]
    g.farg[top] &= g.mortgaged & g.deeds[p]
    if not in_game(g, p) or not can_lift_received(g, p, g.farg[top]):
        pop(g)
        return False
    g.mover = p
    return True


@rule
def step_transfer(g: State, a: int) -> None:
    """Lift one received deed for the principal (then only later ones, so that a set has one spelling), or leave it."""
    top = g.depth - 1
    if a == PASS:
        pop(g)
        return
    d = a - LIFT
    lift(g, g.fwho[top], d, MORTGAGE[d])
    g.farg[top] &= ~((1 << (d + 1)) - 1)


@rule
def resolve_frame(g: State) -> bool:
    """Carry the topmost interrupt on; True when it waits for a decision."""
    kind = g.fkind[g.depth - 1]
    if kind == DEBT:
        return resolve_debt(g)
    if kind == AUCTION:
        return resolve_auction(g)
    if kind == AWARD:
        return resolve_award(g)
    if kind == TRADE:
        return resolve_trade(g)
    if kind == TRANSFER:
        return resolve_transfer(g)
    if kind == PAY_EACH or kind == COLLECT_EACH:
        return resolve_each(g)
    if kind == ESTATE:
        return resolve_estate(g)
    if kind == CONTEST:
        return resolve_contest(g)
    g.mover = g.fwho[g.depth - 1]  # BREAK
    return True


@rule
def step_frame(g: State, a: int) -> None:
    """One decision in the topmost interrupt."""
    kind = g.fkind[g.depth - 1]
    if kind == DEBT:
        step_debt(g, a)
    elif kind == AUCTION:
        step_auction(g, a)
    elif kind == TRADE:
        step_trade(g, a)
    elif kind == TRANSFER:
        step_transfer(g, a)
    elif kind == CONTEST:
        step_contest(g, a)
    else:
        step_break(g, a)
