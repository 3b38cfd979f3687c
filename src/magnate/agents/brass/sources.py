"""From where coal, iron and beer are taken: own tiles that flip first, then those that help opponents least."""

from __future__ import annotations

from ...games.brass.board import PLACE_OF
from ...games.brass.resources import BARREL
from ...games.brass.state import State
from ...games.brass.tiles import owner_of
from ...runtime.compiler import rule
from .outlook import Outlook, look_ahead
from .places import OPPONENT
from .sales import bonus_worth
from .tile_worth import flip_worth

__all__ = ["source_worth"]


@rule
def source_worth(g: State, view: Outlook, s: int) -> float:
    """What it is worth to the seat to take a cube or barrel from the tile on a space, or the merchant's barrel."""
    if s == BARREL:
        return 1.0 + bonus_worth(view, g.shop)
    owner = owner_of(g, s)
    cubes = max(g.goods[s] * 1.0, 1.0)
    if owner == view.seat:
        return flip_worth(g, view, g.tile[s], PLACE_OF[s]) / cubes
    theirs = look_ahead(g, view.params, owner)
    return -view.params[OPPONENT] * flip_worth(g, theirs, g.tile[s], PLACE_OF[s]) / cubes
