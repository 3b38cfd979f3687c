"""Alpha-beta (a kernel): minimax that leaves a node as soon as its value can no longer matter.

Fail-soft: a node returns the best value that it has seen, so that outside the window (alpha, beta) the answer is still
a bound, an upper one at or below alpha and a lower one at or above beta (Knuth and Moore 1975; Fishburn 1983). Bounds
of all ancestors count, which gives the deep cut-offs; with ``deep`` off a node goes by its parent's bound only.

Oracle: value and root action of minimax on any tree; with perfect order 2 b^(d/2) - 1 leaves for even depths d and
b^((d+1)/2) + b^((d-1)/2) - 1 for odd ones, with the worst order b^d; tic-tac-toe in the order of its cells takes
18,297 nodes, 7,330 of them leaves.
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
def value(ply: int, moves: int, me: int, alpha: float, beta: float, desk: common.Desk) -> float:
    """What the position at ``ply`` is worth to seat ``me``, or a bound of it outside the window."""
    g = desk.states[ply]
    p = game.to_move(g)
    work = desk.works[0]
    common.visit(ply, desk)
    if p == OVER or moves == 0:
        return common.evaluate(g, p, me, desk.values[ply], desk)
    if p == CHANCE or common.out_of_budget(ply, desk):
        return common.refuse(p, desk)
    if work.deep == 0:  # forget the bound that is not the parent's
        if p == me:
            alpha = -math.inf
        else:
            beta = math.inf
    acts = desk.acts[ply]
    n = game.legal(g, acts)
    best = -math.inf if p == me else math.inf
    for i in range(n):
        left = common.advance(ply, acts[i], moves, desk)
        v = value(ply + 1, left, me, alpha, beta, desk)
        if work.stop != 0:
            return best
        common.note(ply, i, v, v > alpha, desk)
        if (p == me and v > best) or (p != me and v < best):
            best = v
            common.keep(ply, acts[i], desk.line)
        if (p == me and best >= beta) or (p != me and best <= alpha):
            work.cutoffs += 1
            return best
        if p != me:
            beta = min(beta, best)
        elif ply > 0 or work.every == 0:
            alpha = max(alpha, best)
    return best


@entry
def search(moves: int, me: int, alpha: float, beta: float, desk: common.Desk) -> float:
    """What the root is worth to seat ``me``, or a bound of it outside the window; the best line is ``desk.line[0]``."""
    return value(0, moves, me, alpha, beta, desk)
