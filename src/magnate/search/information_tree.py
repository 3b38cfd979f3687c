"""The tree of an information-set search: nodes in a pool that is made once, with their statistics.

A node stands for all the worlds that look alike to the seat whose tree it is. What may be done there differs between
those worlds. So children are made when they first come up, and hang together in a list, in the order of who acts and
what is done. Several trees may share a pool. Nothing here knows a game; :mod:`.ismcts` does.
"""

from __future__ import annotations

import math
from typing import Annotated, Any, Final, NamedTuple, TypeAlias

from ..core.contract import CHANCE
from ..runtime.compiler import Floats, Floats2, Ints, rule
from ..runtime.layout import packed
from ..runtime.stream import choice
from .mcts_extras import puct
from .mcts_tree import Run, fresh, ucb1

__all__ = ["KNOWN", "NODE", "Nodes", "Tree", "credit", "link_children", "observe", "select", "set_priors"]


NODE = packed(
    [
        ("visits", "i8"),  # simulations that went through this node
        ("available", "i8"),  # simulations that came to its parent in a world where they could have gone here
        ("id", "i8"),  # the action or outcome that leads here, or the key of what was known
        ("first", "i4"),  # the first of its children; 0: none
        ("children", "i4"),
        ("after", "i4"),  # the next child of its parent; 0: none
        ("weight", "i4"),  # how often that outcome came up, 0 for an action
        ("by", "i1"),  # whose action that is, or CHANCE, or KNOWN
        ("mover", "i1"),  # who decides here, or CHANCE; of no meaning before it has children
        ("proven", "i1"),  # always 0, for those who read the trees of all searches
        ("spare", "i1", (5,)),
    ]
)
Nodes: TypeAlias = Annotated[Any, (NODE,)]

KNOWN: Final = -3
"""``by``: nobody acts, the child is what the tree's seat knew from the beginning."""


class Tree(NamedTuple):
    """The pool: node 0 is the root of the searching seat's tree, and the roots of others come next.

    The tables have a row a node and an entry a seat. ``totals`` are the sums of the values that simulations brought
    back, ``squares`` those of their squares. ``priors`` has a probability a node where priors are asked for, else one
    number.
    """

    nodes: Nodes
    totals: Floats2
    squares: Floats2
    priors: Floats


@rule
def _insert(before: int, node: int, by: int, id_: int, run: Run, tree: Tree) -> int:
    """A new child of a node, next to its child ``before`` (0: the first); 0 when the pool has no room for it."""
    child = run.used
    if child == len(tree.nodes):
        run.refused += 1
        return 0
    run.used = child + 1
    one = tree.nodes[child]
    one.by = by
    one.id = id_
    tree.nodes[node].children += 1
    if before == 0:
        one.after = tree.nodes[node].first
        tree.nodes[node].first = child
    else:
        one.after = tree.nodes[before].after
        tree.nodes[before].after = child
    return child


@rule
def _child(before: int, node: int, by: int, id_: int, run: Run, tree: Tree) -> int:
    """The child that ``by`` comes to with ``id_``, made if there is none; 0 when the pool has no room for it.

    It lies behind the child ``before`` (0: anywhere).
    """
    child = tree.nodes[node].first if before == 0 else tree.nodes[before].after
    while child != 0:
        one = tree.nodes[child]
        if one.by > by or (one.by == by and one.id >= id_):
            break
        before = child
        child = one.after
    if child != 0 and tree.nodes[child].by == by and tree.nodes[child].id == id_:
        return child
    return _insert(before, node, by, id_, run, tree)


@rule
def link_children(node: int, p: int, n: int, acts: Ints, menu: Ints, run: Run, tree: Tree) -> bool:
    """Put the children for the ``n`` actions that are legal in this world, in ascending order, on the menu.

    Those that were never met are made; 0 stands for one that the pool has no room for. False when it has none for the
    children of a new node.
    """
    if tree.nodes[node].first == 0 and run.used + n > len(tree.nodes):
        run.refused += 1
        return False
    tree.nodes[node].mover = p
    before = 0
    for i in range(n):
        child = _child(before, node, p, acts[i], run, tree)
        menu[i] = child
        if child != 0:
            before = child
    return True


@rule
def set_priors(n: int, menu: Ints, odds: Floats, since: int, tree: Tree) -> None:
    """Give those of the menu's ``n`` children that were made from node ``since`` on their priors."""
    for i in range(n):
        if menu[i] >= since:
            tree.priors[menu[i]] = odds[i]


@rule
def select(node: int, p: int, n: int, menu: Ints, run: Run, tree: Tree) -> int:
    """The child that seat ``p`` tries next, of the ``n`` on the menu; 0 when the pool has room for none of them.

    An unvisited one comes first, else that with the greatest upper confidence bound. The bound counts not how often the
    node was visited but how often the action was there to be chosen (Cowling, Powley and Whitehouse 2012). Any of equal
    ones is taken, so that players who do not see each other do not keep step. With PUCT priors say what comes first.
    """
    guided = len(tree.priors) > 1
    base = 0.0
    if guided and tree.nodes[node].visits > 0:
        base = tree.totals[node, p] / tree.nodes[node].visits - run.fpu
    best = -math.inf
    chosen = 0
    equal = 0
    available = 1
    log_available = 0.0
    for i in range(n):
        child = menu[i]
        if child == 0:
            continue
        one = tree.nodes[child]
        if guided:
            mean = tree.totals[child, p] / one.visits if one.visits > 0 else base
            bound = puct(mean, tree.priors[child], one.visits, max(1, one.available), run.c)
        elif one.visits == 0:
            bound = math.inf
        else:
            if one.available != available:
                available = one.available
                log_available = math.log(available)
            bound = ucb1(tree.totals[child, p] / one.visits, one.visits, log_available, run.c)
        one.available += 1
        if bound > best:
            best = bound
            chosen = child
            equal = 1
        elif bound == best:
            equal += 1
            if choice(fresh(run), equal) == 0:
                chosen = child
    return chosen


@rule
def observe(node: int, by: int, id_: int, run: Run, tree: Tree) -> int:
    """The child for what the tree's seat did not choose but sees; 0 when the pool has no room for it."""
    child = _child(0, node, by, id_, run, tree)
    if child != 0:
        tree.nodes[node].mover = by
        tree.nodes[child].available += 1
        if by == CHANCE:
            tree.nodes[child].weight += 1
    return child


@rule
def credit(node: int, values: Floats, run: Run, tree: Tree) -> None:
    """Count a visit of a node, which brought these values."""
    if tree.nodes[node].visits == 0:
        run.visited += 1
    tree.nodes[node].visits += 1
    for q in range(len(values)):
        tree.totals[node, q] += values[q]
        tree.squares[node, q] += values[q] * values[q]
