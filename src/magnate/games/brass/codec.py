"""Stable names of actions, outcomes and things, and how things are called in messages.

A name is lower case; what an action is about follows a colon (``build:stoke.0``, ``link:belper-derby``,
``card:cotton+manufacturer``). The names are part of saved records and set-ups and never change their meaning.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ...errors import did_you_mean
from ...messages import Message
from . import board
from . import state as ids
from .state import DEAL_MERCHANT, DEAL_ORDER

__all__ = [
    "RESOURCES",
    "bonus",
    "card_title",
    "cost",
    "counted",
    "cubes",
    "ends_of",
    "flip_words",
    "joined",
    "level",
    "merchant_place",
    "on_board",
    "place_of",
    "place_title",
    "pounds",
    "said",
    "sale_gain",
    "seats_title",
    "spot",
    "stock",
    "tile_title",
]


KIND_NAMES = ("build", "network", "develop", "sell", "loan", "scout", "pass")
"""The kinds of actions, by their ids."""
TILE_NAMES = ("", *(f"{board.INDUSTRY_NAMES[tile.industry]} {tile.level}" for tile in board.TILES))
"""The kinds of industry tiles in set-ups: ``cotton 1``."""
_TILE_OF = {name: tile for tile, name in enumerate(TILE_NAMES) if name}
_INDUSTRY_OF = {name: number for number, name in enumerate(board.INDUSTRY_NAMES)}
_MERCHANT_TILE_OF = {name: number for number, name in enumerate(board.MERCHANT_TILES) if name}


def _names() -> tuple[str, ...]:
    """The names of all actions in the order of their ids."""
    names = [*KIND_NAMES, "stop"]
    names += [f"industry:{name}" for name in board.INDUSTRY_NAMES]
    names += [f"build:{space.id}" for space in board.SPACES]
    names += [f"take:{space.id}" for space in board.SPACES]
    names += ["barrel"]
    names += [f"sell:{space.id}" for space in board.SPACES]
    names += [f"give-up:{space.id}" for space in board.SPACES]
    names += [f"link:{line.id}" for line in board.LINES]
    names += [f"to:{space.id}" for space in board.MERCHANT_SPACES]
    names += [f"card:{card.id}" for card in board.CARDS]
    return tuple(names)


ACTION_NAMES = _names()
_ACTION_OF = {name: action for action, name in enumerate(ACTION_NAMES)}


def number_of(kind: str, name: str, known: Mapping[str, int]) -> int:
    """The number that ``known`` gives to a name; raises ``ValueError`` naming the closest known one."""
    wanted = name.strip().lower()
    if wanted not in known:
        raise ValueError(f'there is no {kind} "{name}": {did_you_mean(wanted, known)}')
    return known[wanted]


def space_number(name: str) -> int:
    """The number of a space: ``"stoke.0"``; raises ``ValueError`` for an unknown name."""
    return number_of("space", name, board.SPACE_OF)


def line_number(name: str) -> int:
    """The number of a line, whose ends may be named in any order; raises ``ValueError`` for an unknown name."""
    turned = "-".join(reversed(name.strip().lower().split("-")))
    return board.LINE_OF[turned] if turned in board.LINE_OF else number_of("line", name, board.LINE_OF)


def tile_number(name: str) -> int:
    """The number of a kind of industry tile: ``"cotton 1"``; raises ``ValueError`` for an unknown name."""
    return number_of("industry tile", name, _TILE_OF)


def industry_number(name: str) -> int:
    """The number of an industry: ``"cotton"``; raises ``ValueError`` for an unknown name."""
    return number_of("industry", name, _INDUSTRY_OF)


def card_number(name: str) -> int:
    """The number of a kind of card: ``"stoke"``, ``"wild-industry"``; raises ``ValueError`` for an unknown name.

    The ids of ``data.json`` are names too: ``"wild_industry"``.
    """
    return number_of("card", name.replace("_", "-"), board.CARD_OF)


def merchant_number(name: str) -> int:
    """The number of a merchant space: ``"oxford.0"``; raises ``ValueError`` for an unknown name."""
    return number_of("merchant space", name, board.MERCHANT_SPACE_OF)


def merchant_tile_number(name: str) -> int:
    """The number of a kind of merchant tile: ``"blank"``; raises ``ValueError`` for an unknown name."""
    return number_of("merchant tile", name, _MERCHANT_TILE_OF)


def action_name(action: int) -> str:
    """The stable name of an action id; raises ``ValueError`` for an id that is none."""
    if not 0 <= action < ids.ACTIONS:
        raise ValueError(f"there is no action {action}: ids are 0 to {ids.ACTIONS - 1}")
    return ACTION_NAMES[action]


def parse_action(name: str) -> int:
    """The id of an action's name; raises ``ValueError`` naming the closest one.

    >>> action_name(parse_action("link:derby-belper"))
    'link:belper-derby'
    """
    wanted = name.strip().lower()
    kind, _, about = wanted.partition(":")
    if kind == "link":
        return ids.LINK + line_number(about)
    return number_of("action", wanted, _ACTION_OF)


def action_facets(action: int) -> dict[str, Any]:
    """What an action is about.

    Always ``kind`` (its verb), and as they apply ``industry``, ``space`` (of the board or of a merchant), ``town``
    (the location of the space), ``line`` and ``card``.

    >>> action_facets(parse_action("build:stoke.0"))
    {'kind': 'build', 'space': 'stoke.0', 'town': 'stoke'}
    """
    return dict(_FACETS[action])


def _facets(action: int) -> dict[str, Any]:
    kind, _, about = ACTION_NAMES[action].partition(":")
    facets: dict[str, Any] = {"kind": kind}
    if about in board.SPACE_OF:
        return {**facets, "space": about, "town": board.LOCATIONS[board.SPACES[board.SPACE_OF[about]].location].id}
    if about in board.MERCHANT_SPACE_OF:
        return {
            **facets,
            "space": about,
            "town": board.LOCATIONS[board.MERCHANT_SPACES[board.MERCHANT_SPACE_OF[about]].location].id,
        }
    names = {"industry": "industry", "link": "line", "card": "card"}
    return {**facets, names[kind]: about} if kind in names else facets


_FACETS = tuple(_facets(action) for action in range(ids.ACTIONS))


def _numbered(names: Iterable[str]) -> dict[str, int]:
    return {name: outcome for outcome, name in enumerate(names) if name}


_SEATS = tuple(f"seat:{seat}" for seat in range(4))
_MERCHANTS_DEALT, _CARDS_DRAWN = _numbered(board.MERCHANT_TILES), _numbered(card.id for card in board.CARDS)


def _outcomes(state: np.void) -> dict[str, int]:
    """The ids of all outcomes that the pending chance node could have, by name."""
    phase = int(state["phase"])
    if phase == DEAL_ORDER:
        return _numbered(_SEATS[: int(state["opt"]["players"])])
    return _MERCHANTS_DEALT if phase == DEAL_MERCHANT else _CARDS_DRAWN


def outcome_name(state: np.void, outcome: int) -> str:
    """The name of a chance outcome: ``seat:1``, a merchant tile (``blank``) or a card (``stoke``)."""
    phase = int(state["phase"])
    if phase == DEAL_ORDER:
        return _SEATS[: int(state["opt"]["players"])][outcome]
    return board.MERCHANT_TILES[outcome] if phase == DEAL_MERCHANT else board.CARDS[outcome].id


def parse_outcome(state: np.void, name: str) -> int:
    """The id of an outcome of the pending chance node; raises ``ValueError`` for an unknown name."""
    return number_of("outcome", name, _outcomes(state))


# ---------------- Parts of sentences: money, places, tiles, cubes and bonuses as messages with parameters
#
# The words stand in ``locales/<language>/brass.json``. What a parameter is about is named as in action names and views
# (``stoke``, ``cotton 1``), so that an interface can mark it on the board.


RESOURCES = {board.COAL: "coal", board.IRON: "iron", board.BREWERY: "beer"}
"""What coal mines, iron works and breweries carry."""


def said(key: str, /, **params: Any) -> Message:
    """A message of this game: ``said("cubes.coal", count=2)``."""
    return Message(f"brass.{key}", params)


def place_of(space: int) -> str:
    """The id of a space's location."""
    return board.LOCATIONS[board.SPACES[space].location].id


