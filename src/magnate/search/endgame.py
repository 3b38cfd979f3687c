"""Exact play to the end of the game, for a search with hidden information where nothing is hidden any more.

Where the seat to move knows all (``knows`` of the rules), chance has no more to say, and so it stays for all who decide
later, no simulation is needed. Max^n finds what everybody's best play is worth. Two players whose values have a
constant sum get it from alpha-beta with a table, which visits far fewer nodes and finds the same values. Every node
that such a search comes to is checked. The search is given up at once where somebody would have to guess, or the game
goes on for longer than it may. So it is when it has visited the nodes that it may.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from .algorithms import ALGORITHMS
from .deepening import DepthResult, line_of, reported, write_options
from .interruption import limit
from .options import ends_at
from .workspace import WorkspaceSize, bound_search, entry_of

if TYPE_CHECKING:
    from ..core.game import Game, Position
    from ..runtime.compiler import Progress
    from .algorithms import SearchSpec
    from .options import Budget
    from .report import Report

MOST_SLOTS: Final = 1 << 22
"""The most places in the table; there is one for each node that may be visited, up to so many."""


def algorithm_for(game: Game, question: SearchSpec) -> str:
    """What solves endgames: alpha-beta where two players' values add up to the same everywhere, else max^n.

    The game says that of its utilities. A guide with a ``reward`` of its own says it by ``adds_up(params)``.
    """
    guide = question.guide
    adds_up = game.info.constant_sum
    if guide is not None and hasattr(guide, "reward"):
        adds_up = hasattr(guide, "adds_up") and bool(guide.adds_up(question.params))
    return "ordered" if game.players == 2 and adds_up else "maxn"


def endgame_entry(game: Game, question: SearchSpec) -> Callable[..., Any]:
    """The compiled function that solves endgames of this game for this question."""
    return entry_of(ALGORITHMS[algorithm_for(game, question)].kernel, game.rules, question.guide)


def endgame(
    game: Game, question: SearchSpec, *, interpreted: bool = False, progress: Progress | None = None
) -> Endgame | None:
    """What solves endgames for a question whose option ``exact`` allows some nodes; None where it allows none."""
    return Endgame(game, question, interpreted=interpreted, progress=progress) if question.options["exact"] else None


def solved(
    shown: Position, question: SearchSpec, key: int, started: int, *, interpreted: bool, progress: Progress | None
) -> tuple[Report | None, int]:
    """The report of a position that could be solved; and how long the kernel was made, in nanoseconds.

    ``shown`` is what the seat to move sees, by ``key``; the search ``started`` then.
    """
    solver = endgame(shown.game, question, interpreted=interpreted, progress=progress)
    if solver is None:
        return None, 0
    before = time.perf_counter()
    finding = solver.solve(shown.states(), shown.to_move, question.budget, started + solver.waited, question.until)
    if finding is None:
        return None, solver.waited
    return solver.report(shown, finding, key, time.perf_counter() - before), solver.waited


class Endgame:
    """A kernel and its workspace, made once for many searches; ``waited`` is what they took, in nanoseconds."""

    def __init__(self, game: Game, question: SearchSpec, *, interpreted: bool, progress: Progress | None) -> None:
        self._game = game
        self._question = question
        self._algorithm = ALGORITHMS[algorithm_for(game, question)]
        options = self._algorithm.settle({"slots": min(MOST_SLOTS, max(2, int(question.options["exact"])))})
        self._search = bound_search(
            self._algorithm.kernel,
            game,
            question.guide,
            WorkspaceSize(question.plies, options["slots"], self._algorithm.vector),
            interpreted=interpreted,
            progress=progress,
        )
        self.waited = self._search.waited
        ws, work = self._search.workspace, self._search.work
        ws.params[: len(question.params)] = question.params
        write_options(work, self._algorithm, options, game.info, 0)
        work.limit, work.known = int(question.options["exact"]), 1
        self._before = [] if interpreted else [(one, one.copy()) for one in (ws.killers, ws.history, ws.works)]

    def renew(self) -> None:
        """Forget the last question, if the kernel is compiled: the answer to the next one must not depend on it."""
        if self._search.work.nodes > 1:  # else nothing has been remembered
            self._search.workspace.slots[:] = np.zeros((), self._search.workspace.slots.dtype)
        for table, before in self._before:
            table[:] = before

    def solve(self, states: np.ndarray, me: int, budget: Budget, begun: int, until: int = 0) -> DepthResult | None:
        """What the game is worth and what is best for seat ``me``, who is to move in ``states`` (an array of length 1).

        None where that is not to be found. Of a budget of time, which counts from the moment ``begun`` on, and of the
        time until ``until`` (0: never) it takes no more than a half.
        """
        work = self._search.work
        end = ends_at(budget, begun, until)
        limit(work, end and begun + (end - begun) // 2)
        self._search.place(states)
        value = self._search.run(int(self._question.options["within"]), me)
        if work.stop:
            return None
        return self._finding(float(value), me)

    def _finding(self, value: float, me: int) -> DepthResult:
        """What the workspace holds after a search that came to its end, with the values of all seats."""
        ws = self._search.workspace
        roots, everybody = ws.roots.copy(), list(ws.values[0])
        if not self._algorithm.vector:
            total = self._game.info.utility_sum
            everybody = _both(value, total, me)
            roots = np.array([_both(float(row[0]), total, me) for row in roots])
        return DepthResult(0, value, roots, ws.sure.copy(), ws.effort.copy(), line_of(ws), everybody, ended=True)

    def report(self, shown: Position, finding: DepthResult, key: int, seconds: float) -> Report:
        """The report of a finding; ``shown`` is the position that was solved."""
        self._search.work.key = key
        found = reported(shown, self._question, self._search.work, finding, seconds)
        return replace(found, depth=_moves(shown, finding.line), exact=True, proven=True)


def _both(value: float, total: float, me: int) -> list[float]:
    """The values of two seats, of which seat ``me`` has this one."""
    return [value, total - value] if me == 0 else [total - value, value]


def _moves(shown: Position, line: Sequence[int]) -> int:
    """How many moves a line takes."""
    after = shown.copy()
    return sum(after.apply(step).settled for step in line)
