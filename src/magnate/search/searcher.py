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
from .simulating_options import kernel_for
from .simulators import SIMULATORS, world
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
    made: Callable[..., Searcher] = SIMULATORS.get(algorithm.name, _DepthFirst)
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
        key = deal_seed("search", seed)
        self.bench.work.key = key
        self.bench.place(world(self.game, states, seat, key))
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
