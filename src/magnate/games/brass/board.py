"""The map, the industry tiles, the cards, the merchants and the markets as data: names, costs, counts.

Everything is read from ``data.json``, whose sources and the disagreements between them are listed in the file under
``sources`` and ``disagreements``. Python code uses these objects; rules use the flat integer tables of ``tables.py``.
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

INDUSTRIES: tuple[str, ...] = ("cotton", "manufacturer", "pottery", "coal", "iron", "brewery")
"""The industries in the order of their numbers; the first three are sold to merchants, the others carry resources."""


# ------------------------------------------------------------------------------------------------ the map


@dataclass(frozen=True)
class Location:
    """A place where links end: a town, a farm brewery (which has one space) or a merchant at the edge (none)."""

    index: int
    id: str
    name: str
    kind: str
    spaces: tuple[int, ...]


@dataclass(frozen=True)
class Space:
    """A place for one industry tile: ``location``, its number there, and the industries that it shows."""

    index: int
    location: int
    number: int
    industries: tuple[int, ...]

    @property
    def id(self) -> str:
        """Its name in actions: ``stoke.0``."""
        return f"{LOCATIONS[self.location].id}.{self.number}"


@dataclass(frozen=True)
class Line:
    """Where a link may lie: between two locations (one line: three), for canals, rails or both."""

    index: int
    id: str
    ends: tuple[int, ...]
    canal: bool
    rail: bool


def _locations() -> tuple[Location, ...]:
    found: list[Location] = []
    space = 0
    for one in DATA["locations"]:
        spaces = tuple(range(space, space + len(one["slots"])))
        space += len(spaces)
        found.append(Location(len(found), one["id"], one["name"], one["kind"], spaces))
    for one in DATA["merchants"]:
        found.append(Location(len(found), one["id"], one["name"], "merchant", ()))
    return tuple(found)


LOCATIONS = _locations()
LOCATION_OF = {one.id: one.index for one in LOCATIONS}
TOWNS: tuple[int, ...] = tuple(one.index for one in LOCATIONS if one.kind == "town")
FARMS: tuple[int, ...] = tuple(one.index for one in LOCATIONS if one.kind == "farm_brewery")
MERCHANTS: tuple[int, ...] = tuple(one.index for one in LOCATIONS if one.kind == "merchant")

SPACES: tuple[Space, ...] = tuple(
    Space(space, location.index, number, tuple(INDUSTRIES.index(name) for name in one["slots"][number]))
    for location, one in zip(LOCATIONS, DATA["locations"], strict=False)
    for number, space in enumerate(location.spaces)
)
SPACE_OF = {one.id: one.index for one in SPACES}

LINES: tuple[Line, ...] = tuple(
    Line(one["index"], one["id"], tuple(LOCATION_OF[end] for end in one["ends"]), one["canal"], one["rail"])
    for one in DATA["links"]
)
LINE_OF = {one.id: one.index for one in LINES}


# ---------------------------------------------------------------------------------------- industry tiles


@dataclass(frozen=True)
class Tile:
    """A kind of industry tile: money in pounds, resources in cubes and barrels.

    ``count``: how many a player has. ``goods``: the cubes that it carries when built; a brewery's barrels depend on the
    era (``tables.BARRELS``). ``beer``: the barrels that a sale of it takes. ``income`` is in spaces of the track.
    """

    index: int
    industry: int
    level: int
    count: int
    money: int
    coal: int
    iron: int
    points: int
    income: int
    icons: int
    canal: bool
    rail: bool
    developable: bool
    beer: int
    goods: int


def _tiles() -> tuple[Tile, ...]:
    found: list[Tile] = []
    for number, name in enumerate(INDUSTRIES):
        for one in DATA["industry_tiles"][name]:
            tile = Tile(
                index=len(found) + 1,
                industry=number,
                level=one["level"],
                count=one["count_per_player"],
                money=one["cost_money"],
                coal=one["cost_coal"],
                iron=one["cost_iron"],
                points=one["vp"],
                income=one["income_spaces"],
                icons=one["link_icons"],
                canal=one["canal_buildable"],
                rail=one["rail_buildable"],
                developable=one["developable"],
                beer=one.get("beer_to_sell", 0),
                goods=one.get("cubes_placed", 0),
            )
            found.append(tile)
    return tuple(found)


TILES = _tiles()
"""All kinds of tiles, by industry and level. Tile ``k`` of the state is ``TILES[k - 1]``: 0 is an empty space."""


# ------------------------------------------------------------------------------------------------ cards


@dataclass(frozen=True)
class Card:
    """A kind of card: a town's, one of an industry (or two), or a wild one; ``counts`` by number of players."""

    index: int
    id: str
    location: int
    industries: tuple[int, ...]
    counts: tuple[tuple[int, int], ...]


def _cards() -> tuple[Card, ...]:
    found: list[Card] = []
    by_players = DATA["cards"]["location"]
    for town in TOWNS:
        counts = tuple((players, by_players[LOCATIONS[town].id][str(players)]) for players in (2, 3, 4))
        found.append(Card(len(found), LOCATIONS[town].id, town, (), counts))
    for one in DATA["cards"]["industry"]:
        counts = tuple((players, one[str(players)]) for players in (2, 3, 4))
        industries = tuple(INDUSTRIES.index(name) for name in one["icons"])
        found.append(Card(len(found), "+".join(one["icons"]), -1, industries, counts))
    found.append(Card(len(found), "wild-location", -1, (), ()))
    found.append(Card(len(found), "wild-industry", -1, (), ()))
    return tuple(found)


CARDS = _cards()
"""The kinds of cards: the towns' in the order of the locations, the industries', the two wild ones."""
CARD_OF = {one.id: one.index for one in CARDS}


# -------------------------------------------------------------------------------------------- merchants


@dataclass(frozen=True)
class MerchantSpace:
    """A place for a merchant tile, with a place for a barrel beside it; in play from ``players`` players on."""

    index: int
    location: int
    number: int
    players: int

    @property
    def id(self) -> str:
        """Its name in actions: ``oxford.0``."""
        return f"{LOCATIONS[self.location].id}.{self.number}"


def _merchant_spaces() -> tuple[MerchantSpace, ...]:
    found: list[MerchantSpace] = []
    for one in DATA["merchants"]:
        for number in range(one["tile_spaces"]):
            location = LOCATION_OF[one["id"]]
            found.append(MerchantSpace(len(found), location, number, one["tile_spaces_min_players"]))
    return tuple(found)


MERCHANT_SPACES = _merchant_spaces()
MERCHANT_SPACE_OF = {one.id: one.index for one in MERCHANT_SPACES}

MERCHANT_TILES: tuple[str, ...] = ("", "blank", "cotton/manufacturer/pottery", "cotton", "manufacturer", "pottery")
"""The kinds of merchant tiles by number; 0 is an empty space."""
