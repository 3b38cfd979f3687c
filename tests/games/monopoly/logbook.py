"""Monopoly's rules with a log: compiled, they note what they tell, as the interpreted rules do (see :mod:`.ledger`)."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any, Final

import numpy as np

from magnate.core.binding import MEMO
from magnate.core.loader import kernel
from magnate.core.run import params_row
from magnate.games.monopoly import GAME
from magnate.games.monopoly.state import STATE as PLAIN
from magnate.runtime.compiler import build, shared
from magnate.runtime.layout import packed
from magnate.runtime.primitives import RawEvent
from magnate.runtime.stream import new_streams

from .ledger import second_copy
from .retold import SIZES
from .situations import Situation

__all__ = ["Heard"]

NAME: Final = "magnate.games.monopoly_with_log"
MOST: Final = 96
"""The most events that a step tells."""
ROWS: Final = 4096
STATE: Final = packed(
    [("log", "i4", (MOST, 5)), ("logged", "i4"), *((name, PLAIN[name]) for name in PLAIN.names or ())]
)


@shared
def note(g: Any, kind: int, a: int, b: int, c: int, d: int) -> None:
    """Note an event."""
    log = g.log[g.logged]
    log[0] = kind
    log[1] = a
    log[2] = b
    log[3] = c
    log[4] = d
    g.logged += 1


_copy: Any = second_copy(NAME, STATE, note)
rules = ModuleType(f"{NAME}.rules")
vars(rules).update({name: value for name, value in vars(_copy).items() if not name.startswith("__")})
rules.__file__ = __file__  # a change of this file compiles them anew


class Heard:
    """A random game: what each step tells, and what everybody has after it; first what they begin with.

    Steps that tell nothing and change nothing of it are left out. ``left`` says of a game that has been gone through
    whether it was left, after ``limit`` decisions.
    """

    def __init__(self, situation: Situation, seed: int, limit: int, **changes: Any) -> None:
        self._limit, self.left = limit, False
        plain = situation.starts(1, **changes)
        states = np.zeros(1, STATE)
        for name in PLAIN.names or ():
            states[name] = plain[name]
        room = [np.zeros(n, np.int64) for n in (GAME.max_legal, GAME.max_outcomes, GAME.max_outcomes)]
        memos = np.zeros((situation.players, MEMO), np.int64)
        self._game = (states, new_streams([seed]), np.array([params_row(0)]), limit, room[0], memos, *room[1:])

    def __iter__(self) -> Iterator[tuple[list[RawEvent], list[int]]]:
        listen = kernel("tests.games.monopoly.listening", rules).listen
        build([listen])
        known, count = np.zeros((ROWS, sum(SIZES) + 2), np.int64), np.zeros(ROWS, np.int64)
        told, found = np.zeros((ROWS + MOST, 5), np.int64), np.array([0, 0, 1])
        while found[2] and found[1] < self._limit:
            listen(*self._game, known, count, told, found)
            numbers, at = told.tolist(), 0
            for row, events in zip(known[: found[0]].tolist(), count.tolist(), strict=False):
                yield [RawEvent(kind, (a, b, c, d)) for kind, a, b, c, d in numbers[at : at + events]], row
                at += events
        self.left = bool(found[2])
