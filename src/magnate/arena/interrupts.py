"""Ctrl-C at moments of one's own choosing.

Python raises ``KeyboardInterrupt`` between any two instructions, in the middle of a database's transaction too, which
then stays open and shuts out everybody, this process included. Here Ctrl-C is noted, and heard where that is safe.
"""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType
from typing import Any

__all__ = ["Interrupts"]


class Interrupts:
    """Within ``with Interrupts() as interrupts``, Ctrl-C raises ``KeyboardInterrupt`` only in :meth:`check`.

    One that is pressed before the last was heard raises it at once: something takes too long. Where Ctrl-C is somebody
    else's matter (another handler, another thread than the first), nothing changes.
    """

    def __init__(self) -> None:
        self._pressed = 0
        self._heard = 0
        self._before: Any = None

    def __enter__(self) -> Interrupts:
        mine = threading.current_thread() is threading.main_thread()
        if mine and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            self._before = signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
        if kind is None:
            self.check()

    def check(self) -> None:
        """Raise ``KeyboardInterrupt`` if Ctrl-C has been pressed since the last time."""
        if self._pressed > self._heard:
            self._heard = self._pressed
            raise KeyboardInterrupt

    def _press(self, number: int, frame: FrameType | None) -> None:
        self._pressed += 1
        if self._pressed - self._heard > 1:
            self._heard = self._pressed
            signal.default_int_handler(number, frame)
