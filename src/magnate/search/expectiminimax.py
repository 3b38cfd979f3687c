"""Expectiminimax (a kernel): minimax with chance nodes, whose value is the mean of their outcomes.

Every outcome is looked at and counts by its exact weight (Michie 1966), or a sample of them where there are more than
the work's ``outcomes`` (sparse sampling: Kearns, Mansour and Ng 2002; Lanctot et al. 2013).

Oracle: without chance it is minimax; Pig and bear-off have their exact values; stretching all leaves by a factor and
shifting them never changes the choice, though other changes that keep their order may; the samples of all seeds have
the exact value on average.
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
def mean(ply: int, moves: int, me: int, desk: common.Desk) -> float:
    """What a chance node is worth to seat ``me``; its best line goes on with its likeliest outcome."""
    if common.out_of_budget(ply, desk):
        return 0.0
    acts = desk.acts[ply]
    weights = desk.weights[ply]
    n = common.outcomes(ply, desk)
    total = 0
    likeliest = 0
    sum_ = 0.0
    for i in range(n):
        left = common.advance(ply, acts[i], moves, desk)
        v = value(ply + 1, left, me, desk)
        if desk.works[0].stop != 0:
            return 0.0
        sum_ += weights[i] * v
        total += weights[i]
        if weights[i] > likeliest:
            likeliest = weights[i]
            common.keep(ply, acts[i], desk.line)
    return sum_ / total


@rule
def value(ply: int, moves: int, me: int, desk: common.Desk) -> float:
    """What the position at ``ply`` is worth to seat ``me`` when it looks ``moves`` moves ahead."""
    g = desk.states[ply]
    p = game.to_move(g)
    common.visit(ply, desk)
    if p == OVER or moves == 0:
        return common.evaluate(g, p, me, desk.values[ply], desk)
    if p == CHANCE:
        return mean(ply, moves, me, desk)
    if common.out_of_budget(ply, desk):
        return 0.0
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
