"""Keeping what is below one node of a tree, and giving the room of all else back.

What is below the node is marked and moves forward in the order in which it lies, so that siblings stay side by side and
nothing is written over before it has moved. The old root is never kept, so there is always room for the new one.
"""

from __future__ import annotations

from ..engine.compiler import entry, rule
from .notes import Notes
from .open_loop import clear_node, move_node
from .tree import Runs, Tree

__all__ = ["forget", "keep_below"]


@entry
def forget(runs: Runs, tree: Tree, notes: Notes) -> int:
    """Forget the whole tree, so that its root is as new; returns how many nodes it had."""
    run = runs[0]
    used = run.used
    for i in range(used):
        clear_node(i, tree, notes)
    run.used = 1
    run.visited = 0
    _begin_anew(runs, notes)
    return used


@entry
def keep_below(node: int, runs: Runs, tree: Tree, notes: Notes) -> int:
    """Make a node the root and forget all that is not below it; returns how many nodes are left.

    The counters of the run begin anew, except those of the tree: the nodes in use and those that were visited.
    """
    run = runs[0]
    nodes = tree.nodes
    _mark_below(node, run.used, tree)
    count = 1  # the root goes to 0
    for i in range(run.used):
        if nodes[i].place >= 0 and i != node:
            nodes[i].place = count
            count += 1
    for i in range(run.used):
        if nodes[i].place >= 0 and nodes[i].children > 0:
            nodes[i].first = nodes[nodes[i].first].place
    move_node(node, 0, tree, notes)
    visited = 1 if nodes[0].visits > 0 else 0
    for i in range(1, run.used):
        if nodes[i].place > 0:
            if nodes[i].visits > 0:
                visited += 1
            move_node(i, nodes[i].place, tree, notes)
    for i in range(count, run.used):
        clear_node(i, tree, notes)
    run.used = count
    run.visited = visited
    _begin_anew(runs, notes)
    return count


@rule
def _mark_below(node: int, used: int, tree: Tree) -> None:
    """Write 0 as the place of a node and of all that are below it, -1 as that of all others."""
    nodes = tree.nodes
    for i in range(used):
        nodes[i].place = -1
    nodes[node].place = 0
    found = True
    while found:  # again only where children lie before their parent, as they may in an open loop
        found = False
        for i in range(used):
            if nodes[i].place == 0 and nodes[i].children > 0 and nodes[nodes[i].first].place < 0:
                found = True
                for child in range(nodes[i].first, nodes[i].first + nodes[i].children):
                    nodes[child].place = 0


@rule
def _begin_anew(runs: Runs, notes: Notes) -> None:
    """Set the counters of a search back, but not those of its tree and its draws."""
    run = runs[0]
    run.simulations = 0
    run.estimates = 0
    run.refused = 0
    run.plies = 0
    run.moves = 0
    notes.extras[0].begun = 0
    notes.extras[0].trails = 0
