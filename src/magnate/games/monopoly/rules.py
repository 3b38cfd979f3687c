"""Monopoly's rules as the engine's contract asks for them; each part of the rulebook has a file of its own."""

from __future__ import annotations

from ...engine.compiler import Floats, rule
from .actions import ACTIONS, MAX_LEGAL
from .chance import chance, chance_key, draw, step_chance
from .ending import OVER
from .interrupts import resolve_frame, step_frame
from .invariants import check
from .key import key
from .legality import legal, why
from .money import worth
from .observation import FEATURES, features
from .state import AFTER, BEFORE, BETWEEN, FINISHED, STATE, State
from .tables import ALL_CARDS, SEATS
from .turn import CHANCE, resolve_phase, step_phase

__all__ = [
    "FEATURES",
    "MAX_ACTIONS",
    "MAX_DECISIONS",
    "MAX_LEGAL",
    "MAX_OUTCOMES",
    "STATE",
    "chance",
    "chance_key",
    "check",
    "draw",
    "ending",
    "features",
    "key",
    "legal",
    "new_game",
    "score",
    "seen_by",
    "settled",
    "step",
    "to_move",
    "utility",
    "why",
]

MAX_ACTIONS = ACTIONS
MAX_OUTCOMES = 28
MAX_DECISIONS = 10_000_000


@rule
def advance(g: State) -> None:
    """Run on to the next decision, chance node or the end."""
    while g.phase != FINISHED:
        if g.depth > 0:
            if resolve_frame(g):
                return
        elif resolve_phase(g):
            return


@rule
def new_game(g: State) -> None:
    """Set ``g`` up from ``g.opt``; every other byte is 0 already."""
    g.alive = (1 << g.opt.players) - 1
    for p in range(g.opt.players):
        g.cash[p] = g.opt.start_cash
    g.houses = g.opt.houses
    g.hotels = g.opt.hotels
    if g.opt.cards != 0:
        g.unseen[0] = ALL_CARDS
        g.unseen[1] = ALL_CARDS
    advance(g)


@rule
def to_move(g: State) -> int:
    """The seat to decide, or CHANCE (-1), or OVER (-2)."""
    return g.mover


@rule
def step(g: State, a: int) -> None:
    """Advance by one decision or one chance outcome, in place; that it is legal is the caller's promise."""
    if g.mover == CHANCE:
        step_chance(g, a)
    elif g.depth > 0:
        step_frame(g, a)
    else:
        step_phase(g, a)
    advance(g)


@rule
def settled(g: State) -> bool:
    """Whether nothing is pending: no debt, auction, trade, contest or throw; only windows and the end are settled."""
    if g.mover == OVER:
        return True
    if g.mover == CHANCE or g.depth > 0:
        return False
    return g.phase == BEFORE or g.phase == AFTER or g.phase == BETWEEN


@rule
def seen_by(g: State) -> int:
    """Everything in Monopoly happens in the open: all seats see every decision and outcome."""
    return (1 << g.opt.players) - 1


@rule
def utility(g: State, out: Floats) -> None:
    """At the end each player's share of the win; those who tie for the greatest worth share it."""
    n = 0
    for p in range(SEATS):
        n += (g.winners >> p) & 1
    for p in range(g.opt.players):
        out[p] = 0.0
        if (g.winners >> p) & 1 == 1:
            out[p] = 1.0 / n


@rule
def ending(g: State) -> int:
    """How the game ended: see ``state.ENDED_*``; 0 while it goes on."""
    return g.ending


@rule
def score(g: State, out: Floats) -> None:
    """Each player's net worth in dollars."""
    for p in range(g.opt.players):
        out[p] = worth(g, p)
