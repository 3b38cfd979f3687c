"""The rules of a written tree: where one stands, and what lies below (see the package's text).

The whole tree is in the state. Its nodes are numbered level by level, the root being 0, so the children of a node are
neighbours: a node knows the first one and how many there are.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from ...core.contract import CHANCE, OVER, PURPOSES, TABLE
from ...runtime.compiler import Floats, Ints, rule
from ...runtime.layout import packed
from ...runtime.primitives import emit

NODES, SEATS, WIDTH = 256, 4, 36

STATE = packed(
    [
        ("value", "f8", (NODES, SEATS)),  # a leaf's utilities; of a decision the estimates
        ("weight", "i4", (NODES,)),  # as an outcome of chance
        ("first", "i2", (NODES,)),  # its children are nodes first … first + children - 1
        ("children", "i1", (NODES,)),  # 0: a leaf
        ("mover", "i1", (NODES,)),  # the seat that decides, or CHANCE; 0 at a leaf
        ("settled", "i1", (NODES,)),  # 1: a search may stop here
        ("nodes", "i2"),  # how many there are
        ("node", "i2"),  # where the game has come to
        ("players", "i1"),
        ("spare", "i1", (3,)),
    ]
)
State: TypeAlias = Annotated[Any, STATE]

CHOSE, DREW = range(2)  # events
NO_SUCH_MOVE, GAME_OVER, CHANCE_PENDING = range(1, 4)  # reasons


@rule
def new_game(g: State) -> None:
    """At the root."""
    g.node = 0


@rule
def to_move(g: State) -> int:
    """Who decides at this node."""
    if g.children[g.node] == 0:
        return OVER
    return g.mover[g.node]


@rule
def why(g: State, a: int) -> int:
    """Why child ``a`` may not be chosen (0: it may)."""
    p = to_move(g)
    if p == OVER:
        return GAME_OVER
    if p == CHANCE:
        return CHANCE_PENDING
    return 0 if a >= 0 and a < g.children[g.node] else NO_SUCH_MOVE


@rule
def legal(g: State, out: Ints) -> int:
    """All children of a decision."""
    n = 0
    for a in range(g.children[g.node]):
        if why(g, a) == 0:
            out[n] = a
            n += 1
    return n


@rule
def chance(g: State, out: Ints, weight: Ints) -> int:
    """All children of a chance node, with the weights that were given."""
    n = g.children[g.node]
    first = g.first[g.node]
    for k in range(n):
        out[k] = k
        weight[k] = g.weight[first + k]
    return n


@rule
def chance_key(g: State) -> int:
    """Chance belongs to nobody."""
    return TABLE * PURPOSES


@rule
def step(g: State, a: int) -> None:
    """To child ``a``, chosen or drawn."""
    p = g.mover[g.node]
    if p == CHANCE:
        emit(g, DREW, a, 0, 0, 0)
    else:
        emit(g, CHOSE, p, a, 0, 0)
    g.node = g.first[g.node] + a


@rule
def settled(g: State) -> bool:
    """Leaves, and decisions that do not say otherwise."""
    return g.settled[g.node] != 0


@rule
def utility(g: State, out: Floats) -> None:
    """What the leaf is worth to each seat."""
    for p in range(g.players):
        out[p] = g.value[g.node, p]


@rule
def ending(g: State) -> int:
    """0 going on, 1 at a leaf."""
    return 1 if g.children[g.node] == 0 else 0


@rule
def score(g: State, out: Floats) -> None:
    """The leaf's values, 0 before the end."""
    for p in range(g.players):
        out[p] = g.value[g.node, p] if g.children[g.node] == 0 else 0.0


@rule
def key(g: State) -> int:
    """The node: no two paths lead to one."""
    return g.node


@rule
def check(g: State) -> int:
    """1: no such node, 2: children that are no nodes."""
    if g.node < 0 or g.node >= g.nodes:
        return 1
    for i in range(g.nodes):
        if g.children[i] < 0 or (g.children[i] > 0 and (g.first[i] <= i or g.first[i] + g.children[i] > g.nodes)):
            return 2
    return 0
