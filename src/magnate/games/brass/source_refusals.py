"""Why coal, iron or beer does not come from a source: the first rule that stands against it (rules section 6)."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import has_bit
from . import reasons
from .actions import NETWORK
from .gathering import places_of_use, reach_of_use
from .resources import BARREL, breweries, mines_joined
from .state import TAKE_COAL, TAKE_IRON, State
from .tables import PLACE_OF

__all__ = ["why_not_source"]


@rule
def why_not_mine(g: State, s: int) -> int:
    """Why the next cube of coal does not come from space ``s``."""
    if not has_bit(g.stocked[0], s):
        return reasons.NOTHING_THERE
    reach = reach_of_use(g)
    if not has_bit(reach, PLACE_OF[s]):
        return reasons.SOURCE_NOT_CONNECTED
    if not has_bit(mines_joined(g, places_of_use(g), reach), s):
        return reasons.MINE_FARTHER
    return reasons.SAME_SOURCE


@rule
def why_not_brewery(g: State, p: int, s: int) -> int:
    """Why the next barrel does not come from space ``s``, or (``BARREL``) from the merchant's."""
    if s == BARREL:
        if g.doing == NETWORK:
            return reasons.BARREL_NOT_FOR_RAILS
        return reasons.NO_BARREL
    if not has_bit(g.stocked[2], s):
        return reasons.NOTHING_THERE
    if not has_bit(breweries(g, p, reach_of_use(g)), s):
        return reasons.SOURCE_NOT_CONNECTED
    return reasons.SAME_SOURCE


@rule
def why_not_source(g: State, p: int, s: int) -> int:
    """Why a source that is not offered for the next cube or barrel is not."""
    if g.phase == TAKE_COAL:
        return why_not_mine(g, s)
    if g.phase == TAKE_IRON:
        if not has_bit(g.stocked[1], s):
            return reasons.NOTHING_THERE
        return reasons.SAME_SOURCE
    return why_not_brewery(g, p, s)
