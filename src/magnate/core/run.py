"""Playing many games at once: compiled agents on several threads, or batches that pause for agents in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import ModuleType
from typing import Any, Final, Protocol, TypeVar

import numpy as np

from ..errors import AgentFailed, BrokenGame, listing
from ..runtime.compiler import Progress, build, direct, missing
from ..runtime.interpreter import is_interpreted
from ..runtime.layout import copied
from ..runtime.pystate import PyStates, py_ints
from ..runtime.stream import new_streams
from .binding import ABANDONED, FULL, MEMO, PARAMS, REFUSED, WAITING
from .loader import kernel, label
from .progress import build_with_progress

# ----------------------------------------------------------------------------------------------------------------- runs


SPARE: Final = 64
"""Numbers at the end of each list of actions or outcomes, which only rules that list too many write to."""
UNUSED: Final = -9
"""What these numbers are."""


class _Sizes(Protocol):
    """What the drivers must know of a game (a :class:`~magnate.core.contract.GameInfo` has it)."""

    @property
    def max_actions(self) -> int: ...
    @property
    def max_legal(self) -> int: ...
    @property
    def max_outcomes(self) -> int: ...
    @property
    def max_decisions(self) -> int: ...
    @property
    def tracked(self) -> int: ...


def room_for_actions(sizes: _Sizes) -> int:
    """How many actions a list has room for: for each of the game's, even where its rules list more than they say."""
    return max(sizes.max_legal, sizes.max_actions)


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


