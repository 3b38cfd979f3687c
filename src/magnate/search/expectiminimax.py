"""Decisions and chance (a kernel): expectiminimax, and Star1 and Star2, which prune."""

from __future__ import annotations

import math

from ..core.binding import game
from ..core.contract import CHANCE, OVER
from ..runtime.compiler import entry, rule
from . import common
from .depth_first import OUTSIDE, hint, place, remember, usable

# -------------------- Expectiminimax (a kernel): minimax with chance nodes, whose value is the mean of their outcomes.
#
# Every outcome is looked at and counts by its exact weight (Michie 1966), or a sample of them where there are
# more than the work's ``outcomes`` (sparse sampling: Kearns, Mansour and Ng 2002; Lanctot et al. 2013).
#
# Oracle: without chance it is minimax; Pig and bear-off have their exact values; stretching all leaves by a factor and
# shifting them never changes the choice, though other changes that keep their order may; the samples of all seeds have
# the exact value on average.


@rule
def mean(ply: int, moves: int, me: int, ws: common.Workspace) -> float:
    """What a chance node is worth to seat ``me``; its best line goes on with its likeliest outcome."""
    if common.out_of_budget(ply, ws):
        return 0.0
    acts = ws.acts[ply]
    weights = ws.weights[ply]
    n = common.outcomes(ply, ws)
    total = 0
    likeliest = 0
    sum_ = 0.0
    for i in range(n):
        left = common.advance(ply, acts[i], moves, ws)
        v = value(ply + 1, left, me, ws)
        if ws.works[0].stop != 0:
            return 0.0
        sum_ += weights[i] * v
        total += weights[i]
        if weights[i] > likeliest:
            likeliest = weights[i]
            common.keep(ply, acts[i], ws.line)
    return sum_ / total


@rule
def value(ply: int, moves: int, me: int, ws: common.Workspace) -> float:
    """What the position at ``ply`` is worth to seat ``me`` when it looks ``moves`` moves ahead."""
    g = ws.states[ply]
    p = game.to_move(g)
    common.visit(ply, ws)
    if p == OVER or moves == 0:
        return common.evaluate(g, p, me, ws.values[ply], ws)
    if p == CHANCE:
        return mean(ply, moves, me, ws)
    if common.out_of_budget(ply, ws):
        return 0.0
    acts = ws.acts[ply]
    n = game.legal(g, acts)
    best = -math.inf if p == me else math.inf
    for i in range(n):
        left = common.advance(ply, acts[i], moves, ws)
        v = value(ply + 1, left, me, ws)
        if ws.works[0].stop != 0:
            return best
        common.note(ply, i, v, True, ws)
        if (p == me and v > best) or (p != me and v < best):
            best = v
            common.keep(ply, acts[i], ws.line)
    return best


@entry
def expectiminimax(moves: int, me: int, ws: common.Workspace) -> float:
    """What the root is worth to seat ``me``; the best line is ``ws.line[0]``."""
    return value(0, moves, me, ws)


# ------------------------------ Star1 and Star2 (a kernel): alpha-beta that prunes at chance nodes too (Ballard 1983).
#
# No value is less than the work's ``low`` or more than its ``high``. So when some outcomes of a chance node are known,
# the mean has bounds, and each further outcome has a window outside of which it decides the node. Star2 (``probe``)
# first looks at one action of every decision below, or at the first few (Star2.5: Hauk, Buro and Schaeffer 2004): MAX
# can only do better, MIN only worse than that, which tightens the bounds.
#
# MAX is the seat that searches and MIN is every other seat, so with more than two players the search is *paranoid*: it
# expects all others to play together against it (Sturtevant and Korf 2000).
#
# With more than one slot it remembers positions, at chance nodes too, with the bound that was found; the action
# that was best when a position was last met comes first.
#
# Oracle: the value of expectiminimax, and a correct bound of it outside the window; without chance, alpha-beta.


@rule
def probe(ply: int, moves: int, me: int, alpha: float, beta: float, ws: common.Workspace) -> float:
    """The best of the first actions of a decision: for MAX the least, for MIN the most that the decision can be."""
    if common.out_of_budget(ply, ws):
        return 0.0
    work = ws.works[0]
    acts = ws.acts[ply]
    p = game.to_move(ws.states[ply])
    n = game.legal(ws.states[ply], acts)
    best = -math.inf if p == me else math.inf
    for i in range(min(n, work.probe)):
        left = common.advance(ply, acts[i], moves, ws)
        v = star_value(ply + 1, left, me, alpha, beta, ws)
        if work.stop != 0:
            return 0.0
        if p == me:
            best = max(best, v)
            alpha = max(alpha, best)
        else:
            best = min(best, v)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


@rule
def probe_all(
    ply: int, n: int, total: int, moves: int, me: int, alpha: float, beta: float, ws: common.Workspace
) -> int:
    """Tighten the bounds of the ``n`` outcomes of a chance node, whose weights add up to ``total``.

    Returns 1 when they show that it is worth beta or more, -1 when alpha or less, and 0 when neither. What an outcome's
    bound must reach to decide that is the window of its probe.
    """
    if n == 0:
        return 0
    low = ws.works[0].low
    high = ws.works[0].high
    acts = ws.acts[ply]
    weights = ws.weights[ply]
    least = low * total
    most = high * total
    for i in range(n):
        w = weights[i]
        left = common.advance(ply, acts[i], moves, ws)
        p = game.to_move(ws.states[ply + 1])
        if p < 0 or left == 0:
            continue
        if p == me:
            v = probe(ply + 1, left, me, low, min(high, (beta * total - least) / w + low), ws)
            ws.lows[ply][i] = v
            least += w * (v - low)
        else:
            v = probe(ply + 1, left, me, max(low, (alpha * total - most) / w + high), high, ws)
            ws.highs[ply][i] = v
            most += w * (v - high)
        if ws.works[0].stop != 0:
            return 0
        if least >= beta * total:
            return 1
        if most <= alpha * total:
            return -1
    return 0


