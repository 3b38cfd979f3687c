"""The tree of a Monte Carlo search: nodes in a pool that is made once, with their statistics.

The children of a node lie side by side in the pool, so a node knows them by the first one and their number. Statistics
are vectors with an entry a seat: each player chooses by its own. Nothing here knows a game; :mod:`.mcts` does.
"""

from __future__ import annotations

import math
from typing import Annotated, Any, NamedTuple, TypeAlias

from ..core.contract import CHANCE
from ..runtime.compiler import Floats, Floats2, Ints, rule
from ..runtime.layout import packed
from ..runtime.primitives import CLOCK
from ..runtime.stream import ROUNDS, WORD, philox, pick

NODE = packed(
    [
        ("visits", "i8"),  # simulations that went through this node
        ("first", "i4"),  # its children are nodes first … first + children - 1
        ("children", "i4"),  # 0: not expanded
        ("id", "i4"),  # the action or outcome that leads here
        ("weight", "i4"),  # of that outcome, 0 for an action
        ("place", "i4"),  # room for what is done to a whole tree: its parent, or where it moves to
        ("mover", "i1"),  # who decides here, or CHANCE; of no meaning before the node is expanded
        ("by", "i1"),  # who decided to come here, or CHANCE
        ("proven", "i1"),  # 1: its exact value is known
        ("known", "i1"),  # GUESSED or ENDED; 0: nothing but its visits
    ]
)
Node: TypeAlias = Annotated[Any, NODE]
Nodes: TypeAlias = Annotated[Any, (NODE,)]

RUN = packed(
    [
        ("limit", "i8"),  # the most simulations; 0: any number
        ("deadline", "i8"),  # when to stop, in nanoseconds of the monotonic clock; 0: never
        ("clock", CLOCK),  # where the clock writes the time
        ("key", "i8"),  # what draws are derived from
        ("draws", "i8"),  # how many have been made
        ("c", "f8"),  # the constant of UCB1 and PUCT
        ("fpu", "f8"),  # how much less than its parent an action without visits seems to be worth (PUCT)
        ("high", "f8"),  # no value is more than this (the solver need not look further)
        ("used", "i8"),  # nodes of the pool in use, the root included
        ("simulations", "i8"),  # finished ones
        ("visited", "i8"),  # nodes that a simulation went through
        ("estimates", "i8"),  # playouts that ended with the guide's estimate
        ("refused", "i8"),  # leaves that were not expanded because the pool was full
        ("longest", "i8"),  # a playout with so many decisions and outcomes is taken to have no end
        ("pause", "i8"),  # … and one is left for now that has had so many
        ("steps", "i8"),  # those of the last playout, or so far
        ("plies", "i4"),  # the longest way from the root to a leaf of the tree, in decisions and outcomes …
        ("moves", "i4"),  # … and in settled moves
        ("truncate", "i4"),  # a playout's decisions before the guide estimates; -1: it goes to the end of the game
        ("decided", "i4"),  # decisions of the last playout …
        ("played", "i4"),  # … and how many of them are noted
        ("tuned", "i1"),  # 1: UCB1-Tuned
        ("solver", "i1"),  # 1: proven nodes are kept
        ("open", "i1"),  # 1: an open loop, whose tree has no chance
        ("pauses", "i1"),  # 1: a full pool ends the search, so that room can be made in it
        ("emptied", "i4"),  # how often that was done
        ("endless", "i1"),  # 1: a playout had no end, so the search has stopped
    ]
)
Run: TypeAlias = Annotated[Any, RUN]
Runs: TypeAlias = Annotated[Any, (RUN,)]

GUESSED, ENDED = 1, 2
"""A node's ``known``: the guide has estimated it, or the game is over there."""


class Tree(NamedTuple):
    """The pool: node 0 is the root. The tables have a row a node and an entry a seat.

    ``totals`` are the sums of the values that simulations brought back, ``squares`` those of their squares; ``worth``
    is the exact value of a proven node.
    """

    nodes: Nodes
    totals: Floats2
    squares: Floats2
    worth: Floats2


@rule
def fresh(run: Run) -> int:
    """The search's next key: a number from 0 to 2**63 - 1, whose upper 52 bits are a draw."""
    count = run.draws
    run.draws = count + 1
    return philox(count & WORD, (run.key >> 32) ^ (count >> 32), run.key & WORD, ROUNDS) & 0x7FFFFFFFFFFFFFFF


# ---------------------------------------------------------------------------------------------- selection


@rule
def ucb1(mean: float, n: int, log_all: float, c: float) -> float:
    """The upper confidence bound of an arm pulled ``n`` times, ``log_all`` the logarithm of all pulls (Auer 2002)."""
    return mean + c * math.sqrt(log_all / n)


