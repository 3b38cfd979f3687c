"""A match: is agent A better than agent B? A fixed number of games, or as many as a sequential test needs.

At a table of P, A plays P - 1 copies of B. Games are played in blocks of whole deal groups on any number of cores. The
test looks at the blocks in their order, and what was played beyond the block that decided is dropped. So the result
does not depend on the number of cores. The deals are those kept for gating: no tournament and no tuning plays them.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, TypeAlias

import numpy as np

from ..core.game import Game
from ..core.registry import game_module
from ..core.result_schema import result_schema_of
from ..errors import AgentFailed
from .blocks import Task
from .executors import Executor
from .games import Games, Piece, row_dtype
from .plan import Plan, make_plan
from .ratings import ELO
from .results import pair_correlation
from .schedule import Block
from .sprt import Sprt, elo_of_share, group_values
from .statistics import Estimate, share_estimate

__all__ = ["Match", "MatchResult", "OnProgress", "match_plan", "play_match"]


GROUPS: Final = 64
"""Deal groups in a block: the test is looked at after each."""
NOTHING: Final = 1e-12
"""A difference of shares that is rounding."""
AHEAD: Final = 2
"""Blocks handed out for each job: one that is played and one that waits for it."""


def match_plan(game: Game, agent: str, opponent: str, games: int, **plan: Any) -> Plan:
    """The plan of a match of at most ``games`` games: ``agent`` in one seat, ``opponent`` in all others.

    ``plan`` takes what :func:`~magnate.arena.plan.make_plan` takes: ``seed``, ``on_failure``, ``agent_timeout``.
    """
    return make_plan(game, [agent, *[opponent] * (game.players - 1)], games, purpose="gate", **plan)


@dataclass(frozen=True)
class Match:
    """What has been played so far, in the order of the deals.

    ``shares`` has A's mean share of the win over the rotations of each deal; a game that was stopped without a winner
    counts as shared by all. ``llr`` is the test's log-likelihood ratio and ``answer`` ``"H1"``, ``"H0"`` or None while
    it is open; without a ``test`` both are None.
    """

    plan: Plan
    test: Sprt | None
    shares: np.ndarray
    llr: float | None = None
    answer: str | None = None

    @property
    def groups(self) -> int:
        """How many deals count."""
        return len(self.shares)

    @property
    def games(self) -> int:
        """How many games these are."""
        return self.groups * self.plan.players

    @cached_property
    def score(self) -> Estimate:
        """A's share of the wins."""
        return share_estimate(self.shares, *self._range)

    @property
    def _range(self) -> tuple[float, float]:
        """What the score could be: against itself an agent has an even share, whatever happens."""
        even = 1 / self.plan.players
        return (even, even) if len(set(self.plan.alike)) == 1 else (0.0, 1.0)

    @property
    def elo(self) -> Estimate:
        """How much stronger A is than each opponent, in Elo points; ends that are infinite are None."""
        players, score = self.plan.players, self.score
        ends = [None if end is None else elo_of_share(end, players) for end in (score.low, score.high)]
        low, high = (None if end is None or math.isinf(end) else end for end in ends)
        return Estimate(elo_of_share(score.mean, players), low, high, score.deals)

    @property
    def normalized_elo(self) -> float | None:
        """The same on the scale of the normalised model; None where all deals gave the same."""
        spread = float(self.shares.std()) * math.sqrt(self.plan.players)
        return (self.score.mean - 1 / self.plan.players) / spread * 2 * ELO if spread > NOTHING else None

    @property
    def superiority(self) -> float | None:
        """The likelihood that A is the stronger one (a flat prior on its score); None where all deals gave the same."""
        from scipy.special import stdtr

        if self.groups < 2 or np.ptp(self.shares) < NOTHING:
            return None
        error = float(self.shares.std(ddof=1)) / math.sqrt(self.groups)
        return float(stdtr(self.groups - 1, (self.score.mean - 1 / self.plan.players) / error))


