"""What random games meet, and whether every legal action can really be taken (a kernel)."""

from __future__ import annotations

from magnate.engine.binding import State, States, common, game
from magnate.engine.compiler import Floats2, Ints, Ints2, entry, rule
from magnate.engine.contract import CHANCE, OVER
from magnate.engine.stream import Streams

__all__ = ["survey"]


@rule
def note(g: State, phases: Ints, frames: Ints, depths: Ints) -> None:
    """Count the phase, the depth of the stack and every frame on it."""
    phases[g.phase] += 1
    depths[g.depth] += 1
    for k in range(g.depth):
        frames[g.fkind[k]] += 1


@rule
def try_all(g: State, copies: States, acts: Ints) -> int:
    """Take every legal action on a copy; returns the first whose result breaks an invariant, or -1."""
    n = game.legal(g, acts)
    for k in range(n):
        copies[1] = g
        game.step(copies[1], acts[k])
        if game.check(copies[1]) != 0:
            return acts[k]
        if game.to_move(copies[1]) == OVER and game.ending(copies[1]) == 0:
            return acts[k]
    return -1


@entry
def survey(
    states: States,
    streams: Streams,
    seats: Ints2,
    params: Floats2,
    limit: int,
    every: int,
    copies: States,
    acts: Ints,
    out: Ints,
    weight: Ints,
    phases: Ints,
    frames: Ints,
    depths: Ints,
    taken: Ints,
    endings: Ints,
    found: Ints,
) -> int:
    """Play every game to its end (or ``limit`` decisions) with compiled policies; returns the number of steps.

    At one decision in ``every`` all legal actions are taken on copies. ``found`` becomes (game, decision, action,
    check's code) at the first that breaks an invariant, and the survey stops there; (-1, …) tells that there is none.
    """
    found[0] = -1
    steps = 0
    for i in range(len(states)):
        g = states[i]
        decided = 0
        while decided < limit:
            p = game.to_move(g)
            note(g, phases, frames, depths)
            if p == OVER:
                break
            if p == CHANCE:
                a = common.draw_outcome(g, streams[i], out, weight)
            else:
                if decided % every == 0:
                    wrong = try_all(g, copies, acts)
                    if wrong >= 0:
                        found[0] = i
                        found[1] = decided
                        found[2] = wrong
                        found[3] = game.check(copies[1])
                        return steps
                a = common.choose(g, streams[i], p, copies, 0, params[seats[i, p]], acts)
                taken[a] += 1
                decided += 1
            game.step(g, a)
            steps += 1
        endings[game.ending(g)] += 1
    return steps
