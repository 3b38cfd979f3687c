"""The board, the deeds and the cards as data: names, groups, prices, rents, decks.

Everything is read from ``data.json`` (US edition; its sources and the disagreements between them are listed in the file
under ``verification``). Python code uses these objects; rules use the flat integer tables of ``tables.py``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import resources
from typing import Any


def _load() -> dict[str, Any]:
    text = resources.files(__package__).joinpath("data.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    return data


DATA = _load()

SQUARES: int = len(DATA["board"])
JAIL_SQUARE: int = DATA["jail_square"]
GO_TO_JAIL_SQUARE: int = DATA["go_to_jail_square"]


def slug(name: str) -> str:
    """A name's spelling in action names: lower case, words hyphenated ("St. James Place" -> "st-james-place")."""
    words = name.replace("&", " ").replace(".", " ").replace("/", " ").replace("_", " ").lower().split()
    return "-".join(words)


@dataclass(frozen=True)
class Deed:
    """One title deed. Money in dollars; ``rents`` by level (0 to 4 houses, hotel) for streets, else by number owned."""

    index: int
    square: int
    name: str
    slug: str
    kind: str
    group: int
    price: int
    mortgage: int
    house_price: int
    rents: tuple[int, ...]


GROUP_NAMES: tuple[str, ...] = (
    "brown",
    "light_blue",
    "pink",
    "orange",
    "red",
    "yellow",
    "green",
    "dark_blue",
    "railroad",
    "utility",
)
"""Colour groups in board order (0-7, the ones that can be built on), then railroads (8) and utilities (9)."""

STREET_GROUPS = 8
RAILROADS = 8
UTILITIES = 9


def _deeds() -> tuple[Deed, ...]:
    deeds: list[Deed] = []
    for square in DATA["board"]:
        if square["type"] not in ("street", "railroad", "utility"):
            continue
        rents = square.get("rent") or square.get("rent_by_owned") or square.get("dice_multiplier_by_owned")
        deeds.append(
            Deed(
                index=len(deeds),
                square=square["index"],
                name=square["name"],
                slug=slug(square["name"]),
                kind=square["type"],
                group=GROUP_NAMES.index(square["group"]),
                price=square["price"],
                mortgage=square["price"] // 2,
                house_price=square.get("house_cost", 0),
                rents=tuple(rents),
            )
        )
    return tuple(deeds)


DEEDS: tuple[Deed, ...] = _deeds()
"""The 28 deeds in board order."""

DEED_OF_SQUARE: tuple[int, ...] = tuple(
    next((deed.index for deed in DEEDS if deed.square == square), -1) for square in range(SQUARES)
)
SQUARE_NAMES: tuple[str, ...] = tuple(square["name"] for square in DATA["board"])
SQUARE_TYPES: tuple[str, ...] = tuple(square["type"] for square in DATA["board"])

GROUP_DEEDS: tuple[tuple[int, ...], ...] = tuple(
    tuple(deed.index for deed in DEEDS if deed.group == group) for group in range(len(GROUP_NAMES))
)

EDITIONS: tuple[str, ...] = ("us_classic_pre2008", "us_2008_plus")
DECKS: tuple[str, ...] = ("chance", "community_chest")
CARDS: tuple[tuple[tuple[dict[str, Any], ...], ...], ...] = tuple(
    tuple(tuple(DATA["decks"][edition][deck]) for deck in DECKS) for edition in EDITIONS
)
"""``CARDS[edition][deck][card]``: the card's id, summary and effect as in ``data.json``."""

CARDS_IN_DECK = 16
