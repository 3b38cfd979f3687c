"""What the tree searches do alike (a kernel, bound as ``common`` in this folder).

A search walks down a pool of states, one a *ply* (a decision or an outcome of chance); ``states[0]`` is the root. Its
depth counts *moves*: a step uses one up when it leads to a settled state. So a compound move, its dice and the
questions they ask cost one move together, and the guide's ``estimate`` is only ever asked about settled positions.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ..core.binding import State, States, game, guide
from ..core.contract import CHANCE, OVER
from ..runtime.compiler import Floats, Floats2, Ints, Ints2, rule
from ..runtime.primitives import now
from ..runtime.state_copy import copy_state
from ..runtime.stream import below, pick_weighted
from .depth_first import BUDGET, DICE, MASK, NO_ROOM, UNKNOWN, Slot, Slots, Works, place
from .mcts_tree import Run, fresh

CLOCK_STEP = 64
"""The clock is read once in about so many nodes."""


class Workspace(NamedTuple):
    """The arrays that a search works on, made once for a game and a number of plies: nothing is allocated later.

    ``states`` and all tables have a row a ply: ``acts`` what may be done or happen there, ``weights`` how likely it is.
    ``lows`` and ``highs`` are bounds of what it is worth. ``values`` is what the position is worth to each seat, and
    ``line`` the best line from there on, ended by -1. ``killers`` has the two actions that last led to a cut-off at a
    ply, ``history`` how often each of a seat's actions did. ``slots`` is the transposition table, of one slot where
    nothing is to be remembered, and ``worths`` has the values of all seats for each slot. ``roots``, ``sure`` and
    ``effort`` have a row or number for each action of the root: its value, whether that is more than a bound, and the
    nodes it took. ``params`` is for the guide, ``works`` has one record of :data:`.depth_first.WORK`.
    """

    states: States
    acts: Ints2
    weights: Ints2
    lows: Floats2
    highs: Floats2
    values: Floats2
    line: Ints2
    killers: Ints2
    history: Ints2
    slots: Slots
    worths: Floats2
    roots: Floats2
    sure: Ints
    effort: Ints
    params: Floats
    works: Works


@rule
def visit(ply: int, ws: Workspace) -> None:
    """Count a node, whose line is empty so far; one node too many stops the search and is not counted."""
    work = ws.works[0]
    if work.limit != 0 and work.nodes == work.limit:
        work.stop = BUDGET
    else:
        work.nodes += 1
    work.deepest = max(work.deepest, ply)
    ws.line[ply][0] = -1


@rule
def evaluate_all(g: State, p: int, out: Floats, ws: Workspace) -> None:
    """The value of a leaf for every seat: the reward at the end (``p`` is OVER), otherwise the guide's estimate.

    Where nothing may be guessed, the search stops instead of that.
    """
    work = ws.works[0]
    work.evaluations += 1
    if p == OVER:
        guide.reward(g, ws.params, out)
    elif work.known != 0:
        work.stop = UNKNOWN
    else:
        work.horizon += 1
        guide.estimate(g, ws.params, out)


@rule
def evaluate(g: State, p: int, me: int, out: Floats, ws: Workspace) -> float:
    """The same for seat ``me``; ``out`` is room for all."""
    evaluate_all(g, p, out, ws)
    return out[me]


@rule
def certain(g: State) -> bool:
    """Whether nothing is left to chance here, and the deciding seat knows all that is hidden."""
    p = game.to_move(g)
    if p == CHANCE:
        return False
    if game.HIDDEN:
        return game.knows(g, p)
    return True


@rule
def out_of_budget(ply: int, ws: Workspace) -> bool:
    """Whether a node is not to be expanded, because a limit is reached; the work's ``stop`` then says which."""
    work = ws.works[0]
    if work.known != 0 and not certain(ws.states[ply]):
        work.stop = UNKNOWN
    if work.deadline != 0 and work.nodes >= work.due:
        work.due = work.nodes + CLOCK_STEP
        if now(work.clock) >= work.deadline:
            work.stop = BUDGET
    if ply + 1 == len(ws.states):
        work.stop = NO_ROOM
    return work.stop != 0


@rule
def refuse(p: int, ws: Workspace) -> float:
    """The end of a search that is out of its budget, or has met chance (``p``) without knowing what to do with it."""
    if p == CHANCE:
        ws.works[0].stop = DICE
    return 0.0


@rule
def advance(ply: int, a: int, moves: int, ws: Workspace) -> int:
    """Make the state after ``a`` at the next ply; returns how many of the ``moves`` are left there."""
    g = ws.states[ply + 1]
    copy_state(g, ws.states[ply])
    game.step(g, a)
    if game.settled(g):
        return moves - 1
    return moves


