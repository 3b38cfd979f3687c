"""Playing many games from Python: compiled agents on a pool of threads, Python agents a batch at a time.

A game's course depends on its start, its seed and its agents only, so the results are the same for any number of
threads and any size of batch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Final, Protocol

import numpy as np

from ..errors import AgentFailed, listing
from .binding import ABANDONED, MEMO, PARAMS, REFUSED, WAITING
from .compiler import Progress, build
from .loader import kernel
from .stream import new_streams

__all__ = ["Answer", "Batch", "Results", "Sizes", "params_row", "play_batched", "play_games", "prepare", "set_up"]

BLOCK: Final = 256
"""The most games in one slice: small enough for steady progress, large enough to cost nothing."""
WIDTH: Final = 512
"""How many games a Python agent is asked about at once, at most."""


class Sizes(Protocol):
    """What the drivers must know of a game (a :class:`~magnate.engine.contract.GameInfo` has it)."""

    @property
    def max_legal(self) -> int: ...  # noqa: D102
    @property
    def max_outcomes(self) -> int: ...  # noqa: D102
    @property
    def max_decisions(self) -> int: ...  # noqa: D102
    @property
    def tracked(self) -> int: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Results:
    """What came of n games with P seats: one row or entry a game.

    ``states`` are the last positions; ``utility`` and ``score`` are (n, P); ``ending`` is the rules' code, or
    :data:`~magnate.engine.binding.LIMIT` for a game that was stopped, or :data:`~magnate.engine.binding.FAILED` for one
    whose agent failed (utility 0 for all in both); ``decisions`` and ``chances`` count; ``tracks`` is what the rules'
    ``track`` kept, ``GameInfo.tracked`` numbers a game; ``failed`` is 0, or the seat + 1 of the agent that failed.
    """

    states: np.ndarray
    utility: np.ndarray
    score: np.ndarray
    ending: np.ndarray
    decisions: np.ndarray
    chances: np.ndarray
    tracks: np.ndarray
    failed: np.ndarray

    @classmethod
    def empty(cls, states: np.ndarray, players: int, tracked: int) -> Results:
        """Room for the results of these games."""
        n = len(states)
        utility, score = np.zeros((n, players)), np.zeros((n, players))
        ending, decisions, chances, failed = (np.zeros(n, np.int64) for _ in range(4))
        return cls(states, utility, score, ending, decisions, chances, np.zeros((n, tracked), np.int64), failed)

    def columns(self, first: int, last: int) -> tuple[np.ndarray, ...]:
        """The games ``first`` to ``last - 1`` of what the drivers fill in, in the order that they take it."""
        every = (self.utility, self.score, self.ending, self.decisions, self.chances, self.tracks)
        return tuple(one[first:last] for one in every)


@dataclass(frozen=True, slots=True)
class Batch:
    """Decisions that wait for one Python agent.

    ``games`` are their numbers, ``states`` what the deciding seat may see (copies: nothing done to them reaches the
    games), ``seats`` who decides, ``decisions`` how many each game has had, ``legal`` a tuple of ascending action ids
    for each.
    """

    games: np.ndarray
    states: np.ndarray
    seats: np.ndarray
    decisions: np.ndarray
    legal: tuple[tuple[int, ...], ...]

    def only(self, which: Sequence[int]) -> Batch:
        """Some of the decisions, by their places in this batch."""
        legal = tuple(self.legal[i] for i in which)
        return Batch(self.games[which], self.states[which], self.seats[which], self.decisions[which], legal)


Answer = Callable[[int, Batch], "Sequence[int | None]"]
"""``answer(row, batch)``: what the agent in that row of ``params`` does, one legal action id a decision. None ends that
game, because its agent failed."""


def params_row(kind: int, values: Iterable[float] = ()) -> np.ndarray:
    """A policy's row of parameters: its kind, then ``values``, then zeros. Kind -1 is an agent in Python."""
    row = np.zeros(PARAMS)
    row[0] = kind
    given = list(values)
    if len(given) >= PARAMS:
        raise ValueError(f"a policy has at most {PARAMS - 1} parameters, not {len(given)}")
    row[1 : 1 + len(given)] = given
    return row


