"""Making a tree of what a search left: choose what is kept, and give it the names of the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from ...engine.contract import CHANCE
from ..report import Values
from .model import Tree, TreeNode
from .size import Kept, TreeSize, kept

if TYPE_CHECKING:
    from ...engine.position import Position
    from ..report import Report

__all__ = ["Found", "Source", "tree_of"]

TOLD: Final = 2_000
"""What chance does is narrated for so many nodes, those next to the root: it takes a millisecond a node."""


class Found(NamedTuple):
    """What a search knows of a node; the fields are those of :class:`.model.TreeNode`."""

    value: Values
    bound: str
    proven: bool = False
    prior: float | None = None
    remark: str = ""


class Source(Protocol):
    """A tree as a search left it, its nodes by number; the root is node 0."""

    unit: str
    """What visits count."""

    def below(self, node: int) -> Sequence[int]:
        """The visited children of a node, in the order of their ids."""

    def visits(self, node: int) -> int:
        """How often it was visited, or how many nodes were visited in its subtree."""

    def step(self, node: int) -> int:
        """The action or outcome that leads to it from its parent."""

    def found(self, node: int) -> Found:
        """What is known of it."""


def tree_of(source: Source, start: Position, report: Report, size: TreeSize) -> Tree:
    """The tree of a search from ``start`` (what its seat sees), whose report has the best line."""
    line = list(_line(source, [step.id for step in report.variation]))
    chosen = kept(source.below, source.visits, line, size)
    nodes = _named(source, start, chosen, {0, *line})
    game = start.game
    return Tree(
        game=game.name,
        title=game.info.title,
        preset=game.preset,
        players=game.players,
        seat=report.seat,
        algorithm=report.algorithm,
        options=_plain(report.options),
        budget=report.budget,
        unit=source.unit,
        nodes=tuple(nodes),
    )


def _plain(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that are not left to the algorithm."""
    return {name: value for name, value in options.items() if value is not None}


def _line(source: Source, steps: Iterable[int]) -> Iterator[int]:
    """The nodes of a line as far as it was visited."""
    node = 0
    for step in steps:
        after = next((child for child in source.below(node) if source.step(child) == step), None)
        if after is None:
            return
        yield after
        node = after


@dataclass(frozen=True, slots=True)
class _Choice:
    """What may be done or happen: its name, a sentence, and the probability of an outcome."""

    name: str
    text: str
    probability: float | None


def _choices(position: Position) -> dict[int, _Choice]:
    """All that may be done or happen, by id."""
    if position.to_move == CHANCE:
        return {one.id: _Choice(one.name, "", float(one.probability)) for one in position.outcomes()}
    return {one.id: _Choice(one.name, one.text, None) for one in position.legal()}


def _named(source: Source, start: Position, chosen: Kept, best: set[int]) -> list[TreeNode]:
    """The nodes with their names, by playing the game along every branch."""
    below: dict[int, list[int]] = {}
    for at, parent in enumerate(chosen.parents):
        below.setdefault(parent, []).append(at)
    nodes: list[Any] = [None] * len(chosen.nodes)
    waiting: list[tuple[int, Position, _Choice]] = [(0, start, _Choice("", "", None))]
    while waiting:
        at, before, choice = waiting.pop()
        node = chosen.nodes[at]
        here = before if at == 0 else before.copy().apply(source.step(node))
        visited = source.below(node)
        choices = _choices(here) if visited else {}
        steps = {source.step(child) for child in visited}
        found = source.found(node)
        nodes[at] = TreeNode(
            parent=chosen.parents[at],
            id=-1 if at == 0 else source.step(node),
            name=choice.name,
            text=choice.text or _told(at, here),
            mover=here.to_move,
            visits=source.visits(node),
            value=found.value,
            bound=found.bound,
            proven=found.proven,
            probability=choice.probability,
            prior=found.prior,
            best=node in best,
            remark=found.remark,
            unsearched=tuple(one.name for step, one in choices.items() if step not in steps),
            further=chosen.further[at],
        )
        waiting += [(child, here, choices[source.step(chosen.nodes[child])]) for child in below.get(at, ())]
    return nodes


def _told(at: int, here: Position) -> str:
    """What the outcome of chance that led to node ``at`` did, as far as everybody may know."""
    if at == 0 or at >= TOLD:
        return ""
    return " ".join(event.text for event in here.events_for(None))
