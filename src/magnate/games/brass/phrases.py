"""Parts of sentences: money, places, tiles, cubes and bonuses as messages with parameters.

The words stand in ``locales/<language>/brass.json``. What a parameter is about is named as in action names and views
(``stoke``, ``cotton 1``), so that an interface can mark it on the board.
"""

from __future__ import annotations

from typing import Any

from ...messages import Message
from .board import INDUSTRIES, LINES, LOCATIONS, SPACES, TILES
from .codec import TILE_NAMES
from .tables import (
    BONUS_AMOUNT,
    BONUS_DEVELOP,
    BONUS_INCOME,
    BONUS_POINTS,
    BREWERY,
    COAL,
    INCOME_LEVEL,
    IRON,
    MERCHANT_BONUS,
    MERCHANT_PLACE,
)

__all__ = [
    "RESOURCES",
    "bonus",
    "cost",
    "cubes",
    "ends_of",
    "flip_words",
    "level",
    "merchant_place",
    "on_board",
    "place_of",
    "said",
    "sale_gain",
    "spot",
    "stock",
]

RESOURCES = {COAL: "coal", IRON: "iron", BREWERY: "beer"}
"""What coal mines, iron works and breweries carry."""


def said(key: str, /, **params: Any) -> Message:
    """A message of this game: ``said("cubes.coal", count=2)``."""
    return Message(f"brass.{key}", params)


def place_of(space: int) -> str:
    """The id of a space's location."""
    return LOCATIONS[SPACES[space].location].id


def merchant_place(space: int) -> str:
    """The id of a merchant space's location."""
    return LOCATIONS[MERCHANT_PLACE[space]].id


def ends_of(line: int) -> list[str]:
    """The ids of the locations that a line joins."""
    return [LOCATIONS[end].id for end in LINES[line].ends]


def on_board(space: int, tile: int) -> dict[str, Any]:
    """The parameters of a tile on a space: ``space`` and ``place`` by their ids, ``tile`` by its name."""
    return {"space": SPACES[space].id, "place": place_of(space), "tile": TILE_NAMES[tile]}


def spot(space: int) -> Message:
    """A space among those of its location, which count from 1: ``Stoke-on-Trent, cotton/manufacturer space (1)``."""
    one = SPACES[space]
    if len(LOCATIONS[one.location].spaces) == 1:
        return said("spot", place=place_of(space))
    shows = "/".join(INDUSTRIES[industry] for industry in one.industries)
    return said("spot.one", place=place_of(space), shows=shows, number=one.number + 1)


def level(pounds: int) -> Message:
    """An income in pounds a round, with its sign: ``+8``."""
    return said("level.up" if pounds >= 0 else "level.down", n=abs(pounds))


def flip_words(tile: int, reached: int) -> dict[str, Any]:
    """What is told of a tile that flips: by how many spaces the income rises, and the level of the space reached."""
    return {"count": TILES[tile - 1].income, "level": level(int(INCOME_LEVEL[reached]))}


def cubes(resource: int, count: int, price: int = 0, **where: list[str]) -> Message:
    """A number of cubes or barrels, with what those cost that must be bought: ``2 coal (£3 on the market)``.

    ``where`` names the sources, for interfaces to show.
    """
    key = f"cubes.{RESOURCES[resource]}"
    return said(f"{key}.bought", count=count, money=price, **where) if price else said(key, count=count, **where)


def stock(tile: int, goods: int) -> Message:
    """What a mine, works or brewery carries: ``2 coal``, ``1 barrel``."""
    return cubes(TILES[tile - 1].industry, goods)


def cost(money: int, coal: Message | None, iron: Message | None) -> Message:
    """What a tile costs: ``£16, 1 coal, 1 iron``; None where it takes no such cube."""
    needed = {name: one for name, one in (("coal", coal), ("iron", iron)) if one is not None}
    return said(".".join(["cost", *needed]), money=money, **needed)


def sale_gain(tile: int) -> dict[str, Message]:
    """What a sale of a tile takes and brings: ``beer``, ``gain`` in points, ``steps`` of the income track."""
    one = TILES[tile - 1]
    return {
        "beer": cubes(BREWERY, one.beer) if one.beer else said("no-beer"),
        "gain": said("points", count=one.points),
        "steps": said("steps", count=one.income),
    }


def bonus(place: int) -> Message:
    """What a barrel of a merchant brings: ``£5``, ``4 points``."""
    kind, amount = MERCHANT_BONUS[place], int(BONUS_AMOUNT[place])
    if kind == BONUS_DEVELOP:
        return said("bonus.develop")
    if kind == BONUS_POINTS:
        return said("bonus.points", count=amount)
    if kind == BONUS_INCOME:
        return said("bonus.income", count=amount)
    return said("bonus.money", money=amount)
