"""A search that is made once and asked often: what agents need, which want a decision and no report.

The kernel is bound and its arrays are made once. Each question begins with them as they were, so that the answer
depends on the position and the seed alone: it is the action that :func:`.running.search` would report.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np

from ..engine.loader import kernel
from ..engine.position import Position
from ..engine.records import copied
from ..engine.stream import deal_seed
from .deepening import spend, write_options
from .desk import bench
from .endgame import endgame_entry
from .portfolios import PortfolioSearch
from .reuse import make_room
from .simulating import may_recycle
from .simulating_options import kernel_for
from .simulators import SIMULATORS, world

if TYPE_CHECKING:
    from ..engine.compiler import Progress
    from ..engine.game import Game
    from .budget import Budget
    from .question import Question

__all__ = ["Searcher", "entries_of", "searcher"]

REMEMBERED: Final = ("killers", "history", "slots", "works")
"""What a search relies on finding in its desk; everything else there is written before it is read."""


class Searcher(Protocol):
    """A search of one game that is asked again and again, by one thread at a time.

    Its ``budget`` may be changed between two questions if it is one of time, and so may ``until``, the moment at which
    a search ends whatever its budget (see :class:`.question.Question`).
    """

    budget: Budget
    until: int

    def choose(self, states: np.ndarray, seat: int, seed: int) -> int:
        """The action that the search finds best for the seat to move.

        ``states`` is an array of length 1 with what that seat may see; whatever is random follows from ``seed``.
        Raises :class:`~magnate.errors.BadSearch` where the search cannot go on.
        """
        ...


def entries_of(game: Game, question: Question) -> list[Callable[..., Any]]:
    """The compiled functions that a search of this game calls."""
    name = question.algorithm.kernel
    if name == "mcts":
        name = kernel_for(question.options)
    found: list[Callable[..., Any]] = [kernel(f"{__package__}.{name}", game.rules, question.guide).search]
    if question.options.get("exact"):
        found.append(endgame_entry(game, question))
    if question.algorithm.name in {"mcts", "determinised"} and may_recycle(game, question):
        found.append(make_room)
    return found


def searcher(game: Game, question: Question, progress: Progress | None = None) -> Searcher:
    """A search of a game, compiled if need be; raises :class:`~magnate.errors.BadSearch` where it does not fit."""
    algorithm = question.algorithm
    algorithm.check_game(game)
    algorithm.check_budget(question.budget)
    if question.rows:
        found = PortfolioSearch(
            game, question.guide, question.params, question.rows, question.budget, question.options, progress
        )
        found.until = question.until
        return found
    made: Callable[..., Searcher] = SIMULATORS.get(algorithm.name, _DepthFirst)
    return made(game, question, progress)


class _DepthFirst:
    """The searches to a depth, and those that deepen until their budget is used up."""

    def __init__(self, game: Game, question: Question, progress: Progress | None) -> None:
        slots = int(question.options.get("slots", 1))
        kernel_name, vectors = question.algorithm.kernel, question.algorithm.vector
        self.bench = bench(
            kernel_name, game, question.guide, question.plies, slots=slots, vectors=vectors, progress=progress
        )
        self.game = game
        self.budget = question.budget
        self.until = question.until
        self.extra = int(question.options.get("extra", 0))
        desk, work = self.bench.desk, self.bench.work
        desk.params[: len(question.params)] = question.params
        write_options(work, question.algorithm, question.options, game.info, 0)
        self._before = {name: getattr(desk, name).copy() for name in REMEMBERED}

    def choose(self, states: np.ndarray, seat: int, seed: int) -> int:
        """See :class:`Searcher`."""
        begun = time.monotonic_ns()
        key = deal_seed("search", seed)

        def renew() -> None:
            for name, before in self._before.items():
                getattr(self.bench.desk, name)[:] = before
            self.bench.work.key = key

        renew()
        shown = Position(self.game, copied(world(self.game, states, seat, key)))
        self.bench.place(shown.states())
        return spend(self.bench, self.budget, seat, shown, self.extra, begun, self.until, renew).line[0]