@rule
def ucb1_tuned(mean: float, square: float, n: int, log_all: float) -> float:
    """The same by the arm's own variance, with its mean ``square``; a share of a win varies by ¼ at most."""
    variance = square - mean * mean + math.sqrt(2.0 * log_all / n)
    return mean + math.sqrt(log_all / n * min(0.25, variance))


@rule
def select(node: int, p: int, run: Run, tree: Tree) -> int:
    """The child that seat ``p`` tries next: an unvisited one first, else that with the greatest bound.

    A proven child is worth what it is worth, without a bonus for the unknown.
    """
    first = tree.nodes[node].first
    log_all = math.log(max(1, tree.nodes[node].visits))
    best = -math.inf
    chosen = first
    for child in range(first, first + tree.nodes[node].children):
        n = tree.nodes[child].visits
        if n == 0:
            return child
        mean = tree.totals[child, p] / n
        if tree.nodes[child].proven:
            bound = tree.worth[child, p]
        elif run.tuned:
            bound = ucb1_tuned(mean, tree.squares[child, p] / n, n, log_all)
        else:
            bound = ucb1(mean, n, log_all, run.c)
        if bound > best:
            best = bound
            chosen = child
    return chosen


@rule
def outcome(node: int, u: int, tree: Tree) -> int:
    """The child of a chance node that a 52-bit draw selects, in exact proportion to the weights."""
    first = tree.nodes[node].first
    after = first + tree.nodes[node].children
    total = 0
    for child in range(first, after):
        total += tree.nodes[child].weight
    rest = pick(u, total)
    for child in range(first, after):
        rest -= tree.nodes[child].weight
        if rest < 0:
            return child
    return after - 1


# ------------------------------------------------------------------------------------ expansion and back-up


@rule
def expand(node: int, p: int, n: int, acts: Ints, weights: Ints, run: Run, tree: Tree) -> bool:
    """Give a node in which ``p`` decides (or CHANCE) its ``n`` children; False when the pool has no room for them."""
    first = run.used
    if first + n > len(tree.nodes):
        run.refused += 1
        return False
    run.used = first + n
    tree.nodes[node].first = first
    tree.nodes[node].children = n
    tree.nodes[node].mover = p
    for i in range(n):
        one = tree.nodes[first + i]
        one.id = acts[i]
        one.weight = weights[i] if p == CHANCE else 0
        one.by = p
    return True


@rule
def prove(node: int, run: Run, tree: Tree) -> bool:
    """Whether an expanded node is proven by what is known of its children, and if so note its value.

    Chance is when all outcomes are. A player is when all actions are (it takes the first of the best ones), or as soon
    as one is worth all there is to have.
    """
    p = tree.nodes[node].mover
    first = tree.nodes[node].first
    after = first + tree.nodes[node].children
    known = True
    best = first
    top = -math.inf
    for child in range(first, after):
        if not tree.nodes[child].proven:
            known = False
        elif p != CHANCE and tree.worth[child, p] > top:
            top = tree.worth[child, p]
            best = child
    if not known and top < run.high:
        return False
    for q in range(tree.worth.shape[1]):
        tree.worth[node, q] = _mean(first, after, q, tree) if p == CHANCE else tree.worth[best, q]
    tree.nodes[node].proven = 1
    return True


@rule
def _mean(first: int, after: int, q: int, tree: Tree) -> float:
    """The mean of what the outcomes ``first`` to ``after - 1`` are worth to seat ``q``."""
    total = 0
    sum_ = 0.0
    for child in range(first, after):
        sum_ += tree.nodes[child].weight * tree.worth[child, q]
        total += tree.nodes[child].weight
    return sum_ / total


@rule
def back_up(path: Ints, length: int, values: Floats, run: Run, tree: Tree) -> None:
    """Add the result of a simulation to all nodes of its path, and prove those that it has settled."""
    proving = run.solver != 0 and tree.nodes[path[length - 1]].proven != 0
    for k in range(length - 1, -1, -1):
        node = path[k]
        credit(node, values, values, run, tree)
        if proving and not tree.nodes[node].proven:
            proving = prove(node, run, tree)


@rule
def credit(node: int, gains: Floats, values: Floats, run: Run, tree: Tree) -> None:
    """Count a visit of a node, which brought these values and adds ``gains`` (as a rule the same) to its sums."""
    one = tree.nodes[node]
    if one.visits == 0:
        run.visited += 1
    one.visits += 1
    for q in range(len(values)):
        tree.totals[node, q] += gains[q]
        tree.squares[node, q] += values[q] * values[q]
