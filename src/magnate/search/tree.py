"""The values of seats, and the tree of a search as objects: which nodes are kept, and what each holds."""

from __future__ import annotations

import heapq
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any, Final, Self, TypeAlias

from ..errors import BadSearch
from ..skins import shown

# --------------------------------------------------------- The values of seats, and how many of their digits are shown


Values: TypeAlias = tuple[float | None, ...]
"""A value a seat, in shares of the win; None where the search does not know it."""

MOST_PLACES: Final = 7
"""The most decimal places of a value."""


def apart(values: Iterable[float | None], least: int) -> int:
    """The decimal places that tell different values apart: ``least`` at least and MOST at most.

    Values that agree to MOST places are taken for equal.

    >>> apart([0.5, 0.50001, None], 4), apart([0.5, 0.5, 0.1], 4), apart([1 / 3, 1 - 2 / 3], 4)
    (5, 4, 4)
    """
    known = {round(float(value), MOST_PLACES) for value in values if value is not None}
    places = (
        places for places in range(least, MOST_PLACES) if len({round(one, places) for one in known}) == len(known)
    )
    return next(places, MOST_PLACES)


def significant(number: float, digits: int = 2) -> int:
    """The decimal places that so many significant digits of a number take.

    >>> [significant(one) for one in (0.0123, 0.0996, 0.00001, 3.0, 250.0, 0.0)]
    [3, 2, 6, 1, 0, 0]
    """
    exponent = int(f"{number:.{digits - 1}e}".partition("e")[2])
    return max(0, digits - 1 - exponent) if number else 0


# ------------------------------------------------- The tree: visits and values of every node, and which nodes are kept


NODES: Final = 100_000
"""The most nodes of a tree, by default."""


@dataclass(frozen=True, slots=True)
class TreeSize:
    """How much of a tree is kept: at most so many ``nodes``, and so many levels (``depth``) below the root.

    Raises :class:`~magnate.errors.BadSearch` for sizes that are none.
    """

    nodes: int = NODES
    depth: int | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.nodes, int) or self.nodes < 1:
            raise BadSearch(f"a tree cannot have {self.nodes!r} nodes", hint="give a whole number from 1")
        if self.depth is not None and (not isinstance(self.depth, int) or self.depth < 1):
            raise BadSearch(f"a tree cannot have {self.depth!r} levels", hint="give a whole number from 1")

    @classmethod
    def of(cls, asked: bool | TreeSize) -> TreeSize | None:
        """The size that a caller asks for: True is the usual one, False no tree."""
        return cls() if asked is True else asked or None


@dataclass(frozen=True, slots=True)
class Kept:
    """The kept nodes, the root first and siblings side by side; the number of each one's parent among them (-1: none).

    ``further`` is how many nodes each of them stands for beside itself: those below it that no kept one stands for.
    """

    nodes: list[int]
    parents: list[int]
    further: list[int]


def kept(
    below: Callable[[int], Sequence[int]],
    visits: Callable[[int], int],
    line: Iterable[int],
    size: TreeSize,
    beside: Callable[[int], int] = lambda _: 0,
) -> Kept:
    """Choose nodes of the tree whose root is node 0.

    ``below`` gives a node's children, ``visits`` what it is chosen by, ``line`` the best line (without the root), and
    ``beside`` how many nodes one stands for already.
    """
    wanted = _wanted(below, visits, list(line), size)
    weight = _weights(below, beside)
    nodes, parents = [0], [-1]
    further = []
    for at, node in enumerate(nodes):  # which grows
        stands_for = beside(node)
        for child in below(node):
            if child in wanted:
                nodes.append(child)
                parents.append(at)
            else:
                stands_for += weight[child]
        further.append(stands_for)
    return Kept(nodes, parents, further)


def _wanted(
    below: Callable[[int], Sequence[int]], visits: Callable[[int], int], line: Sequence[int], size: TreeSize
) -> set[int]:
    """The nodes to keep: the root, the best line, then always the most visited one whose parent is kept."""
    deepest = size.nodes if size.depth is None else size.depth
    wanted = {0, *line[: min(deepest, size.nodes - 1)]}
    open_ = [(0, 0, 0)]  # (less visits first, node, depth)
    while open_:
        _, node, depth = heapq.heappop(open_)
        if node not in wanted:
            if len(wanted) == size.nodes:
                break
            wanted.add(node)
        if depth < deepest:
            for child in below(node):
                heapq.heappush(open_, (-visits(child), child, depth + 1))
    return wanted


def _weights(below: Callable[[int], Sequence[int]], beside: Callable[[int], int]) -> dict[int, int]:
    """How many nodes there are in the subtree of each node."""
    order = [0]
    for node in order:  # which grows
        order.extend(below(node))
    weight: dict[int, int] = {}
    for node in reversed(order):
        weight[node] = 1 + beside(node) + sum(weight[child] for child in below(node))
    return weight


