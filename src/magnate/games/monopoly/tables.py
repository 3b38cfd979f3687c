"""The numbers of ``board.py`` as flat integer tables for the rules.

Compiled code reads global NumPy arrays as constants; the interpreted twin needs plain Python integers (a NumPy
scalar would overflow where compiled code computes in 64 bits), so ``constants`` gives each world its own form.
"""

from __future__ import annotations

from typing import Any

from ...runtime.layout import constants
from . import board

CHANCE_DECK, CHEST_DECK = 0, 1
BANK, POT = 8, 9
"""Who is paid when it is no seat: the bank, or the pot on Free Parking (a house rule)."""

SEATS = 8
SQUARES = board.SQUARES
DEEDS = len(board.DEEDS)
GROUPS = len(board.GROUP_NAMES)
STREET_GROUPS = board.STREET_GROUPS
RAILROADS, UTILITIES = board.RAILROADS, board.UTILITIES
JAIL_SQUARE = board.JAIL_SQUARE
JAIL_TURNS = 3
"""Turns in jail: the third failure to throw a double costs the fine."""
GO_TO_JAIL_SQUARE = board.GO_TO_JAIL_SQUARE
HOTEL = 5
"""The building level of a hotel; 0 to 4 are houses. (The short game's ladder is 0, 1, 2, 3, hotel.)"""

ALL_DEEDS = (1 << DEEDS) - 1
CARDS = board.CARDS_IN_DECK
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
_LUXURY_TAX_SQUARE = board.SQUARE_NAMES.index("Luxury Tax")

SQUARE_KIND = constants(
    LUXURY_TAX if square == _LUXURY_TAX_SQUARE else _KINDS[kind] for square, kind in enumerate(board.SQUARE_TYPES)
)
SQUARE_DECK = constants(CHEST_DECK if kind == "community_chest" else CHANCE_DECK for kind in board.SQUARE_TYPES)
SQUARE_DEED = constants(board.DEED_OF_SQUARE)

PRICE = constants(deed.price for deed in board.DEEDS)
MORTGAGE = constants(deed.mortgage for deed in board.DEEDS)
GROUP = constants(deed.group for deed in board.DEEDS)
HOUSE_PRICE = constants(deed.house_price for deed in board.DEEDS)

RENT_STEPS = 6
RENT = constants(rent for deed in board.DEEDS for rent in (*deed.rents, *[0] * (RENT_STEPS - len(deed.rents))))
"""``RENT[deed * RENT_STEPS + level]`` for streets, ``+ owned - 1`` for railroads ($) and utilities (× the throw)."""

GROUP_MASK = constants(sum(1 << deed for deed in deeds) for deeds in board.GROUP_DEEDS)
GROUP_SIZE = constants(len(deeds) for deeds in board.GROUP_DEEDS)
GROUP_HOUSE_PRICE = constants(board.DEEDS[deeds[0]].house_price for deeds in board.GROUP_DEEDS)
STREET_MASK = sum(1 << deed.index for deed in board.DEEDS if deed.group < STREET_GROUPS)

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


_CARDS = [_card(card) for edition in board.CARDS for deck in edition for card in deck]
CARD_EFFECT = constants(effect for effect, _, _ in _CARDS)
CARD_A = constants(a for _, a, _ in _CARDS)
CARD_B = constants(b for _, _, b in _CARDS)
"""Cards are indexed ``(edition * 2 + deck) * CARDS + card``."""

JAIL_CARD = constants(
    next(i for i, card in enumerate(board.CARDS[1][deck]) if card["effect"] == "gojf")
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
    squares = [deed.square for deed in board.DEEDS if deed.kind == kind]
    return [min(squares, key=lambda s: (s - here - 1) % SQUARES) for here in range(SQUARES)]


NEXT_RAILROAD = constants(_next_ahead("railroad"))
NEXT_UTILITY = constants(_next_ahead("utility"))