@rule
def outcomes(ply: int, ws: Workspace) -> int:
    """Write the outcomes of the chance node at ``ply`` and their weights; returns how many there are.

    If there are more than the work allows, a sample of so many stands for them, each with the number of times it was
    drawn. The outcomes lie side by side, each as long as its weight, and are cut into shares of equal length. The same
    place of every share, a random one, draws what lies there. So an outcome is drawn in exact proportion to its weight.
    No two draws are of one share, and an outcome comes twice only if it is longer than a share. The place follows from
    the position and the seed: who meets a position again has the same sample.
    """
    work = ws.works[0]
    acts = ws.acts[ply]
    weights = ws.weights[ply]
    n = game.chance(ws.states[ply], acts, weights)
    draws = work.outcomes * 1
    if draws == 0 or n <= draws or ply <= work.whole:
        return n
    work.inexact = 1
    total = 0
    for i in range(n):
        total += weights[i]
    next_ = below(work.key, place(game.key(ws.states[ply]), MASK), total)
    end = 0
    kept = 0
    for i in range(n):
        end += weights[i] * draws
        drawn = 0
        while next_ < end:
            drawn += 1
            next_ += total
        if drawn > 0:
            acts[kept] = acts[i]
            weights[kept] = drawn
            kept += 1
    return kept


@rule
def recall(ply: int, slot: Slot, ws: Workspace) -> float:
    """Let a slot of the table answer for the position at ``ply``."""
    work = ws.works[0]
    work.hits += 1
    work.horizon += 1 - slot.proven  # it stands for a line that went no further
    ws.line[ply][0] = slot.action
    ws.line[ply][1] = -1
    return slot.value


@rule
def put_first(acts: Ints, n: int, a: int) -> None:
    """Let action ``a`` come first, if it is among the ``n``; the others stay in their order."""
    for i in range(n):
        if acts[i] == a:
            for k in range(i):
                acts[i - k] = acts[i - k - 1]
            acts[0] = a
            return


@rule
def rank(acts: Ints, n: int, a: int) -> int:
    """The number of an action in the order of the ids."""
    k = 0
    for i in range(n):
        if acts[i] < a:
            k += 1
    return k


@rule
def keep(ply: int, a: int, line: Ints2) -> None:
    """The best line from this ply on is ``a`` and then the best line of the next ply."""
    here = line[ply]
    after = line[ply + 1]
    here[0] = a
    k = 0
    while after[k] >= 0:
        here[k + 1] = after[k]
        k += 1
    here[k + 1] = -1


@rule
def note(ply: int, i: int, value: float, sure: bool, ws: Workspace) -> None:
    """At the root, write down what its action number ``i`` is worth to the seat that searches, and its effort.

    ``sure``: that is its value, and not only an upper bound.
    """
    if ply == 0:
        ws.sure[i] = 1 if sure else 0
        ws.roots[i][0] = value
        _note_effort(i, ws)


@rule
def note_all(ply: int, i: int, value: Floats, sure: bool, me: int, ws: Workspace) -> None:
    """The same for an algorithm that knows the values of all seats, or (not ``sure``) a bound for seat ``me`` alone."""
    if ply == 0:
        ws.sure[i] = 1 if sure else 0
        for q in range(len(value)):
            ws.roots[i][q] = value[q] if sure or q == me else math.nan
        _note_effort(i, ws)


@rule
def _note_effort(i: int, ws: Workspace) -> None:
    """The nodes since the action before are those of the root's action number ``i``."""
    work = ws.works[0]
    ws.effort[i] = work.nodes - work.noted
    work.noted = work.nodes


# ---------------------------------------------------------------------------------------------- playing out


@rule
def draw(g: State, run: Run, acts: Ints, weights: Ints) -> int:
    """An outcome of the pending chance."""
    u = fresh(run) >> 11
    if game.HAS_DRAW:
        return game.draw(g, u)
    n = game.chance(g, acts, weights)
    return acts[pick_weighted(weights, n, u)]


@rule
def begin_playout(run: Run, memos: Ints2) -> None:
    """Nothing of the next playout is played yet."""
    for q in range(len(memos)):
        memos[q][:] = 0
    run.steps = 0
    run.decided = 0
    run.played = 0


@rule
def play_out(
    g: State, run: Run, params: Floats, acts: Ints, weights: Ints, memos: Ints2, values: Floats, played: Ints2
) -> bool:
    """Play on by the guide's policy to the end, or to the first settled position after so many decisions.

    ``values`` is what that is worth. The seats (row 0) and actions (row 1) of the decisions are noted in ``played``, as
    far as there is room, and counted in ``run.played``. False where the playout has had ``run.pause`` steps (decisions
    and outcomes) since it began: called again, it goes on.
    """
    steps = run.steps
    decided = run.decided * 1
    ended = False
    while True:
        p = game.to_move(g)
        if p == OVER:
            guide.reward(g, params, values)
            ended = True
            break
        if run.truncate >= 0 and decided >= run.truncate and game.settled(g):
            run.estimates += 1
            guide.estimate(g, params, values)
            ended = True
            break
        if steps >= run.pause:
            break
        steps += 1
        if p == CHANCE:
            game.step(g, draw(g, run, acts, weights))
        else:
            a = guide.policy(g, params, fresh(run), acts, memos[p])
            if decided < played.shape[1]:
                played[0, decided] = p
                played[1, decided] = a
                run.played = decided + 1
            game.step(g, a)
            decided += 1
    run.steps = steps
    run.decided = decided
    return ended
