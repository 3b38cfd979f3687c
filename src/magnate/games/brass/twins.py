"""The interpreted rules, for the text side: plain Python that nothing has to be compiled for."""

from __future__ import annotations

from functools import cache, lru_cache
from types import ModuleType
from typing import Any

import numpy as np

from ...engine.loader import twin
from ...engine.twin import mirror_class
from .state import STATE

__all__ = ["mirrored", "part", "reading"]


@cache
def part(name: str) -> ModuleType:
    """The interpreted twin of a file of these rules: ``part("eras").link_points(mirrored(state), line)``."""
    return twin(f"magnate.games.brass.{name}")


def mirrored(state: np.void) -> Any:
    """The state as the interpreted rules read it; changing it does not change the record."""
    return mirror_class(STATE)().from_record(state)


@lru_cache(maxsize=4)
def _of_bytes(raw: bytes) -> Any:
    return mirror_class(STATE)().from_bytes(raw)


def reading(state: np.void) -> Any:
    """As :func:`mirrored`, for reading only: the same state gives the same object."""
    return _of_bytes(state.tobytes())
