"""The map, tiles, cards, merchants and markets: names from ``data.json``, and the numbers that the rules read.

``data.json`` has its sources and the disagreements between them under ``sources`` and ``disagreements``. Python code
reads the objects of the first part, rules the flat integer tables of the second. Compiled code reads a global NumPy
array as constants. Interpreted rules need plain Python integers, because a NumPy scalar would overflow where compiled
code computes in 64 bits. ``constants`` gives each its own form.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import resources
from typing import Any

from ...runtime.layout import constants


def _load() -> dict[str, Any]:
    text = resources.files(__package__).joinpath("data.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    return data


DATA = _load()

INDUSTRY_NAMES: tuple[str, ...] = ("cotton", "manufacturer", "pottery", "coal", "iron", "brewery")
"""The industries in the order of their numbers; the first three are sold to merchants, the others carry resources."""


# ---------------- the map


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
TOWN_LOCATIONS: tuple[int, ...] = tuple(one.index for one in LOCATIONS if one.kind == "town")
FARMS: tuple[int, ...] = tuple(one.index for one in LOCATIONS if one.kind == "farm_brewery")
MERCHANTS: tuple[int, ...] = tuple(one.index for one in LOCATIONS if one.kind == "merchant")

SPACES: tuple[Space, ...] = tuple(
    Space(space, location.index, number, tuple(INDUSTRY_NAMES.index(name) for name in one["slots"][number]))
    for location, one in zip(LOCATIONS, DATA["locations"], strict=False)
    for number, space in enumerate(location.spaces)
)
SPACE_OF = {one.id: one.index for one in SPACES}

LINES: tuple[Line, ...] = tuple(
    Line(one["index"], one["id"], tuple(LOCATION_OF[end] for end in one["ends"]), one["canal"], one["rail"])
    for one in DATA["links"]
)
LINE_OF = {one.id: one.index for one in LINES}


# ---------------- industry tiles


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
    for number, name in enumerate(INDUSTRY_NAMES):
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


# ---------------- cards


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
    for town in TOWN_LOCATIONS:
        counts = tuple((players, by_players[LOCATIONS[town].id][str(players)]) for players in (2, 3, 4))
        found.append(Card(len(found), LOCATIONS[town].id, town, (), counts))
    for one in DATA["cards"]["industry"]:
        counts = tuple((players, one[str(players)]) for players in (2, 3, 4))
        industries = tuple(INDUSTRY_NAMES.index(name) for name in one["icons"])
        found.append(Card(len(found), "+".join(one["icons"]), -1, industries, counts))
    found.append(Card(len(found), "wild-location", -1, (), ()))
    found.append(Card(len(found), "wild-industry", -1, (), ()))
    return tuple(found)


CARDS = _cards()
"""The kinds of cards: the towns' in the order of the locations, the industries', the two wild ones."""
CARD_OF = {one.id: one.index for one in CARDS}


# ---------------- merchants


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


# ---------------- The numbers that the rules read


SEATS = 4
CANAL, RAIL = 0, 1
"""The eras."""

# ---------------- the map

PLACES = len(LOCATIONS)
"""Locations: 20 towns, 2 farm breweries, 5 merchants."""
TOWNS = len(TOWN_LOCATIONS)
SPACE_COUNT = len(SPACES)
LINE_COUNT = len(LINES)


def _mask(members: Iterable[int]) -> int:
    return sum(1 << member for member in members)


TOWN_MASK = _mask(TOWN_LOCATIONS)
FARM_MASK = _mask(FARMS)
MERCHANT_MASK = _mask(MERCHANTS)
"""Masks of locations."""

PLACE_OF = constants(space.location for space in SPACES)
"""The location of each space."""
PLACE_SPACES = constants(_mask(location.spaces) for location in LOCATIONS)
"""Each location's spaces, as a mask of spaces."""
SPACE_SHOWS = constants(_mask(space.industries) for space in SPACES)
"""The industries that each space shows, as a mask of industries."""
SHOWING = constants(_mask(space.index for space in SPACES if industry in space.industries) for industry in range(6))
"""By industry: the spaces that show it, as a mask of spaces."""


def _preferred(industry: int, space: Space) -> int:
    """The spaces of the same location in which an industry is built rather than in ``space``, while they are empty.

    By the rules those that show this industry only, where ``space`` shows another too; and, so that nothing is offered
    twice, those before it that show the same.
    """
    if industry not in space.industries:
        return 0
    beside = (SPACES[other] for other in LOCATIONS[space.location].spaces if other != space.index)
    only = (industry,)
    return _mask(
        other.index
        for other in beside
        if (other.industries == only != space.industries)
        or (other.industries == space.industries and other.index < space.index)
    )


