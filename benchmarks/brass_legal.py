"""Compiled loops for :mod:`.brass`: positions of random games, and how long copies and lists of decisions take."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from magnate.core.contract import CHANCE, OVER
from magnate.games.brass.rules import draw, legal, new_game, step
from magnate.games.brass.state import ACTION, STATE
from magnate.runtime.compiler import Ints, entry
from magnate.runtime.primitives import CLOCK, now
from magnate.runtime.stream import below, uniform_of

States: TypeAlias = Annotated[Any, (STATE,)]
Clocks: TypeAlias = Annotated[Any, (CLOCK,)]

SHARE = 5
"""One in so many of the positions met is kept, so that they come from many games."""


@entry
def sample(start: States, kept: States, phase: int, purse: int, acts: Ints) -> None:
    """Fill ``kept`` with positions of a phase from random games; ``start`` has the options and is played on.

    Before every action the mover has at least ``purse`` pounds.
    """
    g = start[0]
    new_game(g)
    found = 0
    draws = 0
    while found < len(kept):
        draws += 1
        if g.mover == OVER:
            new_game(g)
        elif g.mover == CHANCE:
            step(g, draw(g, uniform_of(1, draws)))
        else:
            if g.phase == ACTION:
                g.money[g.mover] = max(g.money[g.mover], purse)
            if g.phase == phase and below(2, draws, SHARE) == 0:
                kept[found] = g
                found += 1
            n = legal(g, acts)
            step(g, acts[below(1, draws, n)])


@entry
def time_legal(kept: States, repeats: int, acts: Ints, clock: Clocks, nanoseconds: Ints) -> None:
    """Write for each position how long ``repeats`` lists of its legal decisions take together."""
    for i in range(len(kept)):
        start = now(clock[0])
        n = 0
        for _ in range(repeats):
            n += legal(kept[i], acts)
        nanoseconds[i] = now(clock[0]) - start
        acts[0] = n  # so that no list is left out as unused


@entry
def time_copy(kept: States, repeats: int, clock: Clocks) -> int:
    """How long it takes to copy every position over its neighbour so many times, in nanoseconds."""
    start = now(clock[0])
    for _ in range(repeats):
        for i in range(1, len(kept)):
            kept[i - 1] = kept[i]
        kept[len(kept) - 1] = kept[0]
    return now(clock[0]) - start
