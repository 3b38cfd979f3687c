"""Alpha-beta with a memory (a kernel): a transposition table, and the actions in the order in which they promise most.

The order is: the action that was best when the position was last met (in the search one move shallower, say), then the
two *killers* that last led to a cut-off at the same ply, then by *history*, how often an action led to one anywhere,
weighted by the moves that were left (Greenblatt et al. 1967; Akl and Newborn 1977; Schaeffer 1983). The better the
order, the more is cut off. With equal actions it may choose another than alpha-beta.

Oracle: the value of minimax on any tree, and an action that is best there; fewer nodes than alpha-beta on tic-tac-toe.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from ..engine.binding import game
from ..engine.compiler import entry, rule
from ..engine.contract import CHANCE, OVER
from .table import hint, place, remember, usable

if TYPE_CHECKING:
    from . import common
else:
    from ..engine.binding import common

__all__ = ["search", "value"]

FIRST: Final = 1 << 60
KILLER: Final = 1 << 50
MOST: Final = 1 << 40
"""What counts when actions are ordered: the table's action, killers, and history at most."""


@rule
def promise(ply: int, p: int, a: int, remembered: int, desk: common.Desk) -> int:
    """How much an action promises; ``remembered`` is the table's, or -1."""
    if a == remembered:
        return FIRST
    if desk.works[0].killers != 0 and (a == desk.killers[ply][0] or a == desk.killers[ply][1]):
        return KILLER
    if desk.works[0].history != 0:
        return desk.history[p][a]
    return 0


@rule
def put_in_order(ply: int, p: int, n: int, remembered: int, desk: common.Desk) -> None:
    """Sort the ``n`` actions of a ply by what they promise; equal ones stay in the order of their ids."""
    acts = desk.acts[ply]
    promises = desk.weights[ply]
    for i in range(n):
        a = acts[i]
        most = promise(ply, p, a, remembered, desk)
        k = i
        while k > 0 and promises[k - 1] < most:
            acts[k] = acts[k - 1]
            promises[k] = promises[k - 1]
            k -= 1
        acts[k] = a
        promises[k] = most


@rule
def praise(ply: int, p: int, a: int, moves: int, desk: common.Desk) -> None:
    """Note that an action led to a cut-off."""
    desk.works[0].cutoffs += 1
    killers = desk.killers[ply]
    if killers[0] != a:
        killers[1] = killers[0]
        killers[0] = a
    desk.history[p][a] = min(MOST, desk.history[p][a] + moves * moves)


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
    key = game.key(g)
    slot = desk.slots[place(key, len(desk.slots))]
    if ply > 0 and usable(slot, key, moves, alpha, beta):
        return common.recall(ply, slot, desk)
    before = work.horizon
    low = alpha
    high = beta
    acts = desk.acts[ply]
    n = game.legal(g, acts)
    put_in_order(ply, p, n, hint(slot, key), desk)
    best = -math.inf if p == me else math.inf
    for i in range(n):
        left = common.advance(ply, acts[i], moves, desk)
        v = value(ply + 1, left, me, alpha, beta, desk)
        if work.stop != 0:
            return best
        common.note(ply, common.rank(acts, n, acts[i]) if ply == 0 else i, v, v > alpha, desk)
        if (p == me and v > best) or (p != me and v < best):
            best = v
            common.keep(ply, acts[i], desk.line)
        if (p == me and best >= beta) or (p != me and best <= alpha):
            praise(ply, p, acts[i], moves, desk)
            break
        if p != me:
            beta = min(beta, best)
        elif ply > 0 or work.every == 0:
            alpha = max(alpha, best)
    remember(slot, key, moves, best, low, high, desk.line[ply][0], work.horizon == before)
    return best


@entry
def search(moves: int, me: int, alpha: float, beta: float, desk: common.Desk) -> float:
    """What the root is worth to seat ``me``, or a bound of it outside the window; the best line is ``desk.line[0]``."""
    return value(0, moves, me, alpha, beta, desk)
