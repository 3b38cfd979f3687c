"""What a seat's position shows of the points that it is still going to make: the numbers that the estimate weighs."""

from __future__ import annotations

from typing import NamedTuple

from ...games.brass.board import (
    BREWERY,
    COAL,
    COTTON,
    INCOME_LEVEL,
    IRON,
    MANUFACTURER,
    PLACE_OF,
    POTTERY,
    RAIL,
    TILE_ERAS,
    TILE_INDUSTRY,
    TILE_LEVEL,
    TILE_POINTS,
    WILD_INDUSTRY,
    WILD_LOCATION,
)
from ...games.brass.cards import holds
from ...games.brass.selling import unsold_tiles
from ...games.brass.state import State
from ...games.brass.tiles import lowest_tile, spaces_used
from ...runtime.compiler import rule
from ...runtime.primitives import count_bits, has_bit, low_bit
from ...values.brass import icons_at, lines_beside
from .builds import use_chance
from .forecast import Forecast
from .tiles import sale_chance

STEP, SLOW = 0.8, 0.1
"""What these parameters of the planner are where a search estimates, whatever plays its games out."""
ENOUGH = 12
"""Pounds that are enough for the next action."""
PLENTY = 40
"""Pounds beyond which more of them are good for little."""


class Features(NamedTuple):
    """What is counted for a seat, in points, pounds or numbers of things."""

    whole: float
    """1: what actions bring, whatever else there is."""
    rest: float
    """The part of the era's actions that is left: with the weights' own factor, its square."""
    links: float
    """The icons that its links would score now."""
    coming: float
    """The icons of tiles at its links that are not flipped."""
    low: float
    """The points of its flipped tiles of level I."""
    high: float
    """The points of its other flipped tiles, which score again after the Canal era."""
    sales: float
    """The points of its unsold tiles, each by the chance of its sale in this era."""
    stuck: float
    """The points of its unsold tiles above level I, by the chance that they are not sold in this era."""
    mines: float
    """The points of its mines and works that are not flipped, by the chance that they flip."""
    breweries: float
    """The points of its breweries that are not flipped."""
    barrels: float
    thirst: float
    """The barrels that its unsold tiles take and that it has not."""
    pounds: float
    """Its money, up to ENOUGH."""
    savings: float
    """Its money between ENOUGH and PLENTY."""
    income: float
    """Its income level times the incomes to come."""
    debts: float
    """The same of a negative income, as a positive number."""
    cotton: float
    manufacturer: float
    pottery: float
    coal: float
    iron: float
    brewery: float
    """The points of its lowest tile of an industry, 0 if the Rail era does not allow it."""
    wild: float
    """Wild cards in its hand."""
    kinds: float
    """Different kinds of cards in its hand."""
    places: float
    """The locations of its network."""
    lines: float
    """The lines on which it might lay a link, by their number …"""
    icons: float
    """… and by the icons that they would score now."""


FEATURES = len(Features._fields)


@rule
def flipped_points(g: State, p: int, low: bool) -> int:
    """The points of seat ``p``'s flipped tiles of level I (``low``), or of the others."""
    n = 0
    rest = g.tiles[p] & g.flipped
    while rest != 0:
        tile = g.tile[low_bit(rest)]
        rest &= rest - 1
        if (TILE_LEVEL[tile] == 1) == low:
            n += TILE_POINTS[tile]
    return n


@rule
def sales_points(g: State, view: Forecast, later: bool) -> float:
    """The points of the seat's unsold tiles by the chance of their sale in this era, or (``later``) of a later one."""
    points = 0.0
    rest = unsold_tiles(g, view.seat)
    while rest != 0:
        s = low_bit(rest)
        rest &= rest - 1
        tile = g.tile[s] * 1
        chance = sale_chance(g, view, STEP, tile, g.joined[PLACE_OF[s]], view.demand, 0)
        if not later:
            points += chance * TILE_POINTS[tile]
        elif TILE_LEVEL[tile] > 1:
            points += (1.0 - chance) * TILE_POINTS[tile]
    return points


@rule
def source_points(g: State, view: Forecast, breweries: bool) -> float:
    """The points of the seat's stocked mines and works, by the chance that they flip, or of its breweries."""
    points = 0.0
    rest = g.tiles[view.seat] & (g.stocked[0] | g.stocked[1] | g.stocked[2])
    while rest != 0:
        s = low_bit(rest)
        rest &= rest - 1
        tile = g.tile[s] * 1
        industry = TILE_INDUSTRY[tile]
        if (industry == BREWERY) == breweries:
            chance = 1.0
            if industry != BREWERY:
                chance = use_chance(g, view, SLOW, industry, PLACE_OF[s], g.goods[s])
            points += chance * TILE_POINTS[tile]
    return points


@rule
def next_points(g: State, p: int, industry: int) -> float:
    """The points of seat ``p``'s lowest tile of an industry, 0 if the Rail era does not allow it."""
    tile = lowest_tile(g, p, industry)
    if not has_bit(TILE_ERAS[tile], RAIL):
        return 0.0
    return TILE_POINTS[tile] * 1.0


@rule
def features_of(g: State, view: Forecast) -> Features:
    """The features of the seat whose forecast this is."""
    p = view.seat
    level = INCOME_LEVEL[g.income_space[p]] * view.paydays
    links = icons_at(g, g.lines[p], g.flipped)
    near = lines_beside(g, p)
    return Features(
        1.0,
        1.0 - view.progress,
        links * 1.0,
        icons_at(g, g.lines[p], spaces_used(g)) - links * 1.0,
        flipped_points(g, p, True) * 1.0,
        flipped_points(g, p, False) * 1.0,
        sales_points(g, view, False),
        sales_points(g, view, True),
        source_points(g, view, False),
        source_points(g, view, True),
        view.beer * 1.0,
        max(view.demand - view.beer, 0) * 1.0,
        min(g.money[p], ENOUGH) * 1.0,
        min(max(g.money[p] - ENOUGH, 0), PLENTY - ENOUGH) * 1.0,
        max(level, 0) * 1.0,
        max(-level, 0) * 1.0,
        next_points(g, p, COTTON),
        next_points(g, p, MANUFACTURER),
        next_points(g, p, POTTERY),
        next_points(g, p, COAL),
        next_points(g, p, IRON),
        next_points(g, p, BREWERY),
        (g.hand[p, WILD_LOCATION] + g.hand[p, WILD_INDUSTRY]) * 1.0,
        count_bits(holds(g, p)) * 1.0,
        count_bits(g.network[p]) * 1.0,
        count_bits(near) * 1.0,
        icons_at(g, near, g.flipped) * 1.0,
    )
