"""Portfolio search from Python: its options, and the arrays that the kernel works on (:mod:`.portfolio`)."""

from __future__ import annotations

import time
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..engine.binding import MEMO, PARAMS
from ..engine.compiler import build
from ..engine.loader import kernel
from ..engine.stream import STREAM, deal_seed
from .algorithms import PORTFOLIO_NAME, Algorithm, switch, whole
from .budget import ends_at
from .tree import RUN

if TYPE_CHECKING:
    from ..engine.compiler import Progress
    from ..engine.game import Game
    from .budget import Budget

__all__ = ["PORTFOLIO", "PortfolioSearch"]

PORTFOLIO: Final = Algorithm(
    PORTFOLIO_NAME,
    "portfolio",
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
        self.desk = bound.Desk(
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
        self.run: Any = self.desk.runs.view(np.recarray)[0]
        self.run.truncate = -1 if options["truncate"] is None else int(options["truncate"])
        if budget.kind == "sims":
            self.run.limit = budget.amount
        self._before = self.desk.runs.copy()

    def choose(self, states: np.ndarray, seat: int, seed: int) -> int:
        """See :class:`~magnate.search.searcher.Searcher`."""
        self.desk.runs[:] = self._before
        self.desk.states[0] = states[0]
        self.run.key = deal_seed("search", seed)
        self.run.deadline = ends_at(self.budget, time.monotonic_ns(), self.until)
        return int(self.entry(seat, self.follow, self.desk))
