"""Selective alpha-beta (a kernel): less is looked at where little is to be expected, more where much is going on.

Shannon's (1950) second type of strategy. Each part is a switch, and with all of them off this is alpha-beta:

* *Quiescence* (``noisy``): at the horizon the seat to move may stand pat, that is, take the guide's estimate, or go on
  with an action that the guide calls noisy, so that no exchange is valued in its middle (Harris 1975).
* *Equivalences* (``alike``): of actions that the game calls equivalent only the first is looked at, but at the root.
  That changes no value.
* A *beam* (``beam``, from ``min_ply`` on): of the others only those with the greatest prior, by the guide.
* *Null moves* (``null``): who would reach the bound even after passing, in a search so much less deep, need not look
  for a move (Beal 1989; Donninger 1993). Wrong where every move is worse than none (zugzwang), so a search that has
  cut off that way is not exact, nor is one that a beam has kept from something.

Oracle: alpha-beta with all off, and with ``alike``, at fewer nodes; a beam as wide as the tree is alpha-beta; on trees
without zugzwang a null move changes no value; fixtures in which each part changes the choice.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ..engine.binding import game, guide
from ..engine.compiler import entry, rule
from ..engine.contract import CHANCE, OVER

if TYPE_CHECKING:
    from . import common
else:
    from ..engine.binding import common

__all__ = ["search", "value"]


@rule
def noisy_ones(ply: int, n: int, desk: common.Desk) -> int:
    """Keep those of a ply's actions that the guide calls noisy; returns how many there are."""
    acts = desk.acts[ply]
    kept = 0
    for i in range(n):
        if guide.noisy(desk.states[ply], acts[i], desk.params):
            acts[kept] = acts[i]
            kept += 1
    return kept


@rule
def different_ones(ply: int, n: int, desk: common.Desk) -> int:
    """Keep one of a ply's actions for each kind of equivalent ones; returns how many there are."""
    acts = desk.acts[ply]
    kept = 0
    for i in range(n):
        if game.canonical(desk.states[ply], acts[i]) == acts[i]:
            acts[kept] = acts[i]
            kept += 1
    return kept


@rule
def promising_ones(ply: int, n: int, most: int, desk: common.Desk) -> int:
    """Keep those of a ply's actions with the greatest prior, ``most`` at most; returns how many there are."""
    if n <= most:
        return n
    desk.works[0].inexact = 1
    acts = desk.acts[ply]
    priors = desk.lows[ply]
    guide.prior(desk.states[ply], acts, n, desk.params, priors)
    for i in range(n):
        a = acts[i]
        prior = priors[i]
        k = i
        while k > 0 and priors[k - 1] < prior:
            acts[k] = acts[k - 1]
            priors[k] = priors[k - 1]
            k -= 1
        acts[k] = a
        priors[k] = prior
    return most


@rule
def choices(ply: int, n: int, desk: common.Desk) -> int:
    """Of all ``n`` actions of a ply keep those that are looked at; returns how many there are."""
    work = desk.works[0]
    if work.alike != 0 and ply > 0:
        n = different_ones(ply, n, desk)
    if work.beam != 0 and ply >= work.min_ply:
        n = promising_ones(ply, n, work.beam, desk)
    return n


@rule
def enough(mine: bool, best: float, alpha: float, beta: float) -> bool:
    """Whether a node need not be looked at any more; ``mine``: the seat that searches decides there."""
    return best >= beta if mine else best <= alpha


@rule
def passing(ply: int, moves: int, me: int, alpha: float, beta: float, desk: common.Desk) -> float:
    """What passing is worth in a search less deep; the worst of all values where nobody may pass or none would do."""
    work = desk.works[0]
    p = game.to_move(desk.states[ply])
    nothing = -math.inf if p == me else math.inf
    bound = beta if p == me else -alpha
    if work.null == 0 or ply == 0 or moves <= work.null or bound == math.inf:
        return nothing
    desk.states[ply + 1] = desk.states[ply]
    if not game.skip(desk.states[ply + 1]):
        return nothing
    return value(ply + 1, moves - 1 - work.null, me, alpha, beta, desk)


@rule
def value(ply: int, moves: int, me: int, alpha: float, beta: float, desk: common.Desk) -> float:
    """What the position at ``ply`` is worth to seat ``me``, or a bound of it.

    ``moves`` is negative beyond the horizon, where it ends at ``-noisy``.
    """
    g = desk.states[ply]
    p = game.to_move(g)
    work = desk.works[0]
    common.visit(ply, desk)
    if p == OVER or moves == -work.noisy:
        return common.evaluate(g, p, me, desk.values[ply], desk)
    if p == CHANCE or common.out_of_budget(ply, desk):
        return common.refuse(p, desk)
    acts = desk.acts[ply]
    n = game.legal(g, acts)
    best = -math.inf if p == me else math.inf
    if moves <= 0 and game.settled(g):
        best = common.evaluate(g, p, me, desk.values[ply], desk)
        n = noisy_ones(ply, n, desk)
    else:
        passed = passing(ply, moves, me, alpha, beta, desk)
        if work.stop != 0:
            return best
        if enough(p == me, passed, alpha, beta):
            work.inexact = 1
            work.cutoffs += 1
            return passed
        n = choices(ply, n, desk)
    i = 0
    while i < n and not enough(p == me, best, alpha, beta):
        if p != me:
            beta = min(beta, best)
        elif ply > 0 or work.every == 0:
            alpha = max(alpha, best)
        left = common.advance(ply, acts[i], moves, desk)
        v = value(ply + 1, left, me, alpha, beta, desk)
        if work.stop != 0:
            return best
        common.note(ply, i, v, v > alpha, desk)
        if (p == me and v > best) or (p != me and v < best):
            best = v
            common.keep(ply, acts[i], desk.line)
        i += 1
    if enough(p == me, best, alpha, beta):
        work.cutoffs += 1
    return best


@entry
def search(moves: int, me: int, alpha: float, beta: float, desk: common.Desk) -> float:
    """What the root is worth to seat ``me``, or a bound of it outside the window; the best line is ``desk.line[0]``."""
    return value(0, moves, me, alpha, beta, desk)
