"""Monte Carlo tree search that goes on from move to move and keeps of its tree what is still possible."""

from __future__ import annotations

import time
from collections.abc import Iterable
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ..core.validation import checked_seed
from ..errors import BadSearch
from ..runtime.compiler import build
from ..runtime.interpreter import interpret
from ..runtime.stream import deal_seed
from . import mcts_pool
from .algorithms import SearchSpec, algorithm_named
from .api import guide_of, row_of, seat_of, whole_row
from .budget import Budget, parse_budget
from .mcts_driver import PLIES, grown, pool_size
from .mcts_report import reported
from .options import check_together, write_options

if TYPE_CHECKING:
    from ..core.game import Position
    from ..runtime.compiler import Progress
    from .report import Report

__all__ = ["Analysis"]


class Analysis:
    """A tree of ``mcts`` that follows a game.

    :meth:`search` lets it grow, :meth:`advance` goes one step on. The node of that step becomes the root, with all that
    is known of it, and the room of its siblings is free again. ``options`` are those of ``mcts``; the other arguments
    mean what they do for :func:`.search`. The same calls with the same seed have the same results.

    Raises :class:`~magnate.errors.BadSearch` for a game with hidden parts, which every search draws anew.

    >>> import magnate
    >>> analysis = Analysis(magnate.load("tictactoe").new())
    >>> analysis.search("sims:500").evaluations
    500
    >>> analysis.advance(4)
    >>> 0 < analysis.known < 500
    True
    """

    def __init__(
        self,
        position: Position,
        *,
        guide: ModuleType | str | None = None,
        params: Iterable[float] = (),
        seed: int = 0,
        plies: int | None = None,
        interpreted: bool = False,
        progress: Progress | None = None,
        **options: Any,
    ) -> None:
        game = position.game
        if game.info.hidden:
            raise BadSearch(f"{game.name} has hidden parts, so no tree of it can be kept", hint="search each position")
        self._algorithm = algorithm_named("mcts")
        self._options = self._algorithm.settle(options)
        self._algorithm.check_game(game)
        if self._options["threads"] != 1:
            raise BadSearch("only one tree can be kept", hint="leave threads out")
        row = row_of(params)
        module = guide_of(game, guide, self._algorithm, row)
        row = whole_row(module, self._algorithm, row)
        self._position = position.shown_to(0)  # without a seed, so that its chance is explicit
        least, any_time = 1 + len(position.legal_ids()), Budget("time", 1 << 62, "")
        pool = pool_size(game.info, self._options["pool"], least, any_time, interpreted=interpreted)
        self._found = grown(
            game,
            module,
            pool,
            plies or PLIES,
            options=self._options,
            recycles=True,
            interpreted=interpreted,
            progress=progress,
        )
        self._reuse = interpret(mcts_pool.__name__) if interpreted else mcts_pool
        if not interpreted:
            build([self._reuse.keep_below, self._reuse.forget], progress)
        self._found.workspace.params[: len(row)] = row
        write_options(self._found.run, self._found.extra, self._options, game.info.utility_range[1])
        self._found.run.key = deal_seed("search", checked_seed(seed))
        self._found.place(position.states())

    @property
    def position(self) -> Position:
        """The position at the root (a copy)."""
        return self._position.copy()

    @property
    def known(self) -> int:
        """The simulations that the root has seen, those of earlier positions included."""
        return int(self._found.node(0).visits)

    def search(self, budget: str | Budget = "sims:1000") -> Report:
        """Let the tree grow from the position at the root, and report what is known there.

        ``visits`` and values count what was kept; ``evaluations`` are the simulations of this call. Raises
        :class:`~magnate.errors.BadSearch` where nobody decides.
        """
        allowance = parse_budget(budget)
        self._algorithm.check_budget(allowance)
        check_together(self._options, allowance)
        seat_of(self._position)
        found, run = self._found, self._found.run
        found.place(self._position.states())
        run.simulations, run.limit, run.deadline, run.emptied, found.extra.begun = 0, 0, 0, 0, 0
        started = time.perf_counter()
        if allowance.kind == "time":
            run.deadline = time.monotonic_ns() + allowance.amount
        else:
            run.limit = allowance.amount
        found.search()
        seconds = time.perf_counter() - started
        question = SearchSpec(self._algorithm, allowance, self._options)
        return reported(self._position, question, found, seconds, int(run.key))

    def advance(self, step: int | str) -> None:
        """Go on by an action or an outcome of chance (its id or name), keeping what is known of it.

        Raises as :meth:`.Position.apply` does for a step that is not possible.
        """
        mover, step = self._position.to_move, self._position.action_id(step)
        self._position.apply(step)
        ws = self._found.workspace
        if mover < 0 and self._options["chance"] == "open":
            return  # its nodes stand for all outcomes
        for child in self._found.children(0):
            one = self._found.node(child)
            if one.id == step and one.by == mover:
                self._reuse.keep_below(child, ws.runs, ws.tree, self._found.notes)
                return
        self._reuse.forget(ws.runs, ws.tree, self._found.notes)
