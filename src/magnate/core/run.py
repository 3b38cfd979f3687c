"""Playing many games at once: compiled agents on several threads, or batches that pause for agents in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Final, Protocol

import numpy as np

from ..errors import AgentFailed, listing
from ..runtime.compiler import Progress, build
from ..runtime.layout import copied
from ..runtime.stream import new_streams
from .binding import ABANDONED, FULL, MEMO, PARAMS, REFUSED, WAITING
from .loader import kernel

__all__ = ["Batch", "Job", "Listener", "Results", "params_row", "play_batched", "play_games", "prepare", "set_up"]


# -------------------------------------------------------------------------------------------------------------- batches


LOG: Final = 512
"""Steps of a game that are noted until somebody who listens is told, at most."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Decisions that wait for one Python agent.

    ``games`` are their numbers, and ``states`` copies of what the deciding seat may see. ``seats`` says who decides,
    ``legal`` has a tuple of ascending action ids for each. ``keys`` are the numbers from which a policy in Python may
    derive random draws, as the compiled one in its place would have.
    """

    games: np.ndarray
    states: np.ndarray
    seats: np.ndarray
    legal: tuple[tuple[int, ...], ...]
    keys: np.ndarray

    def only(self, which: Sequence[int]) -> Batch:
        """Some of the decisions, by their places in this batch."""
        legal = tuple(self.legal[i] for i in which)
        return Batch(self.games[which], self.states.take(which), self.seats[which], legal, self.keys[which])


Answer = Callable[[int, Batch], "Sequence[int | None]"]
"""``answer(row, batch)``: what the agent in that row of ``params`` does, one legal action id a decision. None ends that
game, because its agent failed."""


class Listener(Protocol):
    """Who wants to be told what happens in games, step by step."""

    def wants(self, seats: np.ndarray) -> np.ndarray:
        """Which games: one boolean for each row of ``seats`` (the row of ``params`` in every seat)."""

    def begin(self, game: int, rows: np.ndarray, state: np.ndarray) -> None:
        """A game begins: who sits where, and its state as an array of length 1."""

    def hear(self, game: int, steps: Sequence[int]) -> None:
        """The next decisions and outcomes of a game, in their order."""

    def end(self, game: int) -> None:
        """A game is over, and all its steps have been told."""


class Pauses:
    """The games of a batch: which of them wait for Python agents, and what has happened since somebody was told.

    ``first`` is the number of the first game, ``rows`` say which row of ``params`` has which seat, ``max_legal`` is the
    most legal actions of a decision. ``failed`` is 0, or the seat + 1 of the agent that ended the game by its failure.
    """

    def __init__(self, first: int, rows: np.ndarray, states: np.ndarray, max_legal: int, listener: Listener | None):
        n = len(states)
        self.first = first
        self.rows = rows
        self.listener = listener
        self.shown = np.zeros(n, states.dtype)
        self.memos = np.zeros((n * rows.shape[1], MEMO), np.int64)
        self.legal = np.zeros((n, max_legal), np.int64)
        self.count, self.seat, self.keys, self.answer, self.status, self.failed = (
            np.zeros(n, np.int64) for _ in range(6)
        )
        self.listened = np.zeros(0, np.int64) if listener is None else np.flatnonzero(listener.wants(rows))
        self.log = np.zeros((n if len(self.listened) else 0, LOG), np.int64)
        self.logged = np.full(n, -1)
        self.logged[self.listened] = 0
        if listener is not None:
            for i in self.listened:
                listener.begin(first + int(i), rows[i], copied(states[i : i + 1]))

    def arrays(self) -> tuple[np.ndarray, ...]:
        """What ``advance`` takes between the job's arrays and the scratch."""
        answered = (self.count, self.seat, self.keys, self.answer, self.status)
        return self.shown, self.memos, self.legal, *answered, self.log, self.logged

    def ask(self, answer: Answer) -> None:
        """Tell what has happened, then ask every Python agent about its waiting games and note the answers."""
        refused = np.flatnonzero(self.status == REFUSED)
        if len(refused):
            self._complain(int(refused[0]))
        self.tell((self.status == WAITING) | (self.status == FULL))
        waiting = np.flatnonzero(self.status == WAITING)
        rows = self.rows[waiting, self.seat[waiting]]
        for row in np.unique(rows):
            games = waiting[rows == row]
            legal = tuple(tuple(self.legal[i, : self.count[i]].tolist()) for i in games)
            batch = Batch(games + self.first, self.shown.take(games), self.seat[games], legal, self.keys[games])
            answers = answer(int(row), batch)
            if len(answers) != len(games):
                raise AgentFailed(
                    f"an agent gave {len(answers)} answers to {len(games)} decisions",
                    hint="return one action id for each decision, in their order",
                )
            for i, action in zip(games, answers, strict=True):
                if action is None:
                    self.status[i], self.failed[i] = ABANDONED, self.seat[i] + 1
                else:
                    self.answer[i] = action

    def tell(self, which: np.ndarray) -> None:
        """Tell the listener what has happened in these games (booleans) that it does not know yet."""
        if self.listener is None:
            return
        for i in np.flatnonzero(which & (self.logged > 0)):
            self.listener.hear(self.first + int(i), self.log[i, : self.logged[i]].tolist())
            self.logged[i] = 0

    def end(self) -> None:
        """All games are over: tell the rest."""
        if self.listener is not None:
            self.tell(np.ones(len(self.logged), np.bool_))
            for i in self.listened:
                self.listener.end(self.first + int(i))

    def _complain(self, i: int) -> None:
        legal = self.legal[i, : self.count[i]].tolist()
        raise AgentFailed(
            f"the agent in seat {self.seat[i]} of game {self.first + i} answered {self.answer[i]}, which is not legal",
            hint=f"legal action ids here: {listing(map(str, legal))}",
        )