def merchant_place(space: int) -> str:
    """The id of a merchant space's location."""
    return board.LOCATIONS[board.MERCHANT_PLACE[space]].id


def ends_of(line: int) -> list[str]:
    """The ids of the locations that a line joins."""
    return [board.LOCATIONS[end].id for end in board.LINES[line].ends]


def on_board(space: int, tile: int) -> dict[str, Any]:
    """The parameters of a tile on a space: ``space`` and ``place`` by their ids, ``tile`` by its name."""
    return {"space": board.SPACES[space].id, "place": place_of(space), "tile": TILE_NAMES[tile]}


def spot(space: int) -> Message:
    """A space among those of its location, which count from 1: ``Stoke-on-Trent, cotton/manufacturer space (1)``."""
    one = board.SPACES[space]
    if len(board.LOCATIONS[one.location].spaces) == 1:
        return said("spot", place=place_of(space))
    shows = "/".join(board.INDUSTRY_NAMES[industry] for industry in one.industries)
    return said("spot.one", place=place_of(space), shows=shows, number=one.number + 1)


def level(pounds: int) -> Message:
    """An income in pounds a round, with its sign: ``+8``."""
    return said("level.up" if pounds >= 0 else "level.down", n=abs(pounds))


def flip_words(tile: int, reached: int) -> dict[str, Any]:
    """What is told of a tile that flips: by how many spaces the income rises, and the level of the space reached."""
    return {"count": board.TILES[tile - 1].income, "level": level(int(board.INCOME_LEVEL[reached]))}


