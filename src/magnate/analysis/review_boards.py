"""The boards of a review's page: what never changes of each, and a position as a short list of values.

Monopoly and Brass have drawings of their own, by scripts in the folder ``page``. Other games show their board as text.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources
from typing import TYPE_CHECKING, Any

from ..games.brass import board as brass
from ..games.monopoly import board as monopoly
from ..games.monopoly.codec import GROUP_SLUGS
from ..messages import Message
from ..skins import shown
from .review_words import ReviewWords

if TYPE_CHECKING:
    from ..core.game import Position

__all__ = ["Board", "board_of", "page_part"]

Value = int | str
LETTERS = dict(zip(brass.INDUSTRY_NAMES, "cmpoib", strict=True))
"""The industries of Brass in one letter: o is coal."""


@dataclass(frozen=True, slots=True)
class Board:
    """How a game is shown: the ``script`` that draws it, its ``fixed`` parts, and the ``values`` of a position.

    The first values are what the ``columns`` (heading and pattern of a number) say of each seat, seat by seat.
    ``by_moves``: what a decision did stands in its whole move, and in the events that are about others.
    """

    script: str
    columns: tuple[tuple[str, str], ...]
    fixed: dict[str, Any]
    values: Callable[[Position], list[Value]]
    by_moves: bool = False


def page_part(name: str) -> str:
    """A file of the page's folder."""
    return resources.files(__package__).joinpath("page", name).read_text(encoding="utf-8")


def board_of(game: str, words: ReviewWords | None = None) -> Board:
    """How a game's positions are shown, in the words of a language (default: English)."""
    made = {"monopoly": _monopoly, "brass": _brass}.get(game)
    return made(words or ReviewWords()) if made else Board("text.js", (), {}, lambda position: [str(position)])


def _monopoly(words: ReviewWords) -> Board:
    def labels(kind: str) -> list[str]:
        keys = [f"monopoly_ui.{kind}.{square}" for square in range(monopoly.SQUARES)]
        return [text if (text := words.catalogue.render(Message(key))) != key else "" for key in keys]

    names, money = list(map(shown, monopoly.SQUARE_NAMES)), words.money("monopoly")
    for one in monopoly.TITLE_DEEDS:
        names[one.square] = words.catalogue.render(Message(f"monopoly.deed.{one.slug}"))
    fixed = {
        "labels": labels("label"),
        "short": labels("short"),
        "names": names,
        "money": money,
        "deeds": [[one.square, GROUP_SLUGS[one.group], one.price] for one in monopoly.TITLE_DEEDS],
    }
    return Board(
        "monopoly.js", ((words.text("head.cash"), money), (words.text("head.worth"), money)), fixed, _monopoly_values
    )


def _monopoly_values(position: Position) -> list[Value]:
    """Cash and worth, then the squares (40 more in jail, -1 out), the deeds (owner, level, mortgage) and the dice."""
    shown = position.view()
    found: list[Value] = []
    for one in shown["players"]:
        found += ["–", "–"] if one["bankrupt"] else [one["cash"], one["net_worth"]]
    found += [-1 if one["bankrupt"] else one["square"] + 40 * (one["jail"] > 0) for one in shown["players"]]
    for one in (shown["board"][deed.square] for deed in monopoly.TITLE_DEEDS):
        owner = -1 if one["owner"] is None else one["owner"]
        found.append(owner + 1 + 10 * one["level"] + 100 * one["mortgaged"])
    low, high = shown["dice"] or (0, 0)
    return [*found, 10 * low + high]


def _brass(words: ReviewWords) -> Board:
    money = words.money("brass")
    columns = ((words.text("head.money"), money), (words.text("head.income"), "+"), (words.text("head.points"), "{n}"))
    centres = json.loads(page_part("brass_map.json"))
    farm = words.catalogue.render(Message("brass_ui.map.farm"))
    names = [
        farm if one.kind == "farm_brewery" else words.catalogue.render(Message(f"brass.place.{one.id}"))
        for one in brass.LOCATIONS
    ]
    shows = ["".join(LETTERS[brass.INDUSTRY_NAMES[i]] for i in one.industries) for one in brass.SPACES]
    fixed = {
        "places": [
            {
                "name": name,
                "short": ""
                if one.kind == "farm_brewery"
                else words.catalogue.render(Message(f"brass_ui.short.{one.id}")),
                "kind": one.kind,
                "at": centres[one.id],
                "spaces": [shows[space] for space in one.spaces],
                "merchants": sum(space.location == one.index for space in brass.MERCHANT_SPACES),
            }
            for one, name in zip(brass.LOCATIONS, names, strict=True)
        ],
        "lines": [[line.ends, line.canal, line.rail] for line in brass.LINES],
        "money": money,
        "markets": [[*map(int, brass.COAL_PRICES)], [*map(int, brass.IRON_PRICES)]],
    }
    return Board("brass.js", columns, fixed, _brass_values, by_moves=True)


def _brass_values(position: Position) -> list[Value]:
    """Money, income and points, then the spaces and merchants of each place, the links, the era and the markets."""
    shown = position.view()
    found: list[Value] = []
    for one in shown["players"]:
        found += [one["money"], one["level"], one["points"]]
    for place in shown["places"]:
        found += [_tile(space) for space in place["spaces"]]
    seats = {one["id"]: one for place in shown["places"] for one in place["merchants"]}
    found += [_merchant(seats.get(one.id)) for one in brass.MERCHANT_SPACES]
    found += [-1 if line["owner"] is None else line["owner"] for line in shown["lines"]]
    return [*found, shown["era"], shown["markets"]["coal"]["cubes"], shown["markets"]["iron"]["cubes"]]


def _tile(space: dict[str, Any]) -> str:
    """Owner, industry, level, and a star where it is flipped, else what it carries; empty without a tile."""
    if space["tile"] is None:
        return ""
    industry, level = space["tile"].split()
    return f"{space['owner']}{LETTERS[industry]}{level}{'*' if space['flipped'] else space['goods']}"


def _merchant(one: dict[str, Any] | None) -> str:
    """What a merchant buys, and ``+`` where a barrel stands beside it; ``-`` where there is none."""
    tile = None if one is None else one["tile"]
    if one is None or tile is None:
        return "-"
    buys = "" if tile == "blank" else "".join(LETTERS[name] for name in tile.split("/"))
    return buys + "+" * one["barrel"]
