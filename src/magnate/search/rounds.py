"""Searching on from promising leaves, in rounds.

After each round of so many simulations the most promising of the deepest leaves are found, and the simulations of the
next round go straight to them by turns and on from there. What they bring is added to all nodes on the way, as always,
but chance on the way is not drawn: so chance nodes pass on the mean of their outcomes by weight.

The tree grows deep instead of broad, down to the end of the game. A leaf is promising that all players come near when
each chooses for itself: the one whose parent has the most visits, then itself, then the best for whoever decided to go
there.
"""

from __future__ import annotations

from ..engine.compiler import Floats, Ints, rule
from ..engine.contract import CHANCE
from .notes import Notes
from .tree import ENDED, Run, Tree, credit, prove

__all__ = ["back_up_expected", "set_out"]


@rule
def set_out(run: Run, tree: Tree, notes: Notes) -> None:
    """Note the ways to the most promising leaves, as many as there is room for, as the trails of the next round."""
    for i in range(run.used):
        one = tree.nodes[i]
        for child in range(one.first, one.first + one.children):
            tree.nodes[child].place = i
    greatest = 0
    for i in range(1, run.used):
        if _leads_on(i, tree):
            greatest = max(greatest, _depth(i, tree))
    extra = notes.extras[0]
    extra.trails = 0
    before = -1
    while greatest > 0 and extra.trails < notes.trails.shape[0]:
        best = -1
        for i in range(1, run.used):
            if (
                _leads_on(i, tree)
                and (before < 0 or _promises_more(before, i, tree))
                and (best < 0 or _promises_more(i, best, tree))
                and _depth(i, tree) == greatest
            ):
                best = i
        if best < 0:
            break
        _note_trail(best, greatest, tree, notes)
        before = best


@rule
def _leads_on(i: int, tree: Tree) -> bool:
    """Whether this is a leaf of the tree from which the game goes on and is not decided."""
    one = tree.nodes[i]
    return one.visits > 0 and one.children == 0 and not one.proven and one.known != ENDED


@rule
def _depth(i: int, tree: Tree) -> int:
    """How many steps a node is below the root."""
    depth = 0
    while i > 0:
        i = tree.nodes[i].place
        depth += 1
    return depth


@rule
def _promises_more(i: int, k: int, tree: Tree) -> bool:
    """Whether leaf ``i`` comes before leaf ``k``; of equal ones the first."""
    visits = tree.nodes[tree.nodes[i].place].visits - tree.nodes[tree.nodes[k].place].visits
    if visits == 0:
        visits = tree.nodes[i].visits - tree.nodes[k].visits
    if visits != 0:
        return visits > 0
    ours = _mean_for_mover(i, tree)
    theirs = _mean_for_mover(k, tree)
    if ours != theirs:
        return ours > theirs
    return i < k


@rule
def _mean_for_mover(i: int, tree: Tree) -> float:
    """What a visited node is worth to whoever decided to go there; 0 where chance did."""
    one = tree.nodes[i]
    return 0.0 if one.by == CHANCE else tree.totals[i, one.by] / one.visits


@rule
def _note_trail(leaf: int, depth: int, tree: Tree, notes: Notes) -> None:
    """Note the way to a leaf; it ends with -1, and so does everything after it."""
    extra = notes.extras[0]
    row = extra.trails
    extra.trails = row + 1
    for k in range(depth + 1, notes.trails.shape[1]):
        notes.trails[row, k] = -1
    while leaf > 0:
        notes.trails[row, depth] = leaf
        leaf = tree.nodes[leaf].place
        depth -= 1
    notes.trails[row, 0] = 0


@rule
def back_up_expected(path: Ints, length: int, values: Floats, run: Run, tree: Tree, notes: Notes) -> None:
    """Add the result of a simulation to all nodes of its path; a chance node is worth the mean of its visited outcomes.

    By their weights, that is, not by how often each was drawn. A node above it gains what this changed, so that its
    sums are still those of its children.
    """
    gains = notes.gains
    for q in range(len(values)):
        gains[q] = values[q]
    proving = run.solver != 0 and tree.nodes[path[length - 1]].proven != 0
    for k in range(length - 1, -1, -1):
        node = path[k]
        if tree.nodes[node].children > 0 and tree.nodes[node].mover == CHANCE:
            _expect(node, gains, tree)
        credit(node, gains, values, run, tree)
        if proving and not tree.nodes[node].proven:
            proving = prove(node, run, tree)


@rule
def _expect(node: int, gains: Floats, tree: Tree) -> None:
    """Write what a chance node's sums lack, with this visit, to be those of its visited outcomes by their weights."""
    first = tree.nodes[node].first
    for q in range(len(gains)):
        sum_ = 0.0
        total = 0
        for child in range(first, first + tree.nodes[node].children):
            one = tree.nodes[child]
            if one.visits > 0:
                worth = tree.worth[child, q] if one.proven else tree.totals[child, q] / one.visits
                sum_ += one.weight * worth
                total += one.weight
        gains[q] = (tree.nodes[node].visits + 1) * (sum_ / total) - tree.totals[node, q]
