"""Monte Carlo tree search (a kernel): many games played to the end, the more promising ones more often.

A simulation has four phases (Coulom 2006; Kocsis and Szepesvári 2006: UCT). It walks down the tree, each player
choosing by UCB1 and chance by its exact weights. The leaf it comes to gets children. From there the guide's policy
plays on to the end of the game, or for so many decisions until the guide estimates. The result, a value for every seat,
is added to all nodes on the way. Chance nodes and their outcomes are nodes of the tree (a closed loop).

A leaf is where a playout begins. It is settled: a compound move, its dice and its questions are walked through in one
simulation. A node gets its children at its second visit, the root at its first. Where the pool has no room for them, or
the way is as long as there is room for, the node stays a leaf, and playouts go on from there.

With the solver (Winands, Björnsson and Saito 2008) nodes whose value is certain are proven, and a proven root ends the
search. Here it serves any number of players, and chance.

The loader binds this file in two ways. Without EXTENDED it is the algorithm of the textbook, and nothing else is
compiled. With it there are priors, progressive bias and history, implicit minimax, widening and plans for the root
(:mod:`.mcts_extras`), rounds from promising leaves (:mod:`.mcts_pool`), and the open loop (Perez et al. 2015). There
chance is drawn anew on every way, and only decisions are nodes.

Oracle: with one ply and equal visits, the exact values of random play; in the limit, minimax and expectiminimax. With
no weight, without bounds or in games without chance each extra makes the simulations of plain UCT.
"""

from __future__ import annotations

from typing import NamedTuple

from ..core.binding import EXTENDED, State, States, game, guide
from ..core.contract import CHANCE, OVER
from ..runtime.compiler import Floats, Ints, Ints2, entry, rule
from ..runtime.primitives import now
from . import common
from .mcts_extras import Notes, back_up_minimax, pick_root_arm, rank_arms, remember, select_extended, widened
from .mcts_pool import back_up_expected, link_children, start_round
from .mcts_tree import ENDED, GUESSED, Runs, Tree, back_up, expand, fresh, outcome, select


class Workspace(NamedTuple):
    """The arrays that a search works on, made once.

    ``states`` are the root and the simulation's own state; ``acts`` and ``weights`` have room for what may be done or
    happen, ``path`` for the nodes of the way down. ``values`` is the result of a simulation. ``params`` is for the
    guide, ``memos`` has a row of its policy's notes a seat, ``played`` room for the decisions of a playout (none in
    plain UCT). ``notes`` are the tables of what is EXTENDED.
    """

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


# ------------------------------------------------------------------------------------------------- the way down


@rule
def descend(ws: Workspace) -> int:
    """Walk down to a leaf, stepping in ``states[1]`` and noting the path; returns the path's length in nodes.

    In an open loop chance may have no end on the way. Then it is given up, and the search said to be endless.
    """
    run = ws.runs[0]
    ws.states[1] = ws.states[0]
    g = ws.states[1]
    node = 0
    length = 1
    moves = 0
    settled = False  # the root gets its children at once
    passed = 0  # draws of chance, where these are not in the tree
    ws.path[0] = 0
    while length < len(ws.path):
        p = game.to_move(g)
        one = ws.tree.nodes[node]
        if p == OVER or one.proven or (settled and one.visits == 0):
            break
        if EXTENDED and run.open and p == CHANCE:
            if passed == run.longest:
                run.endless = 1
                break
            passed += 1
            game.step(g, common.draw(g, run, ws.acts, ws.weights))
        else:
            child = next_child(node, p, length, g, ws)
            if child < 0:
                break
            node = child
            game.step(g, ws.tree.nodes[node].id)
            ws.path[length] = node
            length += 1
        settled = game.settled(g)
        if settled:
            moves += 1
    run.plies = max(run.plies, length - 1)
    run.moves = max(run.moves, moves)
    return length


@rule
def next_child(node: int, p: int, length: int, g: State, ws: Workspace) -> int:
    """The child that comes next, at place ``length`` of the path; -1 when the pool has no room for the children."""
    if EXTENDED and ws.runs[0].open:
        return open_child(node, p, g, ws)
    if ws.tree.nodes[node].children == 0 and not grow(node, p, g, ws):
        return -1
    if EXTENDED:
        return extended_child(node, p, length, ws)
    if p == CHANCE:
        return outcome(node, fresh(ws.runs[0]) >> 11, ws.tree)
    return select(node, p, ws.runs[0], ws.tree)


@rule
def grow(node: int, p: int, g: State, ws: Workspace) -> bool:
    """Give a node its children, one for each action or outcome; False when the pool has no room for them."""
    if p == CHANCE:
        n = game.chance(g, ws.acts, ws.weights)
    else:
        n = game.legal(g, ws.acts)
    if not expand(node, p, n, ws.acts, ws.weights, ws.runs[0], ws.tree):
        return False
    if EXTENDED and ws.notes.extras[0].priors and p != CHANCE:
        guide.prior(g, ws.acts, n, ws.params, ws.notes.odds)
        for i in range(n):
            ws.notes.priors[ws.tree.nodes[node].first + i] = ws.notes.odds[i]
    return True


