"""Two players without chance (a kernel): minimax, alpha-beta, alpha-beta with a memory, and selective alpha-beta."""

from __future__ import annotations

import math
from typing import Final

from ..core.binding import game, guide
from ..core.contract import CHANCE, OVER
from ..runtime.compiler import entry, rule
from . import common
from .depth_first import hint, place, remember, usable

# --------------------- Minimax (a kernel): the value of a game of two players and no chance, by looking at every line.
#
# MAX, the seat that searches, takes the greatest value and MIN, its opponent, the least (von Neumann 1928;
# Shannon 1950 for a search that stops at a depth and evaluates). The later algorithms of this folder give the
# same value and look at less. Oracle: on a uniform tree of branching b and depth d exactly b^d leaves; tic-tac-
# toe has 549,946 nodes, 255,168 of them leaves, and is a draw.


@rule
def minimax_value(ply: int, moves: int, me: int, ws: common.Workspace) -> float:
    """What the position at ``ply`` is worth to seat ``me`` when it looks ``moves`` moves ahead."""
    g = ws.states[ply]
    p = game.to_move(g)
    common.visit(ply, ws)
    if p == OVER or moves == 0:
        return common.evaluate(g, p, me, ws.values[ply], ws)
    if p == CHANCE or common.out_of_budget(ply, ws):
        return common.refuse(p, ws)
    acts = ws.acts[ply]
    n = game.legal(g, acts)
    best = -math.inf if p == me else math.inf
    for i in range(n):
        left = common.advance(ply, acts[i], moves, ws)
        v = minimax_value(ply + 1, left, me, ws)
        if ws.works[0].stop != 0:
            return best
        common.note(ply, i, v, True, ws)
        if (p == me and v > best) or (p != me and v < best):
            best = v
            common.keep(ply, acts[i], ws.line)
    return best


@entry
def minimax(moves: int, me: int, ws: common.Workspace) -> float:
    """What the root is worth to seat ``me``; the best line is ``ws.line[0]``."""
    return minimax_value(0, moves, me, ws)


# ------------------------ Alpha-beta (a kernel): minimax that leaves a node as soon as its value can no longer matter.
#
# Fail-soft: a node returns the best value that it has seen, so that outside the window (alpha, beta) the answer
# is still a bound, an upper one at or below alpha and a lower one at or above beta (Knuth and Moore 1975;
# Fishburn 1983). Bounds of all ancestors count, which gives the deep cut-offs; with ``deep`` off a node goes by
# its parent's bound only.
#
# Oracle: value and root action of minimax on any tree; with perfect order 2 b^(d/2) - 1 leaves for even depths d and
# b^((d+1)/2) + b^((d-1)/2) - 1 for odd ones, with the worst order b^d; tic-tac-toe in the order of its cells takes
# 18,297 nodes, 7,330 of them leaves.


@rule
def alphabeta_value(ply: int, moves: int, me: int, alpha: float, beta: float, ws: common.Workspace) -> float:
    """What the position at ``ply`` is worth to seat ``me``, or a bound of it outside the window."""
    g = ws.states[ply]
    p = game.to_move(g)
    work = ws.works[0]
    common.visit(ply, ws)
    if p == OVER or moves == 0:
        return common.evaluate(g, p, me, ws.values[ply], ws)
    if p == CHANCE or common.out_of_budget(ply, ws):
        return common.refuse(p, ws)
    if work.deep == 0:  # forget the bound that is not the parent's
        if p == me:
            alpha = -math.inf
        else:
            beta = math.inf
    acts = ws.acts[ply]
    n = game.legal(g, acts)
    best = -math.inf if p == me else math.inf
    for i in range(n):
        left = common.advance(ply, acts[i], moves, ws)
        v = alphabeta_value(ply + 1, left, me, alpha, beta, ws)
        if work.stop != 0:
            return best
        common.note(ply, i, v, v > alpha, ws)
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


@entry
def alphabeta(moves: int, me: int, alpha: float, beta: float, ws: common.Workspace) -> float:
    """What the root is worth to seat ``me``, or a bound of it outside the window; the best line is ``ws.line[0]``."""
    return alphabeta_value(0, moves, me, alpha, beta, ws)


# ------ Alpha-beta with a memory (a kernel): a transposition table, and the actions in the order in which they promise
# most.
#
# The order is: the action that was best when the position was last met (in the search one move shallower, say),
# then the two *killers* that last led to a cut-off at the same ply, then by *history*, how often an action led to
# one anywhere, weighted by the moves that were left (Greenblatt et al. 1967; Akl and Newborn 1977; Schaeffer
# 1983). The better the order, the more is cut off. With equal actions it may choose another than alpha-beta.
#
# Oracle: the value of minimax on any tree, and an action that is best there; fewer nodes than alpha-beta on tic-
# tac-toe.


