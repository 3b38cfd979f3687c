"""Monte Carlo tree search (a kernel): many games played to the end, the more promising ones more often.

A simulation has four phases (Coulom 2006; Kocsis and Szepesvári 2006: UCT). It walks down the tree, each player
choosing by UCB1 and chance by its exact weights; the leaf it comes to gets children; from there the guide's policy
plays on to the end of the game, or for so many decisions until the guide estimates; and the result, a value for every
seat, is added to all nodes on the way. Chance nodes and their outcomes are nodes of the tree (a closed loop).

A leaf is where a playout begins. It is settled: a compound move, its dice and its questions are walked through in one
simulation. A node gets its children at its second visit, the root at its first. Where the pool has no room for them, or
the way is as long as there is room for, the node stays a leaf, and playouts go on from there.

With the solver (Winands, Björnsson and Saito 2008, here for any number of players and for chance), nodes whose value is
certain are proven, and a proven root ends the search.

Oracle: with one ply and equal visits, the exact values of random play; in the limit, minimax and expectiminimax.
"""

from __future__ import annotations

from typing import NamedTuple

from ..engine.binding import State, States, game, guide
from ..engine.clock import now
from ..engine.compiler import Floats, Ints, Ints2, entry, rule
from ..engine.contract import CHANCE, OVER
from ..engine.stream import pick_weighted
from .allocation import aim, rank_arms
from .notes import Notes
from .open_loop import meet
from .rounds import back_up_expected, set_out
from .selection import advised, hope, note_played, remember, widened
from .tree import ENDED, GUESSED, Runs, Tree, back_up, expand, fresh, outcome, select

__all__ = ["Desk", "playout", "search"]


class Desk(NamedTuple):
    """The arrays that a search works on, made once.

    ``states`` are the root and the simulation's own state; ``acts`` and ``weights`` have room for what may be done or
    happen, ``path`` for the nodes of the way down; ``values`` is the result of a simulation. ``params`` is for the
    guide, ``memos`` has a row of its policy's notes a seat. ``notes`` are for what is more than plain UCT.
    """

    states: States
    acts: Ints
    weights: Ints
    path: Ints
    values: Floats
    params: Floats
    memos: Ints2
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
    if desk.runs[0].advised and p != CHANCE:
        notes = desk.notes
        if notes.extras[0].priors:
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
        if run.advised:
            node = advised_child(node, p, length, desk)
        elif p == CHANCE:
            node = outcome(node, fresh(run) >> 11, desk.tree)
        else:
            node = select(node, p, run, desk.tree)
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
def advised_child(node: int, p: int, length: int, desk: Desk) -> int:
    """The child that comes next, at place ``length`` of the path, where the search is more than plain UCT."""
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
            game.step(g, draw(g, desk))
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
def draw(g: State, desk: Desk) -> int:
    """An outcome of the pending chance."""
    u = fresh(desk.runs[0]) >> 11
    if game.HAS_DRAW:
        return game.draw(g, u)
    n = game.chance(g, desk.acts, desk.weights)
    return desk.acts[pick_weighted(desk.weights, n, u)]


@rule
def playout(g: State, desk: Desk) -> None:
    """Play on by the guide's policy to the end, or to the first settled position after so many decisions."""
    run = desk.runs[0]
    for q in range(len(desk.memos)):
        desk.memos[q][:] = 0
    decided = 0
    noting = run.advised != 0 and desk.notes.extras[0].history > 0
    if noting:
        desk.notes.extras[0].played = 0
    while True:
        p = game.to_move(g)
        if p == OVER:
            game.utility(g, desk.values)
            return
        if run.truncate >= 0 and decided >= run.truncate and game.settled(g):
            run.estimates += 1
            guide.estimate(g, desk.params, desk.values)
            return
        if p == CHANCE:
            game.step(g, draw(g, desk))
        else:
            a = guide.policy(g, desk.params, fresh(run), desk.acts, desk.memos[p])
            if noting:
                note_played(p, a, desk.notes)
            game.step(g, a)
            decided += 1


@rule
def look(node: int, g: State, desk: Desk) -> None:
    """Note of a leaf that the game is over there, and for implicit minimax what the guide makes of it."""
    one = desk.tree.nodes[node]
    hoping = desk.notes.extras[0].implicit > 0
    ended = game.to_move(g) == OVER
    if ended and not desk.runs[0].open:
        one.known = ENDED
        if hoping:
            game.utility(g, desk.values)
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
    if desk.runs[0].advised and desk.tree.nodes[node].known == 0:
        look(node, g, desk)
    worth = desk.tree.worth[node]
    if desk.tree.nodes[node].proven:
        for q in range(len(worth)):
            desk.values[q] = worth[q]
        return
    ended = game.to_move(g) == OVER
    playout(g, desk)
    if ended and desk.runs[0].solver:
        desk.tree.nodes[node].proven = 1
        for q in range(len(worth)):
            worth[q] = desk.values[q]


@rule
def learn(length: int, desk: Desk) -> None:
    """Back up a simulation, and all that is noted beside it, where the search is more than plain UCT."""
    run = desk.runs[0]
    extra = desk.notes.extras[0]
    if extra.history > 0:
        remember(desk.path, length, desk.values, desk.tree, desk.notes)
    if extra.implicit > 0:
        hope(desk.path, length, desk.tree, desk.notes)
    if extra.expected:
        back_up_expected(desk.path, length, desk.values, run, desk.tree)
    else:
        back_up(desk.path, length, desk.values, run, desk.tree)
    if extra.interval > 0 and (run.simulations + 1) % extra.interval == 0:
        set_out(run, desk.tree, desk.notes)


@entry
def search(desk: Desk) -> int:
    """Simulate until the budget is used up or the root is proven, at least once; returns how often."""
    run = desk.runs[0]
    while not desk.tree.nodes[0].proven:
        length = descend_open(desk) if run.open else descend(desk)
        evaluate(desk.path[length - 1], desk)
        if run.advised:
            learn(length, desk)
        else:
            back_up(desk.path, length, desk.values, run, desk.tree)
        run.simulations += 1
        if run.simulations == run.limit or (run.deadline != 0 and now(run.clock) >= run.deadline):
            break
    if desk.notes.extras[0].begun:
        rank_arms(desk.tree.nodes[0].mover, desk.tree, desk.notes)
    return run.simulations
