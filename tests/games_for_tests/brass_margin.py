"""A guide of Brass that rewards points: the margin over the best other seat, which is 0 at one half."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from magnate.games.brass.state import State
from magnate.runtime.compiler import Floats, rule

__all__ = ["SCALE", "adds_up", "reward"]

SCALE: Final = 1024
"""A greater margin than there can be; a power of two, so that a margin goes into a reward and back without rounding."""


def adds_up(params: Sequence[float]) -> bool:
    """What one of two players is ahead the other one is behind."""
    return True


@rule
def reward(g: State, params: Floats, out: Floats) -> None:
    """One half, and more for whoever is ahead."""
    for p in range(g.opt.players):
        best = -1
        for q in range(g.opt.players):
            if q != p:
                best = max(best, g.points[q])
        out[p] = 0.5 + (g.points[p] - best) / (2 * SCALE)