def prepare(
    rules: ModuleType, guide: ModuleType | None = None, progress: Progress | None = None, *, batched: bool = False
) -> int:
    """Compile or load what :func:`play_games` needs (with ``batched``: :func:`play_batched`).

    Returns how many functions had to be compiled; see :func:`~magnate.engine.compiler.build` for ``progress``.
    """
    drivers = kernel("drivers", rules, guide)
    setting_up = kernel("drivers", rules)  # setting up needs no guide: one compiled version serves all
    return build([setting_up.new_games, drivers.advance if batched else drivers.play], progress)


def set_up(rules: ModuleType, states: np.ndarray) -> np.ndarray:
    """Set up games whose options are written; returns ``states``, changed in place."""
    kernel("drivers", rules).new_games(states)
    return states


def play_games(
    rules: ModuleType,
    sizes: Sizes,
    states: np.ndarray,
    seeds: Iterable[int],
    seats: np.ndarray,
    params: np.ndarray,
    *,
    guide: ModuleType | None = None,
    threads: int = 1,
    limit: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Results:
    """Play every game to its end with compiled policies.

    ``states`` are the starts (unchanged), with one of ``seeds`` each. ``seats[i, p]`` is the row of ``params`` that
    plays seat p of game i. ``limit`` ends a game after so many decisions (default: the game's own bound).
    ``progress(n)`` is told, in the caller's thread, when n more games are finished.
    """
    job = _Job(rules, sizes, states, seeds, seats, params, limit)
    play = kernel("drivers", rules, guide).play
    build([play])
    results = Results.empty(job.states, job.seats.shape[1], sizes.tracked)

    def block(first: int, last: int) -> int:
        arrays = job.arrays(first, last)
        acts, out, weight = job.scratch()
        memos = np.zeros((job.seats.shape[1], MEMO), np.int64)
        play(*arrays, np.zeros(1, rules.STATE), acts, memos, out, weight, *results.columns(first, last))
        return last - first

    size = max(1, min(BLOCK, -(-len(job.states) // (8 * threads))))
    spans = [(first, min(first + size, len(job.states))) for first in range(0, len(job.states), size)]
    tell = progress if progress is not None else lambda _n: None
    if threads == 1:
        for span in spans:
            tell(block(*span))
        return results
    with ThreadPoolExecutor(threads) as pool:
        waiting = [pool.submit(block, *span) for span in spans]
        try:
            for done in as_completed(waiting):
                tell(done.result())
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return results


def play_batched(
    rules: ModuleType,
    sizes: Sizes,
    states: np.ndarray,
    seeds: Iterable[int],
    seats: np.ndarray,
    params: np.ndarray,
    answer: Answer,
    *,
    guide: ModuleType | None = None,
    width: int = WIDTH,
    limit: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Results:
    """Play every game to its end; rows of ``params`` with a negative kind are agents in Python.

    Up to ``width`` games run at once. Each round, ``answer(row, batch)`` is called once for each Python agent with
    all the decisions that wait for it. Otherwise as :func:`play_games`.

    Raises :class:`~magnate.errors.AgentFailed` when an answer is not a legal action id.
    """
    job = _Job(rules, sizes, states, seeds, seats, params, limit)
    advance = kernel("drivers", rules, guide).advance
    build([advance])
    results = Results.empty(job.states, job.seats.shape[1], sizes.tracked)
    for first in range(0, len(job.states), width):
        last = min(first + width, len(job.states))
        pauses = _Pauses(job, results, first, last)
        while advance(*job.arrays(first, last), *pauses.arrays(), *job.scratch()[1:], *results.columns(first, last)):
            pauses.ask(answer)
        if progress is not None:
            progress(last - first)
    return results


class _Job:
    """The checked arguments of a run."""

    def __init__(
        self,
        rules: ModuleType,
        sizes: Sizes,
        states: np.ndarray,
        seeds: Iterable[int],
        seats: np.ndarray,
        params: np.ndarray,
        limit: int | None,
    ) -> None:
        self.rules = rules
        self.sizes = sizes
        self.states = np.array(states, dtype=rules.STATE)
        self.streams = new_streams(seeds)
        self.seats = np.array(seats, dtype=np.int64)
        self.params = np.ascontiguousarray(params, dtype=np.float64)
        self.limit = sizes.max_decisions if limit is None else limit
        n = len(self.states)
        if len(self.streams) != n or self.seats.ndim != 2 or len(self.seats) != n:
            raise ValueError(
                f"{n} games need as many seeds and rows of seats, not {len(self.streams)} and {self.seats.shape}"
            )
        if self.params.ndim != 2 or self.params.shape[1] != PARAMS:
            raise ValueError(f"params must have rows of {PARAMS} numbers, not the shape {self.params.shape}")
        if n and not 0 <= self.seats.min() <= self.seats.max() < len(self.params):
            raise ValueError(f"seats must name rows of params, 0 to {len(self.params) - 1}")

    def arrays(self, first: int, last: int) -> tuple[Any, ...]:
        """What both drivers take first."""
        span = slice(first, last)
        return self.states[span], self.streams[span], self.seats[span], self.params, self.limit

    def scratch(self) -> tuple[np.ndarray, ...]:
        """Room for actions, outcomes and weights."""
        lengths = (self.sizes.max_legal, self.sizes.max_outcomes, self.sizes.max_outcomes)
        return tuple(np.zeros(length, np.int64) for length in lengths)


class _Pauses:
    """The games of a batch that wait for Python agents."""

    def __init__(self, job: _Job, results: Results, first: int, last: int) -> None:
        n = last - first
        self.first = first
        self.decisions = results.decisions[first:last]
        self.failed = results.failed[first:last]
        self.rows = job.seats[first:last]
        self.kinds = job.params[:, 0]
        self.shown = np.zeros(n, job.rules.STATE)
        self.memos = np.zeros((n * job.seats.shape[1], MEMO), np.int64)
        self.legal = np.zeros((n, job.sizes.max_legal), np.int64)
        self.count, self.seat, self.answer, self.status = (np.zeros(n, np.int64) for _ in range(4))

    def arrays(self) -> tuple[np.ndarray, ...]:
        """What ``advance`` takes between the job's arrays and the scratch."""
        return self.shown, self.memos, self.legal, self.count, self.seat, self.answer, self.status

    def ask(self, answer: Answer) -> None:
        """Ask every Python agent about its waiting games and note the answers."""
        refused = np.flatnonzero(self.status == REFUSED)
        if len(refused):
            self._complain(int(refused[0]))
        waiting = np.flatnonzero(self.status == WAITING)
        rows = self.rows[waiting, self.seat[waiting]]
        for row in np.unique(rows):
            games = waiting[rows == row]
            legal = tuple(tuple(self.legal[i, : self.count[i]].tolist()) for i in games)
            batch = Batch(games + self.first, self.shown[games], self.seat[games], self.decisions[games], legal)
            answers = answer(int(row), batch)
            if len(answers) != len(games):
                raise AgentFailed(
                    f"an agent gave {len(answers)} answers to {len(games)} decisions",
                    hint="return one action id for each decision, in their order",
                )
            for i, action in zip(games, answers, strict=True):
                self._note(i, action)

    def _note(self, i: int, action: int | None) -> None:
        if action is None:
            self.failed[i] = self.seat[i] + 1
            self.status[i] = ABANDONED
        else:
            self.answer[i] = int(action)

    def _complain(self, i: int) -> None:
        legal = self.legal[i, : self.count[i]].tolist()
        raise AgentFailed(
            f"the agent in seat {self.seat[i]} of game {self.first + i} answered {self.answer[i]}, which is not legal",
            hint=f"legal action ids here: {listing(map(str, legal))}",
        )
