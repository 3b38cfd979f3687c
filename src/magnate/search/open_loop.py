"""The children of a node in an open loop, where the tree has actions only and every visit draws its own outcomes.

A node stands for all the positions that its actions may lead to, so what may be done there, and by whom, can differ
from visit to visit. Children are matched by seat and action, and kept in that order. New ones move their siblings to a
larger block of the pool; the old block stays empty until the tree is compacted.
"""

from __future__ import annotations

from ..engine.compiler import Ints, rule
from .notes import Notes
from .tree import Run, Tree

__all__ = ["clear_node", "meet", "move_node"]


@rule
def meet(node: int, p: int, n: int, acts: Ints, run: Run, tree: Tree, notes: Notes) -> int:
    """Put the children for seat ``p``'s ``n`` actions on the menu, new ones where they are missing.

    Returns how many are there: 0 when the pool has no room for any of them. One that it has no room for is -1.
    """
    found = _find(node, p, n, acts, tree, notes)
    if found == n:
        return n
    one = tree.nodes[node]
    old = one.first
    count = one.children + n - found
    first = run.used
    if first + count > len(tree.nodes):
        run.refused += 1
        return found
    run.used = first + count
    known = 0 if one.children > 0 else one.visits  # before it had children, all were there to be chosen
    i = old
    after = old + one.children
    place = first
    for k in range(n):
        while i < after and (tree.nodes[i].by < p or (tree.nodes[i].by == p and tree.nodes[i].id <= acts[k])):
            move_node(i, place, tree, notes)
            place += 1
            i += 1
        if notes.menu[k] < 0:
            tree.nodes[place].by = p
            tree.nodes[place].id = acts[k]
            notes.seen[place] = known
            place += 1
    while i < after:
        move_node(i, place, tree, notes)
        place += 1
        i += 1
    for i in range(old, after):
        clear_node(i, tree, notes)
    one.first = first
    one.children = count
    one.mover = p
    return _find(node, p, n, acts, tree, notes)


@rule
def _find(node: int, p: int, n: int, acts: Ints, tree: Tree, notes: Notes) -> int:
    """Put the children for these actions on the menu, -1 for those that are missing; returns how many are there."""
    i = tree.nodes[node].first
    after = i + tree.nodes[node].children
    found = 0
    for k in range(n):
        while i < after and (tree.nodes[i].by < p or (tree.nodes[i].by == p and tree.nodes[i].id < acts[k])):
            i += 1
        if i < after and tree.nodes[i].by == p and tree.nodes[i].id == acts[k]:
            notes.menu[k] = i
            found += 1
        else:
            notes.menu[k] = -1
    return found


@rule
def move_node(i: int, place: int, tree: Tree, notes: Notes) -> None:
    """Copy node ``i`` and all that is known of it to another place."""
    tree.nodes[place] = tree.nodes[i]
    for q in range(tree.totals.shape[1]):
        tree.totals[place, q] = tree.totals[i, q]
        tree.squares[place, q] = tree.squares[i, q]
        tree.worth[place, q] = tree.worth[i, q]
        if len(notes.hopes) > 1:
            notes.hopes[place, q] = notes.hopes[i, q]
    if len(notes.priors) > 1:
        notes.priors[place] = notes.priors[i]
    if len(notes.seen) > 1:
        notes.seen[place] = notes.seen[i]


@rule
def clear_node(i: int, tree: Tree, notes: Notes) -> None:
    """Make room ``i`` of the pool as good as new."""
    one = tree.nodes[i]
    one.visits = 0
    one.first = 0
    one.children = 0
    one.id = 0
    one.weight = 0
    one.place = 0
    one.mover = 0
    one.by = 0
    one.proven = 0
    one.known = 0
    for q in range(tree.totals.shape[1]):
        tree.totals[i, q] = 0.0
        tree.squares[i, q] = 0.0
        tree.worth[i, q] = 0.0
    if len(notes.seen) > 1:
        notes.seen[i] = 0
