"""How things are called in sentences: money, places, tiles, cards, merchants, resources."""

from __future__ import annotations

from collections.abc import Iterable

from .board import CARDS, INDUSTRIES, LINES, LOCATIONS, MERCHANT_SPACES, MERCHANT_TILES, SPACES, TILES
from .tables import BONUS_AMOUNT, BONUS_DEVELOP, BONUS_INCOME, BONUS_POINTS, BREWERY, COAL, IRON, MERCHANT_BONUS

FARM_TITLES = {"farm_north": "the northern farm brewery", "farm_south": "the southern farm brewery"}
"""The two breweries without a name on the board."""
INDUSTRY_TITLES = ("cotton mill", "manufacturer", "pottery", "coal mine", "iron works", "brewery")
RESOURCE_TITLES = {COAL: "coal", IRON: "iron", BREWERY: "beer"}


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
    return FARM_TITLES.get(LOCATIONS[place].id, LOCATIONS[place].name)


def space_title(space: int) -> str:
    """Where a tile lies: the location of its space."""
    return place_title(SPACES[space].location)


def spot_title(space: int) -> str:
    """A space that is to be told from the others of its location: ``Stoke-on-Trent, cotton/manufacturer space (0)``."""
    one = SPACES[space]
    if len(LOCATIONS[one.location].spaces) == 1:
        return space_title(space)
    shown = "/".join(INDUSTRIES[industry] for industry in one.industries)
    return f"{space_title(space)}, {shown} space ({one.number})"


def tile_title(tile: int) -> str:
    """A kind of industry tile: ``cotton mill 2``."""
    one = TILES[tile - 1]
    return f"{INDUSTRY_TITLES[one.industry]} {one.level}"


def line_title(line: int) -> str:
    """The locations that a line joins: ``Belper and Derby``."""
    return joined(place_title(end) for end in LINES[line].ends)


def card_title(card: int) -> str:
    """A kind of card: ``Stoke-on-Trent``, ``cotton or manufacturer``, ``wild location``."""
    one = CARDS[card]
    if one.location >= 0:
        return LOCATIONS[one.location].name
    return " or ".join(INDUSTRIES[industry] for industry in one.industries) or one.id.replace("-", " ")


def merchant_tile_title(kind: int) -> str:
    """What a merchant tile buys: ``cotton``, ``cotton, manufacturer or pottery``, ``nothing``."""
    name = MERCHANT_TILES[kind]
    return "nothing" if name in ("", "blank") else joined(name.split("/"), "or")


def merchant_title(space: int) -> str:
    """The place of a merchant space."""
    return place_title(MERCHANT_SPACES[space].location)


def merchant_spot(space: int) -> str:
    """A merchant space that is to be told from the other of its place, if it has one: ``second merchant in Oxford``."""
    one = MERCHANT_SPACES[space]
    alone = sum(other.location == one.location for other in MERCHANT_SPACES) == 1
    return f"{'' if alone else ('first ', 'second ')[one.number]}merchant in {merchant_title(space)}"


def bonus_title(place: int) -> str:
    """What a barrel of a merchant brings: ``£5``, ``4 points``."""
    amount = BONUS_AMOUNT[place]
    if MERCHANT_BONUS[place] == BONUS_DEVELOP:
        return "a tile is removed from the mat without iron"
    if MERCHANT_BONUS[place] == BONUS_POINTS:
        return f"{amount} points"
    if MERCHANT_BONUS[place] == BONUS_INCOME:
        return f"{amount} spaces of income"
    return pounds(amount)


def goods_title(tile: int, goods: int) -> str:
    """What a mine, works or brewery carries: ``2 coal``, ``1 barrel``."""
    industry = TILES[tile - 1].industry
    return counted(goods, "barrel") if industry == BREWERY else f"{goods} {RESOURCE_TITLES[industry]}"