# ----------------------------------------------------------------------------------------------------------------- runs


BLOCK: Final = 256
"""The most games in one slice: small enough for steady progress, large enough to cost nothing."""
WIDTH: Final = 512
"""How many games a Python agent is asked about at once, at most."""


class Sizes(Protocol):
    """What the drivers must know of a game (a :class:`~magnate.core.contract.GameInfo` has it)."""

    @property
    def max_legal(self) -> int: ...
    @property
    def max_outcomes(self) -> int: ...
    @property
    def max_decisions(self) -> int: ...
    @property
    def tracked(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Results:
    """What came of n games with P seats: one row or entry a game.

    ``states`` are the last positions. ``utility`` and ``score`` are (n, P). ``ending`` is the rules' code, or
    :data:`~magnate.core.binding.LIMIT` for a game that was stopped, or :data:`~magnate.core.binding.FAILED` for one
    whose agent failed; in both the utility is 0 for all. ``decisions`` and ``chances`` count. ``tracks`` is what the
    rules' ``track`` kept, ``GameInfo.tracked`` numbers a game. ``failed`` is 0, or the seat + 1 of the agent that
    failed.
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

    Returns how many functions had to be compiled; see :func:`~magnate.runtime.compiler.build` for ``progress``.
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
    job = Job(rules, sizes, states, seeds, seats, params, limit)
    play = kernel("drivers", rules, guide).play
    _ready([play])
    results = Results.empty(job.states, job.seats.shape[1], sizes.tracked)

    def block(first: int, last: int) -> int:
        arrays = job.arrays(first, last)
        acts, out, weight = job.scratch()
        memos = np.zeros((job.seats.shape[1], MEMO), np.int64)
        play(*arrays, np.zeros(1, rules.STATE), acts, memos, out, weight, *results.columns(first, last))
        return last - first

    parts = 8 * threads if threads > 1 or progress is not None else 1  # several for even threads and steady progress
    size = max(1, min(BLOCK, -(-len(job.states) // parts)))
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
    """Play every game to its end, pausing where the guide's ``is_python_decision`` leaves a decision to Python.

    Up to ``width`` games run at once. Each round, ``answer(row, batch)`` is called once for each Python agent with
    all the decisions that wait for it. Before that ``listener`` gets what has happened in its games, so that no agent
    decides with an older picture. Otherwise as :func:`play_games`.

    Raises :class:`~magnate.errors.AgentFailed` when an answer is not a legal action id.
    """
    job = Job(rules, sizes, states, seeds, seats, params, limit)
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


class Job:
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
