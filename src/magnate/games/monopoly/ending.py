"""How a game of Monopoly ends and who has won (rules section 10; the caps are ours and are always reported)."""

from __future__ import annotations

from ...core.contract import OVER
from ...runtime.compiler import rule
from ...runtime.primitives import emit, pop
from . import events
from .clearing import clear_auction, clear_rents, clear_trade, clear_turn
from .money import worth
from .mortgages import cancel_mortgages
from .state import FINISHED, State


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
def finish(g: State, how: int, winners: int) -> None:
    """End the game."""
    clear_interrupts(g)
    g.phase = FINISHED
    g.ending = how
    g.winners = winners
    g.mover = OVER
    emit(g, events.ENDS, how, winners, g.alive, 0)
