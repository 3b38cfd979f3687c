"""Many games on a GPU at once, with compiled policies: the same courses as on the processor, bit for bit."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from ..core.binding import MEMO
from ..core.loader import kernel
from ..core.run import Run
from ..runtime.compiler import build
from ..runtime.stream import STREAM
from .layout import BROKEN, DECISIONS, DRAWS, ENDING, GOES_ON, CardFailed

if TYPE_CHECKING:
    from ..core.run import Results
    from .machine import Card

__all__ = ["Batch", "Bound", "at_once", "paced", "play_all", "play_games"]


MOST: Final = 1 << 18
"""The most games that are on the card at once: more are not faster."""
ROOM: Final = 1 << 30
"""So many bytes may games take at once: they take as many beside the card, where their arrays are made."""
SORTED: Final = 1 << 14
"""From so many games on they are put in order before each decision and each step."""
ROUNDS: Final = 16
"""Decisions and steps between two looks at how many games have ended."""
LAUNCH: Final = 0.05
"""Seconds that a launch of several steps may take; none takes four times as long."""
PART: Final = 1 << 11
"""So few games share a launch at least where a single decision of all would take too long."""
FIRST: Final = 16
"""Steps of the first such launch."""
FEW: Final = 32
"""So few games the processor plays to their ends: a single step takes a card as long as hundreds take it."""


def play_games(
    card: Card, run: Run, *, progress: Callable[[int], None] | None = None, memory: int | None = None
) -> Results:
    """Play every game to its end on a card, as :func:`magnate.core.run.play_games` does on the processor.

    ``memory`` bounds the bytes of the card that the games take (default: 1 GB, or half of what is free). The rest waits
    its turn. A position that breaks an invariant of the rules is not played: its ending is BROKEN. ``progress`` is
    called between launches, and there an interrupt ends all.

    Raises :class:`~magnate.gpu.layout.CardFailed` where the card fails, or takes over 0.2 s for a single decision.
    """
    run.check_seats()
    play_all(lambda games: Batch(card, run, games), card, run, progress=progress, memory=memory)
    return run.results


def play_all(
    batch: Callable[[np.ndarray], Batch],
    card: Card,
    run: Run,
    *,
    more: int = 0,
    progress: Callable[[int], None] | None = None,
    memory: int | None = None,
) -> None:
    """Play all games whose positions are whole, as many at a time as there is room for; ``batch`` puts them on a card.

    Each takes ``more`` bytes than games usually do. See :func:`play_games` for the rest.
    """
    room = min(card.free // 2, ROOM) if memory is None else memory
    size = at_once(run.rules, run.sizes, run.seats.shape[1], room, more)
    broken = _broken(run.rules, run.states)
    run.results.ending[broken] = BROKEN
    whole = np.flatnonzero(~broken)
    if progress is not None and len(whole) < len(broken):
        progress(len(broken) - len(whole))
    for first in range(0, len(whole), size):
        batch(whole[first : first + size]).play(progress)


def at_once(rules: ModuleType, sizes: Any, players: int, memory: int, more: int = 0) -> int:
    """How many games are played at once in so many bytes of a card; each takes ``more`` than games usually do."""
    numbers = players * (MEMO + 3) + 3 + sizes.tracked + 6  # notes, seats, results; counts; sorting and rollouts
    return max(1, min(MOST, memory // (rules.STATE.itemsize + STREAM.itemsize + 8 * numbers + more)))


class Bound(NamedTuple):
    """What kernels are compiled for where no games are played: the rules, the guide, and the game's sizes."""

    rules: ModuleType
    guide: ModuleType | None
    sizes: Any


def paced(steps: int, spent: float) -> int:
    """How much the next launch does, where so many steps took ``spent`` seconds: about LAUNCH seconds' work."""
    return max(1, int(steps * min(2.0, LAUNCH / max(spent, 1e-6))))


