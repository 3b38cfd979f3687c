"""The board, the deeds and the cards: names from ``data.json``, and the numbers that the rules read.

``data.json`` has the US edition, with its sources and the disagreements between them under ``verification``. Python
code reads the objects of the first part, rules the flat integer tables of the second. Compiled code reads a global
NumPy array as constants. Interpreted rules need plain Python integers, because a NumPy scalar would overflow where
compiled code computes in 64 bits. ``constants`` gives each its own form.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import resources
from typing import Any

from ...runtime.layout import constants


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


TITLE_DEEDS: tuple[Deed, ...] = _deeds()
"""The 28 deeds in board order."""

DEED_OF_SQUARE: tuple[int, ...] = tuple(
    next((deed.index for deed in TITLE_DEEDS if deed.square == square), -1) for square in range(SQUARES)
)
SQUARE_NAMES: tuple[str, ...] = tuple(square["name"] for square in DATA["board"])
SQUARE_TYPES: tuple[str, ...] = tuple(square["type"] for square in DATA["board"])

GROUP_DEEDS: tuple[tuple[int, ...], ...] = tuple(
    tuple(deed.index for deed in TITLE_DEEDS if deed.group == group) for group in range(len(GROUP_NAMES))
)

EDITIONS: tuple[str, ...] = ("us_classic_pre2008", "us_2008_plus")
DECKS: tuple[str, ...] = ("chance", "community_chest")
CARD_DATA: tuple[tuple[tuple[dict[str, Any], ...], ...], ...] = tuple(
    tuple(tuple(DATA["decks"][edition][deck]) for deck in DECKS) for edition in EDITIONS
)
"""``CARDS[edition][deck][card]``: the card's id, summary and effect as in ``data.json``."""

CARDS_IN_DECK = 16


# ---------------- The numbers that the rules read


CHANCE_DECK, CHEST_DECK = 0, 1
BANK, POT = 8, 9
"""Who is paid when it is no seat: the bank, or the pot on Free Parking (a house rule)."""

SEATS = 8
DEEDS = len(TITLE_DEEDS)
GROUPS = len(GROUP_NAMES)
JAIL_TURNS = 3
"""Turns in jail: the third failure to throw a double costs the fine."""
HOTEL = 5
"""The building level of a hotel; 0 to 4 are houses. (The short game's ladder is 0, 1, 2, 3, hotel.)"""

ALL_DEEDS = (1 << DEEDS) - 1
CARDS = CARDS_IN_DECK
ALL_CARDS = (1 << CARDS) - 1

# What a square does.
GO, DEED, CARD, INCOME_TAX, JAIL, PARKING, GO_TO_JAIL, LUXURY_TAX = range(8)

_KINDS = {
    "go": GO,
    "street": DEED,
    "railroad": DEED,
    "utility": DEED,
    "chance": CARD,
    "community_chest": CARD,
    "tax": INCOME_TAX,
    "jail": JAIL,
    "free_parking": PARKING,
    "go_to_jail": GO_TO_JAIL,
}
_LUXURY_TAX_SQUARE = SQUARE_NAMES.index("Luxury Tax")

SQUARE_KIND = constants(
    LUXURY_TAX if square == _LUXURY_TAX_SQUARE else _KINDS[kind] for square, kind in enumerate(SQUARE_TYPES)
)
SQUARE_DECK = constants(CHEST_DECK if kind == "community_chest" else CHANCE_DECK for kind in SQUARE_TYPES)
SQUARE_DEED = constants(DEED_OF_SQUARE)

PRICE = constants(deed.price for deed in TITLE_DEEDS)
MORTGAGE = constants(deed.mortgage for deed in TITLE_DEEDS)
GROUP = constants(deed.group for deed in TITLE_DEEDS)
HOUSE_PRICE = constants(deed.house_price for deed in TITLE_DEEDS)

RENT_STEPS = 6
RENT = constants(rent for deed in TITLE_DEEDS for rent in (*deed.rents, *[0] * (RENT_STEPS - len(deed.rents))))
"""``RENT[deed * RENT_STEPS + level]`` for streets, ``+ owned - 1`` for railroads ($) and utilities (× the throw)."""

GROUP_MASK = constants(sum(1 << deed for deed in deeds) for deeds in GROUP_DEEDS)
GROUP_SIZE = constants(len(deeds) for deeds in GROUP_DEEDS)
GROUP_HOUSE_PRICE = constants(TITLE_DEEDS[deeds[0]].house_price for deeds in GROUP_DEEDS)
STREET_MASK = sum(1 << deed.index for deed in TITLE_DEEDS if deed.group < STREET_GROUPS)

# Cards. EFFECT, with A and B: target square; kind of nearest deed; dollars; dollars a house and a hotel.
ADVANCE, NEAREST, COLLECT, PAY, COLLECT_EACH, PAY_EACH, JAIL_FREE, BACK, TO_JAIL, REPAIRS = range(10)
NEAREST_RAILROAD, NEAREST_UTILITY = 1, 2


def _card(card: dict[str, Any]) -> tuple[int, int, int]:
    effect = card["effect"]
    if effect == "advance":
        return ADVANCE, card["target"], 0
    if effect == "advance_nearest":
        return NEAREST, NEAREST_RAILROAD if card["kind"] == "railroad" else NEAREST_UTILITY, 0
    if effect == "move_relative":
        return BACK, -card["steps"], 0
    if effect == "repairs":
        return REPAIRS, card["per_house"], card["per_hotel"]
    simple = {
        "collect": COLLECT,
        "pay": PAY,
        "collect_each": COLLECT_EACH,
        "pay_each": PAY_EACH,
        "gojf": JAIL_FREE,
        "go_to_jail": TO_JAIL,
    }
    return simple[effect], card.get("amount", 0), 0


_CARDS = [_card(card) for edition in CARD_DATA for deck in edition for card in deck]
CARD_EFFECT = constants(effect for effect, _, _ in _CARDS)
CARD_A = constants(a for _, a, _ in _CARDS)
CARD_B = constants(b for _, _, b in _CARDS)
"""Cards are indexed ``(edition * 2 + deck) * CARDS + card``."""

JAIL_CARD = constants(
    next(i for i, card in enumerate(CARD_DATA[1][deck]) if card["effect"] == "gojf")
    for deck in (CHANCE_DECK, CHEST_DECK)
)

# The 21 distinct rolls of two dice, low die first, and how each of the 36 ordered rolls maps to one.
_ROLLS = [(low, high) for low in range(1, 7) for high in range(low, 7)]
ROLLS = len(_ROLLS)
ROLL_LOW = constants(low for low, _ in _ROLLS)
ROLL_HIGH = constants(high for _, high in _ROLLS)
ROLL_WEIGHT = constants(1 if low == high else 2 for low, high in _ROLLS)
ROLL_OF_36 = constants(i for i, (low, high) in enumerate(_ROLLS) for _ in range(1 if low == high else 2))


def _next_ahead(kind: str) -> list[int]:
    squares = [deed.square for deed in TITLE_DEEDS if deed.kind == kind]
    return [min(squares, key=lambda s: (s - here - 1) % SQUARES) for here in range(SQUARES)]


NEXT_RAILROAD = constants(_next_ahead("railroad"))
NEXT_UTILITY = constants(_next_ahead("utility"))
