"""Leaving a part of the decisions of an agent that searches to a compiled one (``Guide.deputy`` says which part)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..core.binding import MEMO
from ..runtime.layout import copied

__all__ = ["Deputy"]


class Deputy:
    """The agent to which a search leaves a part of its decisions.

    ``rules`` is the kernel :mod:`magnate.search.rule_moves`, ``row`` the agent's numbers, and of ``max_legal`` actions
    there are never more.
    """

    def __init__(self, rules: Any, row: Sequence[float], max_legal: int) -> None:
        self._rules = rules
        self._row = np.array(row)
        self._acts = np.zeros(max_legal, np.int64)
        self._memo = np.zeros(MEMO, np.int64)

    def decide(self, states: np.ndarray, key: int, search: Callable[[np.ndarray], int]) -> int:
        """What it does at a position, or what ``search`` finds where that part is left out."""
        action = self.asked(states, -1, key)
        if action >= 0:
            return action
        narrowed, found = self.narrowed(states)
        if found < 0:
            found = search(narrowed)
        action = self.asked(states, found, key)
        return action if action >= 0 else found

    def narrowed(self, states: np.ndarray) -> tuple[np.ndarray, int]:
        """A copy of the position without what the deputy decides; and the action, if only one is left, else -1."""
        copy = copied(states)
        return copy, int(self._rules.narrow(copy, self._acts))

    def asked(self, states: np.ndarray, found: int, key: int) -> int:
        """The deputy's action where the search would do ``found``, -1 before it is asked; -1: what the search says."""
        self._memo[:] = 0
        return int(self._rules.deputy(states, self._row, found, key, self._acts, self._memo))
