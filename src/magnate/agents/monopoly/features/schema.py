"""What a network is shown of a position: a list of named numbers, and a hash that tells two such lists apart."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

__all__ = ["OURS", "THESIS", "Number", "Schema"]

THESIS, OURS = "the thesis", "ours"
"""Where a number comes from."""


@dataclass(frozen=True, slots=True)
class Number:
    """One number of a schema: its name and meaning, what its values are divided by, and where it comes from.

    ``seat`` is the seat that it is about, counted from the one that looks on; None for the table.
    """

    name: str
    meaning: str
    scale: int = 1
    source: str = OURS
    seat: int | None = None


@dataclass(frozen=True)
class Schema:
    """The numbers that ``inputs(g, seat, out)`` of ``module`` writes, in their order.

    ``players`` are the sizes of table that it is meant for. ``version`` rises when a number comes to mean something
    else under its old name.
    """

    name: str
    version: int
    module: str
    players: range
    numbers: tuple[Number, ...]

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return len(self.numbers)

    @cached_property
    def places(self) -> dict[str, int]:
        """The place of each number by its name."""
        return {number.name: place for place, number in enumerate(self.numbers)}

    @cached_property
    def digest(self) -> str:
        """A hash of the layout: of names, scales, their order and the version, not of how meanings are worded."""
        layout: list[Any] = [self.name, self.version, [[one.name, one.scale] for one in self.numbers]]
        return hashlib.sha256(json.dumps(layout).encode()).hexdigest()[:16]
