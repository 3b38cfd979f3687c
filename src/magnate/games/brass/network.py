"""Links: whose network reaches where, what is connected to what, and how far (rules section 3).

``joined`` and ``network`` follow from the tiles and links on the board; the functions here keep them up to date.
"""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import low_bit
from .state import State
from .tables import (
    LINE_ENDS,
    LINE_FIRST,
    LINE_SECOND,
    LINE_THIRD,
    LINES_AT,
    PLACE_OF,
    PLACE_SPACES,
    PLACES,
    SEATS,
)

__all__ = [
    "clear_links",
    "in_network",
    "joined_by_line",
    "lay_link",
    "lines_used",
    "nearest_places",
    "network_of",
    "places_of",
    "renew_joined",
]


@rule
def lines_used(g: State) -> int:
    """The lines on which a link lies."""
    return g.lines[0] | g.lines[1] | g.lines[2] | g.lines[3]


@rule
def joined_by_line(g: State, line: int) -> int:
    """The locations that are connected to a link on ``line``, if it lies there."""
    return g.joined[LINE_FIRST[line]] | g.joined[LINE_SECOND[line]] | g.joined[LINE_THIRD[line]]


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
    g.network[p] |= LINE_ENDS[line]
    join(g, line)


@rule
def renew_joined(g: State) -> None:
    """Work out from the links which locations are connected."""
    for place in range(PLACES):
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
        places |= 1 << PLACE_OF[low_bit(spaces)]
        spaces &= spaces - 1
    return places


@rule
def in_network(g: State, p: int, place: int) -> bool:
    """Whether seat ``p`` has a tile in a location or a link that ends there."""
    return (g.tiles[p] & PLACE_SPACES[place]) | (g.lines[p] & LINES_AT[place]) != 0


@rule
def network_of(g: State, p: int) -> int:
    """Seat ``p``'s network, worked out from its tiles and links."""
    places = places_of(g.tiles[p])
    rest = g.lines[p]
    while rest != 0:
        places |= LINE_ENDS[low_bit(rest)]
        rest &= rest - 1
    return places


@rule
def clear_links(g: State) -> None:
    """All links leave the board."""
    for p in range(SEATS):
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
            lines = links & LINES_AT[low_bit(edge)]
            edge &= edge - 1
            while lines != 0:
                beside |= LINE_ENDS[low_bit(lines)]
                lines &= lines - 1
        edge = beside & ~seen
        seen |= beside
    return 0
