"""How a game of Monopoly ends and who has won (rules section 10; the caps are ours and are always reported)."""

from __future__ import annotations

from ...core.contract import OVER
from ...runtime.compiler import rule
from ...runtime.primitives import emit, pop
from . import events
from .money import worth
from .mortgages import cancel_mortgages
from .state import FINISHED, RENTS, State
from .tables import SEATS


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
    clear_auction(g)
    clear_trade(g)
    clear_rents(g)
    clear_turn(g)
    owned = 0
    for p in range(g.opt.players):
        owned |= g.deeds[p]
    cancel_mortgages(g, ~owned)  # an estate still under the hammer falls to the bank free of mortgages


@rule
def forget_throw(g: State) -> None:
    """Neither the throw nor the way the token came matters any more."""
    g.low = 0
    g.high = 0
    g.arrival = 0


@rule
def clear_turn(g: State) -> None:
    """Forget what only has a meaning during a turn."""
    forget_throw(g)
    g.doubles = 0
    g.again = 0
    g.drawn = 0
    g.asked = 0
    g.stage = 0
    g.operations = 0
    g.quiet = 0
    g.lapped = 0
    for p in range(SEATS):
        g.offers[p] = 0


@rule
def clear_auction(g: State) -> None:
    """Forget the auction that is over."""
    g.lot = 0
    g.bid = 0
    g.leader = 0
    g.bidder = 0
    g.bidders = 0
    g.entering = 0
    g.entry = 0
    for p in range(SEATS):
        g.claims[p] = 0


@rule
def clear_rents(g: State) -> None:
    """Forget the rents that nobody has claimed."""
    for i in range(RENTS):
        g.rent_payer[i] = 0
        g.rent_owner[i] = 0
        g.rent_due[i] = 0
        g.rent_left[i] = 0


@rule
def clear_trade(g: State) -> None:
    """Forget the offer that was answered or withdrawn."""
    g.items = 0
    g.money = 0
    g.trade_step = 0
    g.entry = 0


@rule
def finish(g: State, how: int, winners: int) -> None:
    """End the game."""
    clear_interrupts(g)
    g.phase = FINISHED
    g.ending = how
    g.winners = winners
    g.mover = OVER
    emit(g, events.ENDS, how, winners, g.alive, 0)
