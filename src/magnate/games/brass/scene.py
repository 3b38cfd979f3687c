"""A state with what sentences about its mover need."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...messages import Message
from .board import LOCATIONS, MERCHANTS, SPACES
from .phrases import cubes, said
from .position_names import owner_of
from .tables import COAL, IRON
from .twins import part, reading

__all__ = ["Scene"]


@dataclass(frozen=True)
class Scene:
    """A state with what sentences about its mover need."""

    state: np.void

    @cached_property
    def rules(self) -> Any:
        """The state as the interpreted rules read it."""
        return reading(self.state)

    @property
    def mover(self) -> int:
        """Who is to move (below 0: nobody)."""
        return int(self.state["mover"])

    @property
    def phase(self) -> int:
        """What is asked."""
        return int(self.state["phase"])

    def lowest(self, industry: int) -> int:
        """The lowest tile of an industry on the mover's mat; 0 when there is none."""
        return int(part("tiles").lowest_tile(self.rules, self.mover, industry)) if self.mover >= 0 else 0

    def tile(self, space: int) -> int:
        """The tile on a space; 0 when it is empty."""
        return int(self.state["tile"][space])

    def goods(self, space: int) -> int:
        """The cubes or barrels on the tile of a space."""
        return int(self.state["goods"][space])

    def owner(self, space: int) -> int | None:
        """Whose tile lies on a space."""
        return owner_of(self.state["tiles"], space)

    def whose(self, space: int) -> Message:
        """Whose tile lies on a space, in words: ``yours``, ``seat 2's``."""
        owner = self.owner(space)
        if owner is None:
            return said("whose.nobody")
        return said("whose.yours", seat=owner) if owner == self.mover else said("whose.seat", seat=owner)

    def coal(self, places: Iterable[int], count: int) -> Message:
        """Some coal used in locations that are, or will be, connected, with what the market asks for it.

        ``mines`` are the spaces that the first cube may come from, ``merchants`` those who connect to the market.
        """
        start = reach = 0
        for place in places:
            start |= 1 << place
            reach |= int(self.state["joined"][place])
        nearest = int(part("resources").mines_joined(self.rules, start, reach))
        where = {
            "mines": [space.id for space in SPACES if nearest >> space.index & 1],
            "merchants": [LOCATIONS[place].id for place in MERCHANTS if reach >> place & 1],
        }
        return cubes(COAL, count, self.coal_price(reach, count), **where)

    def coal_price(self, reach: int, count: int) -> int:
        """What the market asks for the cubes of coal that no mine in the locations ``reach`` has."""
        mined = sum(self.goods(space) for space in self._mines() if reach >> SPACES[space].location & 1)
        return int(part("markets").coal_price(self.rules, max(0, count - mined)))

    def iron(self, count: int) -> Message:
        """Some iron, with what the market asks for it."""
        return cubes(IRON, count, int(part("resources").iron_cost(self.rules, count)))

    def _mines(self) -> list[int]:
        """The spaces of the mines with coal."""
        mask = int(self.state["stocked"][0])
        return [space for space in range(mask.bit_length()) if mask >> space & 1]
