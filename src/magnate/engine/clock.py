"""The monotonic clock, readable in compiled code: a search with a time budget looks at it every few nodes.

The operating system's own function is called by its name, so that compiled code that uses it can still be cached.
"""

from __future__ import annotations

import time
from typing import Annotated, Any, Final, TypeAlias

from .compiler import INTERPRETED, rule
from .layout import packed

__all__ = ["CLOCK", "Clock", "now"]

CLOCK: Final = packed([("seconds", "i8"), ("nanoseconds", "i8")])
"""Where the clock writes the time (the system's ``struct timespec``)."""
Clock: TypeAlias = Annotated[Any, CLOCK]

if INTERPRETED:

    def now(clock: Clock) -> int:  # noqa: ARG001 - the compiled one writes there
        """The monotonic clock in nanoseconds, the same as ``time.monotonic_ns()``."""
        return time.monotonic_ns()

else:
    from numba import types
    from numba.np.numpy_support import from_dtype

    _clock_gettime: Any = types.ExternalFunction("clock_gettime", types.int32(types.int32, from_dtype(CLOCK)))
    _MONOTONIC: Final = int(time.CLOCK_MONOTONIC)

    @rule
    def now(clock: Clock) -> int:
        """The monotonic clock in nanoseconds, the same as ``time.monotonic_ns()``."""
        _clock_gettime(_MONOTONIC, clock)
        return clock.seconds * 1_000_000_000 + clock.nanoseconds