class Share:
    """How many games share a launch of one decision: all, or as many as take no longer than a launch may.

    They are halved while it takes four times LAUNCH, down to PART.
    """

    def __init__(self, games: int) -> None:
        self.games, self._late = games, 0

    def note(self, games: int, spent: float) -> None:
        """So many shared a launch that took so many seconds.

        Raises :class:`~magnate.gpu.layout.CardFailed` where two launches running are too long, with no more than PART.
        """
        if spent <= 4 * LAUNCH:
            self._late = 0
        elif games > PART:
            self.games = max(PART, games // 2)
        else:
            self._late += 1
            if self._late == 2:
                raise CardFailed(f"one decision takes it {spent:.1f} s")

    def parts(self, games: int) -> list[slice]:
        """So many games in such parts."""
        return [slice(first, min(first + self.games, games)) for first in range(0, games, self.games)]


def _broken(rules: ModuleType, states: np.ndarray) -> np.ndarray:
    """Which positions break an invariant; equal neighbours, such as the starts of games, are looked at once."""
    check = kernel("position_kernel", rules).check
    build([check])
    raw = states.view(np.uint8).reshape(len(states), rules.STATE.itemsize)
    new = np.ones(len(states), np.bool_)
    new[1:] = (raw[1:] != raw[:-1]).any(axis=1)
    found = [bool(check(states[i : i + 1])) for i in np.flatnonzero(new)]
    return np.array(found, np.bool_)[np.cumsum(new) - 1] if found else np.zeros(0, np.bool_)


class Batch:
    """Games that are on the card at once."""

    thread: str = "magnate.gpu.games"
    """The kernel of what a thread does."""
    few: int | None = None
    """How many games at last the processor plays to their ends (default: FEW)."""
    first: int | None = None
    """Steps of the first launch of several (default: FIRST); one where a step may take long."""

    def __init__(self, card: Card, run: Run, games: np.ndarray) -> None:
        self.card, self.run, self.games = card, run, games
        self.rest = np.zeros(0, np.int64)
        self.kernels = card.kernels(self.thread, run)
        n, players = len(games), run.seats.shape[1]
        bound = kernel(self.thread, run.rules, run.guide)
        whole = bound.Whole(
            states=run.states[games],
            streams=run.streams[games],
            seats=run.seats[games],
            params=run.params,
            memos=np.zeros((n, players, MEMO), np.int64),
            counts=np.zeros((n, 3), np.int64),
            utility=np.zeros((n, players)),
            score=np.zeros((n, players)),
            tally=np.zeros((n, max(1, run.sizes.tracked)), np.int64),
        )
        self.held = card.put(bound.Games(whole, **self.beside()))
        self.whole = self.held.whole

    def beside(self) -> dict[str, Any]:
        """What the thread's games have beside ``whole``, by its names."""
        return {}

    def play(self, progress: Callable[[int], None] | None) -> None:
        """Play all games to their ends and note the results."""
        order = np.arange(len(self.games))
        if len(order) >= SORTED:
            order = self._play_sorted(order, progress)
        if len(order):
            self._play_on(order, progress)
        self.collect()
        if progress is not None and len(self.rest):
            progress(len(self.rest))

    def _play_sorted(self, order: np.ndarray, progress: Callable[[int], None] | None) -> np.ndarray:
        """Play step by step, games of a kind side by side, until few are left; returns these."""
        card, live = self.card, len(order)
        kernels = self.kernels
        games, longest = self.held, self.run.longest
        held, other = card.put(order), card.put(order)
        keys, chosen = card.put(np.zeros(live, np.int64)), card.put(np.zeros(live, np.int64))
        before = card.put(np.zeros(2 * card.buckets, np.int64))
        share = Share(live)
        while live >= SORTED:
            begun, parts = time.perf_counter(), share.parts(live)
            mine, spare, kinds = (one.rows(slice(0, live)) for one in (held, other, keys))
            round_ = [
                *(
                    kernels["decide"].bound(
                        *(some.stop - some.start, mine.rows(some), games, longest, chosen, kinds.rows(some), before)
                    )
                    for some in parts
                ),
                kernels["count"].bound(live, kinds, before),
                kernels["place"].bound(live, kinds, mine, before, spare),
                kernels["step"].bound(live, spare, self.whole.states, chosen, self.whole.tally, kinds, before),
                kernels["count"].bound(live, kinds, before),
                kernels["place"].bound(live, kinds, spare, before, mine),
            ]
            for _ in range(ROUNDS):
                for launch in round_:
                    launch()
            ended = int(card.get(before, np.int64)[card.buckets - 1])
            share.note(min(share.games, live), (time.perf_counter() - begun) / ROUNDS / len(parts))
            live -= ended
            if progress is not None and ended:
                progress(ended)
        return card.get(held.rows(slice(0, live)), np.int64)

    def _play_on(self, order: np.ndarray, progress: Callable[[int], None] | None) -> None:
        """Play these games to their ends, many steps at a time."""
        card, steps = self.card, FIRST if self.first is None else self.first
        few, share = FEW if self.few is None else self.few, Share(len(order))
        while len(order) > few:
            begun, some = time.perf_counter(), order[: share.games]
            held = card.put(some)  # to be kept until the kernel has ended: arrays that nobody holds are freed
            self.kernels["play"].bound(len(some), held, self.held, self.run.longest, steps)()
            ending = card.get(self.whole.counts, np.int64)[some, ENDING]
            spent = time.perf_counter() - begun
            if steps == 1:
                share.note(len(some), spent)
            steps = paced(steps, spent)
            left = some[ending == GOES_ON]
            if progress is not None and len(left) < len(some):
                progress(len(some) - len(left))
            order = np.concatenate([order[len(some) :], left])
        self.rest = order

    def collect(self) -> None:
        """Note the results, and have the processor play the last games."""
        card, results, games = self.card, self.run.results, self.games
        counts = card.get(self.whole.counts, np.int64)
        results.states[games] = card.get(self.whole.states, self.run.rules.STATE)
        results.utility[games] = card.get(self.whole.utility, np.float64)
        results.score[games] = card.get(self.whole.score, np.float64)
        results.ending[games] = counts[:, ENDING]
        results.decisions[games] = counts[:, DECISIONS]
        results.chances[games] = counts[:, DRAWS]
        if len(results.tracks):
            results.tracks[games] = card.get(self.whole.tally, np.int64)[:, : self.run.sizes.tracked]
        if len(self.rest):
            self.run.streams[games[self.rest]] = card.get(self.whole.streams, STREAM)[self.rest]
            self.finish()

    def finish(self) -> None:
        """Play the last games to their ends on the processor, which is far quicker with one game."""
        run, results = self.run, self.run.results
        play = run.drivers.play
        build([play])
        for i in self.games[self.rest]:
            decided, drawn = int(results.decisions[i]), int(results.chances[i])
            play(run.longest - decided, run.buffers(slice(i, i + 1)))
            results.decisions[i] += decided
            results.chances[i] += drawn
