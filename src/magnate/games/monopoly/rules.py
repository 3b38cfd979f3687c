"""Monopoly's rules as the engine's contract asks for them; each part of the rulebook has a file of its own."""

from __future__ import annotations

from ...core.contract import CHANCE, OVER
from ...runtime.compiler import Floats, rule
from .actions import ACTIONS, MAX_LEGAL
from .chance import chance, chance_key, draw, step_chance
from .interrupts import resolve_frame, step_frame
from .invariants import check
from .key import key
from .legality import legal
from .money import worth
from .observation import FEATURES, features
from .opening import open_game
from .phases import resolve_phase, step_phase
from .refusals import why
from .state import AFTER, BEFORE, BETWEEN, FINISHED, STATE, THROW, State
from .tables import SEATS
from .tracking import TRACKED, track

__all__ = [
    "FEATURES",
    "MAX_ACTIONS",
    "MAX_DECISIONS",
    "MAX_LEGAL",
    "MAX_OUTCOMES",
    "STATE",
    "TRACKED",
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
    "track",
    "utility",
    "why",
]

MAX_ACTIONS = ACTIONS
MAX_OUTCOMES = 28
MAX_DECISIONS = 10_000_000
"""Where drivers stop a game: far beyond any game under the default caps. Without caps players may go on for ever."""


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
    """Set ``g`` up from ``g.opt``, whatever its other fields hold."""
    open_game(g)
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
    """Whether nothing is pending: no debt, auction, trade, contest, landing or move, nor a card or a throw for rent.

    Settled are the end, the windows (but for the one between a throw and its move), and the player's dice that are
    about to be thrown: there one move has ended and the next has not begun, whether or not somebody had a window.
    """
    if g.mover == OVER:
        return True
    if g.depth > 0:
        return False
    if g.mover == CHANCE:
        return g.phase == THROW
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