@dataclass(frozen=True)
class MatchResult(Match):
    """A finished match, with all its games."""

    played: Games = field(kw_only=True)

    @property
    def correlation(self) -> float | None:
        """The correlation of A's results within a deal; None where it means nothing."""
        games = self.played
        found = pair_correlation(games.shares[games.seats_of(0)], games.group)
        return None if math.isnan(found) else found

    @property
    def uncapped(self) -> Estimate | None:
        """A's share of the wins of the games that no cap ended; None where there are none."""
        games = self.played.where(~self.played.capped)
        if not len(games):
            return None
        deals = int(games.deal.max()) + 1
        won = np.bincount(games.deal, games.shares[games.seats_of(0)], deals)
        return share_estimate(won, *self._range, counts=np.bincount(games.deal, minlength=deals))

    def as_dict(self) -> dict[str, Any]:
        """The result for JSON; ``agents`` are A and its opponent, ``values`` how many deals had each mean share."""
        plan, games = self.plan, self.played
        values, counts = np.unique(np.round(self.shares, 9), return_counts=True)
        capped = int(games.capped.sum())
        return {
            "agents": [plan.agents[0], plan.agents[1]],
            "seed": plan.seed,
            "purpose": plan.purpose,
            "games": self.games,
            "deals": self.groups,
            "score": self.score.as_dict(),
            "elo": self.elo.as_dict(2) if math.isfinite(self.elo.mean) else None,
            "normalized_elo": _rounded(self.normalized_elo, 2),
            "superiority": _rounded(self.superiority, 6),
            "pair_correlation": _rounded(self.correlation, 6),
            "values": [
                {"share": round(value, 6), "deals": count}
                for value, count in zip(values.tolist(), counts.tolist(), strict=True)
            ],
            "score_uncapped": None if self.uncapped is None else self.uncapped.as_dict(),
            "capped": {"games": capped, "share": round(capped / len(games), 6)},
            "endings": games.endings(),
            "sprt": None if self.test is None else self._test_as_dict(self.test),
        }

    def _test_as_dict(self, test: Sprt) -> dict[str, Any]:
        return {
            "model": test.model,
            "elo0": test.elo0,
            "elo1": test.elo1,
            "alpha": test.alpha,
            "beta": test.beta,
            "lower": round(test.lower, 6),
            "upper": round(test.upper, 6),
            "llr": _rounded(self.llr, 6),
            "answer": self.answer,
        }


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits) + 0.0


OnProgress: TypeAlias = Callable[[Match], None]
"""Called with what has been played, first when nothing has, then after each block, in the order of the blocks."""


def play_match(plan: Plan, test: Sprt | None, executor: Executor, progress: OnProgress | None = None) -> MatchResult:
    """Play a match to its end: until the test has an answer, or until all games of the plan are played.

    The executor is left running. Raises what a game raised (:class:`~magnate.errors.AgentFailed` for an agent in
    Python, unless the plan says otherwise; also when all deals are void).
    """
    pieces: list[Piece] = []
    state = Match(plan, test, np.empty(0))
    if progress is not None:
        progress(state)
    for piece in _pieces(plan, executor):
        pieces.append(piece)
        state = _after(state, _shares(_games(plan, [piece])))
        if progress is not None:
            progress(state)
        if state.answer is not None:
            break
    games = _games(plan, pieces)
    if not state.groups:
        raise AgentFailed("an agent failed on every deal, and all were void", hint="see how with --on-failure abort")
    return MatchResult(plan, test, state.shares, state.llr, state.answer, played=games)


def _pieces(plan: Plan, executor: Executor) -> Iterator[Piece]:
    """The rows of the blocks, in their order, played ahead of time; those nobody asks for any more are given up."""
    text, dtype = plan.to_json(), row_dtype(result_schema_of(game_module(plan.game)), plan.players)
    waiting: deque[tuple[Block, Future[bytes]]] = deque()
    coming = iter(plan.schedule.blocks(GROUPS * plan.players))
    try:
        while True:
            while len(waiting) < AHEAD * executor.jobs and (block := next(coming, None)) is not None:
                waiting.append((block, executor.submit(Task(text, block.table, block.first, block.last))))
            if not waiting:
                return
            block, future = waiting[0]
            rows = np.frombuffer(future.result(), dtype)
            waiting.popleft()
            yield 0, range(block.first * plan.players, block.last * plan.players), rows
    finally:
        for _, future in waiting:
            future.cancel()


def _games(plan: Plan, pieces: list[Piece]) -> Games:
    """The games of some blocks, without the deals that an agent's failure made void."""
    games = Games.of(game_module(plan.game), plan.names, plan.schedule.tables, plan.players, pieces)
    if plan.on_failure == "void":
        games = games.where(~np.isin(games.group, games.group[games.failed > 0]))
    return games


def _shares(games: Games) -> np.ndarray:
    """A's mean share of the win at each deal."""
    shares = games.shares[games.seats_of(0)]
    shares[games.winners == 0] = 1 / games.players
    found: np.ndarray = shares.reshape(-1, games.players).mean(axis=1)
    return found


def _after(state: Match, more: np.ndarray) -> Match:
    """The match with one block more."""
    shares = np.concatenate([state.shares, more])
    if state.test is None or not len(shares):
        return Match(state.plan, state.test, shares)
    llr = float(state.test.llr(*group_values(shares, state.plan.players)))
    return Match(state.plan, state.test, shares, llr, state.test.answer(llr, len(shares)))
