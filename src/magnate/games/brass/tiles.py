"""Links and tiles on the board, and which spaces are equivalent (rules sections 3, 7 and 8).

``joined`` and ``network`` follow from the tiles and links on the board; the functions here keep them up to date.
"""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import emit, has_bit, low_bit
from . import board, events
from .state import BUILD_AT, GIVE_UP, SELL_TILE, TAKE, State

__all__ = [
    "advance",
    "alike",
    "canonical",
    "clear_links",
    "drop_tile",
    "first_alike",
    "flip",
    "joined_by_line",
    "lay_link",
    "lines_used",
    "lowest_tile",
    "nearest_places",
    "owner_of",
    "places_of",
    "put_tile",
    "set_goods",
    "spaces_used",
]


# ---------------- Links: whose network reaches where, what is connected to what, and how far


@rule
def lines_used(g: State) -> int:
    """The lines on which a link lies."""
    return g.lines[0] | g.lines[1] | g.lines[2] | g.lines[3]


@rule
def joined_by_line(g: State, line: int) -> int:
    """The locations that are connected to a link on ``line``, if it lies there."""
    return g.joined[board.LINE_FIRST[line]] | g.joined[board.LINE_SECOND[line]] | g.joined[board.LINE_THIRD[line]]


@rule
def join(g: State, line: int) -> None:
    """Note that a link on ``line`` connects its ends, and all that is connected to them."""
    together = joined_by_line(g, line)
    rest = together
    while rest != 0:
        g.joined[low_bit(rest)] = together
        rest &= rest - 1


@rule
def lay_link(g: State, p: int, line: int) -> None:
    """A link of seat ``p`` lies on ``line``."""
    g.lines[p] |= 1 << line
    g.network[p] |= board.LINE_ENDS[line]
    join(g, line)


@rule
def renew_joined(g: State) -> None:
    """Work out from the links which locations are connected."""
    for place in range(board.PLACES):
        g.joined[place] = 1 << place
    rest = lines_used(g)
    while rest != 0:
        join(g, low_bit(rest))
        rest &= rest - 1


@rule
def places_of(spaces: int) -> int:
    """The locations of a mask of spaces."""
    places = 0
    while spaces != 0:
        places |= 1 << board.PLACE_OF[low_bit(spaces)]
        spaces &= spaces - 1
    return places


@rule
def in_network(g: State, p: int, place: int) -> bool:
    """Whether seat ``p`` has a tile in a location or a link that ends there."""
    return (g.tiles[p] & board.PLACE_SPACES[place]) | (g.lines[p] & board.LINES_AT[place]) != 0


@rule
def network_of(g: State, p: int) -> int:
    """Seat ``p``'s network, worked out from its tiles and links."""
    places = places_of(g.tiles[p])
    rest = g.lines[p]
    while rest != 0:
        places |= board.LINE_ENDS[low_bit(rest)]
        rest &= rest - 1
    return places


@rule
def clear_links(g: State) -> None:
    """All links leave the board."""
    for p in range(board.SEATS):
        g.lines[p] = 0
        g.network[p] = network_of(g, p)
    renew_joined(g)


@rule
def nearest_places(g: State, start: int, wanted: int) -> int:
    """Those of the locations ``wanted`` that are the fewest links away from a location of ``start``; 0: none is."""
    links = lines_used(g)
    seen = start
    edge = start
    while edge != 0:
        if edge & wanted != 0:
            return edge & wanted
        beside = 0
        while edge != 0:
            lines = links & board.LINES_AT[low_bit(edge)]
            edge &= edge - 1
            while lines != 0:
                beside |= board.LINE_ENDS[low_bit(lines)]
                lines &= lines - 1
        edge = beside & ~seen
        seen |= beside
    return 0


# ---------------- Industry tiles: the mat, laying, removing and flipping them, and the income marker


@rule
def lowest_tile(g: State, p: int, industry: int) -> int:
    """The lowest tile of an industry left on seat ``p``'s mat; 0 when none is."""
    return board.MAT[industry * board.MAT_ROOM + g.taken[p, industry]]