@rule
def extended_child(node: int, p: int, length: int, ws: Workspace) -> int:
    """The child that comes next by the search's options, at place ``length`` of the path."""
    run = ws.runs[0]
    notes = ws.notes
    extra = notes.extras[0]
    if extra.trails > 0:
        ahead = notes.trails[run.simulations % extra.trails, length]
        if ahead >= 0:
            return ahead
    if p == CHANCE:
        if extra.few_outcomes:
            return widened(node, run, ws.tree, notes)
        return outcome(node, fresh(run) >> 11, ws.tree)
    if node == 0 and extra.allocation:
        return pick_root_arm(p, run, ws.tree, notes)
    one = ws.tree.nodes[node]
    for i in range(one.children):
        notes.menu[i] = one.first + i
    return select_extended(node, p, one.children, run, ws.tree, notes)


@rule
def open_child(node: int, p: int, g: State, ws: Workspace) -> int:
    """The child of this visit's actions that seat ``p`` tries next; -1 when the pool has no room for any of them."""
    run = ws.runs[0]
    notes = ws.notes
    n = game.legal(g, ws.acts)
    if link_children(node, p, n, ws.acts, run, ws.tree, notes) == 0:
        return -1
    if notes.extras[0].priors:
        guide.prior(g, ws.acts, n, ws.params, notes.odds)
        for i in range(n):
            if notes.menu[i] >= 0:
                notes.priors[notes.menu[i]] = notes.odds[i]
    if node == 0 and notes.extras[0].allocation:
        child = pick_root_arm(p, run, ws.tree, notes)
    else:
        child = select_extended(node, p, n, run, ws.tree, notes)
    for i in range(n):
        if notes.menu[i] >= 0:
            notes.seen[notes.menu[i]] += 1
    return child


# ---------------------------------------------------------------------------------------------- the simulation


@rule
def begin_leaf(node: int, ws: Workspace) -> bool:
    """Whether the value of the leaf that ``states[1]`` has come to is known (it is written); else a playout begins."""
    g = ws.states[1]
    if EXTENDED and ws.tree.nodes[node].known == 0:
        look(node, g, ws)
    worth = ws.tree.worth[node]
    if ws.tree.nodes[node].proven:
        for q in range(len(worth)):
            ws.values[q] = worth[q]
        return True
    run = ws.runs[0]
    common.begin_playout(run, ws.memos)
    if game.to_move(g) != OVER:
        return False
    guide.reward(g, ws.params, ws.values)
    if run.solver:
        ws.tree.nodes[node].proven = 1
        for q in range(len(worth)):
            worth[q] = ws.values[q]
    return True


@rule
def play_leaf(most: int, ws: Workspace) -> bool:
    """Let a playout from the leaf bring its value; False where ``most`` steps of it are not enough."""
    run = ws.runs[0]
    run.pause = most
    return common.play_out(ws.states[1], run, ws.params, ws.acts, ws.weights, ws.memos, ws.values, ws.played)


@rule
def look(node: int, g: State, ws: Workspace) -> None:
    """Note of a leaf that the game is over there, and for implicit minimax what the guide makes of it."""
    one = ws.tree.nodes[node]
    hoping = ws.notes.extras[0].implicit > 0
    ended = game.to_move(g) == OVER
    if ended and not ws.runs[0].open:
        one.known = ENDED
        if hoping:
            guide.reward(g, ws.params, ws.values)
    elif hoping and game.settled(g):
        one.known = GUESSED
        guide.estimate(g, ws.params, ws.values)
    if hoping and one.known:
        for q in range(len(ws.values)):
            ws.notes.minimax[node, q] = ws.values[q]


@rule
def learn(length: int, ws: Workspace) -> None:
    """Back up a simulation, and all that is noted beside it."""
    run = ws.runs[0]
    extra = ws.notes.extras[0]
    if extra.history > 0:
        remember(ws.path, length, ws.values, ws.played, run, ws.tree, ws.notes)
    if extra.implicit > 0:
        back_up_minimax(ws.path, length, ws.tree, ws.notes)
    if extra.expected:
        back_up_expected(ws.path, length, ws.values, run, ws.tree, ws.notes)
    else:
        back_up(ws.path, length, ws.values, run, ws.tree)
    if extra.interval > 0 and (run.simulations + 1) % extra.interval == 0:
        start_round(run, ws.tree, ws.notes)


@entry
def search(ws: Workspace) -> int:
    """Simulate until the budget is used up, the root is proven or the pool is full; returns how often, so far.

    A way or a playout without an end stops the search too, and is not counted.
    """
    run = ws.runs[0]
    while not ws.tree.nodes[0].proven:
        length = descend(ws)
        if EXTENDED and run.endless:
            return run.simulations
        if not begin_leaf(ws.path[length - 1], ws) and not play_leaf(run.longest, ws):
            run.endless = 1
            return run.simulations
        if EXTENDED:
            learn(length, ws)
        else:
            back_up(ws.path, length, ws.values, run, ws.tree)
        run.simulations += 1
        if run.simulations == run.limit or (run.deadline != 0 and now(run.clock) >= run.deadline):
            break
        if run.pauses and run.refused != 0:
            break
    if EXTENDED and ws.notes.extras[0].begun:
        rank_arms(ws.tree.nodes[0].mover, ws.tree, ws.notes)
    return run.simulations
