"""Industry tiles: the mat, laying, removing and flipping them, and the income marker (rules sections 7 and 8)."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import emit
from . import events
from .network import in_network
from .state import State
from .tables import (
    BARRELS,
    BREWERY,
    COAL,
    LAST_SPACE,
    MAT,
    MAT_ROOM,
    PLACE_OF,
    SEATS,
    TILE_GOODS,
    TILE_INCOME,
    TILE_INDUSTRY,
)

__all__ = ["advance", "drop_tile", "flip", "lowest_tile", "owner_of", "put_tile", "set_goods", "spaces_used"]


@rule
def lowest_tile(g: State, p: int, industry: int) -> int:
    """The lowest tile of an industry left on seat ``p``'s mat; 0 when none is."""
    return MAT[industry * MAT_ROOM + g.taken[p, industry]]


@rule
def spaces_used(g: State) -> int:
    """The spaces on which a tile lies."""
    return g.tiles[0] | g.tiles[1] | g.tiles[2] | g.tiles[3]


@rule
def owner_of(g: State, s: int) -> int:
    """The seat whose tile lies on space ``s``; -1 when it is empty."""
    for p in range(SEATS):
        if (g.tiles[p] >> s) & 1 == 1:
            return p
    return -1


@rule
def advance(g: State, p: int, spaces: int) -> None:
    """Move seat ``p``'s income marker up; it stops at the end of the track."""
    g.income_space[p] = min(g.income_space[p] + spaces, LAST_SPACE)


@rule
def flip(g: State, s: int) -> None:
    """Flip the tile on space ``s``: its owner's income rises."""
    p = owner_of(g, s)
    g.flipped |= 1 << s
    advance(g, p, TILE_INCOME[g.tile[s]])
    emit(g, events.FLIPS, p, s, g.tile[s], g.income_space[p])


@rule
def set_goods(g: State, s: int, goods: int) -> None:
    """Set the cubes or barrels on the coal mine, iron works or brewery of space ``s``; an empty one does not flip."""
    g.goods[s] = goods
    resource = TILE_INDUSTRY[g.tile[s]] - COAL
    if goods > 0:
        g.stocked[resource] |= 1 << s
    else:
        g.stocked[resource] &= ~(1 << s)


@rule
def put_tile(g: State, p: int, s: int, tile: int) -> None:
    """Lay a tile of seat ``p`` on the empty space ``s``, with the cubes or barrels that a new one carries."""
    g.tile[s] = tile
    g.tiles[p] |= 1 << s
    g.network[p] |= 1 << PLACE_OF[s]
    industry = TILE_INDUSTRY[tile]
    if industry == BREWERY:
        set_goods(g, s, BARRELS[g.era])
    elif industry >= COAL:
        set_goods(g, s, TILE_GOODS[tile])


@rule
def drop_tile(g: State, s: int) -> None:
    """The tile on space ``s`` leaves the game, what it carries goes to the supply; its owner's network may shrink."""
    p = owner_of(g, s)
    if g.goods[s] > 0:
        set_goods(g, s, 0)
    g.flipped &= ~(1 << s)
    g.tiles[p] &= ~(1 << s)
    g.tile[s] = 0
    place = PLACE_OF[s]
    if not in_network(g, p, place):
        g.network[p] &= ~(1 << place)
