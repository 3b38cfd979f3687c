"""Python's search for garbage, which stops a server that has many tables for a second: made short.

What has outlived one whole search is hardly ever garbage later, so later searches pass over it. But connections close:
asyncio's refer to themselves, so only a search frees them. So a search looks at everything again once an hour, and
whenever twice as much is passed over as the last such search has left.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

__all__ = ["short_searches"]

OLDEST: Final = 2
"""The generation whose search looks at everything."""
EVERYTHING: Final = 3600.0
"""Seconds after which a search looks at what earlier ones have found to be in use."""
LEAST: Final = 200_000
"""Objects (some ten megabytes) that may be passed over whatever there was before."""


@contextmanager
def short_searches(clock: Callable[[], float] = time.monotonic) -> Iterator[None]:
    """Inside of this block, most whole searches look only at what has been made since the last one."""
    looked, left, everything = float("-inf"), 0, False  # nothing is passed over by the first search

    def tend(phase: str, info: Mapping[str, Any]) -> None:
        nonlocal looked, left, everything
        if info["generation"] != OLDEST:
            return
        if phase == "start":
            everything = clock() - looked > EVERYTHING or gc.get_freeze_count() > 2 * max(left, LEAST)
            if everything:
                gc.unfreeze()
        else:
            gc.freeze()
            if everything:
                looked, left = clock(), gc.get_freeze_count()

    gc.callbacks.append(tend)
    try:
        yield
    finally:
        gc.callbacks.remove(tend)
        gc.unfreeze()