@dataclass(slots=True)
class Run:
    """Games to be played once: their starts (unchanged), with one of ``seeds`` each.

    ``seats[i, p]`` is the row of ``params`` that plays seat p of game i. ``limit`` ends a game after so many decisions
    (default: the game's own bound). ``results`` are filled in while the games are played, with ``tracks=False`` without
    what the rules track.
    """

    rules: ModuleType
    sizes: _Sizes
    states: np.ndarray
    seeds: Iterable[int]
    seats: np.ndarray
    params: np.ndarray
    guide: ModuleType | None = None
    limit: int | None = None
    tracks: bool = True
    streams: np.ndarray = field(init=False)
    results: Results = field(init=False)

    def __post_init__(self) -> None:
        starts, dtype = self.states, self.rules.STATE
        self.states = copied(starts) if starts.dtype == dtype else np.array(starts, dtype=dtype)
        self.streams = new_streams(self.seeds)
        self.seats = np.array(self.seats, dtype=np.int64)
        self.params = np.ascontiguousarray(self.params, dtype=np.float64)
        n = len(self.states)
        if len(self.streams) != n or self.seats.ndim != 2 or len(self.seats) != n:
            raise ValueError(
                f"{n} games need as many seeds and rows of seats, not {len(self.streams)} and {self.seats.shape}"
            )
        if self.params.ndim != 2 or self.params.shape[1] != PARAMS:
            raise ValueError(f"params must have rows of {PARAMS} numbers, not the shape {self.params.shape}")
        utility, score = np.zeros((2, *self.seats.shape))
        ending, decisions, chances, failed = np.zeros((4, n), np.int64)
        tracks = np.zeros((n if self.tracks else 0, self.sizes.tracked), np.int64)
        self.results = Results(self.states, utility, score, ending, decisions, chances, tracks, failed)

    @classmethod
    def of(cls, game: Any, seeds: Sequence[int], seats: np.ndarray, params: np.ndarray, **more: Any) -> Run:
        """Games of a :class:`~magnate.core.game.Game` with its guide, from their start; ``more`` are other fields."""
        given = {"states": game.start_states(len(seeds)), "guide": game.guide, **more}
        return cls(game.rules, game.info, seeds=seeds, seats=seats, params=params, **given)

    @property
    def drivers(self) -> ModuleType:
        """The kernel that plays the games."""
        return kernel("drivers", self.rules, self.guide)

    @property
    def longest(self) -> int:
        """After how many decisions a game is stopped."""
        return self.sizes.max_decisions if self.limit is None else self.limit

    def check_seats(self) -> None:
        """Raise ``ValueError`` where seats name no row of ``params``."""
        if self.seats.size and not 0 <= self.seats.min() <= self.seats.max() < len(self.params):
            raise ValueError(f"seats must name rows of params, 0 to {len(self.params) - 1}")

    def check_lists(self, b: Any) -> None:
        """Raise :class:`~magnate.errors.BrokenGame` where the rules have listed more than the game says.

        The lists of interpreted rules have no more room than that, and raise by themselves.
        """
        if is_interpreted(self.rules):
            return
        outcomes = max(1, self.sizes.max_outcomes)
        for name, most, lists in (
            ("max_legal", self.sizes.max_legal, (b.acts,)),
            ("max_outcomes", outcomes, (b.outcomes, b.weights)),
        ):
            if any(one[most : most + SPARE].tobytes() != _blank(0).tobytes() for one in lists):
                raise lists_too_many(self.rules, name)

    def keep_states(self, span: slice, b: Any) -> None:
        """Keep the last positions of games that interpreted rules have played: these work on copies."""
        if is_interpreted(self.rules):
            self.states[span] = b.states.to_array()

    def buffers(self, span: slice = slice(None), *, copies: int = 1, batched: bool = False) -> Any:
        """Some of the games, their results and new scratch, as kernels take them (``drivers.Buffers``).

        Interpreted rules get their own kinds of arrays.
        """
        states, streams, seats, params = self.states[span], self.streams[span], self.seats[span], self.params
        games, players = seats.shape
        shown: Any = np.zeros(games if batched else copies, self.states.dtype)
        memos: Any = np.zeros((games * players if batched else players, MEMO), np.int64)
        legal, outcomes = self.sizes.max_legal, max(1, self.sizes.max_outcomes)
        lengths = (room_for_actions(self.sizes), outcomes, outcomes)
        lists: list[Any] = [_blank(length).copy() for length in lengths]
        given: tuple[Any, ...] = (states, streams, seats, params, shown, memos)
        if is_interpreted(self.rules):
            memos, lists = [py_ints(MEMO) for _ in memos], [py_ints(length) for length in (legal, outcomes, outcomes)]
            given = (PyStates(states), PyStates(streams), seats, params.tolist(), PyStates(shown), memos)
        of = self.results
        filled = (of.utility, of.score, of.ending, of.decisions, of.chances, of.tracks)
        return self.drivers.Buffers(*given, *lists, *(one[span] for one in filled))


@cache
def _blank(length: int) -> np.ndarray:
    """Room for a list of this length, and what is behind it; to be copied."""
    return np.full(length + SPARE, UNUSED)


def lists_too_many(rules: ModuleType, name: str) -> BrokenGame:
    """The error of rules that list more actions or outcomes than ``max_legal`` or ``max_outcomes`` of their GAME."""
    return BrokenGame(
        f"{label(rules)} lists more {'actions' if name == 'max_legal' else 'outcomes'} at a position than its GAME "
        f"says by {name}",
        hint=f"the author of the game has to give GAME a larger {name}",
    )


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
    return _ready(_needed(rules, guide, batched), progress)


def is_prepared(rules: ModuleType, guide: ModuleType | None = None, *, batched: bool = False) -> bool:
    """Whether :func:`prepare` has nothing to compile."""
    return not missing(_needed(rules, guide, batched))


def _needed(rules: ModuleType, guide: ModuleType | None, batched: bool) -> list[Any]:
    drivers = kernel("drivers", rules, guide)
    setting_up = kernel("drivers", rules)  # setting up needs no guide: one compiled version serves all
    return [setting_up.new_games, drivers.advance if batched else drivers.play]