def cubes(resource: int, count: int, price: int = 0, **where: list[str]) -> Message:
    """A number of cubes or barrels, with what those cost that must be bought: ``2 coal (£3 on the market)``.

    ``where`` names the sources, for interfaces to show.
    """
    key = f"cubes.{RESOURCES[resource]}"
    return said(f"{key}.bought", count=count, money=price, **where) if price else said(key, count=count, **where)


def stock(tile: int, goods: int) -> Message:
    """What a mine, works or brewery carries: ``2 coal``, ``1 barrel``."""
    return cubes(board.TILES[tile - 1].industry, goods)


def cost(money: int, coal: Message | None, iron: Message | None) -> Message:
    """What a tile costs: ``£16, 1 coal, 1 iron``; None where it takes no such cube."""
    needed = {name: one for name, one in (("coal", coal), ("iron", iron)) if one is not None}
    return said(".".join(["cost", *needed]), money=money, **needed)


def sale_gain(tile: int) -> dict[str, Message]:
    """What a sale of a tile takes and brings: ``beer``, ``gain`` in points, ``steps`` of the income track."""
    one = board.TILES[tile - 1]
    return {
        "beer": cubes(board.BREWERY, one.beer) if one.beer else said("no-beer"),
        "gain": said("points", count=one.points),
        "steps": said("steps", count=one.income),
    }


def bonus(place: int) -> Message:
    """What a barrel of a merchant brings: ``£5``, ``4 points``."""
    kind, amount = board.MERCHANT_BONUS[place], int(board.BONUS_AMOUNT[place])
    if kind == board.BONUS_DEVELOP:
        return said("bonus.develop")
    if kind == board.BONUS_POINTS:
        return said("bonus.points", count=amount)
    if kind == board.BONUS_INCOME:
        return said("bonus.income", count=amount)
    return said("bonus.money", money=amount)


# ---------------- How things are called in the drawn board and in errors


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
    return str(said(f"place.{board.LOCATIONS[place].id}"))


def tile_title(tile: int) -> str:
    """A kind of industry tile: ``cotton mill 2``."""
    return str(said(f"tile.{TILE_NAMES[tile]}"))


def card_title(card: int) -> str:
    """A kind of card: ``Stoke-on-Trent``, ``cotton or manufacturer``, ``wild location``."""
    return str(said(f"card.{board.CARDS[card].id}"))
