"""Minimax (a kernel): the value of a game of two players and no chance, by looking at every line.

MAX, the seat that searches, takes the greatest value and MIN, its opponent, the least (von Neumann 1928; Shannon 1950
for a search that stops at a depth and evaluates). The later algorithms of this folder give the same value and look at
less. Oracle: on a uniform tree of branching b and depth d exactly b^d leaves; tic-tac-toe has 549,946 nodes, 255,168 of
them leaves, and is a draw.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ..engine.binding import game
from ..engine.compiler import entry, rule
from ..engine.contract import CHANCE, OVER

if TYPE_CHECKING:
    from . import common
else:
    from ..engine.binding import common

__all__ = ["search", "value"]


@rule
def value(ply: int, moves: int, me: int, desk: common.Desk) -> float:
    """What the position at ``ply`` is worth to seat ``me`` when it looks ``moves`` moves ahead."""
    g = desk.states[ply]
    p = game.to_move(g)
    common.visit(ply, desk)
    if p == OVER or moves == 0:
        return common.evaluate(g, p, me, desk.values[ply], desk)
    if p == CHANCE or common.out_of_budget(ply, desk):
        return common.refuse(p, desk)
    acts = desk.acts[ply]
    n = game.legal(g, acts)
    best = -math.inf if p == me else math.inf
    for i in range(n):
        left = common.advance(ply, acts[i], moves, desk)
        v = value(ply + 1, left, me, desk)
        if desk.works[0].stop != 0:
            return best
        common.note(ply, i, v, True, desk)
        if (p == me and v > best) or (p != me and v < best):
            best = v
            common.keep(ply, acts[i], desk.line)
    return best


@entry
def search(moves: int, me: int, desk: common.Desk) -> float:
    """What the root is worth to seat ``me``; the best line is ``desk.line[0]``."""
    return value(0, moves, me, desk)
