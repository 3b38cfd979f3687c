"""What random games meet (a kernel)."""

from __future__ import annotations

from magnate.core import drivers as common
from magnate.core.binding import State, States, game
from magnate.core.contract import CHANCE, OVER
from magnate.runtime.compiler import Floats2, Ints, Ints2, entry, rule
from magnate.runtime.stream import Streams

__all__ = ["survey"]


@rule
def note(g: State, phases: Ints, frames: Ints, depths: Ints) -> None:
    """Count the phase, the depth of the stack and every frame on it."""
    phases[g.phase] += 1
    depths[g.depth] += 1
    for k in range(g.depth):
        frames[g.fkind[k]] += 1


@entry
def survey(
    states: States,
    streams: Streams,
    seats: Ints2,
    params: Floats2,
    limit: int,
    copies: States,
    acts: Ints,
    memos: Ints2,
    out: Ints,
    weight: Ints,
    phases: Ints,
    frames: Ints,
    depths: Ints,
    taken: Ints,
    endings: Ints,
) -> int:
    """Play every game to its end (or ``limit`` decisions) with compiled policies; returns the number of steps."""
    steps = 0
    for i in range(len(states)):
        g = states[i]
        common.forget(memos)
        decided = 0
        while decided < limit:
            p = game.to_move(g)
            note(g, phases, frames, depths)
            if p == OVER:
                break
            if p == CHANCE:
                a = common.draw_outcome(g, streams[i], out, weight)
            else:
                a = common.choose(g, streams[i], p, copies, 0, params[seats[i, p]], acts, memos[p])
                taken[a] += 1
                decided += 1
            game.step(g, a)
            steps += 1
        endings[game.ending(g)] += 1
    return steps
