"""How things are called in sentences: money, lists, groups, items, cards."""

from __future__ import annotations

from collections.abc import Iterable

from .board import CARDS, DEEDS, GROUP_NAMES, SQUARE_NAMES
from .codec import DECK_TITLES
from .position_model import PIECES
from .position_names import creditor_name, seats_of
from .state import ITEM_CHANCE_CARD, LOT_HOUSE

SQUARE_LABELS = (
    *("GO", "Medit.", "Chest", "Baltic", "IncTax", "ReadRR", "Orient", "Chance", "Vermnt", "Connct"),
    *("Jail", "StChas", "Electr", "States", "Virgin", "PennRR", "StJame", "Chest", "Tennes", "NewYrk"),
    *("Parkng", "Kentky", "Chance", "Indian", "Illins", "B&O RR", "Atlant", "Ventnr", "Water", "Marvin"),
    *("ToJail", "Pacifc", "NCarol", "Chest", "PennAv", "ShrtLn", "Chance", "ParkPl", "LuxTax", "Brdwlk"),
)
"""Names of the squares in six letters."""
ORDINALS = ("", "first", "second", "third", "fourth")


def dollars(amount: int) -> str:
    """An amount of money: ``$1,240``, ``-$50``."""
    return f"-${-amount:,}" if amount < 0 else f"${amount:,}"


def joined(words: Iterable[str]) -> str:
    """Words as a list in a sentence: ``a, b and c``."""
    every = list(words)
    return " and ".join([", ".join(every[:-1]), every[-1]] if len(every) > 1 else every)


def group_title(group: int) -> str:
    """A group's name in a sentence: ``light blue``."""
    return GROUP_NAMES[group].replace("_", " ")


def item_title(item: int) -> str:
    """What changes hands in a trade: a deed, or a jail card."""
    if item < ITEM_CHANCE_CARD:
        return DEEDS[item].name
    return f"the {DECK_TITLES[item - ITEM_CHANCE_CARD]} get-out-of-jail card"


def lot_title(lot: int) -> str:
    """What is auctioned: a deed, or a contested house or hotel."""
    return DEEDS[lot].name if lot < LOT_HOUSE else f"the {PIECES[lot - LOT_HOUSE]}"


def creditor_title(to: int) -> str:
    """Who is paid: a seat, the bank or the pot."""
    name = creditor_name(to)
    return f"the {name}" if isinstance(name, str) else f"seat {name}"


def seats_title(mask: int) -> str:
    """The seats of a mask: ``seat 1``, ``seats 0 and 2``."""
    seats = [str(seat) for seat in seats_of(mask)]
    return f"seat{'s' if len(seats) > 1 else ''} {joined(seats)}"


def card_title(edition: int, deck: int, card: int) -> str:
    """What a card says, in our own words."""
    data = CARDS[edition][deck][card]
    effect, amount = data["effect"], dollars(data.get("amount", 0))
    if effect == "advance":
        return f"advance to {SQUARE_NAMES[data['target']]}"
    if effect == "advance_nearest":
        rent = "twice the rent" if data["kind"] == "railroad" else "ten times a throw"
        return f"advance to the nearest {data['kind']}; its owner gets {rent}"
    if effect == "repairs":
        return f"pay {dollars(data['per_house'])} for each house and {dollars(data['per_hotel'])} for each hotel"
    return {
        "collect": f"collect {amount}",
        "pay": f"pay {amount}",
        "collect_each": f"collect {amount} from every player",
        "pay_each": f"pay every player {amount}",
        "gojf": "get out of jail free",
        "move_relative": "go back three spaces",
        "go_to_jail": "go to jail",
    }[effect]


def items_in(mask: int) -> list[str]:
    """The items of a mask, in a sentence's words."""
    return [item_title(item) for item in range(mask.bit_length()) if mask >> item & 1]


def levels_text(levels: Iterable[int]) -> str:
    """Buildings lot by lot: ``2, 2 and 3 houses``."""
    counts = list(levels)
    if not any(counts):
        return "bare land"
    return f"{joined(map(str, counts))} houses"
