"""Python's search for garbage, which stops a server that has many tables for a second: made short.

What has outlived one whole search is hardly ever garbage later, so later searches pass over it. Sometimes one of them
looks at all again, since closed connections may still be among it.
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
"""Seconds between searches that look at what earlier ones have found to be in use."""


@contextmanager
def short_searches(clock: Callable[[], float] = time.monotonic) -> Iterator[None]:
    """Inside of this block, whole searches look at what has been made since the last one, and once an hour at all."""
    looked = clock()

    def tend(phase: str, info: Mapping[str, Any]) -> None:
        nonlocal looked
        if info["generation"] != OLDEST:
            return
        if phase == "stop":
            gc.freeze()
        elif clock() - looked > EVERYTHING:
            looked = clock()
            gc.unfreeze()

    gc.callbacks.append(tend)
    try:
        yield
    finally:
        gc.callbacks.remove(tend)
        gc.unfreeze()