def _ready(entries: list[Any], progress: Progress | None = None) -> int:
    """Build these entries; where they are compiled already, as nearly always, that is seen at once."""
    if all(getattr(one, "overloads", None) for one in entries):
        return 0
    return build(entries) if progress is None else build_with_progress(entries, progress)


@cache
def built(rules: ModuleType, one: Any) -> Any:
    """An entry of a kernel of these rules, ready to be called with arrays of the declared types alone.

    Numba looks long at the types of a :class:`drivers.Buffers`: each game has a class of its own.
    """
    if is_interpreted(rules):
        return one
    _ready([one])
    return direct(one)


# -------------------------------------------------------------------------------------------------------------- batches


BLOCK: Final = 256
"""The most games in one slice: small enough for steady progress, large enough to cost nothing."""
WIDTH: Final = 512
"""How many games a Python agent is asked about at once, at most."""
LOG: Final = 512
"""Steps of a game that are noted until listeners receive them, at most."""


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
    """Who receives what happens in games, step by step."""

    def wants(self, seats: np.ndarray) -> np.ndarray:
        """Which games: one boolean for each row of ``seats`` (the row of ``params`` in every seat)."""

    def begin(self, game: int, rows: np.ndarray, state: np.ndarray) -> None:
        """A game begins: who sits where, and its state as an array of length 1."""

    def hear(self, game: int, steps: Sequence[int]) -> None:
        """The next decisions and outcomes of a game, in their order."""

    def end(self, game: int) -> None:
        """A game is over, and the listener has received all its steps."""


class Pauses:
    """Some games of a run in a batch: which of them wait for Python agents, and what ``listener`` has received."""

    def __init__(self, run: Run, span: slice, listener: Listener | None = None) -> None:
        self.first = span.start
        self.rows = run.seats[span]
        self.listener = listener
        self.buffers = run.buffers(span, batched=True)
        self.failed = run.results.failed[span]
        n = len(self.rows)
        self.listened = np.zeros(0, np.int64) if listener is None else np.flatnonzero(listener.wants(self.rows))
        self.waiting: Any = new_waiting(run.drivers, n, run.sizes, LOG if len(self.listened) else 0)
        self.waiting.logged[self.listened] = 0
        if listener is not None:
            for i in self.listened:
                state = copied(self.buffers.states[i : i + 1])
                listener.begin(self.first + int(i), self.rows[i], state)

    def ask(self, answer: Answer) -> None:
        """Tell what has happened, then ask every Python agent about its waiting games and note the answers."""
        w = self.waiting
        refused = np.flatnonzero(w.status == REFUSED)
        if len(refused):
            self._complain(int(refused[0]))
        self.tell((w.status == WAITING) | (w.status == FULL))
        waiting = np.flatnonzero(w.status == WAITING)
        rows = self.rows[waiting, w.seat[waiting]]
        for row in np.unique(rows):
            games = waiting[rows == row]
            legal = tuple(tuple(w.legal[i, : w.count[i]].tolist()) for i in games)
            batch = Batch(games + self.first, self.buffers.copies.take(games), w.seat[games], legal, w.keys[games])
            answers = answer(int(row), batch)
            if len(answers) != len(games):
                raise AgentFailed(
                    f"an agent gave {len(answers)} answers to {len(games)} decisions",
                    hint="return one action id for each decision, in their order",
                )
            for i, action in zip(games, answers, strict=True):
                if action is None:
                    w.status[i], self.failed[i] = ABANDONED, w.seat[i] + 1
                else:
                    w.answer[i] = action

    def tell(self, which: np.ndarray) -> None:
        """Tell the listener what has happened in these games (booleans) that it does not know yet."""
        if self.listener is None:
            return
        log, logged = self.waiting.log, self.waiting.logged
        for i in np.flatnonzero(which & (logged > 0)):
            self.listener.hear(self.first + int(i), log[i, : logged[i]].tolist())
            logged[i] = 0

    def end(self) -> None:
        """All games are over: tell the rest."""
        if self.listener is not None:
            self.tell(np.ones(len(self.rows), np.bool_))
            for i in self.listened:
                self.listener.end(self.first + int(i))

    def _complain(self, i: int) -> None:
        w = self.waiting
        legal = w.legal[i, : w.count[i]].tolist()
        raise AgentFailed(
            f"the agent in seat {w.seat[i]} of game {self.first + i} answered {w.answer[i]}, which is not legal",
            hint=f"legal action ids here: {listing(map(str, legal))}",
        )