KIND: Final = "search-tree"
SCHEMA: Final = 1
"""The kind and the version of a tree as JSON; keys are never renamed without raising it."""
_UNCLEAR: Final = re.compile(r"item:.*|.*:[^a-z]*")
"""Names that say nothing without their position: of an item, or with a number alone behind the colon."""
VARIES: Final = -3
"""``mover`` in an open loop where it is not the same on every visit, or not known."""
LEAST_DIGITS: Final = 3
"""The fewest decimal places of a value in a picture or a page."""


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A position that a search visited.

    ``parent`` is its parent's number in the tree (-1: it is the root); ``id`` and ``name`` are the action or outcome
    that leads here and ``text`` says what that does. ``mover`` is who decides *here*: a seat, ``CHANCE`` (-1) or
    ``OVER`` (-2). ``visits`` are simulations, or visited nodes of the subtree, as the tree's ``unit`` says. ``value``
    has an entry a seat, and ``bound`` says how it is meant. ``=``: it is that; ``<=`` or ``>=``: it is that or less, or
    more, for the seat that searches. ``~``: it is the mean of simulations; empty where nothing is known. ``proven``: no
    deeper search finds another. ``probability`` is that of an outcome, ``prior`` what an action began with.

    ``best``: it is on the best line. ``remark`` says what the algorithm did here: ``cut-off`` (it stopped looking,
    since the rest cannot matter), ``remembered`` (a transposition table answered), ``probed`` (only one action was
    looked at). ``unsearched`` names what may be done or happen here and was not looked at. ``further`` is how many
    visited nodes lie below that this tree leaves out.
    """

    parent: int
    id: int
    name: str
    text: str
    by: int
    mover: int
    visits: int
    value: Values
    bound: str
    proven: bool = False
    probability: float | None = None
    prior: float | None = None
    best: bool = False
    remark: str = ""
    unsearched: tuple[str, ...] = ()
    further: int = 0

    @property
    def label(self) -> str:
        """What a reader sees: the name, or the sentence where the name is a number or an item, as ``trade:2`` is."""
        return self.text if self.text and self.by >= 0 and _UNCLEAR.fullmatch(self.name) else shown(self.name)


@dataclass(frozen=True)
class TreeData:
    """The tree of a search: ``nodes[0]`` is the root, parents stand before children, and siblings side by side.

    ``preset`` is the game's preset with what differs from it, as a reader sees it.
    ``seat`` is the one that searched; ``unit`` says what visits count: ``simulations``, or ``nodes``. ``position`` is
    the root's, as the game draws it.
    """

    game: str
    title: str
    preset: str
    players: int
    seat: int
    algorithm: str
    options: Mapping[str, Any]
    budget: str
    unit: str
    position: str
    nodes: tuple[TreeNode, ...] = field(repr=False)

    @cached_property
    def _below(self) -> list[range]:
        """The children of every node."""
        found = [range(0)] * len(self.nodes)
        for i, node in enumerate(self.nodes[1:], 1):
            before = found[node.parent]
            found[node.parent] = range(before.start if before else i, i + 1)
        return found

    def children(self, node: int = 0) -> range:
        """The numbers of a node's children, in the order of their ids."""
        return self._below[node]

    def line(self) -> Iterator[int]:
        """The numbers of the nodes on the best line, without the root."""
        return (i for i, node in enumerate(self.nodes) if node.best and i > 0)

    def path(self, node: int) -> list[str]:
        """The names of the steps from the root to a node."""
        names: list[str] = []
        while node > 0:
            names.append(self.nodes[node].name)
            node = self.nodes[node].parent
        return names[::-1]

    @property
    def whole(self) -> int:
        """How many nodes the search's tree has, each once, those that this one leaves out included."""
        return len(self.nodes) + sum(node.further for node in self.nodes)

    @property
    def digits(self) -> int:
        """The decimal places of values for people: enough to tell the actions at the root apart."""
        shown = [self.nodes[i].value for i in self.children()]
        return max((apart(column, LEAST_DIGITS) for column in zip(*shown, strict=True)), default=LEAST_DIGITS)

    def limited(self, size: TreeSize) -> Self:
        """The part of the tree that ``size`` allows: the best line, and of the rest the most visited first."""
        nodes = self.nodes
        found = kept(self.children, lambda i: nodes[i].visits, self.line(), size, lambda i: nodes[i].further)
        chosen = zip(found.nodes, found.parents, found.further, strict=True)
        return replace(self, nodes=tuple(replace(nodes[i], parent=at, further=more) for i, at, more in chosen))

    # --------------------------------------------------------------------------------------------- formats

    def as_dict(self) -> dict[str, Any]:
        """The tree as JSON's types; :meth:`from_dict` reads it back."""
        about = {name: getattr(self, name) for name in self.__dataclass_fields__ if name != "nodes"}
        head = {"kind": KIND, "schema": SCHEMA, **about, "options": dict(self.options), "whole": self.whole}
        return {**head, "nodes": [asdict(node) for node in self.nodes]}

    @classmethod
    def from_dict(cls, found: Mapping[str, Any]) -> Self:
        """The tree that :meth:`as_dict` wrote; raises :class:`~magnate.errors.BadSearch` for anything else."""
        if found.get("kind") != KIND:
            raise BadSearch("this is no tree of a search", hint="give what --tree FILE.json wrote")
        if found.get("schema") != SCHEMA:
            raise BadSearch(
                f"the tree has schema {found.get('schema')!r}, and this version of magnate reads {SCHEMA}",
                hint="install the newer magnate that wrote it",
            )
        about = {name: one for name, one in found.items() if name not in {"kind", "schema", "whole", "nodes"}}
        nodes = tuple(
            TreeNode(**{**node, "value": tuple(node["value"]), "unsearched": tuple(node["unsearched"])})
            for node in found["nodes"]
        )
        return cls(**about, nodes=nodes)
