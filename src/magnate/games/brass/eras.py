"""The end of an era (rules section 10): what links and flipped tiles score, and the board of the Rail era."""

from __future__ import annotations

from ...core.contract import CHANCE
from ...runtime.compiler import rule
from ...runtime.primitives import emit, has_bit, low_bit
from . import events
from .cards import deck_size, new_deck
from .network import clear_links
from .state import DEAL_CARDS, State
from .tables import (
    BLANK,
    LINE_ENDS,
    MERCHANT_ICONS,
    MERCHANT_MASK,
    MERCHANT_SPACES_ALL,
    NO_MERCHANT,
    PLACE_SPACES,
    RAIL,
    TILE_ICONS,
    TILE_LEVEL,
    TILE_POINTS,
)
from .tiles import drop_tile

__all__ = ["end_canal_era", "icons_at", "link_points", "score_era"]


@rule
def icons_at(g: State, place: int) -> int:
    """The link icons that a location shows: those of its flipped tiles, or the printed ones of a merchant."""
    if has_bit(MERCHANT_MASK, place):
        return MERCHANT_ICONS
    n = 0
    rest = PLACE_SPACES[place] & g.flipped
    while rest != 0:
        n += TILE_ICONS[g.tile[low_bit(rest)]]
        rest &= rest - 1
    return n


@rule
def link_points(g: State, line: int) -> int:
    """What a link on a line would score now: the icons of the locations that it joins."""
    n = 0
    rest = LINE_ENDS[line]
    while rest != 0:
        n += icons_at(g, low_bit(rest))
        rest &= rest - 1
    return n


@rule
def score_links(g: State, p: int) -> None:
    """Seat ``p`` scores its links."""
    rest = g.lines[p] * 1
    while rest != 0:
        line = low_bit(rest)
        rest &= rest - 1
        points = link_points(g, line)
        g.points[p] += points
        emit(g, events.LINK_SCORES, p, line, points, 0)


@rule
def score_tiles(g: State, p: int) -> None:
    """Seat ``p`` scores its flipped tiles."""
    rest = g.tiles[p] & g.flipped
    while rest != 0:
        s = low_bit(rest)
        rest &= rest - 1
        points = TILE_POINTS[g.tile[s]]
        g.points[p] += points
        emit(g, events.TILE_SCORES, p, s, points, g.tile[s])


@rule
def score_era(g: State) -> None:
    """Links score and are taken off the board, then flipped tiles score."""
    emit(g, events.ERA_ENDS, g.era, 0, 0, 0)
    for p in range(g.opt.players):
        score_links(g, p)
    clear_links(g)
    for p in range(g.opt.players):
        score_tiles(g, p)


@rule
def remove_obsolete(g: State) -> None:
    """All tiles of level I leave the board, with what lies on them."""
    for p in range(g.opt.players):
        rest = g.tiles[p] * 1
        while rest != 0:
            s = low_bit(rest)
            rest &= rest - 1
            if TILE_LEVEL[g.tile[s]] == 1:
                emit(g, events.OBSOLETE, p, s, g.tile[s], 0)
                drop_tile(g, s)


@rule
def refill_barrels(g: State) -> None:
    """Every merchant tile that buys has a barrel again."""
    for m in range(MERCHANT_SPACES_ALL):
        if g.merchant[m] != NO_MERCHANT and g.merchant[m] != BLANK and not has_bit(g.barrels, m):
            g.barrels |= 1 << m
            emit(g, events.BARREL_LAID, m, 0, 0, 0)


@rule
def end_canal_era(g: State) -> None:
    """What follows the scoring of the Canal era: the board is made ready, and the Rail era's hands are dealt next."""
    remove_obsolete(g)
    refill_barrels(g)
    new_deck(g)
    emit(g, events.SHUFFLED, deck_size(g), 0, 0, 0)
    g.era = RAIL
    g.round = 1
    g.turn = 0
    g.phase = DEAL_CARDS
    g.mover = CHANCE
