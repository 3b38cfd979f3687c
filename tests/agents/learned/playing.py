"""Whole games in compiled code (a kernel): one seat plays by a network, the others at random, as a training would."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magnate.core import drivers as common
from magnate.core.binding import States, game, kernel
from magnate.core.contract import CHANCE, OVER, POLICY, PURPOSES
from magnate.networks.inference import Net
from magnate.runtime.compiler import Floats, Ints, Ints2, entry
from magnate.runtime.stream import Streams, next_key

if TYPE_CHECKING:
    from magnate.agents.learned import playing
    from magnate.values import afterstates
else:
    afterstates = kernel("magnate.values.afterstates")
    playing = kernel("magnate.agents.learned.playing")

__all__ = ["play"]


@entry
def play(
    states: States,
    streams: Streams,
    learner: int,
    net: Net,
    ws: afterstates.Workspace,
    copies: States,
    params: Floats,
    acts: Ints,
    memos: Ints2,
    out: Ints,
    weight: Ints,
) -> None:
    """Play every game to its end; games with hidden parts are shown to nobody as they are."""
    for i in range(len(states)):
        g = states[i]
        s = streams[i]
        common.forget(memos)
        while game.to_move(g) != OVER:
            p = game.to_move(g)
            if p == CHANCE:
                a = common.draw_outcome(g, s, out, weight)
            elif p == learner:
                key = next_key(s, p * PURPOSES + POLICY)
                a = playing.choose(g, p, key, net, ws, memos[p])
            else:
                a = common.choose(g, s, p, copies, 0, params, acts, memos[p])
            game.step(g, a)
