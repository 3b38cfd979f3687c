"""The oracle of endgames: every line to the end of the game, with no table, no pruning and no equivalences.

A seat wants its *margin*, its own points less those of the best other seat, to be as great as can be, and everybody
knows that of everybody (max^n). Who is indifferent takes the action with the lowest id. It knows no chance and draws
nothing anew, so a position is only for it when no card is left to be drawn and those who decide know who holds what.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

import numpy as np

from magnate.games.brass.rules import legal, step, to_move
from magnate.games.brass.state import MAX_LEGAL, STATE, State
from magnate.runtime.compiler import Floats2, Ints2, entry, rule

__all__ = ["PLIES", "enumerate_lines", "margin", "room"]

States: TypeAlias = Annotated[Any, (STATE,)]

PLIES: Final = 256
"""More decisions than the last two turns of a game can have."""


def room() -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """States, legal actions and margins for every ply, and the margins behind each action of the first one."""
    return (
        np.zeros(PLIES, STATE),
        np.zeros((PLIES, MAX_LEGAL), np.int64),
        np.zeros((PLIES, 4)),
        np.zeros((MAX_LEGAL, 4)),
    )


@rule
def margin(g: State, p: int) -> int:
    """The points of seat ``p`` less those of the best other seat."""
    best = -1
    for q in range(g.opt.players):
        if q != p:
            best = max(best, g.points[q])
    return g.points[p] - best


@rule
def behind(ply: int, most: int, states: States, acts: Ints2, margins: Floats2, firsts: Floats2) -> int:
    """Write the margins of all seats that the position at ``ply`` comes to; returns how many positions it met.

    More than ``most`` are not looked at.
    """
    g = states[ply]
    p = to_move(g)
    here = margins[ply]
    if p < 0:
        for q in range(g.opt.players):
            here[q] = margin(g, q)
        return 1
    met = 1
    there = margins[ply + 1]
    n = legal(g, acts[ply])
    for i in range(n):
        states[ply + 1] = g
        step(states[ply + 1], acts[ply][i])
        met += behind(ply + 1, most - met, states, acts, margins, firsts)
        if met > most:
            return met
        if ply == 0:
            for q in range(g.opt.players):
                firsts[i][q] = there[q]
        if i == 0 or there[p] > here[p]:
            for q in range(g.opt.players):
                here[q] = there[q]
    return met


@entry
def enumerate_lines(most: int, states: States, acts: Ints2, margins: Floats2, firsts: Floats2) -> int:
    """Play out every line of the position ``states[0]``; returns how many positions there are.

    More than ``most`` means that there was no end. Otherwise ``margins[0]`` gets what the position comes to for each
    seat, and ``firsts`` the same after each of its actions.
    """
    return behind(0, most, states, acts, margins, firsts)
