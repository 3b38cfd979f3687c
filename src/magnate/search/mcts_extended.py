"""Monte Carlo tree search with everything that :mod:`.mcts` leaves out (a kernel); without any of it, the same search.

Priors, progressive bias and history, implicit minimax, widening and the root's plan are in :mod:`.mcts_extras`. Rounds
from promising leaves are in :mod:`.mcts_pool`. In an open loop (Perez et al. 2015) chance is drawn anew on every way,
and only decisions are nodes (:mod:`.mcts_pool`).

Oracle: with no weight, without bounds or in games without chance each of them makes the simulations of plain UCT.
"""

from __future__ import annotations

from typing import NamedTuple

from ..core.binding import State, States, game, guide
from ..core.contract import CHANCE, OVER
from ..runtime.compiler import Floats, Ints, Ints2, entry, rule
from ..runtime.primitives import now
from . import common
from .mcts_extras import Notes, advised, aim, hope, rank_arms, remember, widened
from .mcts_pool import back_up_expected, meet, set_out
from .mcts_tree import ENDED, GUESSED, Runs, Tree, back_up, expand, fresh, outcome

__all__ = ["Desk", "search"]


class Desk(NamedTuple):
    """The arrays of :class:`.mcts.Desk`, room for the ``played`` decisions of a playout, and the ``notes``."""

    states: States
    acts: Ints
    weights: Ints
    path: Ints
    values: Floats
    params: Floats
    memos: Ints2
    played: Ints2
    tree: Tree
    runs: Runs
    notes: Notes


@rule
def grow(node: int, p: int, g: State, desk: Desk) -> bool:
    """Give a node its children, one for each action or outcome; False when the pool has no room for them."""
    if p == CHANCE:
        n = game.chance(g, desk.acts, desk.weights)
    else:
        n = game.legal(g, desk.acts)
    if not expand(node, p, n, desk.acts, desk.weights, desk.runs[0], desk.tree):
        return False
    notes = desk.notes
    if notes.extras[0].priors and p != CHANCE:
        guide.prior(g, desk.acts, n, desk.params, notes.odds)
        for i in range(n):
            notes.priors[desk.tree.nodes[node].first + i] = notes.odds[i]
    return True


@rule
def descend(desk: Desk) -> int:
    """Walk down to a leaf, stepping in ``states[1]`` and noting the path; returns the path's length in nodes."""
    run = desk.runs[0]
    desk.states[1] = desk.states[0]
    g = desk.states[1]
    node = 0
    length = 1
    moves = 0
    settled = False  # the root gets its children at once
    desk.path[0] = 0
    while length < len(desk.path):
        p = game.to_move(g)
        one = desk.tree.nodes[node]
        if p == OVER or one.proven or (settled and one.visits == 0):
            break
        if one.children == 0 and not grow(node, p, g, desk):
            break
        node = next_child(node, p, length, desk)
        game.step(g, desk.tree.nodes[node].id)
        desk.path[length] = node
        length += 1
        settled = game.settled(g)
        if settled:
            moves += 1
    run.plies = max(run.plies, length - 1)
    run.moves = max(run.moves, moves)
    return length


@rule
def next_child(node: int, p: int, length: int, desk: Desk) -> int:
    """The child that comes next, at place ``length`` of the path."""
    run = desk.runs[0]
    notes = desk.notes
    extra = notes.extras[0]
    if extra.trails > 0:
        ahead = notes.trails[run.simulations % extra.trails, length]
        if ahead >= 0:
            return ahead
    if p == CHANCE:
        if extra.few_outcomes:
            return widened(node, run, desk.tree, notes)
        return outcome(node, fresh(run) >> 11, desk.tree)
    if node == 0 and extra.allocation:
        return aim(p, run, desk.tree, notes)
    one = desk.tree.nodes[node]
    for i in range(one.children):
        notes.menu[i] = one.first + i
    return advised(node, p, one.children, run, desk.tree, notes)


