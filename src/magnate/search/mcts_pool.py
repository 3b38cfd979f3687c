"""Changes of a whole tree: children of an open loop, keeping a part, making room, and rounds from promising leaves."""

from __future__ import annotations

from ..core.contract import CHANCE
from ..runtime.compiler import Floats, Ints, entry, rule
from .mcts_extras import Notes
from .mcts_tree import ENDED, Run, Runs, Tree, credit, prove

# ----- The children of a node in an open loop, where the tree has actions only and every visit draws its own outcomes.
#
# A node stands for all the positions that its actions may lead to, so what may be done there, and by whom, can
# differ from visit to visit. Children are matched by seat and action, and kept in that order. New ones move their
# siblings to a larger block of the pool; the old block stays empty until the tree is compacted.


@rule
def link_children(node: int, p: int, n: int, acts: Ints, run: Run, tree: Tree, notes: Notes) -> int:
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
        if len(notes.minimax) > 1:
            notes.minimax[place, q] = notes.minimax[i, q]
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


# ----- Keeping a part of a tree, and giving the room of all else back: what is below a node, or what was visited most.
#
# What is kept is marked and moves forward in the order in which it lies, so that siblings stay side by side and
# nothing is written over before it has moved. An old root is never kept, so there is always room for the new one.


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


# ---------------------------------------------------------------------- Searching on from promising leaves, in rounds.
#
# After each round of so many simulations the most promising of the deepest leaves are found, and the simulations
# of the next round go straight to them by turns and on from there. What they bring is added to all nodes on the
# way, as always, but chance on the way is not drawn: so chance nodes pass on the mean of their outcomes by
# weight.
#
# The tree grows deep instead of broad, down to the end of the game. A leaf is promising that all players come
# near when each chooses for itself: the one whose parent has the most visits, then itself, then the best for
# the seat that decided to go there.


@rule
def start_round(run: Run, tree: Tree, notes: Notes) -> None:
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
    """What a visited node is worth to the seat that decided to go there; 0 where chance did."""
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
