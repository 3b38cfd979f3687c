"""Playing the situations under the kernels that check every step, in blocks that any seed range can be cut into."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from magnate.core.binding import MEMO
from magnate.core.loader import kernel
from magnate.core.run import Run, params_row
from magnate.games.monopoly import GAME
from magnate.games.monopoly.state import BREAK, FINISHED, FRAMES
from magnate.runtime.compiler import build
from magnate.runtime.stream import deal_seed, new_streams

from . import ledger
from .situations import SITUATIONS, Situation

RANDOM = np.array([params_row(0)])
ROUNDS = 50
"""Random games are stopped after so many rounds (an option like any other): long enough for every rule."""
BLOCK = 20
"""Games of one situation that are checked in one go."""


def ints(*shape: int) -> np.ndarray:
    return np.zeros(shape, np.int64)


def starts(situation: Situation, games: int) -> np.ndarray:
    """The first positions, capped at ROUNDS rounds unless the situation has a limit of its own."""
    limited = "time_limit_rounds" in situation.options or "max_turns" in situation.options
    return situation.starts(games) if limited else situation.starts(games, max_rounds=ROUNDS)


def seeds(situation: Situation, first: int, games: int) -> list[int]:
    return [deal_seed("checks", situation.name, number) for number in range(first, first + games)]


class Fault(AssertionError):
    """A game broke a promise; the message says which game, which step and what."""


# ------------------------------------------------------------------------------------ every promise at every step


def verify(situation: Situation, first: int, games: int) -> int:
    """Play random games number ``first`` on under ``trace.verify``; returns the steps checked. Raises Fault.

    The rules keep books (see :mod:`.ledger`), so that ``check`` covers every dollar.
    """
    return verify_from(ledger.open_books(starts(situation, games)), situation, first)


def verify_from(states: np.ndarray, situation: Situation, first: int = 0) -> int:
    """As :func:`verify`, from these positions with books, which become the last ones."""
    games = len(states)
    trace = kernel("tests.selfcheck", ledger.rules)
    build([trace.verify])
    seats = ints(games, situation.players)
    numbers = seeds(situation, first, games)
    run = Run(ledger.rules, GAME, states, numbers, seats, RANDOM)
    buffers, found = run.buffers(copies=3), ints(5)
    tests, raw = (
        new_streams([deal_seed("illegal", situation.name, first)]),
        buffers.copies.view(np.uint8).reshape(3, -1),
    )
    sizes = (GAME.max_actions, GAME.max_legal, GAME.max_outcomes)
    checks = trace.Checks(*sizes, GAME.utility_sum, tests, raw, ints(GAME.max_outcomes), found)
    steps = trace.verify(run.longest, buffers, checks)
    states[:] = run.states
    if found[0]:
        applied = f", action {found[4]}" if found[4] >= 0 else ""
        raise Fault(
            f"{situation.name}, game {first + found[1]} (seed {numbers[found[1]]}), step {found[2]}{applied}: "
            f"{trace.FAULTS[found[0]]}; check says {found[3]}"
        )
    return int(steps)


# ------------------------------------------------------------------------------------ what is met


@dataclass
class Survey:
    """How often each phase, frame, depth of the stack, action and ending was met."""

    steps: int
    phases: np.ndarray
    frames: np.ndarray
    depths: np.ndarray
    taken: np.ndarray
    endings: np.ndarray

    @classmethod
    def empty(cls) -> Survey:
        """Nothing met yet."""
        return cls(
            0, ints(FINISHED + 1), ints(BREAK + 1), ints(FRAMES + 1), ints(GAME.max_actions), ints(len(GAME.endings))
        )

    @property
    def tables(self) -> tuple[np.ndarray, ...]:
        return self.phases, self.frames, self.depths, self.taken, self.endings

    @property
    def deepest(self) -> int:
        """The greatest depth of the stack that was met."""
        return int(np.flatnonzero(self.depths).max())

    def add(self, other: Survey) -> None:
        self.steps += other.steps
        for mine, others in zip(self.tables, other.tables, strict=True):
            mine += others


def survey(situation: Situation, first: int, games: int) -> Survey:
    """Play random games and count what they meet."""
    run = kernel("tests.games.monopoly.survey", ledger.rules).survey
    build([run])
    met = Survey.empty()
    met.steps = run(
        ledger.open_books(starts(situation, games)),
        new_streams(seeds(situation, first, games)),
        ints(games, situation.players),
        RANDOM,
        GAME.max_decisions,
        np.zeros(1, ledger.STATE),
        ints(GAME.max_legal),
        ints(situation.players, MEMO),
        ints(GAME.max_outcomes),
        ints(GAME.max_outcomes),
        *met.tables,
    )
    return met


# ------------------------------------------------------------------------------------ many games


@dataclass
class Report:
    """How far :func:`check_games` has come: all games below ``done`` are checked."""

    done: int
    last: int
    steps: int
    seconds: float
    met: Survey


def _block(number: int) -> tuple[int, Survey]:
    """Check block ``number``: its games under ``verify``, and a quarter of them again under ``survey``."""
    situation = SITUATIONS[number % len(SITUATIONS)]
    first = number // len(SITUATIONS) * BLOCK
    return verify(situation, first, BLOCK), survey(situation, first, BLOCK // 4)


def _in_order(work: Callable[[int], Any], numbers: range, threads: int) -> Iterator[Any]:
    """The results in order, with only a few blocks begun ahead."""
    waiting: deque[Future[Any]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        for number in numbers:
            waiting.append(pool.submit(work, number))
            if len(waiting) > 2 * threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def check_games(first: int, games: int, threads: int | None = None) -> Iterator[Report]:
    """Check random games ``first`` to ``first + games - 1`` (widened to whole blocks), reporting after every block.

    The situations take turns block by block, so that any range of a few thousand games has them all.
    """
    build([kernel("tests.selfcheck", ledger.rules).verify, kernel("tests.games.monopoly.survey", ledger.rules).survey])
    blocks = range(first // BLOCK, -(-(first + games) // BLOCK))
    began = time.monotonic()
    steps, met = 0, Survey.empty()
    for number, (checked, surveyed) in zip(
        blocks, _in_order(_block, blocks, threads or os.cpu_count() or 1), strict=True
    ):
        steps += checked
        met.add(surveyed)
        yield Report((number + 1) * BLOCK, blocks.stop * BLOCK, steps, time.monotonic() - began, met)