TABLE_FIRST: Final = 1 << 60
KILLER: Final = 1 << 50
MOST: Final = 1 << 40
"""What counts when actions are ordered: the table's action, killers, and history at most."""


@rule
def promise(ply: int, p: int, a: int, remembered: int, ws: common.Workspace) -> int:
    """How much an action promises; ``remembered`` is the table's, or -1."""
    if a == remembered:
        return TABLE_FIRST
    if ws.works[0].killers != 0 and (a == ws.killers[ply][0] or a == ws.killers[ply][1]):
        return KILLER
    if ws.works[0].history != 0:
        return ws.history[p][a]
    return 0


@rule
def put_in_order(ply: int, p: int, n: int, remembered: int, ws: common.Workspace) -> None:
    """Sort the ``n`` actions of a ply by what they promise; equal ones stay in the order of their ids."""
    acts = ws.acts[ply]
    promises = ws.weights[ply]
    for i in range(n):
        a = acts[i]
        most = promise(ply, p, a, remembered, ws)
        k = i
        while k > 0 and promises[k - 1] < most:
            acts[k] = acts[k - 1]
            promises[k] = promises[k - 1]
            k -= 1
        acts[k] = a
        promises[k] = most


@rule
def praise(ply: int, p: int, a: int, moves: int, ws: common.Workspace) -> None:
    """Note that an action led to a cut-off."""
    ws.works[0].cutoffs += 1
    killers = ws.killers[ply]
    if killers[0] != a:
        killers[1] = killers[0]
        killers[0] = a
    ws.history[p][a] = min(MOST, ws.history[p][a] + moves * moves)


@rule
def ordered_value(ply: int, moves: int, me: int, alpha: float, beta: float, ws: common.Workspace) -> float:
    """What the position at ``ply`` is worth to seat ``me``, or a bound of it outside the window."""
    g = ws.states[ply]
    p = game.to_move(g)
    work = ws.works[0]
    common.visit(ply, ws)
    if p == OVER or moves == 0:
        return common.evaluate(g, p, me, ws.values[ply], ws)
    if p == CHANCE or common.out_of_budget(ply, ws):
        return common.refuse(p, ws)
    key = game.key(g)
    slot = ws.slots[place(key, len(ws.slots))]
    if ply > 0 and usable(slot, key, moves, alpha, beta):
        return common.recall(ply, slot, ws)
    before = work.horizon
    low = alpha
    high = beta
    acts = ws.acts[ply]
    n = game.legal(g, acts)
    put_in_order(ply, p, n, hint(slot, key), ws)
    best = -math.inf if p == me else math.inf
    for i in range(n):
        left = common.advance(ply, acts[i], moves, ws)
        v = ordered_value(ply + 1, left, me, alpha, beta, ws)
        if work.stop != 0:
            return best
        common.note(ply, common.rank(acts, n, acts[i]) if ply == 0 else i, v, v > alpha, ws)
        if (p == me and v > best) or (p != me and v < best):
            best = v
            common.keep(ply, acts[i], ws.line)
        if (p == me and best >= beta) or (p != me and best <= alpha):
            praise(ply, p, acts[i], moves, ws)
            break
        if p != me:
            beta = min(beta, best)
        elif ply > 0 or work.every == 0:
            alpha = max(alpha, best)
    remember(slot, key, moves, best, low, high, ws.line[ply][0], work.horizon == before)
    return best


@entry
def ordered(moves: int, me: int, alpha: float, beta: float, ws: common.Workspace) -> float:
    """What the root is worth to seat ``me``, or a bound of it outside the window; the best line is ``ws.line[0]``."""
    return ordered_value(0, moves, me, alpha, beta, ws)


# ----- Selective alpha-beta (a kernel): less is looked at where little is to be expected, more where much is going on.
#
# Shannon's (1950) second type of strategy. Each part is a switch, and with all of them off this is alpha-beta:
#
# * *Quiescence* (``noisy``): at the horizon the seat to move may stand pat, that is, take the guide's estimate, or go
#   on with an action that the guide calls noisy, so that no exchange is valued in its middle (Harris 1975).
# * *Equivalences* (``alike``): of actions that the game calls equivalent only the first is looked at, but at the root.
#   That changes no value.
# * A *beam* (``beam``, from ``min_ply`` on): of the others only those with the greatest prior, by the guide.
# * *Null moves* (``null``): who would reach the bound even after passing, in a search so much less deep, need not look
#   for a move (Beal 1989; Donninger 1993). Wrong where every move is worse than none (zugzwang), so a search that has
#   cut off that way is not exact, nor is one that a beam has kept from something.
#
# Oracle: alpha-beta with all off, and with ``alike``, at fewer nodes; a beam as wide as the tree is alpha-beta;
# on trees without zugzwang a null move changes no value; fixtures in which each part changes the choice.


