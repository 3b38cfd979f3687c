"""Keeping a part of a tree, and giving the room of all else back: what is below a node, or what was visited most.

What is kept is marked and moves forward in the order in which it lies, so that siblings stay side by side and nothing
is written over before it has moved. An old root is never kept, so there is always room for the new one.
"""

from __future__ import annotations

from ..engine.compiler import entry, rule
from .notes import Notes
from .open_loop import clear_node, move_node
from .tree import Run, Runs, Tree

__all__ = ["forget", "keep_below", "make_room"]


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
    _mark_below(node, 0, run.used, tree)
    _compact(node, run, tree, notes)
    _begin_anew(runs, notes)
    return run.used


@entry
def make_room(runs: Runs, tree: Tree, notes: Notes) -> int:
    """Forget what is below the nodes that were visited least, so that half of the pool is free; returns what is left.

    These nodes keep what is known of them, and get children again when a simulation comes back. The root's actions
    stay, whatever room they take. (Node recycling: Powley, Cowling and Whitehouse 2017, who take the oldest.)
    """
    run = runs[0]
    nodes = tree.nodes
    least = 2
    while 2 * _mark_below(0, least, run.used, tree) > len(nodes) and least <= nodes[0].visits:
        least *= 2
    for i in range(1, run.used):
        if nodes[i].visits < least:
            nodes[i].children = 0
            nodes[i].first = 0
    visited = run.visited
    _compact(0, run, tree, notes)
    run.visited = visited
    run.refused = 0
    run.emptied += 1
    notes.extras[0].trails = 0
    return run.used


@rule
def _compact(node: int, run: Run, tree: Tree, notes: Notes) -> None:
    """Move what is marked to the beginning of the pool, the node to 0, and make the rest as good as new."""
    nodes = tree.nodes
    count = 1  # the root goes to 0
    for i in range(run.used):
        if nodes[i].place >= 0 and i != node:
            nodes[i].place = count
            count += 1
    for i in range(run.used):
        if nodes[i].place >= 0 and nodes[i].children > 0:
            nodes[i].first = nodes[nodes[i].first].place
    for i in range(notes.extras[0].arms if notes.extras[0].begun else 0):
        notes.arms[i] = nodes[notes.arms[i]].place
    if node != 0:
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


@rule
def _mark_below(node: int, least: int, used: int, tree: Tree) -> int:
    """Write 0 as the place of a node and of all that are below it, -1 as that of all others; returns how many it marks.

    What is below a node with less than so many visits is not marked.
    """
    nodes = tree.nodes
    count = 1
    for i in range(used):
        nodes[i].place = -1
    nodes[node].place = 0
    found = True
    while found:  # again only where children lie before their parent, as they may in an open loop
        found = False
        for i in range(used):
            one = nodes[i]
            passes = i == node or one.visits >= least
            if passes and one.place == 0 and one.children > 0 and nodes[one.first].place < 0:
                found = True
                count += one.children
                for child in range(one.first, one.first + one.children):
                    nodes[child].place = 0
    return count


@rule
def _begin_anew(runs: Runs, notes: Notes) -> None:
    """Set the counters of a search back, but not those of its tree and its draws."""
    run = runs[0]
    run.simulations = 0
    run.estimates = 0
    run.refused = 0
    run.emptied = 0
    run.plies = 0
    run.moves = 0
    notes.extras[0].begun = 0
    notes.extras[0].trails = 0
