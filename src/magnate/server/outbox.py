"""What waits to be sent to one socket: a bounded queue, so that a slow reader costs the others nothing."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

__all__ = ["MOST_BYTES", "MOST_WAITING", "Outbox"]

MOST_WAITING: Final = 64
"""Messages that may wait; with more, all are dropped and the table is sent as a whole when the reader is ready."""
MOST_BYTES: Final = 1024 * 1024


class Outbox:
    """The messages of one socket in their order; :meth:`put` may be called at any time in the loop's thread."""

    def __init__(self) -> None:
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._behind = False
        self._ready = asyncio.Event()

    def put(self, message: bytes) -> None:
        """Let a message wait to be sent."""
        if not self._behind:
            self._waiting.append(message)
            self._bytes += len(message)
            if len(self._waiting) > MOST_WAITING or self._bytes > MOST_BYTES:
                self._waiting.clear()
                self._bytes = 0
                self._behind = True
        self._ready.set()

    async def take(self, everything: Callable[[], bytes]) -> bytes:
        """The next message; after an overflow, ``everything()`` instead of what was dropped."""
        await self._ready.wait()
        if self._behind:
            self._behind = False
            self._ready.clear()
            return everything()
        message = self._waiting.popleft()
        self._bytes -= len(message)
        if not self._waiting:
            self._ready.clear()
        return message
