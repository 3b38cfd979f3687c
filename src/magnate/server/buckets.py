"""Counting what somebody asks for: so many at once, and so many a second after that."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

__all__ = ["Bucket", "Buckets"]

MOST_KEPT: Final = 10_000
"""Buckets that are remembered; the one that was not used for the longest time goes first."""


class Bucket:
    """Holds ``burst`` tokens at most and gets ``rate`` a second; whoever asks takes one.

    >>> bucket = Bucket(rate=1.0, burst=2, clock=lambda: 0.0)
    >>> bucket.take(), bucket.take(), bucket.take()
    (True, True, False)
    """

    __slots__ = ("_burst", "_clock", "_last", "_left", "_rate")

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] | None = None) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock or time.monotonic
        self._left = float(burst)
        self._last = self._clock()

    def take(self, tokens: float = 1.0) -> bool:
        """Take so many tokens; False, and nothing is taken, where there are fewer."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._last) * self._rate)
        self._last = now
        if self._left < tokens:
            return False
        self._left -= tokens
        return True


class Buckets:
    """A bucket for everybody who asks."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] | None = None) -> None:
        self._of: OrderedDict[str, Bucket] = OrderedDict()
        self._rate, self._burst, self._clock = rate, burst, clock

    def take(self, who: str, tokens: float = 1.0) -> bool:
        """Take so many tokens of somebody's bucket; False, and nothing is taken, where there are fewer."""
        bucket = self._of.pop(who, None) or Bucket(self._rate, self._burst, self._clock)
        self._of[who] = bucket
        if len(self._of) > MOST_KEPT:
            self._of.popitem(last=False)
        return bucket.take(tokens)
