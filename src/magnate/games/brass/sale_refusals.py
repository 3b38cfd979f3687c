"""Why a link cannot be laid, a tile not sold, or a source not used: the first rule that stands against it."""

from __future__ import annotations

from ...engine.bits import count_bits, has_bit
from ...engine.compiler import rule
from . import reasons
from .actions import NETWORK
from .gathering import places_of_use, reach_of_use
from .linking import beer_places, link_cost
from .markets import coal_price
from .network import joined_by_line, lines_used, places_of
from .resources import BARREL, beer_at, breweries, mines_joined
from .selling import same_merchant, unsold_tiles
from .state import SECOND_LINE, TAKE_COAL, TAKE_IRON, State
from .tables import (
    CANAL,
    CANAL_LINES,
    GOODS_MASK,
    LINE_COUNT,
    LINE_ENDS,
    MERCHANT_BUYS,
    MERCHANT_MASK,
    MERCHANT_PLACE,
    MERCHANT_SPACES_ALL,
    PLACE_OF,
    RAIL_LINES,
    SPACE_COUNT,
    TILE_BEER,
    TILE_INDUSTRY,
)

__all__ = ["why_no_link", "why_no_sale", "why_not_link", "why_not_merchant", "why_not_sell", "why_not_source"]


@rule
def why_not_line(g: State, p: int, line: int) -> int:
    """Whether seat ``p`` may lay a link on a line, what it costs apart."""
    if count_bits(g.lines[p]) >= g.opt.link_tiles:
        return reasons.NO_LINKS_LEFT
    if g.era == CANAL and not has_bit(CANAL_LINES, line):
        return reasons.NO_CANAL_LINE
    if g.era != CANAL and not has_bit(RAIL_LINES, line):
        return reasons.NO_RAIL_LINE
    if has_bit(lines_used(g), line):
        return reasons.LINE_TAKEN
    if g.network[p] != 0 and LINE_ENDS[line] & g.network[p] == 0:
        return reasons.LINE_OUTSIDE_NETWORK
    return reasons.OK


@rule
def why_not_link(g: State, p: int, line: int) -> int:
    """Whether seat ``p`` can lay the next link of a Network action on a line."""
    reason = why_not_line(g, p, line)
    if reason != reasons.OK:
        return reason
    money = g.money[p] - link_cost(g)
    if g.era != CANAL:
        reach = joined_by_line(g, line)
        if reach & places_of(g.stocked[0]) == 0:
            if reach & MERCHANT_MASK == 0:
                return reasons.NO_COAL_FOR_RAIL
            money -= coal_price(g, 1)
        if money >= 0 and g.phase == SECOND_LINE and reach & beer_places(g, p) == 0:
            return reasons.NO_BEER_FOR_RAIL
    if money < 0:
        return reasons.LINK_TOO_EXPENSIVE
    return reasons.OK


@rule
def why_no_link(g: State, p: int) -> int:
    """Whether seat ``p`` can lay any link; if not, what the best of the lines lacks."""
    nearest = reasons.OK
    for line in range(LINE_COUNT):
        reason = why_not_link(g, p, line)
        if reason == reasons.OK:
            return reason
        nearest = max(nearest, reason)
    return nearest


# ------------------------------------------------------------------------------------------------- sell


@rule
def why_not_merchant(g: State, p: int, s: int, m: int) -> int:
    """Whether seat ``p`` can sell its tile on space ``s`` to the merchant space ``m``, with the beer."""
    reach = g.joined[PLACE_OF[s]]
    if not has_bit(MERCHANT_BUYS[g.merchant[m]], TILE_INDUSTRY[g.tile[s]]):
        return reasons.NOT_BOUGHT
    if not has_bit(reach, MERCHANT_PLACE[m]):
        return reasons.MERCHANT_NOT_CONNECTED
    if same_merchant(g, m):
        return reasons.SAME_MERCHANT
    if beer_at(g, p, reach) + int(has_bit(g.barrels, m)) < TILE_BEER[g.tile[s]]:
        return reasons.NO_BEER
    return reasons.OK


@rule
def why_not_sell(g: State, p: int, s: int) -> int:
    """Whether seat ``p`` can sell the tile on space ``s``."""
    if not has_bit(g.tiles[p], s):
        return reasons.NOT_YOUR_TILE
    if not has_bit(GOODS_MASK, TILE_INDUSTRY[g.tile[s]]):
        return reasons.NOT_SOLD
    if has_bit(g.flipped, s):
        return reasons.ALREADY_FLIPPED
    nearest = reasons.NO_BUYER
    for m in range(MERCHANT_SPACES_ALL):
        reason = why_not_merchant(g, p, s, m)
        if reason == reasons.OK:
            return reason
        if reason == reasons.NO_BEER:
            nearest = reason
    return nearest


@rule
def why_no_sale(g: State, p: int) -> int:
    """Whether seat ``p`` can sell anything; if not, what the best of its tiles lacks."""
    if unsold_tiles(g, p) == 0:
        return reasons.NO_TILE_TO_SELL
    nearest = reasons.OK
    for s in range(SPACE_COUNT):
        reason = why_not_sell(g, p, s)
        if reason == reasons.OK:
            return reason
        nearest = max(nearest, reason)
    return nearest


# ---------------------------------------------------------------------------------------------- sources


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
