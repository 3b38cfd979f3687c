"""What is to be searched for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .algorithms import Algorithm
    from .budget import Budget

__all__ = ["Question"]


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be searched for: an algorithm with all of its options, a budget, and a guide.

    ``params`` is the guide's row of numbers, ``plies`` the longest line there is room for (None: the usual one).
    ``rows`` are those of a portfolio's agents. ``until`` is the moment (nanoseconds of the monotonic clock; 0: none) at
    which the search ends, whatever its budget: its answer is then the best that it has found.
    """

    algorithm: Algorithm
    budget: Budget
    options: Mapping[str, Any] = field(default_factory=dict)
    guide: ModuleType | None = None
    params: tuple[float, ...] = ()
    plies: int | None = None
    rows: tuple[tuple[float, ...], ...] = ()
    until: int = 0