PREFERRED = constants(_preferred(industry, space) for industry in range(6) for space in SPACES)
"""``PREFERRED[industry * SPACE_COUNT + space]``: the spaces that are used before that one, while one is empty."""
SECOND_CHOICE = constants(
    _mask(space.index for space in SPACES if _preferred(industry, space)) for industry in range(6)
)
"""By industry: the spaces that have such spaces beside them, as a mask of spaces."""

LINE_ENDS = constants(_mask(line.ends) for line in LINES)
"""The locations that each line joins (two; one line joins three), as a mask of locations."""
LINE_FIRST = constants(line.ends[0] for line in LINES)
LINE_SECOND = constants(line.ends[1] for line in LINES)
LINE_THIRD = constants(line.ends[-1] for line in LINES)
"""The ends of each line one by one; the third is the second again where a line has only two."""
CANAL_LINES = _mask(line.index for line in LINES if line.canal)
RAIL_LINES = _mask(line.index for line in LINES if line.rail)
LINES_AT = constants(_mask(line.index for line in LINES if location.index in line.ends) for location in LOCATIONS)
"""The lines that end at each location, as a mask of lines."""
LINK_TILES: int = DATA["start"]["link_tiles_per_player"]

# ---------------- industry tiles

COTTON, MANUFACTURER, POTTERY, COAL, IRON, BREWERY = range(6)
INDUSTRIES = 6
RESOURCES = INDUSTRIES - COAL
"""Coal, iron and beer, numbered ``industry - COAL``."""
GOODS_MASK = (1 << COTTON) | (1 << MANUFACTURER) | (1 << POTTERY)
"""The industries whose tiles are sold to merchants, as a mask of industries."""

TILE_KINDS = len(TILES) + 1
"""Tile kinds are 1 to 29; 0 is an empty space."""


TILE_INDUSTRY = constants([0, *(tile.industry for tile in TILES)])
TILE_LEVEL = constants([0, *(tile.level for tile in TILES)])
TILE_MONEY = constants([0, *(tile.money for tile in TILES)])
TILE_COAL = constants([0, *(tile.coal for tile in TILES)])
TILE_IRON = constants([0, *(tile.iron for tile in TILES)])
TILE_POINTS = constants([0, *(tile.points for tile in TILES)])
TILE_INCOME = constants([0, *(tile.income for tile in TILES)])
TILE_ICONS = constants([0, *(tile.icons for tile in TILES)])
TILE_BEER = constants([0, *(tile.beer for tile in TILES)])
TILE_GOODS = constants([0, *(tile.goods for tile in TILES)])
"""Cubes that a coal mine or an iron works carries when it is built (breweries: ``BARRELS``)."""
TILE_DEVELOPABLE = constants([0, *(int(tile.developable) for tile in TILES)])
TILE_ERAS = constants([0, *((1 << CANAL) * tile.canal + (1 << RAIL) * tile.rail for tile in TILES)])
"""In which eras a tile may be built, as a mask of eras."""
BARRELS = constants(
    max(one["barrels_placed"][era] or 0 for one in DATA["industry_tiles"]["brewery"]) for era in ("canal", "rail")
)
"""The barrels of a brewery by the era in which it is built, whatever its level."""

MAT_ROOM = 12
MAT_SIZE = constants(sum(tile.count for tile in TILES if tile.industry == i) for i in range(INDUSTRIES))
"""How many tiles of each industry a player begins with."""


def _mats() -> list[int]:
    found: list[int] = []
    for industry in range(INDUSTRIES):
        stack = [tile.index for tile in TILES if tile.industry == industry for _ in range(tile.count)]
        found += [*stack, *[0] * (MAT_ROOM - len(stack))]
    return found


MAT = constants(_mats())
"""``MAT[industry * MAT_ROOM + n]``: the lowest tile left after ``n`` of them have gone; 0 when none is left."""

# ---------------- cards

CARD_KINDS = len(CARDS)
PLAIN_CARDS = CARD_KINDS - 2
"""Kinds that lie in the deck: 20 towns', numbered like the towns, 5 industries'; the wild ones follow."""
WILD_LOCATION, WILD_INDUSTRY = PLAIN_CARDS, PLAIN_CARDS + 1
CARD_INDUSTRIES = constants(
    ((1 << INDUSTRIES) - 1) if card.index == WILD_INDUSTRY else _mask(card.industries) for card in CARDS
)
"""The industries that a card allows anywhere in the network, as a mask of industries; 0 for a place's card."""
INDUSTRY_CARDS = constants(
    _mask(card.index for card in CARDS if industry in card.industries or card.index == WILD_INDUSTRY)
    for industry in range(INDUSTRIES)
)
"""By industry: the cards that allow it anywhere in the network, as a mask of card kinds."""
ALL_CARDS = (1 << CARD_KINDS) - 1
DECK = constants(dict(card.counts).get(players, 0) for players in range(SEATS + 1) for card in CARDS[:PLAIN_CARDS])
"""``DECK[players * PLAIN_CARDS + kind]``: the cards of a kind that the game has."""
HAND = DATA["start"]["hand"]
WILDS = DATA["cards"]["wild_location"]
"""Wild cards of each of the two sorts."""

