"""What tiles earn: what coal and iron cost, what a tile is worth when it flips, and its chance to be sold."""

from __future__ import annotations

from ...games.brass.board import (
    CANAL,
    COAL,
    COAL_PRICES,
    COAL_ROOM,
    COTTON,
    IRON_PRICES,
    IRON_ROOM,
    LINES_AT,
    MANUFACTURER,
    MERCHANT_MASK,
    PLACE_OF,
    TILE_BEER,
    TILE_ICONS,
    TILE_INCOME,
    TILE_INDUSTRY,
    TILE_LEVEL,
    TILE_POINTS,
)
from ...games.brass.resources import breweries, coal_price
from ...games.brass.state import State
from ...runtime.compiler import rule
from ...runtime.primitives import count_bits, has_bit, low_bit
from .forecast import FAR, Outlook, Ways, buyer_barrels, income_worth, is_last_era, links_missing
from .parameters import OWN_LINKS

__all__ = [
    "coal_cost",
    "flip_worth",
    "lasts",
    "later_worth",
    "market_earning",
    "market_room",
    "sale_chance",
    "scoring_worth",
]


# ---------------------- What coal and iron cost where they are used, and what a new mine or works earns in its market.


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


# --------------- What a tile is worth when it flips: points of one era or two, income, icons for the seat's own links.


@rule
def lasts(g: State, tile: int) -> bool:
    """Whether a tile stays on the board after this era, and scores in the next one too."""
    return TILE_LEVEL[tile] > 1 and not is_last_era(g)


@rule
def scoring_worth(g: State, view: Outlook, tile: int, place: int) -> float:
    """The points of a flipped tile at the end of this era and of the next, with its icons for the seat's links."""
    links = count_bits(g.lines[view.seat] & LINES_AT[place]) + view.params[OWN_LINKS] * (1.0 - view.progress)
    points = TILE_POINTS[tile] + TILE_ICONS[tile] * links
    if lasts(g, tile):
        points += TILE_POINTS[tile] + TILE_ICONS[tile]
    return points


@rule
def flip_worth(g: State, view: Outlook, tile: int, place: int) -> float:
    """What it is worth to the seat that its ``tile`` in a place flips in this era."""
    return scoring_worth(g, view, tile, place) + income_worth(view, TILE_INCOME[tile])


@rule
def later_worth(view: Outlook, tile: int) -> float:
    """What it is worth to the seat that its ``tile``, built in the Canal era, flips in the Rail era."""
    income = 0.4 * income_worth(view, TILE_INCOME[tile])
    return TILE_POINTS[tile] + TILE_ICONS[tile] + income


# ----------- How likely a tile is to be sold: the links and the beer that it lacks, against the actions that are left.


@rule
def ways_of(view: Outlook, industry: int) -> Ways:
    """The ways to the buyers of an industry's goods."""
    if industry == COTTON:
        return view.cotton
    if industry == MANUFACTURER:
        return view.manufacturer
    return view.pottery


@rule
def beer_missing(g: State, view: Outlook, tile: int, reach: int, buyers: int, demand: int) -> float:
    """How many barrels lack for the sale of ``tile``, when the seat's sales take ``demand`` with this one's."""
    needed = TILE_BEER[tile]
    if needed == 0:
        return 0.0
    others = count_bits(breweries(g, view.seat, reach) & ~g.tiles[view.seat])
    supply = view.beer + 0.5 * others + buyer_barrels(g, TILE_INDUSTRY[tile], buyers)
    return min(max(demand - supply, 0.0), needed * 1.0)


@rule
def sale_chance(g: State, view: Outlook, step: float, tile: int, reach: int, demand: int, spent: int) -> float:
    """The chance that the seat sells ``tile`` in this era, from where the locations ``reach`` are connected.

    ``step``: the chance where one link or barrel lacks; ``demand``: the barrels that its sales take, with this one;
    ``spent``: the actions that come before the plan. Each link or barrel that lacks costs an action, and a chance:
    others may be faster.
    """
    ways = ways_of(view, TILE_INDUSTRY[tile])
    links = links_missing(ways, reach)
    if links == FAR:
        return 0.0
    buyers = ways.buyers
    if links == 0:
        buyers &= reach
    steps = links * 1.0 if g.era == CANAL else links * 0.7
    steps += beer_missing(g, view, tile, reach, buyers, demand)
    left = view.left - spent
    if steps + 1.0 > left:
        return 0.0
    chance = 1.0 - (1.0 - step) * steps
    if steps + 2.0 > left:
        chance *= 0.8
    return max(chance, 0.0)
