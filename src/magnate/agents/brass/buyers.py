"""Who buys a seat's goods, how many links away they are, and the beer that its sales take."""

from __future__ import annotations

from typing import NamedTuple

from ...games.brass.board import LINE_ENDS, MERCHANT_BUYS, MERCHANT_PLACE, MERCHANT_SPACES_ALL, TILE_BEER
from ...games.brass.linking import open_lines
from ...games.brass.selling import unsold_tiles
from ...games.brass.state import State
from ...games.brass.tiles import joined_by_line
from ...runtime.compiler import rule
from ...runtime.primitives import has_bit, low_bit

__all__ = ["FAR", "Ways", "beer_demand", "buyer_barrels", "links_missing", "own_beer", "ways_to_buyers"]

FAR = 4
"""So many links are too far to plan for."""


class Ways(NamedTuple):
    """The locations of those who buy an industry's goods, and those from which at most so many links lack to them."""

    buyers: int
    none: int
    one: int
    two: int
    three: int


@rule
def buyer_places(g: State, industry: int) -> int:
    """The locations of the merchants who buy an industry's goods."""
    places = 0
    for m in range(MERCHANT_SPACES_ALL):
        if has_bit(MERCHANT_BUYS[g.merchant[m]], industry):
            places |= 1 << MERCHANT_PLACE[m]
    return places


@rule
def with_one_link(g: State, places: int, lines: int) -> int:
    """The locations from which one more link than from ``places`` lacks at most, on one of a mask of lines."""
    found = places
    while lines != 0:
        line = low_bit(lines)
        lines &= lines - 1
        if LINE_ENDS[line] & places != 0:
            found |= joined_by_line(g, line)
    return found


@rule
def ways_to_buyers(g: State, p: int, industry: int) -> Ways:
    """How far seat ``p`` is from an industry's buyers, from everywhere."""
    buyers = buyer_places(g, industry)
    none = 0
    rest = buyers
    while rest != 0:
        none |= g.joined[low_bit(rest)]
        rest &= rest - 1
    lines = open_lines(g, p)
    one = with_one_link(g, none, lines)
    two = with_one_link(g, one, lines)
    return Ways(buyers, none, one, two, with_one_link(g, two, lines))


@rule
def links_missing(ways: Ways, reach: int) -> int:
    """How many links must be laid until ``reach`` is connected to a buyer; FAR: too many."""
    if reach & ways.none != 0:
        return 0
    if reach & ways.one != 0:
        return 1
    if reach & ways.two != 0:
        return 2
    if reach & ways.three != 0:
        return 3
    return FAR


@rule
def buyer_barrels(g: State, industry: int, places: int) -> int:
    """How many barrels stand beside the merchants of ``places`` who buy an industry's goods."""
    n = 0
    rest = g.barrels * 1
    while rest != 0:
        m = low_bit(rest)
        rest &= rest - 1
        if has_bit(MERCHANT_BUYS[g.merchant[m]], industry) and has_bit(places, MERCHANT_PLACE[m]):
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
