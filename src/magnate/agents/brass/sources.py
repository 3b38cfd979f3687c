"""From where coal, iron and beer are taken: own tiles that flip first, then those that help opponents least."""

from __future__ import annotations

from ...engine.bits import low_bit
from ...engine.compiler import Floats, rule
from ...games.brass.resources import BARREL
from ...games.brass.state import State
from ...games.brass.tables import PLACE_OF
from ...games.brass.tiles import owner_of
from .links import NOTHING
from .places import OPPONENT
from .sales import bonus_worth
from .tile_worth import flip_worth

__all__ = ["best_source"]


@rule
def source_worth(g: State, params: Floats, p: int, s: int) -> float:
    """What it is worth to seat ``p`` to take a cube or barrel from the tile on a space."""
    owner = owner_of(g, s)
    step = flip_worth(g, params, owner, g.tile[s], PLACE_OF[s]) / max(g.goods[s] * 1.0, 1.0)
    if owner == p:
        return step
    return -params[OPPONENT] * step


@rule
def best_source(g: State, params: Floats, p: int, sources: int) -> int:
    """The source of a mask of spaces (or the merchant's barrel) from which seat ``p`` takes."""
    best = low_bit(sources)
    most = NOTHING
    rest = sources
    while rest != 0:
        s = low_bit(rest)
        rest &= rest - 1
        if s == BARREL:
            worth = 1.0 + bonus_worth(g, params, p, g.shop)
        else:
            worth = source_worth(g, params, p, s)
        if worth > most:
            best = s
            most = worth
    return best
