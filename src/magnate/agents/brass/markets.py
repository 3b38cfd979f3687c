"""What coal and iron cost where they are used, and what a new mine or works earns in its market."""

from __future__ import annotations

from ...games.brass.board import COAL, COAL_PRICES, COAL_ROOM, IRON_PRICES, IRON_ROOM, MERCHANT_MASK, PLACE_OF
from ...games.brass.resources import coal_price
from ...games.brass.state import State
from ...runtime.compiler import rule
from ...runtime.primitives import has_bit, low_bit

__all__ = ["coal_cost", "cubes_within", "market_earning", "market_room"]


@rule
def cubes_within(g: State, reach: int) -> int:
    """The cubes of coal on the mines in the locations ``reach``."""
    cubes = 0
    rest = g.stocked[0] * 1
    while rest != 0:
        s = low_bit(rest)
        rest &= rest - 1
        if has_bit(reach, PLACE_OF[s]):
            cubes += g.goods[s]
    return cubes


@rule
def coal_cost(g: State, reach: int, cubes: int) -> int:
    """What so many cubes of coal cost where the locations ``reach`` are connected."""
    missing = cubes - cubes_within(g, reach)
    if missing <= 0:
        return 0
    return coal_price(g, missing)


@rule
def market_room(g: State, industry: int, reach: int) -> int:
    """How many cubes of a new mine or works its market takes; a mine's only with a merchant in ``reach``."""
    if industry == COAL:
        if reach & MERCHANT_MASK == 0:
            return 0
        return COAL_ROOM - g.coal
    return IRON_ROOM - g.iron


@rule
def market_earning(g: State, industry: int, cubes: int) -> int:
    """The pounds that so many cubes bring when they are sold to their market, which has room for them."""
    earned = 0
    for i in range(cubes):
        if industry == COAL:
            earned += COAL_PRICES[COAL_ROOM - g.coal - 1 - i]
        else:
            earned += IRON_PRICES[IRON_ROOM - g.iron - 1 - i]
    return earned