@rule
def spaces_used(g: State) -> int:
    """The spaces on which a tile lies."""
    return g.tiles[0] | g.tiles[1] | g.tiles[2] | g.tiles[3]


@rule
def owner_of(g: State, s: int) -> int:
    """The seat whose tile lies on space ``s``; -1 when it is empty."""
    for p in range(board.SEATS):
        if (g.tiles[p] >> s) & 1 == 1:
            return p
    return -1


@rule
def advance(g: State, p: int, spaces: int) -> None:
    """Move seat ``p``'s income marker up; it stops at the end of the track."""
    g.income_space[p] = min(g.income_space[p] + spaces, board.LAST_SPACE)


@rule
def flip(g: State, s: int) -> None:
    """Flip the tile on space ``s``: its owner's income rises."""
    p = owner_of(g, s)
    g.flipped |= 1 << s
    advance(g, p, board.TILE_INCOME[g.tile[s]])
    emit(g, events.FLIPS, p, s, g.tile[s], g.income_space[p])


@rule
def set_goods(g: State, s: int, goods: int) -> None:
    """Set the cubes or barrels on the coal mine, iron works or brewery of space ``s``; an empty one does not flip."""
    g.goods[s] = goods
    resource = board.TILE_INDUSTRY[g.tile[s]] - board.COAL
    if goods > 0:
        g.stocked[resource] |= 1 << s
    else:
        g.stocked[resource] &= ~(1 << s)


@rule
def put_tile(g: State, p: int, s: int, tile: int) -> None:
    """Lay a tile of seat ``p`` on the empty space ``s``, with the cubes or barrels that a new one carries."""
    g.tile[s] = tile
    g.tiles[p] |= 1 << s
    g.network[p] |= 1 << board.PLACE_OF[s]
    industry = board.TILE_INDUSTRY[tile]
    if industry == board.BREWERY:
        set_goods(g, s, board.BARRELS[g.era])
    elif industry >= board.COAL:
        set_goods(g, s, board.TILE_GOODS[tile])


@rule
def drop_tile(g: State, s: int) -> None:
    """The tile on space ``s`` leaves the game, what it carries goes to the supply; its owner's network may shrink."""
    p = owner_of(g, s)
    if g.goods[s] > 0:
        set_goods(g, s, 0)
    g.flipped &= ~(1 << s)
    g.tiles[p] &= ~(1 << s)
    g.tile[s] = 0
    place = board.PLACE_OF[s]
    if not in_network(g, p, place):
        g.network[p] &= ~(1 << place)


# ---------------- Equivalent actions: they name one of several spaces of a location that are the same in all


@rule
def alike(g: State, s: int, t: int) -> bool:
    """Whether it makes no difference which of two spaces is meant: one location, shown and occupied the same."""
    if board.PLACE_OF[s] != board.PLACE_OF[t]:
        return False
    if board.SPACE_SHOWS[s] != board.SPACE_SHOWS[t] or g.tile[s] != g.tile[t] or g.goods[s] != g.goods[t]:
        return False
    return has_bit(g.flipped, s) == has_bit(g.flipped, t) and owner_of(g, s) == owner_of(g, t)


@rule
def first_alike(g: State, s: int) -> int:
    """The first space of the location that is like space ``s``."""
    rest = board.PLACE_SPACES[board.PLACE_OF[s]]
    while low_bit(rest) != s:
        if alike(g, low_bit(rest), s):
            return low_bit(rest)
        rest &= rest - 1
    return s


@rule
def canonical(g: State, a: int) -> int:
    """The first of the legal actions that are equivalent to ``a``: the same with the first space of those alike."""
    first = 0
    if BUILD_AT <= a < TAKE:
        first = BUILD_AT
    elif SELL_TILE <= a < SELL_TILE + board.SPACE_COUNT:
        first = SELL_TILE
    elif GIVE_UP <= a < GIVE_UP + board.SPACE_COUNT:
        first = GIVE_UP
    else:
        return a
    return first + first_alike(g, a - first)