@rule
def star_mean(ply: int, moves: int, me: int, alpha: float, beta: float, ws: common.Workspace) -> float:
    """What a chance node is worth to seat ``me``, or a bound of it outside the window.

    ``least`` and ``most`` are the weighted sums of what the outcomes that are not searched yet can be worth.
    """
    if common.out_of_budget(ply, ws):
        return 0.0
    work = ws.works[0]
    acts = ws.acts[ply]
    weights = ws.weights[ply]
    n = common.outcomes(ply, ws)
    total = 0
    for i in range(n):
        total += weights[i]
        ws.lows[ply][i] = work.low
        ws.highs[ply][i] = work.high
    decided = 0
    if work.probe != 0:
        decided = probe_all(ply, n, total, moves, me, alpha, beta, ws)
        if work.stop != 0:
            return 0.0
    least = 0.0
    most = 0.0
    for i in range(n):
        least += weights[i] * ws.lows[ply][i]
        most += weights[i] * ws.highs[ply][i]
    if decided != 0:
        work.cutoffs += 1
        return least / total if decided > 0 else most / total
    known = 0.0
    likeliest = 0
    for i in range(n):
        w = weights[i]
        least -= w * ws.lows[ply][i]
        most -= w * ws.highs[ply][i]
        a = (alpha * total - known - most) / w
        b = (beta * total - known - least) / w
        left = common.advance(ply, acts[i], moves, ws)
        v = star_value(ply + 1, left, me, max(a, work.low), min(b, work.high), ws)
        if work.stop != 0:
            return 0.0
        known += w * v
        if w > likeliest:
            likeliest = w
            common.keep(ply, acts[i], ws.line)
        if v <= a or v >= b:
            work.cutoffs += 1 if i + 1 < n else 0
            # A bound, which rounding must not carry into the window, where it would be taken for the value.
            return min(alpha, (known + most) / total) if v <= a else max(beta, (known + least) / total)
    return known / total


@rule
def best_action(
    ply: int, moves: int, me: int, alpha: float, beta: float, remembered: int, ws: common.Workspace
) -> float:
    """What a decision is worth to seat ``me``, or a bound of it; ``remembered`` is the table's action, or -1."""
    if common.out_of_budget(ply, ws):
        return 0.0
    work = ws.works[0]
    p = game.to_move(ws.states[ply])
    acts = ws.acts[ply]
    n = game.legal(ws.states[ply], acts)
    common.put_first(acts, n, remembered)
    best = -math.inf if p == me else math.inf
    for i in range(n):
        left = common.advance(ply, acts[i], moves, ws)
        v = star_value(ply + 1, left, me, alpha, beta, ws)
        if work.stop != 0:
            return best
        common.note(ply, common.rank(acts, n, acts[i]) if ply == 0 else i, v, v > alpha, ws)
        if (p == me and v > best) or (p != me and v < best):
            best = v
            common.keep(ply, acts[i], ws.line)
        if (p == me and best >= beta) or (p != me and best <= alpha):
            work.cutoffs += 1
            return best
        if p != me:
            beta = min(beta, best)
        elif ply > 0 or work.every == 0:
            alpha = max(alpha, best)
    return best


@rule
def star_value(ply: int, moves: int, me: int, alpha: float, beta: float, ws: common.Workspace) -> float:
    """What the position at ``ply`` is worth to seat ``me``, or a bound of it outside the window."""
    g = ws.states[ply]
    p = game.to_move(g)
    work = ws.works[0]
    common.visit(ply, ws)
    if p == OVER or moves == 0:
        v = common.evaluate(g, p, me, ws.values[ply], ws)
        if v < work.low or v > work.high:
            work.stop = OUTSIDE
        return v
    if len(ws.slots) == 1:
        if p == CHANCE:
            return star_mean(ply, moves, me, alpha, beta, ws)
        return best_action(ply, moves, me, alpha, beta, -1, ws)
    key = game.key(g)
    slot = ws.slots[place(key, len(ws.slots))]
    if ply > 0 and usable(slot, key, moves, alpha, beta):
        return common.recall(ply, slot, ws)
    before = work.horizon
    if p == CHANCE:
        v = star_mean(ply, moves, me, alpha, beta, ws)
    else:
        v = best_action(ply, moves, me, alpha, beta, hint(slot, key), ws)
    if work.stop == 0:
        remember(slot, key, moves, v, alpha, beta, ws.line[ply][0], work.horizon == before)
    return v


@entry
def star(moves: int, me: int, alpha: float, beta: float, ws: common.Workspace) -> float:
    """What the root is worth to seat ``me``, or a bound of it outside the window; the best line is ``ws.line[0]``."""
    return star_value(0, moves, me, alpha, beta, ws)
