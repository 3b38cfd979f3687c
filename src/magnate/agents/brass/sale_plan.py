"""How likely a tile is to be sold: the links and the beer that it lacks, against the actions that are left."""

from __future__ import annotations

from ...engine.bits import count_bits, has_bit, low_bit
from ...engine.compiler import Floats, rule
from ...games.brass.linking import open_lines
from ...games.brass.network import joined_by_line
from ...games.brass.resources import breweries
from ...games.brass.selling import unsold_tiles
from ...games.brass.state import State
from ...games.brass.tables import (
    CANAL,
    LINE_ENDS,
    MERCHANT_BUYS,
    MERCHANT_PLACE,
    MERCHANT_SPACES_ALL,
    TILE_BEER,
    TILE_INDUSTRY,
)
from .outlook import actions_left
from .places import STEP

__all__ = ["beer_demand", "buyer_barrels", "buyer_places", "links_missing", "own_beer", "sale_chance"]

FAR = 4
"""So many links are too far to plan for."""


@rule
def buyer_places(g: State, industry: int) -> int:
    """The locations of the merchants who buy an industry's goods."""
    places = 0
    for m in range(MERCHANT_SPACES_ALL):
        if has_bit(MERCHANT_BUYS[g.merchant[m]], industry):
            places |= 1 << MERCHANT_PLACE[m]
    return places


@rule
def buyer_barrels(g: State, industry: int, places: int) -> int:
    """How many barrels stand beside the merchants of ``places`` who buy an industry's goods."""
    n = 0
    for m in range(MERCHANT_SPACES_ALL):
        if (
            has_bit(g.barrels, m)
            and has_bit(MERCHANT_BUYS[g.merchant[m]], industry)
            and has_bit(places, MERCHANT_PLACE[m])
        ):
            n += 1
    return n


@rule
def own_beer(g: State, p: int) -> int:
    """The barrels on seat ``p``'s breweries."""
    n = 0
    rest = g.stocked[2] & g.tiles[p]
    while rest != 0:
        n += g.goods[low_bit(rest)]
        rest &= rest - 1
    return n


@rule
def beer_demand(g: State, p: int) -> int:
    """The barrels that the sales of seat ``p``'s unsold tiles take."""
    n = 0
    rest = unsold_tiles(g, p)
    while rest != 0:
        n += TILE_BEER[g.tile[low_bit(rest)]]
        rest &= rest - 1
    return n


@rule
def links_missing(g: State, p: int, reach: int, targets: int) -> int:
    """How many links must be laid until ``reach`` is connected to one of the locations ``targets``; FAR: too many."""
    if reach & targets != 0:
        return 0
    edge = reach
    lines = open_lines(g, p)
    for n in range(1, FAR):
        grown = edge
        rest = lines
        while rest != 0:
            line = low_bit(rest)
            rest &= rest - 1
            if LINE_ENDS[line] & edge != 0:
                grown |= joined_by_line(g, line)
        if grown & targets != 0:
            return n
        edge = grown
    return FAR


@rule
def beer_missing(g: State, p: int, tile: int, reach: int, buyers: int, demand: int) -> float:
    """How many barrels lack for the sale of ``tile``, when seat ``p``'s sales take ``demand`` with this one's."""
    needed = TILE_BEER[tile]
    if needed == 0:
        return 0.0
    others = count_bits(breweries(g, p, reach) & ~g.tiles[p])
    supply = own_beer(g, p) + 0.5 * others + buyer_barrels(g, TILE_INDUSTRY[tile], buyers)
    return min(max(demand - supply, 0.0), needed * 1.0)


@rule
def sale_chance(g: State, params: Floats, p: int, tile: int, reach: int, demand: int, spent: int) -> float:
    """The chance that seat ``p`` sells ``tile`` in this era, from where the locations ``reach`` are connected.

    ``demand``: the barrels that its sales take, with this one; ``spent``: the actions that come before the plan.
    Each link or barrel that lacks costs an action, and a chance: others may be faster.
    """
    targets = buyer_places(g, TILE_INDUSTRY[tile])
    if targets == 0:
        return 0.0
    links = links_missing(g, p, reach, targets)
    if links == FAR:
        return 0.0
    buyers = targets
    if links == 0:
        buyers &= reach
    steps = links * 1.0 if g.era == CANAL else links * 0.7
    beer = beer_missing(g, p, tile, reach, buyers, demand)
    steps += beer
    left = actions_left(g, p) - spent
    if steps + 1.0 > left:
        return 0.0
    chance = 1.0 - (1.0 - params[STEP]) * steps
    if steps + 2.0 > left:
        chance *= 0.8
    return max(chance, 0.0)