def new_waiting(drivers: ModuleType, games: int, sizes: _Sizes, log: int = 0) -> Any:
    """The arrays of so many games that may wait (``drivers.Waiting``), none of which has begun to wait.

    ``log`` is how many steps of each may be noted.
    """
    legal = np.zeros((games, room_for_actions(sizes) + SPARE), np.int64)
    status, seat, count, keys, answer = np.zeros((5, games), np.int64)
    return drivers.Waiting(
        *(status, seat, legal, count, keys, answer),
        *(np.zeros((games if log else 0, log), np.int64), np.full(games, -1)),
    )


# ---------------------------------------------------------------------------------------------------------------- play


Part = TypeVar("Part")


def in_threads(work: Callable[[slice], Part], games: int, size: int, threads: int) -> Iterator[Part]:
    """What ``work`` gives for one slice of ``size`` games after the other, several of them at once."""
    spans = [slice(first, min(first + size, games)) for first in range(0, games, size)]
    if len(spans) == 1 or threads == 1:
        yield from map(work, spans)
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(threads) as pool:
        try:
            yield from pool.map(work, spans)
        except BaseException:  # whatever it was, an interrupt too: what has not begun is not to be waited for
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def play_games(run: Run, *, threads: int = 1, progress: Callable[[int], None] | None = None) -> Results:
    """Play every game to its end with compiled policies.

    ``progress(n)`` is called, in the caller's thread, when n more games are finished.
    """
    run.check_seats()
    play = built(run.rules, run.drivers.play)

    def block(span: slice) -> int:
        buffers = run.buffers(span)
        play(run.longest, buffers)
        run.check_lists(buffers)
        run.keep_states(span, buffers)
        return span.stop - span.start

    parts = 8 * threads if threads > 1 or progress is not None else 1  # several for even threads and steady progress
    size = max(1, min(BLOCK, -(-len(run.states) // parts)))
    for done in in_threads(block, len(run.states), size, threads):
        if progress is not None:
            progress(done)
    return run.results


def play_batched(
    run: Run,
    answer: Answer,
    *,
    width: int = WIDTH,
    progress: Callable[[int], None] | None = None,
    listener: Listener | None = None,
) -> Results:
    """Play every game to its end, pausing where the guide's ``is_python_decision`` leaves a decision to Python.

    Up to ``width`` games run at once. Each round, ``answer(row, batch)`` is called once for each Python agent with
    all the decisions that wait for it. Before that ``listener`` gets what has happened in its games, so that no agent
    decides with an older picture. Otherwise as :func:`play_games`.

    Raises :class:`~magnate.errors.AgentFailed` when an answer is not a legal action id.
    """
    run.check_seats()
    advance = built(run.rules, run.drivers.advance)
    for first in range(0, len(run.states), width):
        span = slice(first, min(first + width, len(run.states)))
        pauses = Pauses(run, span, listener)
        waiting = 1
        while waiting:
            waiting = advance(run.longest, pauses.buffers, pauses.waiting)
            run.check_lists(pauses.buffers)
            if pauses.waiting.count.max(initial=0) > run.sizes.max_legal:
                raise lists_too_many(run.rules, "max_legal")
            if waiting:
                pauses.ask(answer)
        pauses.end()
        if progress is not None:
            progress(span.stop - first)
    return run.results