# ---------------- merchants

MERCHANT_SPACES_ALL = len(MERCHANT_SPACES)
MERCHANT_PLACE = constants(space.location for space in MERCHANT_SPACES)
MERCHANT_FROM = constants(space.players for space in MERCHANT_SPACES)
"""From how many players on a merchant space gets a tile."""
NO_MERCHANT, BLANK, ANY_GOODS, BUYS_COTTON, BUYS_MANUFACTURER, BUYS_POTTERY = range(6)
MERCHANT_KINDS = len(MERCHANT_TILES)
MERCHANT_BUYS = constants([0, 0, GOODS_MASK, 1 << COTTON, 1 << MANUFACTURER, 1 << POTTERY])
"""The industries that a merchant tile buys, as a mask of industries."""
MERCHANT_POOL = constants(
    DATA["merchant_tiles_by_players"].get(str(players), []).count(name)
    for players in range(SEATS + 1)
    for name in MERCHANT_TILES
)
"""``MERCHANT_POOL[players * MERCHANT_KINDS + kind]``: how many such tiles are laid out."""
(BONUS_POINTS, BONUS_DEVELOP, BONUS_INCOME, BONUS_MONEY) = range(4)
_BONUSES = ("vp", "develop", "income_spaces", "money")
MERCHANT_BONUS = constants(
    [0] * (PLACES - len(MERCHANTS)) + [_BONUSES.index(m["beer_bonus"]["type"]) for m in DATA["merchants"]]
)
"""By location: what its merchants' barrels bring."""
BONUS_AMOUNT = constants([0] * (PLACES - len(MERCHANTS)) + [m["beer_bonus"]["amount"] for m in DATA["merchants"]])
MERCHANT_ICONS: int = DATA["merchants"][0]["link_icons"]
"""The link icons printed at each merchant."""

# ---------------- markets, track, turns

COAL_PRICES = constants(DATA["markets"]["coal"]["prices_low_to_high"])
IRON_PRICES = constants(DATA["markets"]["iron"]["prices_low_to_high"])
COAL_ROOM: int = DATA["markets"]["coal"]["capacity"]
IRON_ROOM: int = DATA["markets"]["iron"]["capacity"]
COAL_AT_START: int = DATA["markets"]["coal"]["initial_cubes"]
IRON_AT_START: int = DATA["markets"]["iron"]["initial_cubes"]
COAL_WHEN_EMPTY: int = DATA["markets"]["coal"]["price_when_empty"]
IRON_WHEN_EMPTY: int = DATA["markets"]["iron"]["price_when_empty"]

INCOME_LEVEL = constants(DATA["income_track"]["space_to_level"])
"""The level of each space of the track."""
LAST_SPACE = len(DATA["income_track"]["space_to_level"]) - 1
LOWEST_LEVEL: int = min(DATA["income_track"]["space_to_level"])
TOP_OF_LEVEL = constants(
    max(space for space, level in enumerate(DATA["income_track"]["space_to_level"]) if level == wanted)
    for wanted in range(LOWEST_LEVEL, max(DATA["income_track"]["space_to_level"]) + 1)
)
"""``TOP_OF_LEVEL[level - LOWEST_LEVEL]``: the highest space of a level, where a loan leads."""
LOAN: int = DATA["loan"]["money"]
LOAN_LEVELS: int = DATA["loan"]["income_levels"]
POUNDS_A_POINT: int = DATA["introductory_game"]["pounds_per_point"]
MOST_FOR_MONEY: int = DATA["introductory_game"]["most_points_for_money"]
"""The introductory game: a point for so many pounds, at most so many points."""

START_MONEY: int = DATA["start"]["money"]
START_SPACE: int = DATA["start"]["income_space"]
ROUNDS = constants(DATA["rounds_per_era"].get(str(players), 0) for players in range(SEATS + 1))
"""Rounds of an era by number of players."""
FIRST_ACTIONS: int = DATA["start"]["actions_first_canal_round"]
TURN_ACTIONS: int = DATA["start"]["actions_other_rounds"]
"""The actions of a turn: in the first round of the Canal era, and in all others."""
CANAL_COST: int = DATA["costs"]["canal_link"]
RAIL_COST: int = DATA["costs"]["rail_link"]["money"]
SECOND_RAIL_COST: int = DATA["costs"]["rail_double"]["money"] - RAIL_COST
DEVELOP_IRON: int = DATA["costs"]["develop_iron_per_tile"]
SCOUT_CARDS: int = DATA["costs"]["scout_cards_discarded"]
