"""A guide of Pig with parameters, for tests of tuning: it holds at a number of points, of which about 20 is best."""

from __future__ import annotations

from magnate.games import pig as game
from magnate.games.pig import HOLD, ROLL, State
from magnate.runtime.compiler import Floats, Ints, rule

NEAR = 20


@rule
def policy(g: State, params: Floats, key: int, acts: Ints, memo: Ints) -> int:
    """Holds at ``params[1]`` points; with ``params[2]`` rolls on while somebody else is near the target."""
    n = game.legal(g, acts)
    if n == 1:
        return acts[0]
    if params[0] == 0:
        return acts[key % 2]
    if params[2] >= 0.5:
        for p in range(g.opt.players):
            if p != g.seat and g.points[p] >= g.opt.target - NEAR:
                return ROLL
    return HOLD if g.total >= params[1] else ROLL
