"""A game's interpreted rules for its text side: plain Python, so that nothing is compiled to say a sentence."""

from __future__ import annotations

from functools import cache, lru_cache
from types import ModuleType
from typing import Any

import numpy as np

from .loader import twin
from .twin import mirror_class, plain_class

__all__ = ["Interpreted"]


class Interpreted:
    """The interpreted rules of the game in ``package``, whose states are records of the type ``state``.

    >>> import magnate
    >>> rules = Interpreted("magnate.games.connect_four", magnate.load("connect_four").rules.STATE)
    >>> g = rules.mirrored(magnate.load("connect_four").new().state)
    >>> rules.part("rules").to_move(g)
    0
    """

    def __init__(self, package: str, state: np.dtype[Any]) -> None:
        self._module = cache(lambda name: twin(f"{package}.{name}"))
        self._mirror = mirror_class(state)
        self._of_bytes = lru_cache(maxsize=4)(plain_class(state).from_bytes)

    def part(self, name: str) -> ModuleType:
        """The interpreted twin of a file of these rules: in Monopoly ``part("auction").least_bid(mirrored(state))``."""
        return self._module(name)

    def mirrored(self, state: np.void) -> Any:
        """The state as the interpreted rules read it; changing it does not change the record."""
        return self._mirror().from_record(state)

    def reading(self, state: np.void) -> Any:
        """As :meth:`mirrored`, for reading only: the same state gives the same object."""
        return self._of_bytes(state.tobytes())
