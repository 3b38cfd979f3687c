"""Ending a search from another thread, as Ctrl-C does at a terminal: it answers with the best that it has found."""

from __future__ import annotations

import threading
from contextvars import ContextVar
from typing import Any, Final, Self

_NEVER: Final = (1 << 63) - 1
"""A moment of the monotonic clock that does not come. A kernel looks at the clock only where there is a deadline."""
_PAST: Final = 1

_current: ContextVar[Interruption | None] = ContextVar("interruption", default=None)


class Interruption:
    """What ends the searches that are begun ``with`` it; :meth:`ask` may be called in any thread.

    >>> import magnate
    >>> from magnate.search import search
    >>> with Interruption() as interruption:
    ...     interruption.ask()
    ...     report = search(magnate.load("tictactoe").new(), "mcts", "sims:1000000000")
    >>> report.evaluations
    1
    """

    def __init__(self) -> None:
        self.asked = False
        self._records: list[Any] = []
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        self._token = _current.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        _current.reset(self._token)

    def ask(self) -> None:
        """Let the searches end now, and those that begin later too."""
        with self._lock:
            self.asked = True
            for record in self._records:
                record.deadline = _PAST

    def _limit(self, record: Any, moment: int) -> None:
        with self._lock:
            record.deadline = _PAST if self.asked else moment or _NEVER
            self._records.append(record)


def limit(record: Any, moment: int) -> None:
    """Let the search of this record of limits end at a moment (nanoseconds of the monotonic clock; 0: none)."""
    interruption = _current.get()
    if interruption is None:
        record.deadline = moment
    else:
        interruption._limit(record, moment)


def interrupted() -> bool:
    """Whether the searches of this thread have been asked to end."""
    interruption = _current.get()
    return interruption is not None and interruption.asked
