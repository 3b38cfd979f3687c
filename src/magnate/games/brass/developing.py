"""Develop (rules section 8.3), and the tile that Gloucester's bonus removes."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import emit
from . import events
from .resources import iron_cost
from .state import State
from .tables import INDUSTRIES, TILE_DEVELOPABLE
from .tiles import lowest_tile

__all__ = ["develop_industries", "removable_industries", "remove_from_mat"]


@rule
def removable_industries(g: State, p: int) -> int:
    """The industries whose lowest tile on seat ``p``'s mat may be removed, as a mask."""
    found = 0
    for industry in range(INDUSTRIES):
        found |= TILE_DEVELOPABLE[lowest_tile(g, p, industry)] << industry
    return found


@rule
def develop_industries(g: State, p: int) -> int:
    """The industries that seat ``p`` can develop now, with the iron for it."""
    if g.count >= 2 or (g.stocked[1] == 0 and iron_cost(g, 1) > g.money[p]):
        return 0
    return removable_industries(g, p)


@rule
def remove_from_mat(g: State, p: int, industry: int, bonus: int) -> None:
    """The lowest tile of an industry leaves the game; ``bonus``: 1 for Gloucester's."""
    emit(g, events.DEVELOPS, p, lowest_tile(g, p, industry), bonus, 0)
    g.taken[p, industry] += 1
