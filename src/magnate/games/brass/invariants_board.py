"""The invariants of the board: tiles, links, and what is kept because it follows from them."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import count_bits, has_bit, low_bit
from .breaches import (
    FLIPPED_WRONG,
    GOODS_IMPOSSIBLE,
    HOLDS,
    JOINED_WRONG,
    LINE_OWNED_TWICE,
    LINK_OF_OTHER_ERA,
    LINKS_TOO_MANY,
    NETWORK_WRONG,
    SPACE_OWNED_TWICE,
    STOCKED_WRONG,
    TILE_MISPLACED,
    TILE_OF_OTHER_ERA,
    TILE_WITHOUT_OWNER,
    TWO_TILES_IN_PLACE,
)
from .state import DEAL_CARDS, State
from .tables import (
    BARRELS,
    BREWERY,
    CANAL,
    CANAL_LINES,
    COAL,
    LINE_ENDS,
    LINES_AT,
    PLACE_SPACES,
    PLACES,
    RAIL,
    RAIL_LINES,
    RESOURCES,
    SEATS,
    SPACE_COUNT,
    SPACE_SHOWS,
    TILE_ERAS,
    TILE_GOODS,
    TILE_INDUSTRY,
    TILE_KINDS,
    TILE_LEVEL,
)

__all__ = ["check_board"]


@rule
def most_goods(tile: int) -> int:
    """The most cubes or barrels that a tile can carry."""
    if TILE_INDUSTRY[tile] == BREWERY:
        return BARRELS[RAIL]
    return TILE_GOODS[tile]


@rule
def check_tile(g: State, s: int) -> int:
    """The tile on space ``s`` may lie there and carries what it may; it is flipped when it has nothing to carry."""
    tile = g.tile[s]
    if tile < 1 or tile >= TILE_KINDS:
        return TILE_WITHOUT_OWNER
    industry = TILE_INDUSTRY[tile]
    if not has_bit(SPACE_SHOWS[s], industry):
        return TILE_MISPLACED
    if not has_bit(TILE_ERAS[tile], g.era):
        return TILE_OF_OTHER_ERA
    if g.goods[s] < 0 or g.goods[s] > most_goods(tile):
        return GOODS_IMPOSSIBLE
    if industry >= COAL and has_bit(g.flipped, s) != (g.goods[s] == 0):
        return FLIPPED_WRONG
    for resource in range(RESOURCES):
        if has_bit(g.stocked[resource], s) != (industry == COAL + resource and g.goods[s] > 0):
            return STOCKED_WRONG
    return HOLDS


@rule
def check_tiles(g: State) -> int:
    """Each tile has one owner; empty spaces have nothing."""
    owned = 0
    for p in range(SEATS):
        if owned & g.tiles[p] != 0:
            return SPACE_OWNED_TWICE
        owned |= g.tiles[p]
    if owned < 0 or owned >> SPACE_COUNT != 0:
        return TILE_WITHOUT_OWNER
    for resource in range(RESOURCES):
        if g.stocked[resource] & ~owned != 0:
            return STOCKED_WRONG
    if g.flipped & ~owned != 0:
        return FLIPPED_WRONG
    for s in range(SPACE_COUNT):
        if has_bit(owned, s):
            code = check_tile(g, s)
            if code != HOLDS:
                return code
        elif g.tile[s] != 0:
            return TILE_WITHOUT_OWNER
        elif g.goods[s] != 0:
            return GOODS_IMPOSSIBLE
    return HOLDS


@rule
def check_places(g: State) -> int:
    """In the Canal era nobody has two tiles in one location."""
    if g.era != CANAL:
        return HOLDS
    for place in range(PLACES):
        for p in range(g.opt.players):
            if count_bits(g.tiles[p] & PLACE_SPACES[place]) > 1:
                return TWO_TILES_IN_PLACE
    return HOLDS


@rule
def check_links(g: State) -> int:
    """Each link has one owner and lies on a line of the era; nobody has more than there are."""
    used = 0
    for p in range(SEATS):
        if used & g.lines[p] != 0:
            return LINE_OWNED_TWICE
        used |= g.lines[p]
        if g.lines[p] < 0:
            return LINK_OF_OTHER_ERA
        if count_bits(g.lines[p]) > g.opt.link_tiles:
            return LINKS_TOO_MANY
    allowed = CANAL_LINES if g.era == CANAL else RAIL_LINES
    if used & ~allowed != 0:
        return LINK_OF_OTHER_ERA
    return HOLDS


@rule
def check_new_era(g: State) -> int:
    """While the Rail era's hands are dealt, no link and no tile of level I, pottery included, is left on the board."""
    if g.era != RAIL or g.phase != DEAL_CARDS:
        return HOLDS
    if g.lines[0] | g.lines[1] | g.lines[2] | g.lines[3] != 0:
        return LINK_OF_OTHER_ERA
    for s in range(SPACE_COUNT):
        if TILE_LEVEL[g.tile[s]] == 1:
            return TILE_OF_OTHER_ERA
    return HOLDS


@rule
def reached(used: int, place: int) -> int:
    """The locations that chains of the links ``used`` join to a location, itself included."""
    seen = 1 << place
    edge = seen
    while edge != 0:
        lines = used & LINES_AT[low_bit(edge)]
        edge &= edge - 1
        while lines != 0:
            ends = LINE_ENDS[low_bit(lines)]
            lines &= lines - 1
            edge |= ends & ~seen
            seen |= ends
    return seen


@rule
def check_joined(g: State) -> int:
    """What is connected follows from the links, and the networks follow from links and tiles."""
    used = g.lines[0] | g.lines[1] | g.lines[2] | g.lines[3]
    for place in range(PLACES):
        if g.joined[place] < 1:
            return JOINED_WRONG
        first = low_bit(g.joined[place])
        if first == place:
            if g.joined[place] != reached(used, place):
                return JOINED_WRONG
        elif g.joined[place] != g.joined[first] or not has_bit(g.joined[place], place):
            return JOINED_WRONG
        for p in range(g.opt.players):
            inside = (g.tiles[p] & PLACE_SPACES[place]) | (g.lines[p] & LINES_AT[place]) != 0
            if inside != has_bit(g.network[p], place):
                return NETWORK_WRONG
    for p in range(g.opt.players):
        if g.network[p] < 0 or g.network[p] >> PLACES != 0:
            return NETWORK_WRONG
    return HOLDS


@rule
def check_board(g: State) -> int:
    """The first invariant of the board that is broken, or HOLDS."""
    code = check_tiles(g)
    if code == HOLDS:
        code = check_places(g)
    if code == HOLDS:
        code = check_links(g)
    if code == HOLDS:
        code = check_new_era(g)
    if code == HOLDS:
        code = check_joined(g)
    return code