@rule
def descend_open(desk: Desk) -> int:
    """The same in an open loop: chance is drawn anew on every way, and only decisions are nodes."""
    run = desk.runs[0]
    desk.states[1] = desk.states[0]
    g = desk.states[1]
    node = 0
    length = 1
    moves = 0
    settled = False
    desk.path[0] = 0
    while length < len(desk.path):
        p = game.to_move(g)
        if p == OVER or (settled and desk.tree.nodes[node].visits == 0):
            break
        if p == CHANCE:
            game.step(g, common.draw(g, run, desk.acts, desk.weights))
        else:
            child = open_child(node, p, g, desk)
            if child < 0:
                break
            node = child
            game.step(g, desk.tree.nodes[node].id)
            desk.path[length] = node
            length += 1
        settled = game.settled(g)
        if settled:
            moves += 1
    run.plies = max(run.plies, length - 1)
    run.moves = max(run.moves, moves)
    return length


@rule
def open_child(node: int, p: int, g: State, desk: Desk) -> int:
    """The child of this visit's actions that seat ``p`` tries next; -1 when the pool has no room for any of them."""
    run = desk.runs[0]
    notes = desk.notes
    n = game.legal(g, desk.acts)
    if meet(node, p, n, desk.acts, run, desk.tree, notes) == 0:
        return -1
    if notes.extras[0].priors:
        guide.prior(g, desk.acts, n, desk.params, notes.odds)
        for i in range(n):
            if notes.menu[i] >= 0:
                notes.priors[notes.menu[i]] = notes.odds[i]
    if node == 0 and notes.extras[0].allocation:
        child = aim(p, run, desk.tree, notes)
    else:
        child = advised(node, p, n, run, desk.tree, notes)
    for i in range(n):
        if notes.menu[i] >= 0:
            notes.seen[notes.menu[i]] += 1
    return child


@rule
def look(node: int, g: State, desk: Desk) -> None:
    """Note of a leaf that the game is over there, and for implicit minimax what the guide makes of it."""
    one = desk.tree.nodes[node]
    hoping = desk.notes.extras[0].implicit > 0
    ended = game.to_move(g) == OVER
    if ended and not desk.runs[0].open:
        one.known = ENDED
        if hoping:
            guide.reward(g, desk.params, desk.values)
    elif hoping and game.settled(g):
        one.known = GUESSED
        guide.estimate(g, desk.params, desk.values)
    if hoping and one.known:
        for q in range(len(desk.values)):
            desk.notes.hopes[node, q] = desk.values[q]


@rule
def evaluate(node: int, desk: Desk) -> None:
    """The value of the leaf that ``states[1]`` has come to: what is known of it, or what a playout brings."""
    g = desk.states[1]
    if desk.tree.nodes[node].known == 0:
        look(node, g, desk)
    worth = desk.tree.worth[node]
    if desk.tree.nodes[node].proven:
        for q in range(len(worth)):
            desk.values[q] = worth[q]
        return
    run = desk.runs[0]
    ended = game.to_move(g) == OVER
    common.playout(g, run, desk.params, desk.acts, desk.weights, desk.memos, desk.values, desk.played)
    if ended and run.solver:
        desk.tree.nodes[node].proven = 1
        for q in range(len(worth)):
            worth[q] = desk.values[q]


@rule
def learn(length: int, desk: Desk) -> None:
    """Back up a simulation, and all that is noted beside it."""
    run = desk.runs[0]
    extra = desk.notes.extras[0]
    if extra.history > 0:
        remember(desk.path, length, desk.values, desk.played, run, desk.tree, desk.notes)
    if extra.implicit > 0:
        hope(desk.path, length, desk.tree, desk.notes)
    if extra.expected:
        back_up_expected(desk.path, length, desk.values, run, desk.tree, desk.notes)
    else:
        back_up(desk.path, length, desk.values, run, desk.tree)
    if extra.interval > 0 and (run.simulations + 1) % extra.interval == 0:
        set_out(run, desk.tree, desk.notes)


@entry
def search(desk: Desk) -> int:
    """Simulate until the budget is used up, the root is proven or the pool is full; returns how often, so far."""
    run = desk.runs[0]
    while not desk.tree.nodes[0].proven:
        length = descend_open(desk) if run.open else descend(desk)
        evaluate(desk.path[length - 1], desk)
        learn(length, desk)
        run.simulations += 1
        if run.simulations == run.limit or (run.deadline != 0 and now(run.clock) >= run.deadline):
            break
        if run.pauses and run.refused != 0:
            break
    if desk.notes.extras[0].begun:
        rank_arms(desk.tree.nodes[0].mover, desk.tree, desk.notes)
    return run.simulations
