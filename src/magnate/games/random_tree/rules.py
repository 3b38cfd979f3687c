"""The rules of random trees: where one stands, and what a leaf is worth (see the package's text)."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from ...core.contract import CHANCE, OVER, PURPOSES, TABLE
from ...runtime.compiler import Floats, Ints, rule
from ...runtime.layout import packed
from ...runtime.primitives import emit
from ...runtime.stream import ROUNDS, philox, pick

MAX_BRANCHING, MAX_OUTCOMES, MAX_DEPTH, MAX_POINTS = 32, 36, 48, 100
MAX_LEAVES = 1 << 48
"""So many are told apart by values of 53 bits, with room for a random part."""

OPTIONS = packed(
    [
        ("seed", "i8"),
        ("leaves", "i8"),  # how many there are; follows from the others
        ("players", "i1"),
        ("branching", "i1"),
        ("depth", "i1"),
        ("chance", "i1"),
        ("outcomes", "i1"),
        ("ordering", "i1"),  # an index of options.ORDERINGS
        ("points", "i1"),
        ("spare", "i1"),
    ]
)
STATE = packed(
    [
        ("opt", OPTIONS),
        ("node", "i8"),  # which of the nodes of its level, from the left
        ("rank", "i8"),  # in ordered trees: which of that level's intervals, from the one that is worst for seat 0
        ("level", "i1"),  # decisions and outcomes so far
        ("spare", "i1", (7,)),
    ]
)
State: TypeAlias = Annotated[Any, STATE]

RANDOM, BEST, WORST = range(3)  # orderings
CHOSE, DREW = range(2)  # events
NO_SUCH_CHILD, GAME_OVER, CHANCE_PENDING = range(1, 4)  # reasons
ROTATION = 127
"""The draw of a node that tells how the parts of its interval are rotated; lower ones are weights or utilities."""
WEIGHTS = 6
"""Outcomes have weights from 1 to this."""


@rule
def new_game(g: State) -> None:
    """At the root."""
    g.node = 0
    g.rank = 0
    g.level = 0
    for i in range(7):
        g.spare[i] = 0


@rule
def levels(g: State) -> int:
    """The decisions and outcomes of a whole game."""
    if g.opt.chance == 0:
        return g.opt.depth
    return g.opt.depth + g.opt.depth // g.opt.chance


@rule
def is_chance(g: State, level: int) -> bool:
    """Whether the nodes of a level are chance nodes: after every ``chance`` decisions."""
    return g.opt.chance > 0 and level % (g.opt.chance + 1) == g.opt.chance


@rule
def decisions(g: State, level: int) -> int:
    """How many of the steps to a level are decisions."""
    if g.opt.chance == 0:
        return level
    return level - level // (g.opt.chance + 1)


@rule
def width(g: State, level: int) -> int:
    """The children of each node of a level."""
    return g.opt.outcomes if is_chance(g, level) else g.opt.branching


@rule
def mover(g: State, level: int) -> int:
    """Who decides at a level that is no chance."""
    return decisions(g, level) % g.opt.players


@rule
def to_move(g: State) -> int:
    """The players in turns, and chance between them."""
    if g.level == levels(g):
        return OVER
    if is_chance(g, g.level):
        return CHANCE
    return mover(g, g.level)


@rule
def number(g: State, node: int, level: int, i: int) -> int:
    """The ``i``-th draw (below 128) of a node: 52 bits from the tree's seed, the level and the place on it."""
    low = node & 0xFFFFFFFF
    rest = ((node >> 32) << 13) | (level << 7) | i
    return (philox(low, rest, g.opt.seed, ROUNDS) >> 12) & 0xFFFFFFFFFFFFF


@rule
def part(g: State, node: int, level: int, k: int) -> int:
    """Which part of its parent's interval child ``k`` of an ordered tree has; 0 is the worst for seat 0."""
    n = width(g, level)
    if is_chance(g, level):
        return (k + pick(number(g, node, level, ROTATION), n)) % n
    place = k
    if g.opt.ordering == BEST:
        place = n - 1
        if k > 0:
            place = (k + pick(number(g, node, level, ROTATION), n - 1)) % (n - 1)
    return place if mover(g, level) == 0 else n - 1 - place


