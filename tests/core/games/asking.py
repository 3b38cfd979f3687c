"""What a guide says at every decision of one game (a kernel)."""

from __future__ import annotations

from magnate.core import drivers as common
from magnate.core.binding import States, game, guide
from magnate.core.contract import CHANCE, OVER
from magnate.runtime.compiler import Floats, Floats2, Ints, Ints2, entry
from magnate.runtime.stream import Streams

__all__ = ["ask"]


@entry
def ask(
    states: States,
    streams: Streams,
    params: Floats,
    copies: States,
    acts: Ints,
    memo: Ints,
    out: Ints,
    weight: Ints,
    chosen: Ints2,
    values: Floats2,
    priors: Floats2,
) -> int:
    """Play ``states[0]`` by the guide's policy for at most ``len(chosen)`` decisions; returns how many were made.

    Row ``k`` of ``chosen`` becomes (number of legal actions, the action chosen), of ``values`` the estimate, of
    ``priors`` the probabilities of the legal actions.
    """
    g = states[0]
    s = streams[0]
    made = 0
    while made < len(chosen):
        p = game.to_move(g)
        if p == OVER:
            return made
        if p == CHANCE:
            game.step(g, common.draw_outcome(g, s, out, weight))
            continue
        n = game.legal(g, acts)
        guide.estimate(g, params, values[made])
        guide.prior(g, acts, n, params, priors[made])
        a = common.choose(g, s, p, copies, 0, params, acts, memo)
        chosen[made, 0] = n
        chosen[made, 1] = a
        game.step(g, a)
        made += 1
    return made
