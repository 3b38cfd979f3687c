"""A search that is made once and asked often: what agents need, which want a decision and no report.

The kernel is bound and its arrays are made once. Each question begins with them as they were, so that the answer
depends on the position and the seed alone: it is the action that :func:`.running.search` would report.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np

from ..engine.loader import kernel
from ..engine.position import Position
from ..engine.stream import deal_seed
from .algorithms import Algorithm
from .budget import Budget
from .deepening import failure, write_options
from .desk import bench
from .portfolios import PortfolioSearch
from .reading import chosen_child
from .running import search
from .simulating import PLIES, grown, pool_size
from .simulating_options import kernel_for
from .simulating_options import write_options as write_run
from .work import BUDGET

if TYPE_CHECKING:
    from ..engine.compiler import Progress
    from ..engine.game import Game

__all__ = ["Question", "Searcher", "entry_of", "searcher"]

REMEMBERED: Final = ("killers", "history", "slots", "works")
"""What a search relies on finding in its desk; everything else there is written before it is read."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be searched for: an algorithm with all of its options, a budget, and a guide.

    ``params`` is the guide's row of numbers, ``plies`` the longest line there is room for (None: the usual one).
    ``rows`` are those of a portfolio's agents.
    """

    algorithm: Algorithm
    budget: Budget
    options: Mapping[str, Any] = field(default_factory=dict)
    guide: ModuleType | None = None
    params: tuple[float, ...] = ()
    plies: int | None = None
    rows: tuple[tuple[float, ...], ...] = ()


class Searcher(Protocol):
    """A search of one game that is asked again and again, by one thread at a time."""

    def choose(self, states: np.ndarray, seat: int, seed: int) -> int:
        """The action that the search finds best for the seat to move.

        ``states`` is an array of length 1 with what that seat may see; whatever is random follows from ``seed``.
        Raises :class:`~magnate.errors.BadSearch` where the search cannot go on.
        """
        ...


def entry_of(game: Game, question: Question) -> Callable[..., Any]:
    """The compiled function that a search of this game calls."""
    name = question.algorithm.kernel
    if name == "mcts":
        name = kernel_for(question.options)
    found: Callable[..., Any] = kernel(f"{__package__}.{name}", game.rules, question.guide).search
    return found


def searcher(game: Game, question: Question, progress: Progress | None = None) -> Searcher:
    """A search of a game, compiled if need be; raises :class:`~magnate.errors.BadSearch` where it does not fit."""
    algorithm = question.algorithm
    algorithm.check_game(game)
    algorithm.check_budget(question.budget)
    if question.rows:
        return PortfolioSearch(
            game, question.guide, question.params, question.rows, question.budget, question.options, progress
        )
    made: Callable[..., Searcher] = _Reporting
    if not algorithm.plays_out:
        made = _DepthFirst
    elif algorithm.name == "mcts" and kernel_for(question.options) == "mcts" and question.options["threads"] == 1:
        made = _Simulating
    return made(game, question, progress)


class _DepthFirst:
    """The searches to a depth, and those that deepen until their budget is used up."""

    def __init__(self, game: Game, question: Question, progress: Progress | None) -> None:
        slots = int(question.options.get("slots", 1))
        name, guide, plies = question.algorithm.kernel, question.guide, question.plies
        self.bench = bench(name, game, guide, plies, slots=slots, progress=progress)
        self.game = game
        self.budget = question.budget
        desk, work = self.bench.desk, self.bench.work
        desk.params[: len(question.params)] = question.params
        write_options(work, question.algorithm, question.options, game.info, 0)
        if self.budget.kind == "nodes":
            work.limit = self.budget.amount
        self._before = {name: getattr(desk, name).copy() for name in REMEMBERED}

    def choose(self, states: np.ndarray, seat: int, seed: int) -> int:
        """See :class:`Searcher`."""
        for name, before in self._before.items():
            getattr(self.bench.desk, name)[:] = before
        self.bench.work.key = deal_seed("search", seed)
        self.bench.place(states)
        if self.budget.kind == "depth":
            self._finishes(self.budget.amount, seat)
            return self._best()
        if self.budget.kind == "time":
            self.bench.work.deadline = time.monotonic_ns() + self.budget.amount
        return self._deepen(states, seat)

    def _deepen(self, states: np.ndarray, seat: int) -> int:
        """Search deeper and deeper; the answer is that of the last depth that was finished.

        Without time for one move ahead it is the best action so far, or the first.
        """
        found, depth = -1, 1
        while self._finishes(depth, seat):
            found = self._best()
            if self.bench.work.horizon == 0:
                return found
            depth += 1
        if found < 0:
            found = self._best()
        return found if found >= 0 else Position(self.game, states).legal()[0].id

    def _finishes(self, depth: int, seat: int) -> bool:
        """Search to a depth; False when the budget did not suffice."""
        self.bench.run(depth, seat)
        stop = self.bench.work.stop
        if stop not in {0, BUDGET}:
            raise failure(self.bench, self.game)
        return bool(stop == 0)

    def _best(self) -> int:
        return int(self.bench.desk.line[0][0])


class _Simulating:
    """Plain Monte Carlo tree search."""

    def __init__(self, game: Game, question: Question, progress: Progress | None) -> None:
        self.budget = question.budget
        self.options = question.options
        pool = pool_size(game.info, self.options["pool"], 1 + game.info.max_legal, self.budget)
        plies = question.plies or PLIES
        self.tree = grown(game, question.guide, pool, plies, options=self.options, progress=progress)
        self.tree.desk.params[: len(question.params)] = question.params
        write_run(self.tree.run, self.tree.extra, self.options, game.info.utility_range[1])
        if self.budget.kind == "sims":
            self.tree.run.limit = self.budget.amount
        self._before = self.tree.desk.runs.copy()

    def choose(self, states: np.ndarray, seat: int, seed: int) -> int:
        """See :class:`Searcher`."""
        tree, run = self.tree, self.tree.run
        tree.clear()
        tree.desk.runs[:] = self._before
        tree.place(states)
        run.key = deal_seed("search", seed)
        if self.budget.kind == "time":
            run.deadline = time.monotonic_ns() + self.budget.amount
        tree.search()
        return int(tree.node(chosen_child(tree, seat, self.options["choose"], self.options["c"])).id)


class _Reporting:
    """Any other search: one with its report at every decision."""

    def __init__(self, game: Game, question: Question, progress: Progress | None) -> None:
        self.game = game
        self.question = question
        self.progress = progress

    def choose(self, states: np.ndarray, seat: int, seed: int) -> int:  # noqa: ARG002 - the position knows the seat
        """See :class:`Searcher`."""
        asked = self.question
        report = search(
            Position(self.game, states.copy()),
            asked.algorithm.name,
            asked.budget,
            guide=asked.guide,
            params=asked.params,
            seed=seed,
            plies=asked.plies,
            progress=self.progress,
            **asked.options,
        )
        return report.action
