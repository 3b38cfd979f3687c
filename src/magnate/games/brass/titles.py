"""How things are called in the drawn board and in errors: money, places, tiles, cards, seats."""

from __future__ import annotations

from collections.abc import Iterable

from .board import CARDS, LOCATIONS
from .codec import TILE_NAMES
from .phrases import said

__all__ = ["card_title", "counted", "joined", "place_title", "pounds", "seats_title", "tile_title"]


def pounds(amount: int) -> str:
    """An amount of money: ``£17``, ``-£3``."""
    return f"-£{-amount:,}" if amount < 0 else f"£{amount:,}"


def joined(words: Iterable[str], last: str = "and") -> str:
    """Words as a list in a sentence: ``a, b and c``."""
    every = list(words)
    return f" {last} ".join([", ".join(every[:-1]), every[-1]] if len(every) > 1 else every)


def counted(number: int, noun: str) -> str:
    """A number of things: ``1 cube``, ``2 cubes``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def seats_title(mask: int) -> str:
    """The seats of a mask as a subject: ``Seat 1``, ``Seats 0 and 2``."""
    seats = [str(seat) for seat in range(mask.bit_length()) if mask >> seat & 1]
    return f"Seat{'s' if len(seats) > 1 else ''} {joined(seats)}"


def place_title(place: int) -> str:
    """A location's name."""
    return str(said(f"place.{LOCATIONS[place].id}"))


def tile_title(tile: int) -> str:
    """A kind of industry tile: ``cotton mill 2``."""
    return str(said(f"tile.{TILE_NAMES[tile]}"))


def card_title(card: int) -> str:
    """A kind of card: ``Stoke-on-Trent``, ``cotton or manufacturer``, ``wild location``."""
    return str(said(f"card.{CARDS[card].id}"))
