"""What somebody at a terminal sees while Python waits for compiling: how far it is, and how long it will take."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any, Final

PATIENCE: Final = 1.0
"""Seconds of compiling that need no message."""
WIDTH: Final = 32
"""Letters of a function's name that are shown."""


def eta(seconds: float, done: int, total: int) -> str:
    """The time that is left after so many seconds for ``done`` of ``total``; empty where nothing is done yet.

    >>> eta(10.0, 5, 65)
    '2:00'
    """
    if not done:
        return ""
    left = round(seconds * (total - done) / done)
    return f"{left // 60}:{left % 60:02d}"


class TerminalProgress:
    """Tells on one line of stderr what is compiled, if that is a terminal and it takes more than a second.

    Scripts whose stderr is a file or a pipe stay silent. ``stream`` and ``clock`` are for tests.
    """

    def __init__(self, stream: Any = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._clock = clock
        self._started: float | None = None
        self._shown = False

    def __call__(self, done: int, total: int, name: str) -> None:
        """``done`` of ``total`` functions are compiled; ``name`` is next."""
        stream = sys.stderr if self._stream is None else self._stream
        if stream is None or not stream.isatty():
            return
        now = self._clock()
        if self._started is None:
            self._started = now
        seconds = now - self._started
        if done == total:
            if self._shown:
                stream.write(f"\rcompiled {total} functions in {seconds:.0f} s; later starts will not\033[K\n")
            self._started, self._shown = None, False
        elif seconds >= PATIENCE:
            left = eta(seconds, done, total)
            stream.write(f"\rcompiling {done}/{total} {name[:WIDTH]:{WIDTH}}{f'  eta {left}' if left else ''}\033[K")
            self._shown = True
        stream.flush()
