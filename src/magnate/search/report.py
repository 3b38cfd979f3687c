"""The report of a search, whatever its algorithm."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ..core.contract import CHANCE
from ..skins import shown
from .tree import Values
from .tree_formats import SIGNS, Tree

if TYPE_CHECKING:
    from ..core.game import Position


@dataclass(frozen=True, slots=True)
class ActionReport:
    """One action of the root.

    ``bound`` says how its value is meant. ``=``: it is that. ``<=``: it is that or less for the seat to move (it was
    cut off, because another is at least as good). ``~``: it is the mean of simulations, empty where nothing is known.
    ``visits`` are the nodes (or simulations) spent on it. ``error`` is the standard error of that mean for the seat to
    move, where an algorithm has it. ``prior`` is the probability it began with, and ``policy`` that which the search
    would give it now. Where something is hidden, ``available`` counts the simulations in which it could be chosen.
    ``agreement`` is the share of the worlds, each searched by itself, in which it is the answer.
    """

    id: int
    name: str
    value: Values
    bound: str
    visits: int
    error: float | None = None
    prior: float | None = None
    policy: float | None = None
    available: int | None = None
    agreement: float | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the principal variation: a decision, or with ``chance`` the likeliest outcome."""

    id: int
    name: str
    chance: bool


@dataclass(frozen=True, slots=True)
class Report:
    """The answer of a search: what to do, what it is worth to everybody, and what it took to find out.

    ``action`` and ``name`` are the choice of seat ``seat``, ``value`` its worth. ``nodes`` counts visited positions,
    the root included, ``evaluations`` the leaves among them (or the simulations), ``cutoffs`` nodes left early,
    ``hits`` nodes answered by the transposition table. ``depth`` is how many moves the search looked ahead (0: the
    budget did not suffice for one) and ``plies`` the longest line in decisions and outcomes. ``exact``: the value is
    that of the whole tree of that depth; ``proven``: every line went to the end of the game, so that no deeper search
    finds another. ``worlds`` is how many times all that the seat cannot know was drawn anew. ``tree`` is there when it
    was asked for. ``full`` is how often a search that simulates found its pool full, and what that did follows from the
    algorithm. ``seconds`` is no part of the comparison of two reports.
    """

    game: str
    algorithm: str
    budget: str
    seat: int
    action: int
    name: str
    value: Values
    actions: tuple[ActionReport, ...]
    variation: tuple[Step, ...]
    nodes: int
    evaluations: int
    cutoffs: int
    hits: int
    depth: int
    plies: int
    exact: bool
    proven: bool
    options: Mapping[str, Any] = field(default_factory=dict)
    worlds: int = 1
    full: int = 0
    tree: Tree | None = None
    seconds: float = field(default=0.0, compare=False)

    def best(self) -> tuple[int, ...]:
        """The actions known to be as good as the best for the seat that searched, in ascending order."""
        known = {one.id: one.value[self.seat] for one in self.actions if one.bound == "="}
        top = max((value for value in known.values() if value is not None), default=None)
        return tuple(action for action, value in known.items() if value is not None and value == top)

    def _repr_html_(self) -> str:
        """The actions with what they are worth to the seat, the best first, for notebooks."""
        from ..plots import html_table

        known = sorted(
            self.actions, key=lambda one: (one.id != self.action, -(one.value[self.seat] or 0.0), -one.visits)
        )
        rows = []
        for one in known:
            value = one.value[self.seat]
            rows.append(
                [shown(one.name), "" if value is None else f"{SIGNS.get(one.bound, '')}{value:.4g}", f"{one.visits:,}"]
            )
        caption = f"{self.game}, {self.algorithm}, {self.budget}: {shown(self.name)} ({self.nodes:,} nodes)"
        return html_table(caption, ["action", f"worth to seat {self.seat}", "visits"], rows)

    def as_dict(self) -> dict[str, Any]:
        """The report as JSON's types; :meth:`from_dict` reads it back."""
        return {**asdict(replace(self, tree=None)), "tree": None if self.tree is None else self.tree.as_dict()}

    @classmethod
    def from_dict(cls, found: Mapping[str, Any]) -> Report:
        """The report that :meth:`as_dict` wrote."""
        actions = tuple(ActionReport(**{**one, "value": tuple(one["value"])}) for one in found["actions"])
        steps = tuple(Step(**one) for one in found["variation"])
        tree = None if found.get("tree") is None else Tree.from_dict(found["tree"])
        return cls(**{**found, "value": tuple(found["value"]), "actions": actions, "variation": steps, "tree": tree})


def named(position: Position, line: Iterable[int], key: int) -> list[Step]:
    """The steps of a line with their names, by playing it on the copy that was searched: the one drawn by ``key``."""
    shown, steps = position.shown_to(position.to_move, key), []
    for step in line:
        chance = shown.to_move == CHANCE
        steps.append(Step(step, shown.name_of(step), chance))
        shown.apply(step)
    return steps
