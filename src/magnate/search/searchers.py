"""Searches made once and asked often: agents want a decision and no report.

The kernel is bound and its arrays are made once. Each question begins with them as they were, so that the answer
depends on the position and the seed alone: it is the action that :func:`.api.search` would report.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np

from ..core.binding import MEMO, PARAMS
from ..core.game import Position
from ..core.loader import kernel
from ..runtime.compiler import build
from ..runtime.layout import copied
from ..runtime.stream import STREAM, deal_seed
from . import hidden
from .algorithms import PORTFOLIO_NAME, Algorithm
from .deepening import spend, write_options
from .endgame import endgame, endgame_entry
from .hidden import search_worlds, tree_of_worlds
from .mcts_driver import is_extended, may_recycle, planted, searched_by
from .mcts_pool import make_room
from .mcts_report import answer, chosen_child
from .mcts_tree import RUN
from .options import check_playouts, check_together, ends_at, longest_playout, switch, whole
from .whole_driver import WholeMoves
from .workspace import WorkspaceSize, bound_search, entry_of

if TYPE_CHECKING:
    from ..core.game import Game
    from ..runtime.compiler import Progress
    from .algorithms import SearchSpec
    from .mcts_driver import Grown
    from .options import Budget


# ---------------------------------------------------------------------------------------------------- Portfolio search


PORTFOLIO: Final = Algorithm(
    PORTFOLIO_NAME,
    "portfolio.search",
    "simulated games for each of the actions that some agents would take",
    chance=True,
    players=8,
    vector=True,
    options={
        "truncate": whole(None, "the decisions after which a playout is estimated by the guide", 0, 1 << 30),
        "follow": switch(True, "the seat plays on as the agent that proposed the action"),
    },
    plays_out=True,
    budgets=("sims", "time"),
)
"""It chooses among what agents would do, so that it is an agent and no search of a position alone."""


class PortfolioSearch:
    """The kernel bound to a game and a guide, and the arrays that it works on.

    ``rows`` are the rows of parameters of the portfolio's agents, ``params`` is that of everybody else.
    """

    def __init__(
        self,
        game: Game,
        guide: ModuleType | None,
        params: tuple[float, ...],
        rows: tuple[tuple[float, ...], ...],
        budget: Budget,
        options: Any,
        progress: Progress | None = None,
    ) -> None:
        bound = kernel(f"{__package__}.portfolio", game.rules, guide)
        build([bound.search], progress)
        width = max(1, game.info.max_legal, game.info.max_outcomes)
        self.budget = budget
        self.until = 0
        self.follow = bool(options["follow"])
        self.entry = bound.search
        self.workspace = bound.Workspace(
            states=np.zeros(2, game.rules.STATE),
            streams=np.zeros(1, STREAM),
            acts=np.zeros(width, np.int64),
            weights=np.zeros(width, np.int64),
            values=np.zeros(game.players),
            params=np.array([*params, *[0.0] * (PARAMS - len(params))]),
            rows=np.array(rows),
            memos=np.zeros((game.players, MEMO), np.int64),
            actions=np.zeros(len(rows), np.int64),
            authors=np.zeros(len(rows), np.int64),
            totals=np.zeros(len(rows)),
            runs=np.zeros(1, RUN),
        )
        self.run: Any = self.workspace.runs.view(np.recarray)[0]
        self.run.longest = longest_playout(game.info.max_decisions)
        self.run.truncate = -1 if options["truncate"] is None else int(options["truncate"])
        if budget.kind == "sims":
            self.run.limit = budget.amount
        self._before = self.workspace.runs.copy()

    def choose(self, states: np.ndarray, seat: int, seed: int) -> int:
        """See :class:`~magnate.search.searchers.Searcher`."""
        self.workspace.runs[:] = self._before
        self.workspace.states[0] = states[0]
        self.run.key = deal_seed("search", seed)
        self.run.deadline = ends_at(self.budget, time.perf_counter_ns(), self.until)
        action = int(self.entry(seat, self.follow, self.workspace))
        check_playouts(self.run)
        return action


# ---------------------------------------------------------------------------------------- Searches that simulate games


def world(game: Game, states: np.ndarray, seat: int, key: int) -> np.ndarray:
    """The position of ``states`` (an array of length 1) with all that the seat cannot know drawn anew by ``key``."""
    if not game.info.hidden:
        return states
    return Position(game, copied(states)).shown_to(seat, key).states()


class _ReusableTree:
    """A tree that each search begins anew, without its nodes."""

    def __init__(self, tree: Grown) -> None:
        self.tree = tree
        self._runs = tree.workspace.runs.copy()
        self._extras = None if tree.notes is None else tree.notes.extras.copy()

    def begin(self) -> Grown:
        """The tree without a node, as it was."""
        tree = self.tree
        tree.clear()
        tree.workspace.runs[:] = self._runs
        if tree.notes is not None:
            tree.notes.extras[:] = self._extras
        return tree


class _Simulating:
    """Monte Carlo tree search, in one tree or in several at once."""

    def __init__(self, game: Game, question: SearchSpec, progress: Progress | None) -> None:
        self.game = game
        self.budget = question.budget
        self.until = question.until
        self.options = question.options
        check_together(self.options, self.budget)
        least = 1 + game.info.max_legal
        self._trees = [_ReusableTree(tree) for tree in planted(game, question, least, progress=progress)]

    def choose(self, states: np.ndarray, seat: int, seed: int) -> int:
        """See :class:`.searchers.Searcher`."""
        key, begun = deal_seed("search", seed), time.perf_counter_ns()
        trees = [tree.begin() for tree in self._trees]
        found = searched_by(trees, world(self.game, states, seat, key), key, self.budget, begun, self.until)
        return int(found.node(answer(found, seat, self.options)).id)


class _Informed:
    """Information-set search."""

    def __init__(self, game: Game, question: SearchSpec, progress: Progress | None) -> None:
        self.budget = question.budget
        self.until = question.until
        self.options = question.options
        self._endgame = endgame(game, question, progress=progress)
        self._tree = hidden.planted(game, question, 0, 1 + game.info.max_legal, progress=progress)
        self._fresh = _ReusableTree(self._tree)

    def choose(self, states: np.ndarray, seat: int, seed: int) -> int:
        """See :class:`.searchers.Searcher`."""
        begun = time.perf_counter_ns()
        if self._endgame is not None:
            self._endgame.renew()
            finding = self._endgame.solve(states, seat, self.budget, begun, self.until)
            if finding is not None:
                return finding.line[0]
        self._fresh.begin()
        found = replace(self._tree, me=seat)
        found.place(states)
        found.run.key = deal_seed("search", seed)
        found.run.deadline = ends_at(self.budget, begun, self.until)
        found.search()
        return int(found.node(chosen_child(found, seat, self.options["choose"], self.options["c"])).id)


class _Worlds:
    """Several worlds, each searched as if nothing were hidden in it."""

    def __init__(self, game: Game, question: SearchSpec, progress: Progress | None) -> None:
        self.game = game
        self.budget = question.budget
        self.until = question.until
        self._question = question
        self._fresh = _ReusableTree(tree_of_worlds(game, question, 1 + game.info.max_legal, progress=progress))

    def choose(self, states: np.ndarray, seat: int, seed: int) -> int:
        """See :class:`.searchers.Searcher`."""
        begun, position = time.perf_counter_ns(), Position(self.game, copied(states))
        found = self._fresh.begin()
        options, question = self._question.options, replace(self._question, budget=self.budget, until=self.until)
        search_worlds(found, position, question, deal_seed("search", seed), begun)
        return int(found.node(chosen_child(found, seat, options["choose"], options["c"])).id)


SIMULATORS: Final[Mapping[str, Callable[..., Searcher]]] = {
    "mcts": _Simulating,
    "ismcts": _Informed,
    "determinised": _Worlds,
    "wholemove": WholeMoves,
}
"""What searches again and again by the algorithms that simulate games."""


# ---------------------------------------------------------------------------------------------------------- Any search


REMEMBERED: Final = ("killers", "history", "slots", "works")
"""What a search relies on finding in its workspace; everything else there is written before it is read."""


class Searcher(Protocol):
    """A search of one game that is asked again and again, by one thread at a time.

    Its ``budget`` may be changed between two questions if it is one of time, and so may ``until``, the moment at which
    a search ends whatever its budget (see :class:`.algorithms.SearchSpec`).
    """

    budget: Budget
    until: int

    def choose(self, states: np.ndarray, seat: int, seed: int) -> int:
        """The action that the search finds best for the seat to move.

        ``states`` is an array of length 1 with what that seat may see; whatever is random follows from ``seed``.
        Raises :class:`~magnate.errors.BadSearch` where the search cannot go on.
        """
        ...


def entries_of(game: Game, question: SearchSpec) -> list[Callable[..., Any]]:
    """The compiled functions that a search of this game calls."""
    extended = question.algorithm.name == "mcts" and is_extended(question.options)
    found = [entry_of(question.algorithm.kernel, game.rules, question.guide, extended=extended)]
    if question.options.get("exact"):
        found.append(endgame_entry(game, question))
    if question.algorithm.name in {"mcts", "determinised"} and may_recycle(game, question):
        found.append(make_room)
    return found


def searcher(game: Game, question: SearchSpec, progress: Progress | None = None) -> Searcher:
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

    def __init__(self, game: Game, question: SearchSpec, progress: Progress | None) -> None:
        slots = int(question.options.get("slots", 1))
        size = WorkspaceSize(question.plies, slots, question.algorithm.vector)
        self.search = bound_search(question.algorithm.kernel, game, question.guide, size, progress=progress)
        self.game = game
        self.budget = question.budget
        self.until = question.until
        self.extra = int(question.options.get("extra", 0))
        ws, work = self.search.workspace, self.search.work
        ws.params[: len(question.params)] = question.params
        write_options(work, question.algorithm, question.options, game.info, 0)
        self._before = {name: getattr(ws, name).copy() for name in REMEMBERED}

    def choose(self, states: np.ndarray, seat: int, seed: int) -> int:
        """See :class:`Searcher`."""
        begun = time.perf_counter_ns()
        key = deal_seed("search", seed)

        def renew() -> None:
            for name, before in self._before.items():
                getattr(self.search.workspace, name)[:] = before
            self.search.work.key = key

        renew()
        shown = Position(self.game, copied(world(self.game, states, seat, key)))
        self.search.place(shown.states())
        return spend(self.search, self.budget, seat, shown, self.extra, begun, self.until, renew).line[0]
