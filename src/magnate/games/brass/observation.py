"""What learning sees of a state: the feature vector of a seat, with what it may know and nothing else.

``observation_layout.py`` names the blocks of the vector; the functions here write them in that order, each from
place ``at`` on, and return the place after what they wrote. The vector is all 0 before.
"""

from __future__ import annotations

from ...runtime.compiler import Floats, rule
from ...runtime.primitives import count_bits, has_bit
from .actions import NETWORK, PASS, SCOUT
from .cards import drawable, hand_size
from .observation_layout import FEATURES, MONEY, POINTS
from .state import ACTION, LINE, SCOUT_CARD, SHORTFALL, State
from .tables import (
    CARD_KINDS,
    COAL_ROOM,
    HAND,
    INDUSTRIES,
    IRON_ROOM,
    LAST_SPACE,
    LINE_COUNT,
    MAT_SIZE,
    MERCHANT_KINDS,
    MERCHANT_SPACES_ALL,
    PLAIN_CARDS,
    ROUNDS,
    SEATS,
    SPACE_COUNT,
    TILE_INDUSTRY,
    TILE_LEVEL,
    WILD_INDUSTRY,
    WILD_LOCATION,
)
from .tiles import owner_of

__all__ = ["FEATURES", "features"]

LEVELS, GOODS, CUBES, DECK = 8.0, 6.0, 4.0, 64.0
"""The levels of tiles, cubes on a tile, cubes to take and cards of the deck that count as 1."""


@rule
def put(out: Floats, at: int, value: float) -> int:
    """Write one number; returns the place after it."""
    out[at] = value
    return at + 1


@rule
def mark(out: Floats, at: int, size: int, k: int) -> int:
    """Mark category ``k`` (0 to ``size - 1``, otherwise none) of a block of 0; returns the place after the block."""
    if k >= 0 and k < size:
        out[at + k] = 1.0
    return at + size


@rule
def seen_from(g: State, p: int, q: int) -> int:
    """The number of seat ``q`` counted from seat ``p``; -1 for nobody."""
    if q < 0:
        return -1
    return (q - p + g.opt.players) % g.opt.players


@rule
def hand_features(g: State, p: int, at: int, out: Floats) -> int:
    """HAND_BLOCKS of seat ``p``."""
    for kind in range(CARD_KINDS):
        at = put(out, at, g.hand[p, kind] / HAND)
    for kind in range(PLAIN_CARDS):
        n = g.deck[kind] * 1
        for q in range(g.opt.players):
            if q != p:
                n += g.hand[q, kind]
        at = put(out, at, n / HAND)
    return at


@rule
def seat_features(g: State, q: int, at: int, out: Floats) -> int:
    """SEAT_BLOCKS of seat ``q``."""
    at = put(out, at, 1.0)
    at = put(out, at, g.money[q] / MONEY)
    at = put(out, at, g.spent[q] / MONEY)
    at = put(out, at, g.points[q] / POINTS)
    at = put(out, at, g.income_space[q] / LAST_SPACE)
    at = put(out, at, hand_size(g, q) / HAND)
    at = put(out, at, g.hand[q, WILD_LOCATION])
    at = put(out, at, g.hand[q, WILD_INDUSTRY])
    at = put(out, at, count_bits(g.lines[q]) / g.opt.link_tiles)
    for industry in range(INDUSTRIES):
        at = put(out, at, g.taken[q, industry] / MAT_SIZE[industry])
    place = 0
    while place < SEATS - 1 and g.order[place] != q:
        place += 1
    at = mark(out, at, SEATS, place)
    return put(out, at, int(g.mover == q))


@rule
def space_features(g: State, p: int, s: int, at: int, out: Floats) -> int:
    """SPACE_BLOCKS of space ``s``."""
    tile = g.tile[s]
    industry = -1
    if tile != 0:
        industry = TILE_INDUSTRY[tile]
    at = mark(out, at, SEATS, seen_from(g, p, owner_of(g, s)))
    at = mark(out, at, INDUSTRIES, industry)
    at = put(out, at, TILE_LEVEL[tile] / LEVELS)
    at = put(out, at, int(has_bit(g.flipped, s)))
    return put(out, at, g.goods[s] / GOODS)


@rule
def line_features(g: State, p: int, line: int, at: int, out: Floats) -> int:
    """LINE_BLOCKS of a line."""
    owner = -1
    for q in range(g.opt.players):
        if has_bit(g.lines[q], line):
            owner = q
    return mark(out, at, SEATS, seen_from(g, p, owner))


@rule
def table_features(g: State, at: int, out: Floats) -> int:
    """TABLE_BLOCKS up to the phase."""
    at = put(out, at, g.coal / COAL_ROOM)
    at = put(out, at, g.iron / IRON_ROOM)
    at = put(out, at, g.era)
    at = put(out, at, g.round / ROUNDS[g.opt.players])
    at = put(out, at, g.turn / SEATS)
    at = put(out, at, g.actions / 2.0)
    at = put(out, at, drawable(g) / DECK)
    return mark(out, at, SHORTFALL + 1, g.phase)


@rule
def action_features(g: State, at: int, out: Floats) -> int:
    """TABLE_BLOCKS of the action in progress, and of a debt."""
    doing = -1
    space = -1
    line = -1
    shop = -1
    last = -1
    industry = -1
    if ACTION < g.phase <= SCOUT_CARD:
        doing = g.doing * 1
        industry = g.industry * 1
        shop = g.shop * 1
        if doing != NETWORK:
            space = g.at * 1
        elif g.phase != LINE:
            line = g.at * 1
        if doing == SCOUT:
            last = g.last * 1
    at = mark(out, at, PASS + 1, doing)
    at = mark(out, at, INDUSTRIES, industry)
    at = mark(out, at, SPACE_COUNT, space)
    at = mark(out, at, LINE_COUNT, line)
    at = mark(out, at, MERCHANT_SPACES_ALL, shop)
    at = put(out, at, g.coal_left / CUBES)
    at = put(out, at, g.iron_left / CUBES)
    at = put(out, at, g.beer_left / CUBES)
    at = put(out, at, g.count / CUBES)
    at = mark(out, at, CARD_KINDS, last)
    return put(out, at, g.debt / MONEY)


@rule
def features(g: State, p: int, out: Floats) -> None:
    """The observation of seat ``p``: ``FEATURES`` numbers, most of them from 0 to 1."""
    for i in range(FEATURES):
        out[i] = 0.0
    at = hand_features(g, p, 0, out)
    first = at
    for i in range(g.opt.players):
        at = seat_features(g, (p + i) % g.opt.players, at, out)
    at = first + (at - first) // g.opt.players * SEATS
    for s in range(SPACE_COUNT):
        at = space_features(g, p, s, at, out)
    for line in range(LINE_COUNT):
        at = line_features(g, p, line, at, out)
    for m in range(MERCHANT_SPACES_ALL):
        at = mark(out, at, MERCHANT_KINDS - 1, g.merchant[m] - 1)
        at = put(out, at, int(has_bit(g.barrels, m)))
    at = table_features(g, at, out)
    action_features(g, at, out)
