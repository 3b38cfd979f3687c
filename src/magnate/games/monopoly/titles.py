"""How things are called: money and lists in sentences, what messages say of cards, items and lots."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...messages import Message
from .board import CARDS
from .codec import DEED_SLUGS, ITEM_SLUGS
from .position_model import ENDINGS, PIECES
from .position_names import seats_of
from .state import ENDED_LAST, LOT_HOUSE

SQUARE_LABELS = (
    *("GO", "Medit.", "Chest", "Baltic", "IncTax", "ReadRR", "Orient", "Chance", "Vermnt", "Connct"),
    *("Jail", "StChas", "Electr", "States", "Virgin", "PennRR", "StJame", "Chest", "Tennes", "NewYrk"),
    *("Parkng", "Kentky", "Chance", "Indian", "Illins", "B&O RR", "Atlant", "Ventnr", "Water", "Marvin"),
    *("ToJail", "Pacifc", "NCarol", "Chest", "PennAv", "ShrtLn", "Chance", "ParkPl", "LuxTax", "Brdwlk"),
)
"""Names of the squares in six letters."""


def dollars(amount: int) -> str:
    """An amount of money: ``$1,240``, ``-$50``."""
    return f"-${-amount:,}" if amount < 0 else f"${amount:,}"


def joined(words: Iterable[str]) -> str:
    """Words as a list in a sentence: ``a, b and c``."""
    every = list(words)
    return " and ".join([", ".join(every[:-1]), every[-1]] if len(every) > 1 else every)


def seats_title(mask: int) -> str:
    """The seats of a mask: ``seat 1``, ``seats 0 and 2``."""
    seats = [str(seat) for seat in seats_of(mask)]
    return f"seat{'s' if len(seats) > 1 else ''} {joined(seats)}"


def said(key: str, **params: Any) -> Message:
    """A message of this game: a key of ``locales/<language>/monopoly.json`` and its parameters."""
    return Message(f"monopoly.{key}", params)


def card_message(edition: int, deck: int, card: int) -> Message:
    """What a card says, in our own words."""
    data = CARDS[edition][deck][card]
    effect = data["effect"]
    if effect == "advance":
        return said("card.advance", square=data["target"])
    if effect == "advance_nearest":
        return said(f"card.advance_nearest.{data['kind']}")
    if effect == "repairs":
        return said("card.repairs", per_house=data["per_house"], per_hotel=data["per_hotel"])
    return said(f"card.{effect}", **({"amount": data["amount"]} if "amount" in data else {}))


def ending_words(how: int, winners: int, alive: int) -> Message:
    """How a game ended. By option ``duel_richer`` (M2) a bankrupt may win as the richer of the last two."""
    if how == ENDED_LAST and winners & ~alive:
        return said("ending.richer")
    return said(f"ending.{ENDINGS[how]}")


def items_in(mask: int) -> list[str]:
    """The names of the items of a mask."""
    return [name for item, name in enumerate(ITEM_SLUGS) if mask >> item & 1]


def items_with_cash(items: list[str], amount: int) -> list[str | Message]:
    """Items and cash as one list, which says so when it is empty."""
    cash = [said("cash", amount=amount)] if amount else []
    return [*items, *cash] or [said("nothing")]


def lot_name(lot: int) -> str:
    """What is auctioned: a deed, or a contested house or hotel."""
    return DEED_SLUGS[lot] if lot < LOT_HOUSE else PIECES[lot - LOT_HOUSE]