@rule
def why(g: State, a: int) -> int:
    """Why child ``a`` may not be chosen (0: it may)."""
    if a < 0 or a >= g.opt.branching:
        return NO_SUCH_CHILD
    if g.level == levels(g):
        return GAME_OVER
    if is_chance(g, g.level):
        return CHANCE_PENDING
    return 0


@rule
def legal(g: State, out: Ints) -> int:
    """All children."""
    n = 0
    for a in range(g.opt.branching):
        if why(g, a) == 0:
            out[n] = a
            n += 1
    return n


@rule
def chance(g: State, out: Ints, weight: Ints) -> int:
    """All outcomes, with weights of the node's own."""
    for k in range(g.opt.outcomes):
        out[k] = k
        weight[k] = 1 + pick(number(g, g.node, g.level, k), WEIGHTS)
    return g.opt.outcomes


@rule
def chance_key(g: State) -> int:
    """Chance belongs to nobody."""
    return TABLE * PURPOSES


@rule
def step(g: State, a: int) -> None:
    """To child ``a``, chosen or drawn."""
    n = width(g, g.level)
    if is_chance(g, g.level):
        emit(g, DREW, a, 0, 0, 0)
    else:
        emit(g, CHOSE, mover(g, g.level), a, 0, 0)
    if g.opt.ordering != RANDOM:
        g.rank = g.rank * n + part(g, g.node, g.level, a)
    g.node = g.node * n + a
    g.level += 1


@rule
def settled(g: State) -> bool:
    """Everywhere but at chance nodes."""
    return g.level == levels(g) or not is_chance(g, g.level)


@rule
def utility(g: State, out: Floats) -> None:
    """What the leaf is worth; see the package's text."""
    players = g.opt.players
    if g.opt.ordering != RANDOM:
        inside = number(g, g.node, g.level, 0) / 9007199254740992.0  # below ½, so that rounding keeps neighbours apart
        out[0] = (g.rank + inside) / g.opt.leaves
        out[1] = 1.0 - out[0]
    elif g.opt.points > 0:
        for p in range(players):
            out[p] = 0.0
        for i in range(g.opt.points):
            out[pick(number(g, g.node, g.level, i), players)] += 1.0
        for p in range(players):
            out[p] /= g.opt.points
    elif players == 2:
        out[0] = number(g, g.node, g.level, 0) / 4503599627370496.0
        out[1] = 1.0 - out[0]
    else:
        total = 0.0
        for p in range(players):
            out[p] = 1.0 + number(g, g.node, g.level, p)
            total += out[p]
        for p in range(players):
            out[p] /= total


@rule
def ending(g: State) -> int:
    """0 going on, 1 at a leaf."""
    return 1 if g.level == levels(g) else 0


@rule
def score(g: State, out: Floats) -> None:
    """The utility in whole thousandths, 0 before the end."""
    if g.level == levels(g):
        utility(g, out)
        for p in range(g.opt.players):
            out[p] = float(int(out[p] * 1000.0))
    else:
        for p in range(g.opt.players):
            out[p] = 0.0


@rule
def features(g: State, p: int, out: Floats) -> None:
    """How far the game has come, and whether ``p`` decides: a tree shows nothing else."""
    out[0] = g.level / levels(g)
    out[1] = 1.0 if to_move(g) == p else 0.0


@rule
def key(g: State) -> int:
    """The level and the place on it: no two paths lead to one node."""
    return (g.level << 48) + g.node


@rule
def check(g: State) -> int:
    """1: no such level, 2: no such node on it, 3: a rank that does not follow from the path."""
    if g.level < 0 or g.level > levels(g) or g.node < 0:
        return 1
    node = g.node
    rank = 0
    parts = 1  # how many intervals there are below the level looked at
    for level in range(g.level - 1, -1, -1):
        n = width(g, level)
        k = node % n
        node = node // n
        if g.opt.ordering != RANDOM:
            rank += parts * part(g, node, level, k)
        parts *= n
    if node != 0:
        return 2
    return 0 if rank == g.rank else 3
