"""Max^n (a kernel): every player takes what is best for itself (Luckhardt and Irani 1986).

Values are vectors with an entry a seat, so it plays games of any number of players, with chance or without. For two
players whose values have a constant sum it is expectiminimax, and minimax without chance. Who is indifferent between
two actions may well decide what they are worth to somebody else, so the rule for ties is an argument.

Of pruning only the *shallow* one is right here (``shallow``; Korf 1991). It needs values that are never negative and
add up to the work's ``high`` at most. A player who has b already has no use for a node where another one, who decides
there, gets high - b. With more than one slot positions are remembered: their vectors, which are always exact, since
a node that is left early is chosen by nobody.

Oracle: the same value as minimax and expectiminimax for two players. The textbook tree of three players is worth (1, 2,
6) with the first of equal actions, (1, 5, 2) with the last; pruning and the table change no value.
"""

from __future__ import annotations

import math
from typing import Final

from ..core.binding import game
from ..core.contract import CHANCE, OVER
from ..runtime.compiler import Floats, entry, rule
from ..runtime.stream import below
from . import common
from .depth_first import FIRST, LAST, OUTSIDE, RANDOM, WORST, Work, place, remember, usable

DRAWS: Final = 0x7FFFFFFF
"""Draws of a key are numbered by 31 bits."""
ROUNDING: Final = 1e-9
"""By how much values may add up to more than they should."""


@rule
def better(p: int, me: int, ties: int, here: Floats, there: Floats, work: Work) -> bool:
    """Whether player ``p`` rather has ``there`` than ``here``, the best so far; so many ``ties`` are as good."""
    if there[p] != here[p]:
        return there[p] > here[p]
    if work.ties == LAST:
        return True
    if work.ties == WORST:
        return there[me] < here[me]
    return work.ties == RANDOM and below(work.key, work.nodes & DRAWS, ties) == 0


@rule
def mean(ply: int, moves: int, me: int, ws: common.Workspace) -> bool:
    """Write what a chance node is worth to every seat; its best line goes on with its likeliest outcome.

    False where the search has to stop.
    """
    if common.out_of_budget(ply, ws):
        return False
    acts = ws.acts[ply]
    weights = ws.weights[ply]
    here = ws.values[ply]
    there = ws.values[ply + 1]
    here[:] = 0.0
    n = common.outcomes(ply, ws)
    total = 0
    likeliest = 0
    for i in range(n):
        left = common.advance(ply, acts[i], moves, ws)
        value(ply + 1, left, me, math.inf, ws)
        if ws.works[0].stop != 0:
            return False
        for q in range(len(here)):
            here[q] += weights[i] * there[q]
        total += weights[i]
        if weights[i] > likeliest:
            likeliest = weights[i]
            common.keep(ply, acts[i], ws.line)
    for q in range(len(here)):
        here[q] /= total
    return True


@rule
def interest(ply: int, p: int, best: float, ws: common.Workspace) -> float:
    """What the player at the next ply may get there before player ``p``, who has ``best``, has no more use for it."""
    if ws.works[0].shallow == 0 or game.to_move(ws.states[ply + 1]) == p:
        return math.inf
    return ws.works[0].high - best


@rule
def best_action(ply: int, moves: int, me: int, limit: float, ws: common.Workspace) -> bool:
    """Write what a decision is worth to every seat; False when it was left because the one who decides got the limit.

    At the limit itself the player above is indifferent, so a rule for ties other than ``first`` wants more than that.
    """
    if common.out_of_budget(ply, ws):
        return False
    work = ws.works[0]
    p = game.to_move(ws.states[ply])
    acts = ws.acts[ply]
    here = ws.values[ply]
    there = ws.values[ply + 1]
    n = game.legal(ws.states[ply], acts)
    ties = 1
    for i in range(n):
        left = common.advance(ply, acts[i], moves, ws)
        exact = value(ply + 1, left, me, math.inf if i == 0 else interest(ply, p, here[p], ws), ws)
        if work.stop != 0:
            return False
        common.note_all(ply, i, there, exact, me, ws)
        if i == 0 or there[p] > here[p]:
            ties = 1
        elif there[p] == here[p]:
            ties += 1
        if i == 0 or better(p, me, ties, here, there, work):
            for q in range(len(here)):
                here[q] = there[q]
            common.keep(ply, acts[i], ws.line)
        if i + 1 < n and (here[p] > limit or (here[p] == limit and work.ties == FIRST)):
            work.cutoffs += 1
            return False
    return True


@rule
def check_bounds(values: Floats, work: Work) -> None:
    """Stop where the values of a leaf are not what shallow pruning relies on."""
    total = 0.0
    for q in range(len(values)):
        total += values[q]
        if values[q] < 0.0:
            work.stop = OUTSIDE
    if total > work.high + ROUNDING:
        work.stop = OUTSIDE


@rule
def value(ply: int, moves: int, me: int, limit: float, ws: common.Workspace) -> bool:
    """Write into ``ws.values[ply]`` what the position there is worth to every seat, looking ``moves`` moves ahead.

    Whoever decides there and gets ``limit`` may stop looking: then it is not exact, and the answer is False.
    """
    g = ws.states[ply]
    p = game.to_move(g)
    work = ws.works[0]
    here = ws.values[ply]
    common.visit(ply, ws)
    if p == OVER or moves == 0:
        common.evaluate_all(g, p, here, ws)
        if work.shallow != 0:
            check_bounds(here, work)
        return True
    if len(ws.slots) == 1:
        if p == CHANCE:
            return mean(ply, moves, me, ws)
        return best_action(ply, moves, me, limit, ws)
    key = game.key(g)
    number = place(key, len(ws.slots))
    slot = ws.slots[number]
    worth = ws.worths[number]
    if ply > 0 and usable(slot, key, moves, -math.inf, math.inf):
        common.recall(ply, slot, ws)
        for q in range(len(here)):
            here[q] = worth[q]
        return True
    before = work.horizon
    if p == CHANCE:
        exact = mean(ply, moves, me, ws)
    else:
        exact = best_action(ply, moves, me, limit, ws)
    if exact and work.stop == 0:
        remember(slot, key, moves, here[me], -math.inf, math.inf, ws.line[ply][0], work.horizon == before)
        for q in range(len(here)):
            worth[q] = here[q]
    return exact


@entry
def search(moves: int, me: int, ws: common.Workspace) -> float:
    """What the root is worth to seat ``me``; ``ws.values[0]`` is what it is worth to all."""
    value(0, moves, me, math.inf, ws)
    return ws.values[0][me]
