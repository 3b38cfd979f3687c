"""Making a tree of what a search left: choose what is kept, and give it the names of the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, cast

from ...engine.contract import CHANCE, OVER
from ...engine.wording import action_text, rules_message
from ..algorithms import ALGORITHMS
from ..report import Step, Values
from .model import VARIES, Tree, TreeNode
from .size import Kept, TreeSize, kept

if TYPE_CHECKING:
    from ...engine.position import Position
    from ..report import Report

__all__ = ["Found", "Source", "tree_of"]

TOLD: Final = 3_000
"""So many nodes next to the root get a sentence, and the best line: in a large game it takes a millisecond a node."""


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
    open: bool
    """Whether chance is not in the tree (an open loop): a node then stands for many positions."""

    def below(self, node: int) -> Sequence[int]:
        """The visited children of a node, in the order of their ids."""

    def visits(self, node: int) -> int:
        """How often it was visited, or how many nodes were visited in its subtree."""

    def step(self, node: int) -> int:
        """The action or outcome that leads to it from its parent."""

    def found(self, node: int) -> Found:
        """What is known of it."""


class OpenSource(Source, Protocol):
    """The tree of an open loop, in which several seats may decide at one node."""

    def by(self, node: int) -> int:
        """Who took the step that leads to it."""

    def untried(self, node: int) -> list[int]:
        """The actions that were known there and that no visit took."""


def tree_of(source: Source, start: Position, report: Report, size: TreeSize) -> Tree:
    """The tree of a search from ``start`` (what its seat sees), whose report has the best line."""
    line = list(_line(source, report.variation))
    chosen = kept(source.below, source.visits, line, size)
    best = {0, *line}
    if source.open:
        nodes = _named_open(cast("OpenSource", source), start, chosen, best)
    else:
        nodes = _named(source, start, chosen, best)
    game = start.game
    return Tree(
        game=game.name,
        title=game.info.title,
        preset=str(rules_message(game)),
        players=game.players,
        seat=report.seat,
        algorithm=report.algorithm,
        options=_chosen(report),
        budget=report.budget,
        unit=source.unit,
        position=str(start),
        nodes=tuple(nodes),
    )


def _chosen(report: Report) -> dict[str, Any]:
    """The options that are not the algorithm's own defaults."""
    known = ALGORITHMS[report.algorithm].options
    return {name: value for name, value in report.options.items() if value != known[name].default}


def _line(source: Source, steps: Iterable[Step]) -> Iterator[int]:
    """The nodes of a line as far as it was visited; an open loop has none for chance."""
    node = 0
    for step in steps:
        after = next((child for child in source.below(node) if _leads(source, child, step)), None)
        if after is not None:
            yield after
            node = after
        elif not (source.open and step.chance):
            return


def _leads(source: Source, node: int, step: Step) -> bool:
    """Whether a step leads to this node from its parent; in an open loop an action and an outcome may have one id."""
    if source.step(node) != step.id:
        return False
    return not source.open or (cast("OpenSource", source).by(node) == CHANCE) == step.chance


def _choices(position: Position) -> dict[int, tuple[str, float | None]]:
    """All that may be done or happen, by id: its name, and the probability of an outcome."""
    if position.to_move == CHANCE:
        return {one.id: (one.name, float(one.probability)) for one in position.outcomes()}
    module = position.game.module
    if isinstance(module, ModuleType):
        return {action: (module.action_name(action), None) for action in position.legal_ids()}
    return {one.id: (one.name, None) for one in position.legal()}  # names that depend on the position (OpenSpiel's)


def _named(source: Source, start: Position, chosen: Kept, best: set[int]) -> list[TreeNode]:
    """The nodes with their names, by playing the game along every branch."""
    hidden = start.game.info.hidden  # what is proven of one world is not of all
    below: dict[int, list[int]] = {}
    for at, parent in enumerate(chosen.parents):
        below.setdefault(parent, []).append(at)
    nodes: list[Any] = [None] * len(chosen.nodes)
    waiting: list[tuple[int, Position, tuple[str, float | None]]] = [(0, start, ("", None))]
    while waiting:
        at, before, (name, probability) = waiting.pop()
        node = chosen.nodes[at]
        step = -1 if at == 0 else source.step(node)
        here = before if at == 0 else before.copy().apply(step)
        visited = source.below(node)
        choices = _choices(here) if visited else {}
        steps = {source.step(child) for child in visited}
        found = source.found(node)
        nodes[at] = TreeNode(
            parent=chosen.parents[at],
            id=step,
            name=name,
            text=_told(before, step, here) if at > 0 and (at < TOLD or node in best) else "",
            by=before.to_move if at else OVER,
            mover=here.to_move,
            visits=source.visits(node),
            value=found.value,
            bound=found.bound,
            proven=found.proven and not hidden,
            probability=probability,
            prior=found.prior,
            best=node in best,
            remark=found.remark,
            unsearched=tuple(other for action, (other, _) in choices.items() if action not in steps),
            further=chosen.further[at],
        )
        waiting += [(child, here, choices[source.step(chosen.nodes[child])]) for child in below.get(at, ())]
    return nodes


def _named_open(source: OpenSource, start: Position, chosen: Kept, best: set[int]) -> list[TreeNode]:
    """The nodes of an open loop, or of information sets: what a step does depends on the dice, or on what is hidden."""
    module, hidden = start.game.module, start.game.info.hidden

    def name(node: int) -> str:
        step = source.step(node)
        return str(module.outcome_name(start.state, step) if source.by(node) == CHANCE else module.action_name(step))

    nodes = []
    for at, (node, parent, further) in enumerate(zip(chosen.nodes, chosen.parents, chosen.further, strict=True)):
        movers = {source.by(child) for child in source.below(node)}
        found = source.found(node)
        nodes.append(
            TreeNode(
                parent=parent,
                id=source.step(node) if at else -1,
                name=name(node) if at else "",
                text="",
                by=source.by(node) if at else OVER,
                mover=start.to_move if at == 0 else movers.pop() if len(movers) == 1 else VARIES,
                visits=source.visits(node),
                value=found.value,
                bound=found.bound,
                proven=found.proven and not hidden,
                prior=found.prior,
                best=node in best,
                unsearched=tuple(map(module.action_name, source.untried(node))),
                further=further,
            )
        )
    return nodes


def _told(before: Position, step: int, here: Position) -> str:
    """What an action does, or what an outcome of chance did as far as everybody may know, as a sentence."""
    if before.to_move == CHANCE:
        return " ".join(event.text for event in here.events_for(None))
    return action_text(before.game.module, before.state, step)
