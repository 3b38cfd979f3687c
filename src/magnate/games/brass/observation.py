"""The feature vector of a seat: what it may know and nothing else.

Seats are counted from the seat that looks on, in seat order, so that the same position looks the same from every
seat; absent seats are all 0. Categories have one number each, 1 where they apply; counts are shares of the most that
there can be. Money is in units of ``MONEY`` pounds, points in units of ``POINTS``. Only what the seat may know is in
it: its own hand, what lies open, and how many cards of each kind it has not seen. Options are not part of it.

>>> LAYOUT["hand"], LAYOUT["seat0.money"].start < LAYOUT["space0.owner"].start
(range(0, 27), True)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ...runtime.compiler import Floats, rule
from ...runtime.primitives import count_bits, has_bit
from . import board
from .cards import drawable, hand_size
from .state import ACTION, LINE, NETWORK, PASS, SCOUT, SCOUT_CARD, SHORTFALL, State
from .tiles import owner_of

__all__ = ["FEATURES", "LAYOUT", "features"]


# ---------------- The layout: its named blocks and where each lies in the vector


MONEY: Final = 50.0
"""Pounds that count as 1."""
POINTS: Final = 100.0
"""Victory points that count as 1."""

HAND_BLOCKS: Final = (
    ("hand", board.CARD_KINDS),
    ("unseen", board.PLAIN_CARDS),  # cards of a kind in the deck and in the others' hands
)
SEAT_BLOCKS: Final = (
    ("plays", 1),
    ("money", 1),
    ("spent", 1),
    ("points", 1),
    ("income", 1),  # the marker's space of the track
    ("cards", 1),
    ("wilds", 2),  # of places, of industries: they are taken openly
    ("links", 1),  # that it has on the board
    ("taken", board.INDUSTRIES),  # how much of each stack has left the mat
    ("next", board.SEATS),  # its place in the turn order
    ("to_move", 1),
)
SPACE_BLOCKS: Final = (
    ("owner", board.SEATS),
    ("industry", board.INDUSTRIES),
    ("level", 1),
    ("flipped", 1),
    ("goods", 1),
)
LINE_BLOCKS: Final = (("owner", board.SEATS),)
MERCHANT_BLOCKS: Final = (
    ("tile", board.MERCHANT_KINDS - 1),
    ("barrel", 1),
)
TABLE_BLOCKS: Final = (
    ("coal", 1),  # in the market
    ("iron", 1),
    ("era", 1),
    ("round", 1),
    ("turn", 1),  # how many seats have had theirs
    ("actions", 1),  # left in this turn
    ("deck", 1),  # cards that may be drawn in this era
    ("phase", SHORTFALL + 1),
    ("doing", 7),  # the kind of the action in progress
    ("industry", board.INDUSTRIES),  # to be built
    ("space", board.SPACE_COUNT),  # built on, sold from
    ("line", board.LINE_COUNT),  # of the last rail
    ("shop", board.MERCHANT_SPACES_ALL),  # sold to
    ("coal_left", 1),  # to be taken
    ("iron_left", 1),
    ("beer_left", 1),
    ("count", 1),  # rails, tiles or cards of the action so far
    ("last", board.CARD_KINDS),  # the card of a scout that was given last
    ("debt", 1),
)


def _blocks() -> Iterator[tuple[str, int]]:
    def each(name: str, number: int, blocks: Iterable[tuple[str, int]]) -> Iterator[tuple[str, int]]:
        for i in range(number):
            yield from ((f"{name}{i}.{block}", size) for block, size in blocks)

    yield from HAND_BLOCKS
    yield from each("seat", board.SEATS, SEAT_BLOCKS)
    yield from each("space", board.SPACE_COUNT, SPACE_BLOCKS)
    yield from each("line", board.LINE_COUNT, LINE_BLOCKS)
    yield from each("merchant", board.MERCHANT_SPACES_ALL, MERCHANT_BLOCKS)
    yield from TABLE_BLOCKS


def _layout() -> dict[str, range]:
    found: dict[str, range] = {}
    at = 0
    for name, size in _blocks():
        found[name] = range(at, at + size)
        at += size
    return found


LAYOUT: Final = _layout()
"""Each block's places in the vector, by name; ``seat2.money`` is the money of the second seat after one's own."""
FEATURES: Final[int] = max(place.stop for place in LAYOUT.values())
"""The length of the vector."""


# ---------------- The vector
#
# The functions write the blocks in the order of the layout, each from place ``at`` on, and return the place after what
# they wrote. The vector is all 0 before.


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
    for kind in range(board.CARD_KINDS):
        at = put(out, at, g.hand[p, kind] / board.HAND)
    for kind in range(board.PLAIN_CARDS):
        n = g.deck[kind] * 1
        for q in range(g.opt.players):
            if q != p:
                n += g.hand[q, kind]
        at = put(out, at, n / board.HAND)
    return at


@rule
def seat_features(g: State, q: int, at: int, out: Floats) -> int:
    """SEAT_BLOCKS of seat ``q``."""
    at = put(out, at, 1.0)
    at = put(out, at, g.money[q] / MONEY)
    at = put(out, at, g.spent[q] / MONEY)
    at = put(out, at, g.points[q] / POINTS)
    at = put(out, at, g.income_space[q] / board.LAST_SPACE)
    at = put(out, at, hand_size(g, q) / board.HAND)
    at = put(out, at, g.hand[q, board.WILD_LOCATION])
    at = put(out, at, g.hand[q, board.WILD_INDUSTRY])
    at = put(out, at, count_bits(g.lines[q]) / g.opt.link_tiles)
    for industry in range(board.INDUSTRIES):
        at = put(out, at, g.taken[q, industry] / board.MAT_SIZE[industry])
    place = 0
    while place < board.SEATS - 1 and g.order[place] != q:
        place += 1
    at = mark(out, at, board.SEATS, place)
    return put(out, at, int(g.mover == q))


@rule
def space_features(g: State, p: int, s: int, at: int, out: Floats) -> int:
    """SPACE_BLOCKS of space ``s``."""
    tile = g.tile[s]
    industry = -1
    if tile != 0:
        industry = board.TILE_INDUSTRY[tile]
    at = mark(out, at, board.SEATS, seen_from(g, p, owner_of(g, s)))
    at = mark(out, at, board.INDUSTRIES, industry)
    at = put(out, at, board.TILE_LEVEL[tile] / LEVELS)
    at = put(out, at, int(has_bit(g.flipped, s)))
    return put(out, at, g.goods[s] / GOODS)


@rule
def line_features(g: State, p: int, line: int, at: int, out: Floats) -> int:
    """LINE_BLOCKS of a line."""
    owner = -1
    for q in range(g.opt.players):
        if has_bit(g.lines[q], line):
            owner = q
    return mark(out, at, board.SEATS, seen_from(g, p, owner))


@rule
def table_features(g: State, at: int, out: Floats) -> int:
    """TABLE_BLOCKS up to the phase."""
    at = put(out, at, g.coal / board.COAL_ROOM)
    at = put(out, at, g.iron / board.IRON_ROOM)
    at = put(out, at, g.era)
    at = put(out, at, g.round / board.ROUNDS[g.opt.players])
    at = put(out, at, g.turn / board.SEATS)
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
    at = mark(out, at, board.INDUSTRIES, industry)
    at = mark(out, at, board.SPACE_COUNT, space)
    at = mark(out, at, board.LINE_COUNT, line)
    at = mark(out, at, board.MERCHANT_SPACES_ALL, shop)
    at = put(out, at, g.coal_left / CUBES)
    at = put(out, at, g.iron_left / CUBES)
    at = put(out, at, g.beer_left / CUBES)
    at = put(out, at, g.count / CUBES)
    at = mark(out, at, board.CARD_KINDS, last)
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
    at = first + (at - first) // g.opt.players * board.SEATS
    for s in range(board.SPACE_COUNT):
        at = space_features(g, p, s, at, out)
    for line in range(board.LINE_COUNT):
        at = line_features(g, p, line, at, out)
    for m in range(board.MERCHANT_SPACES_ALL):
        at = mark(out, at, board.MERCHANT_KINDS - 1, g.merchant[m] - 1)
        at = put(out, at, int(has_bit(g.barrels, m)))
    at = table_features(g, at, out)
    action_features(g, at, out)
