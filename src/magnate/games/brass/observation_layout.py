"""The layout of Brass's observation: its named blocks and where each lies in the vector.

Seats are counted from the seat that looks on, in seat order, so that the same position looks the same from every
chair; absent seats are all 0. Categories have one number each, 1 where they apply; counts are shares of the most that
there can be, money is in units of ``MONEY`` pounds, points in units of ``POINTS``. Only what the seat may know is in
it: its own hand, what lies open, and how many cards of each kind it has not seen. Options are not part of it.

>>> LAYOUT["hand"], LAYOUT["seat0.money"].start < LAYOUT["space0.owner"].start
(range(0, 27), True)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from .state import SHORTFALL
from .tables import (
    CARD_KINDS,
    INDUSTRIES,
    LINE_COUNT,
    MERCHANT_KINDS,
    MERCHANT_SPACES_ALL,
    PLAIN_CARDS,
    SEATS,
    SPACE_COUNT,
)

__all__ = ["FEATURES", "LAYOUT", "MONEY", "POINTS"]

MONEY: Final = 50.0
"""Pounds that count as 1."""
POINTS: Final = 100.0
"""Victory points that count as 1."""

HAND_BLOCKS: Final = (
    ("hand", CARD_KINDS),
    ("unseen", PLAIN_CARDS),  # cards of a kind in the deck and in the others' hands
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
    ("taken", INDUSTRIES),  # how much of each stack has left the mat
    ("next", SEATS),  # its place in the turn order
    ("to_move", 1),
)
SPACE_BLOCKS: Final = (
    ("owner", SEATS),
    ("industry", INDUSTRIES),
    ("level", 1),
    ("flipped", 1),
    ("goods", 1),
)
LINE_BLOCKS: Final = (("owner", SEATS),)
MERCHANT_BLOCKS: Final = (
    ("tile", MERCHANT_KINDS - 1),
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
    ("industry", INDUSTRIES),  # to be built
    ("space", SPACE_COUNT),  # built on, sold from
    ("line", LINE_COUNT),  # of the last rail
    ("shop", MERCHANT_SPACES_ALL),  # sold to
    ("coal_left", 1),  # to be taken
    ("iron_left", 1),
    ("beer_left", 1),
    ("count", 1),  # rails, tiles or cards of the action so far
    ("last", CARD_KINDS),  # the card of a scout that was given last
    ("debt", 1),
)


def _blocks() -> Iterator[tuple[str, int]]:
    def each(name: str, number: int, blocks: Iterable[tuple[str, int]]) -> Iterator[tuple[str, int]]:
        for i in range(number):
            yield from ((f"{name}{i}.{block}", size) for block, size in blocks)

    yield from HAND_BLOCKS
    yield from each("seat", SEATS, SEAT_BLOCKS)
    yield from each("space", SPACE_COUNT, SPACE_BLOCKS)
    yield from each("line", LINE_COUNT, LINE_BLOCKS)
    yield from each("merchant", MERCHANT_SPACES_ALL, MERCHANT_BLOCKS)
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
