"""Playing many games from Python: compiled agents on a pool of threads, Python agents a batch at a time.

A game's course depends on its start, its seed and its agents only, so the results are the same for any number of
threads and any size of batch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Final, Protocol

import numpy as np

from .batches import Answer, Batch, Listener, Pauses
from .binding import MEMO, PARAMS
from .compiler import Progress, build
from .loader import kernel
from .records import copied
from .stream import new_streams

__all__ = ["Answer", "Batch", "Results", "Sizes", "params_row", "play_batched", "play_games", "prepare", "set_up"]

BLOCK: Final = 256
"""The most games in one slice: small enough for steady progress, large enough to cost nothing."""
WIDTH: Final = 512
"""How many games a Python agent is asked about at once, at most."""


class Sizes(Protocol):
    """What the drivers must know of a game (a :class:`~magnate.engine.contract.GameInfo` has it)."""

    @property
    def max_legal(self) -> int: ...  # noqa: D102 - GameInfo says it
    @property
    def max_outcomes(self) -> int: ...  # noqa: D102 - GameInfo says it
    @property
    def max_decisions(self) -> int: ...  # noqa: D102 - GameInfo says it
    @property
    def tracked(self) -> int: ...  # noqa: D102 - GameInfo says it


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
    return _ready([setting_up.new_games, drivers.advance if batched else drivers.play], progress)


def _ready(entries: list[Any], progress: Progress | None = None) -> int:
    """Build these entries; where they are compiled already, as nearly always, that is seen at once."""
    return 0 if all(getattr(one, "overloads", None) for one in entries) else build(entries, progress)


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
    _ready([play])
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
        except BaseException:  # whatever it was, an interrupt too: what has not begun is not to be waited for
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
    listener: Listener | None = None,
) -> Results:
    """Play every game to its end, pausing where the guide's ``asks`` leaves a decision to Python.

    Up to ``width`` games run at once. Each round, ``answer(row, batch)`` is called once for each Python agent with
    all the decisions that wait for it; before that ``listener`` is told what has happened in its games, so that nobody
    decides with an older picture. Otherwise as :func:`play_games`.

    Raises :class:`~magnate.errors.AgentFailed` when an answer is not a legal action id.
    """
    job = _Job(rules, sizes, states, seeds, seats, params, limit)
    advance = kernel("drivers", rules, guide).advance
    _ready([advance])
    results = Results.empty(job.states, job.seats.shape[1], sizes.tracked)
    for first in range(0, len(job.states), width):
        last = min(first + width, len(job.states))
        pauses = Pauses(first, job.seats[first:last], job.states[first:last], sizes.max_legal, listener)
        while advance(*job.arrays(first, last), *pauses.arrays(), *job.scratch()[1:], *results.columns(first, last)):
            pauses.ask(answer)
        pauses.end()
        results.failed[first:last] = pauses.failed
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
        self.states = copied(states) if states.dtype == rules.STATE else np.array(states, dtype=rules.STATE)
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
