"""Random games of Monopoly by compiled rules, with the events of each step (see :mod:`.ledger`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from magnate.core.binding import MEMO
from magnate.core.loader import kernel
from magnate.core.run import params_row
from magnate.games.monopoly import GAME
from magnate.runtime.compiler import build
from magnate.runtime.primitives import RawEvent
from magnate.runtime.stream import new_streams

from . import ledger
from .retold import SIZES
from .situations import Situation

__all__ = ["Heard"]

ROWS: Final = 4096


class Heard:
    """A random game: the events of each step, and what everybody has after it; first what they begin with.

    What everybody has is one list, which changes from step to step. Steps without an event that change nothing are
    left out. ``left`` says of a game that has been gone through whether it was left, after ``limit`` decisions.
    """

    def __init__(self, situation: Situation, seed: int, limit: int, **changes: Any) -> None:
        self._limit, self.left = limit, False
        states = ledger.open_books(situation.starts(1, **changes))
        states["logging"] = 1
        room = [np.zeros(n, np.int64) for n in (GAME.max_legal, GAME.max_outcomes, GAME.max_outcomes)]
        memos = np.zeros((situation.players, MEMO), np.int64)
        self._game = (states, new_streams([seed]), np.array([params_row(0)]), limit, room[0], memos, *room[1:])

    def __iter__(self) -> Iterator[tuple[list[RawEvent], list[int]]]:
        listen = kernel("tests.games.monopoly.listening", ledger.rules).listen
        build([listen])
        known, count = np.zeros((ROWS, sum(SIZES) + 2), np.int64), np.zeros(ROWS, np.int64)
        told, found = np.zeros((ROWS + ledger.MOST, 5), np.int64), np.array([0, 0, 1])
        row: list[int] = []
        while found[2] and found[1] < self._limit:
            listen(*self._game, known, count, told, found)
            rows = int(found[0])
            if not row:
                row += known[0].tolist()
                yield [], row
            step, column = np.nonzero(known[1:rows] != known[: rows - 1])  # few columns change in a step
            changed = np.searchsorted(step, np.arange(rows)).tolist()
            cells = list(zip(column.tolist(), known[step + 1, column].tolist(), strict=True))
            raw = [RawEvent(kind, (a, b, c, d)) for kind, a, b, c, d in told[: count[:rows].sum()].tolist()]
            at = 0
            for number, events in enumerate(count[1:rows].tolist()):
                for cell, value in cells[changed[number] : changed[number + 1]]:
                    row[cell] = value
                yield raw[at : at + events], row
                at += events
        self.left = bool(found[2])
