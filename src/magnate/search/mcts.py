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

What is more than that, priors and history, open loops and plans for the root, is in :mod:`.mcts_extended`.

Oracle: with one ply and equal visits, the exact values of random play; in the limit, minimax and expectiminimax.
"""

from __future__ import annotations

from typing import NamedTuple

from ..core.binding import State, States, game
from ..core.contract import CHANCE, OVER
from ..runtime.compiler import Floats, Ints, Ints2, entry, rule
from ..runtime.primitives import now
from . import common
from .mcts_tree import Runs, Tree, back_up, expand, fresh, outcome, select

__all__ = ["Workspace", "search"]


class Workspace(NamedTuple):
    """The arrays that a search works on, made once.

    ``states`` are the root and the simulation's own state; ``acts`` and ``weights`` have room for what may be done or
    happen, ``path`` for the nodes of the way down. ``values`` is the result of a simulation. ``params`` is for the
    guide, ``memos`` has a row of its policy's notes a seat; nothing of a playout is noted, so ``played`` has no room.
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


@rule
def grow(node: int, p: int, g: State, ws: Workspace) -> bool:
    """Give a node its children, one for each action or outcome; False when the pool has no room for them."""
    if p == CHANCE:
        n = game.chance(g, ws.acts, ws.weights)
    else:
        n = game.legal(g, ws.acts)
    return expand(node, p, n, ws.acts, ws.weights, ws.runs[0], ws.tree)


@rule
def descend(ws: Workspace) -> int:
    """Walk down to a leaf, stepping in ``states[1]`` and noting the path; returns the path's length in nodes."""
    run = ws.runs[0]
    ws.states[1] = ws.states[0]
    g = ws.states[1]
    node = 0
    length = 1
    moves = 0
    settled = False  # the root gets its children at once
    ws.path[0] = 0
    while length < len(ws.path):
        p = game.to_move(g)
        one = ws.tree.nodes[node]
        if p == OVER or one.proven or (settled and one.visits == 0):
            break
        if one.children == 0 and not grow(node, p, g, ws):
            break
        if p == CHANCE:
            node = outcome(node, fresh(run) >> 11, ws.tree)
        else:
            node = select(node, p, run, ws.tree)
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
def evaluate(node: int, ws: Workspace) -> None:
    """The value of the leaf that ``states[1]`` has come to: what is known of it, or what a playout brings."""
    g = ws.states[1]
    worth = ws.tree.worth[node]
    if ws.tree.nodes[node].proven:
        for q in range(len(worth)):
            ws.values[q] = worth[q]
        return
    run = ws.runs[0]
    ended = game.to_move(g) == OVER
    common.playout(g, run, ws.params, ws.acts, ws.weights, ws.memos, ws.values, ws.played)
    if ended and run.solver:
        ws.tree.nodes[node].proven = 1
        for q in range(len(worth)):
            worth[q] = ws.values[q]


@entry
def search(ws: Workspace) -> int:
    """Simulate until the budget is used up, the root is proven or the pool is full; returns how often, so far."""
    run = ws.runs[0]
    while not ws.tree.nodes[0].proven:
        length = descend(ws)
        evaluate(ws.path[length - 1], ws)
        back_up(ws.path, length, ws.values, run, ws.tree)
        run.simulations += 1
        if run.simulations == run.limit or (run.deadline != 0 and now(run.clock) >= run.deadline):
            break
        if run.pauses and run.refused != 0:
            break
    return run.simulations
