"""A tree as a search left it: what was visited, how often, and what it is worth to everybody."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from ...errors import BadSearch
from ..digits import apart
from ..report import Values
from .size import TreeSize, kept

__all__ = ["KIND", "SCHEMA", "VARIES", "Tree", "TreeNode"]

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
    has an entry a seat, and ``bound`` says how it is meant: ``=`` it is that, ``<=`` or ``>=`` it is that or less, or
    more, for the seat that searches, ``~`` it is the mean of simulations; empty where nothing is known. ``proven``: no
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
        return self.text if self.text and self.by >= 0 and _UNCLEAR.fullmatch(self.name) else self.name


@dataclass(frozen=True)
class Tree:
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

    def limited(self, size: TreeSize) -> Tree:
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
    def from_dict(cls, found: Mapping[str, Any]) -> Tree:
        """The tree that :meth:`as_dict` wrote; raises :class:`~magnate.errors.BadSearch` for anything else."""
        if found.get("kind") != KIND or found.get("schema") != SCHEMA:
            raise BadSearch("this is no tree of a search", hint="give what --tree FILE.json wrote")
        about = {name: one for name, one in found.items() if name not in {"kind", "schema", "whole", "nodes"}}
        nodes = tuple(
            TreeNode(**{**node, "value": tuple(node["value"]), "unsearched": tuple(node["unsearched"])})
            for node in found["nodes"]
        )
        return cls(**about, nodes=nodes)

    def to_dot(self) -> str:
        """The tree as Graphviz DOT; :meth:`limited` makes it small enough to be drawn."""
        from .dot import dot

        return dot(self)

    def to_html(self) -> str:
        """The tree as one HTML page to browse, which needs nothing else."""
        from .page import page

        return page(self)
