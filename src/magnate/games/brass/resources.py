"""Where coal, iron and beer come from (rules sections 6.1 to 6.3), and how a cube or barrel is taken.

Sources are a mask of spaces; the barrel beside the merchant tile that is sold to stands behind the last space.
"""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import emit, has_bit, low_bit
from . import events
from .markets import coal_price, iron_price
from .network import nearest_places, places_of
from .state import State
from .symmetry import alike
from .tables import (
    MERCHANT_MASK,
    PLACE_OF,
    PLACE_SPACES,
    SPACE_COUNT,
)
from .tiles import flip, set_goods

__all__ = [
    "BARREL",
    "beer_at",
    "beer_sources",
    "breweries",
    "coal_sources",
    "coal_within",
    "iron_cost",
    "iron_sources",
    "mines_joined",
    "take_good",
]

BARREL = SPACE_COUNT
"""The merchant's barrel among the sources of beer."""


@rule
def spaces_in(spaces: int, places: int) -> int:
    """Those of a mask of spaces that lie in a mask of locations."""
    found = 0
    while spaces != 0:
        s = low_bit(spaces)
        spaces &= spaces - 1
        if has_bit(places, PLACE_OF[s]):
            found |= 1 << s
    return found


@rule
def distinct(g: State, spaces: int) -> int:
    """The sources without those that are like a lower one of their location: it makes no difference which is taken."""
    found = spaces
    rest = spaces & (spaces - 1)
    while rest != 0:
        s = low_bit(rest)
        rest &= rest - 1
        beside = spaces & PLACE_SPACES[PLACE_OF[s]] & ((1 << s) - 1)
        while beside != 0:
            if alike(g, low_bit(beside), s):
                found &= ~(1 << s)
            beside &= beside - 1
    return found


# ------------------------------------------------------------------------------------------------ coal


@rule
def coal_within(g: State, reach: int, cubes: int, money: int) -> bool:
    """Whether so many cubes of coal can be had where the locations ``reach`` are connected, for that much money."""
    rest = g.stocked[0]
    while rest != 0:
        s = low_bit(rest)
        rest &= rest - 1
        if has_bit(reach, PLACE_OF[s]):
            cubes -= g.goods[s]
            if cubes <= 0:
                return True
    return reach & MERCHANT_MASK != 0 and coal_price(g, cubes) <= money


@rule
def mines_joined(g: State, start: int, reach: int) -> int:
    """The spaces of the mines with coal that are nearest to the locations ``start``, among those connected to them."""
    mines = spaces_in(g.stocked[0], reach)
    if mines & (mines - 1) == 0:
        return mines
    return spaces_in(mines, nearest_places(g, start, places_of(mines)))


@rule
def coal_sources(g: State, start: int, reach: int) -> int:
    """The mines from which the next cube may come; 0: it is bought."""
    return distinct(g, mines_joined(g, start, reach))


# ------------------------------------------------------------------------------------------------ iron


@rule
def iron_cost(g: State, cubes: int) -> int:
    """What so many cubes of iron cost: nothing while any works has some, then the market's price."""
    rest = g.stocked[1]
    while rest != 0 and cubes > 0:
        cubes -= g.goods[low_bit(rest)]
        rest &= rest - 1
    return iron_price(g, max(cubes, 0))


@rule
def iron_sources(g: State) -> int:
    """The works from which the next cube may come; 0: it is bought."""
    return distinct(g, g.stocked[1])


# ------------------------------------------------------------------------------------------------ beer


@rule
def breweries(g: State, p: int, reach: int) -> int:
    """The breweries with beer for seat ``p``: its own anywhere, others' in the locations ``reach``."""
    own = g.stocked[2] & g.tiles[p]
    return own | spaces_in(g.stocked[2] & ~own, reach)


@rule
def beer_at(g: State, p: int, reach: int) -> int:
    """How many barrels seat ``p`` can take from breweries for a use that is connected to the locations ``reach``."""
    barrels = 0
    rest = breweries(g, p, reach)
    while rest != 0:
        barrels += g.goods[low_bit(rest)]
        rest &= rest - 1
    return barrels


@rule
def beer_sources(g: State, p: int, reach: int) -> int:
    """The breweries from which the next barrel may come."""
    return distinct(g, breweries(g, p, reach))


# ---------------------------------------------------------------------------------------------- taking


@rule
def take_good(g: State, p: int, industry: int, s: int) -> None:
    """Seat ``p`` takes a cube or barrel from the tile on space ``s``, which flips when that was the last."""
    emit(g, events.TAKES, p, industry, s, 0)
    set_goods(g, s, g.goods[s] - 1)
    if g.goods[s] == 0:
        flip(g, s)
