"""What somebody at a terminal or a notebook sees while Python compiles: how far it is, and how long it will take."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from itertools import accumulate
from typing import Any, Final

from ..runtime.compiler import Progress, build, missing

__all__ = ["TerminalProgress", "build_with_progress", "eta"]

RULE: Final = 2
"""What compiling one function counts. An entry counts so much, and 1 for each function that it links: measured."""
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


def build_with_progress(entries: Iterable[Callable[..., Any]], progress: Progress) -> int:
    """Compile entries as :func:`.compiler.build` does; ``done`` and ``total`` of the progress are parts of the work.

    Linking and optimising an entry takes longer than compiling a hundred rules. So functions are no measure of time.
    """
    from ..runtime.dispatch import bottom_up_order, reached_by

    wanted = missing(entries)
    order = list(bottom_up_order(wanted))
    parts = [RULE + (len(reached_by([one])) if one in wanted else 0) for one in order]
    marks = [0, *accumulate(parts)]
    return build(wanted, lambda done, _total, name: progress(marks[done], marks[-1], name))


class TerminalProgress:
    """Tells on one line of stderr what is compiled, in a terminal or a notebook, if it takes more than a second.

    Scripts whose stderr is a file or a pipe stay silent. ``stream`` and ``clock`` are for tests.
    """

    def __init__(self, stream: Any = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._clock = clock
        self._started: float | None = None
        self._shown = False

    def __call__(self, done: int, total: int, name: str) -> None:
        """``done`` of ``total`` parts are compiled; the function ``name`` is next."""
        stream = sys.stderr if self._stream is None else self._stream
        if stream is None or not (stream.isatty() or _is_notebook(stream)):
            return
        now = self._clock()
        if self._started is None:
            self._started = now
        seconds = now - self._started
        if done == total:
            if self._shown:
                stream.write(_line(stream, f"compiled in {seconds:.0f} s; later starts will not") + "\n")
            self._started, self._shown = None, False
        elif seconds >= PATIENCE:
            left = eta(seconds, done, total)
            text = f"compiling {100 * done // total} % {name[:WIDTH]:{WIDTH}}{f'  eta {left}' if left else ''}"
            stream.write(_line(stream, text))
            self._shown = True
        stream.flush()


def _is_notebook(stream: Any) -> bool:
    """Whether what is written there is shown in a notebook, which does not call it a terminal."""
    return type(stream).__module__.partition(".")[0] == "ipykernel"


def _line(stream: Any, text: str) -> str:
    """A text in the place of the line before; a notebook does not know the code that ends a terminal's line."""
    return f"\r{text:{2 * WIDTH}}" if _is_notebook(stream) else f"\r{text}\033[K"
