"""Keeping what is below one node of a tree, and giving the room of all else back.

Children lie behind their parents in the pool. So one pass from the front marks what is below the node and says where it
goes, and a second one moves it there, forward and in order, so that nothing is written over before it has moved.
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
    for i in range(run.used):
        nodes[i].place = -1
    nodes[node].place = 0
    count = 0
    for i in range(node, run.used):
        if nodes[i].place >= 0:
            nodes[i].place = count
            count += 1
            for child in range(nodes[i].first, nodes[i].first + nodes[i].children):
                nodes[child].place = 0
    visited = 0
    for i in range(node, run.used):
        if nodes[i].place >= 0:
            if nodes[i].children > 0:
                nodes[i].first = nodes[nodes[i].first].place
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