@rule
def noisy_ones(ply: int, n: int, ws: common.Workspace) -> int:
    """Keep those of a ply's actions that the guide calls noisy; returns how many there are."""
    acts = ws.acts[ply]
    kept = 0
    for i in range(n):
        if guide.is_tactical(ws.states[ply], acts[i], ws.params):
            acts[kept] = acts[i]
            kept += 1
    return kept


@rule
def different_ones(ply: int, n: int, ws: common.Workspace) -> int:
    """Keep one of a ply's actions for each kind of equivalent ones; returns how many there are."""
    acts = ws.acts[ply]
    kept = 0
    for i in range(n):
        if game.canonical(ws.states[ply], acts[i]) == acts[i]:
            acts[kept] = acts[i]
            kept += 1
    return kept


@rule
def promising_ones(ply: int, n: int, most: int, ws: common.Workspace) -> int:
    """Keep those of a ply's actions with the greatest prior, ``most`` at most; returns how many there are."""
    if n <= most:
        return n
    ws.works[0].inexact = 1
    acts = ws.acts[ply]
    priors = ws.lows[ply]
    guide.prior(ws.states[ply], acts, n, ws.params, priors)
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
def choices(ply: int, n: int, ws: common.Workspace) -> int:
    """Of all ``n`` actions of a ply keep those that are looked at; returns how many there are."""
    work = ws.works[0]
    if work.alike != 0 and ply > 0:
        n = different_ones(ply, n, ws)
    if work.beam != 0 and ply >= work.min_ply:
        n = promising_ones(ply, n, work.beam, ws)
    return n


@rule
def enough(mine: bool, best: float, alpha: float, beta: float) -> bool:
    """Whether a node need not be looked at any more; ``mine``: the seat that searches decides there."""
    return best >= beta if mine else best <= alpha


@rule
def passing(ply: int, moves: int, me: int, alpha: float, beta: float, ws: common.Workspace) -> float:
    """What passing is worth in a search less deep; the worst of all values where nobody may pass or none would do."""
    work = ws.works[0]
    p = game.to_move(ws.states[ply])
    nothing = -math.inf if p == me else math.inf
    bound = beta if p == me else -alpha
    if work.null == 0 or ply == 0 or moves <= work.null or bound == math.inf:
        return nothing
    ws.states[ply + 1] = ws.states[ply]
    if not game.skip(ws.states[ply + 1]):
        return nothing
    return selective_value(ply + 1, moves - 1 - work.null, me, alpha, beta, ws)


@rule
def selective_value(ply: int, moves: int, me: int, alpha: float, beta: float, ws: common.Workspace) -> float:
    """What the position at ``ply`` is worth to seat ``me``, or a bound of it.

    ``moves`` is negative beyond the horizon, where it ends at ``-noisy``.
    """
    g = ws.states[ply]
    p = game.to_move(g)
    work = ws.works[0]
    common.visit(ply, ws)
    if p == OVER or moves == -work.noisy:
        return common.evaluate(g, p, me, ws.values[ply], ws)
    if p == CHANCE or common.out_of_budget(ply, ws):
        return common.refuse(p, ws)
    acts = ws.acts[ply]
    n = game.legal(g, acts)
    best = -math.inf if p == me else math.inf
    if moves <= 0 and game.settled(g):
        best = common.evaluate(g, p, me, ws.values[ply], ws)
        n = noisy_ones(ply, n, ws)
    else:
        passed = passing(ply, moves, me, alpha, beta, ws)
        if work.stop != 0:
            return best
        if enough(p == me, passed, alpha, beta):
            work.inexact = 1
            work.cutoffs += 1
            return passed
        n = choices(ply, n, ws)
    i = 0
    while i < n and not enough(p == me, best, alpha, beta):
        if p != me:
            beta = min(beta, best)
        elif ply > 0 or work.every == 0:
            alpha = max(alpha, best)
        left = common.advance(ply, acts[i], moves, ws)
        v = selective_value(ply + 1, left, me, alpha, beta, ws)
        if work.stop != 0:
            return best
        common.note(ply, i, v, v > alpha, ws)
        if (p == me and v > best) or (p != me and v < best):
            best = v
            common.keep(ply, acts[i], ws.line)
        i += 1
    if enough(p == me, best, alpha, beta):
        work.cutoffs += 1
    return best


@entry
def selective(moves: int, me: int, alpha: float, beta: float, ws: common.Workspace) -> float:
    """What the root is worth to seat ``me``, or a bound of it outside the window; the best line is ``ws.line[0]``."""
    return selective_value(0, moves, me, alpha, beta, ws)
