"""The named JSON form of a position, as pydantic checks it, and where each of its fields is in the state.

Everything may be left out; what is left out has the value of a fresh game. Spaces, lines, cards and merchants are named
as in action names ("stoke.0", "belper-derby", "cotton+manufacturer", "oxford.1"), tiles by industry and level
("cotton 1"). ``setup.py`` reads this table to write a state, and to name what a state has.
"""

# ruff: noqa: ARG002 - the places of all fields are written and read alike

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, get_args

import numpy as np
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from ...core.setup_fields import At, Choice, Fields, Members, Table, always, bits
from ...runtime.interpreter import Interpreted
from . import board
from . import state as ids
from .codec import (
    KIND_NAMES,
    card_number,
    industry_number,
    line_number,
    merchant_number,
    merchant_tile_number,
    number_of,
    space_number,
    tile_number,
)
from .state import STATE

_rules = Interpreted(__package__, STATE)
part, mirrored, reading = _rules.part, _rules.mirrored, _rules.reading
"""The interpreted rules, for the text side."""

MERCHANT_SPACES_AT = {
    board.LOCATIONS[place].id: [one.index for one in board.MERCHANT_SPACES if one.location == place]
    for place in board.MERCHANTS
}
MERCHANT_SPACE_IDS = [one.id for one in board.MERCHANT_SPACES]
CARD_IDS = [one.id for one in board.CARDS]


def _merchant_place(name: str) -> str:
    number_of("merchant", name, dict.fromkeys(MERCHANT_SPACES_AT, 0))
    return name.strip().lower()


def _plain_card(name: str) -> str:
    if card_number(name) >= board.PLAIN_CARDS:
        raise ValueError(f'"{name}" is no card of the deck: wild cards lie in supplies of their own')
    return board.CARDS[card_number(name)].id


SpaceName = Annotated[str, AfterValidator(space_number)]
LineName = Annotated[str, AfterValidator(line_number)]
TileName = Annotated[str, AfterValidator(tile_number)]
IndustryName = Annotated[str, AfterValidator(lambda name: board.INDUSTRY_NAMES[industry_number(name)])]
CardName = Annotated[str, AfterValidator(lambda name: board.CARDS[card_number(name)].id)]
PlainName = Annotated[str, AfterValidator(_plain_card)]
MerchantSpaceName = Annotated[str, AfterValidator(lambda name: board.MERCHANT_SPACES[merchant_number(name)].id)]
MerchantPlace = Annotated[str, AfterValidator(_merchant_place)]
MerchantTile = Annotated[str, AfterValidator(lambda name: board.MERCHANT_TILES[merchant_tile_number(name)])]
Seat = Annotated[int, Field(ge=0, lt=board.SEATS)]
Count = Annotated[int, Field(ge=0, le=127)]
Pounds = Annotated[int, Field(ge=0, le=30_000)]

EraName = Literal["canal", "rail"]
KindName = Literal["build", "network", "develop", "sell", "loan", "scout", "pass"]
PhaseName = Literal[
    "finished", "deal-order", "deal-merchant", "deal-cards", "action", "build-industry", "build-space", "take-coal",
    "take-iron", "take-beer", "line", "second-line", "develop", "develop-more", "sell", "sell-more", "merchant",
    "bonus", "card", "scout-card", "refill", "shortfall",
]  # fmt: skip
EndingName = Literal["last round"]

# The same names by their numbers in the state.
ERAS: tuple[str, ...] = get_args(EraName)
PHASES: tuple[str, ...] = get_args(PhaseName)
ENDINGS: tuple[str, ...] = ("", *get_args(EndingName))


DEALING = (ids.DEAL_ORDER, ids.DEAL_MERCHANT, ids.DEAL_CARDS)
ACTING = range(ids.BUILD_INDUSTRY, ids.SCOUT_CARD + 1)
"""The phases in which an action is being carried out."""
NEED_INDUSTRY = (ids.BUILD_SPACE, ids.TAKE_COAL, ids.TAKE_IRON)
"""The phases in which an action has an industry, if it is to build."""
NEED_SPOT = (
    ids.TAKE_COAL,
    ids.TAKE_IRON,
    ids.TAKE_BEER,
    ids.SECOND_LINE,
    ids.MERCHANT,
    ids.BONUS_TILE,
)
"""The phases in which an action has a space or a line, unless it is to develop."""


def players_of(state: Fields | np.void) -> int:
    """The number of players."""
    return int(state["opt"]["players"])


def owner_of(masks: Sequence[int], member: int) -> int | None:
    """The seat whose mask has a member: of spaces or lines."""
    for seat, mask in enumerate(masks):
        if int(mask) >> member & 1:
            return seat
    return None


def owners_of(masks: Sequence[int]) -> dict[int, int]:
    """The seats that own spaces or lines, by the owned ones' numbers; ``masks`` has what each seat owns."""
    owners = {}
    for seat, mask in enumerate(masks):
        rest = mask
        while rest:
            owners[(rest & -rest).bit_length() - 1] = seat
            rest &= rest - 1
    return owners


def seats_in_order(state: Fields) -> list[int]:
    """The turn order; while it is drawn, as much of it as there is."""
    known = int(state["dealt"]) if state["phase"] == ids.DEAL_ORDER else players_of(state)
    return [int(seat) for seat in state["order"][:known]]


def cards_of(counts: Sequence[int]) -> list[str]:
    """The names of cards that are counted by kind, as often as they are there."""
    return [name for name, count in zip(CARD_IDS, counts, strict=False) if count for _ in range(int(count))]


def counted_cards(counts: Sequence[int]) -> dict[str, int]:
    """How many cards of each kind, by name, without the kinds of which there is none."""
    return {board.CARDS[kind].id: int(count) for kind, count in enumerate(counts) if count}


class Model(BaseModel):
    """What all parts of a set-up share: exact types, no unknown keys."""

    model_config = ConfigDict(strict=True, extra="forbid")


class Tile(Model):
    """An industry tile on the board.

    ``goods`` are its cubes or barrels: all that it is built with when left out, unless ``flipped`` says that it is
    flipped. Mines, works and breweries are flipped exactly when they carry nothing.
    """

    at: SpaceName
    owner: Seat
    tile: TileName
    flipped: bool | None = None
    goods: Count | None = None


class Link(Model):
    """A link tile: a canal in the Canal era, a rail in the Rail era."""

    line: LineName
    owner: Seat


class _Hand(At):
    """The names of the cards that a seat holds."""

    def put(self, g: np.void, index: int, value: Any) -> None:
        for name in value:
            g["hand"][index][board.CARD_OF[name]] += 1

    def get(self, state: Fields, index: int) -> Any:
        return cards_of(state["hand"][index])


class _Taken(At):
    """How many tiles of each industry have left a seat's mat; as few as possible where nothing is said."""

    def put(self, g: np.void, index: int, value: Any) -> None:
        for industry, name in enumerate(board.INDUSTRY_NAMES):
            g["taken"][index][industry] = value.get(name, least_taken(g, index, industry))

    def get(self, state: Fields, index: int) -> Any:
        return dict(zip(board.INDUSTRY_NAMES, state["taken"][index], strict=True))


def least_taken(g: np.void, seat: int, industry: int) -> int:
    """How many tiles have left the mat at least, since some lie on the board: the highest ones, and all below them."""
    mine = [board.TILES[int(g["tile"][space]) - 1] for space in bits(int(g["tiles"][seat]))]
    levels = [tile.level for tile in mine if tile.industry == industry]
    highest = max(levels, default=0)
    below = sum(tile.count for tile in board.TILES if tile.industry == industry and tile.level < highest)
    return below + levels.count(highest)


class Player(Model):
    """One player, in seat order."""

    money: Annotated[Pounds | None, At("money", always)] = None
    """£17 when left out."""
    spent: Annotated[Pounds, At("spent", always)] = 0
    """Paid this round."""
    income: Annotated[Annotated[int, Field(ge=0, le=board.LAST_SPACE)] | None, At("income_space", always)] = None
    """The income marker's space of the track (not the level); 10 when left out."""
    points: Annotated[Pounds, At("points", always)] = 0
    hand: Annotated[Annotated[list[CardName], Field(max_length=board.HAND)] | None, _Hand("hand", always)] = None
    """When left out: cards that no other part of the set-up names, one of a kind, in the order of the kinds."""
    taken: Annotated[dict[IndustryName, Count], _Taken("taken", always)] = {}
    """How many tiles of an industry have left the mat; when left out, as few as the tiles on the board ask for."""


class _Spot(At):
    """A space, or of a network action a line."""

    def put(self, g: np.void, index: int, value: Any) -> None:
        g["at"] = line_number(value) if g["doing"] == ids.NETWORK else space_number(value)

    def get(self, state: Fields, index: int) -> Any:
        return (board.LINES if state["doing"] == ids.NETWORK else board.SPACES)[state["at"]].id


def _industry_matters(state: Fields, _index: int) -> Any:
    return state["doing"] == ids.BUILD and (state["phase"] in NEED_INDUSTRY or state["industry"])


def _spot_matters(state: Fields, _index: int) -> Any:
    return (state["phase"] in NEED_SPOT and state["doing"] != ids.DEVELOP) or state["at"]


def _merchant_matters(state: Fields, _index: int) -> Any:
    return state["doing"] == ids.SELL and (state["phase"] in (ids.TAKE_BEER, ids.BONUS_TILE) or state["shop"])


class Doing(Model):
    """The action that is being carried out, up to the card that pays for it. Only its ``kind`` is always needed."""

    kind: Annotated[KindName, Choice("doing", KIND_NAMES, always)]
    industry: Annotated[IndustryName | None, Choice("industry", board.INDUSTRY_NAMES, _industry_matters)] = None
    """Phase ``build-space``: the industry to build."""
    at: Annotated[str | None, _Spot("at", _spot_matters)] = None
    """The space built on or sold from; of a network action the line of the last rail."""
    coal: Annotated[Count, At("coal_left")] = 0
    """Cubes and barrels that are still to be taken."""
    iron: Annotated[Count, At("iron_left")] = 0
    beer: Annotated[Count, At("beer_left")] = 0
    count: Annotated[Count, At("count")] = 0
    """Rails laid, tiles developed, tiles sold or cards scouted so far."""
    merchant: Annotated[MerchantSpaceName | None, Choice("shop", MERCHANT_SPACE_IDS, _merchant_matters)] = None
    """The merchant space sold to."""
    cards: Annotated[
        list[CardName] | None, Members("fits", CARD_IDS, lambda state, _: state["fits"] not in (0, board.ALL_CARDS))
    ] = None
    """The kinds of cards that may pay; only building, from when the space is chosen, has others than all."""
    last: Annotated[CardName | None, Choice("last", CARD_IDS, lambda state, _: state["phase"] == ids.SCOUT_CARD)] = None
    """Phase ``scout-card``: the card given last."""


class Markets(Model):
    """The cubes in the markets."""

    coal: Annotated[int, Field(ge=0, le=board.COAL_ROOM), At("coal", always)] = board.COAL_AT_START
    iron: Annotated[int, Field(ge=0, le=board.IRON_ROOM), At("iron", always)] = board.IRON_AT_START


class _Order(At):
    """The turn order; while it is drawn, as much of it as there is."""

    def put(self, g: np.void, index: int, value: Any) -> None:
        g["order"][: len(value)] = value

    def get(self, state: Fields, index: int) -> Any:
        return seats_in_order(state)


class _Merchants(At):
    """The merchant tiles by merchant, None where none lies yet; merchants that are not in play are left out."""

    def put(self, g: np.void, index: int, value: Any) -> None:
        for name, tiles in value.items():
            for space, tile in zip(MERCHANT_SPACES_AT[name], tiles, strict=False):
                g["merchant"][space] = board.MERCHANT_TILES.index(tile or "")

    def get(self, state: Fields, index: int) -> Any:
        players = players_of(state)
        return {
            name: [board.MERCHANT_TILES[state["merchant"][space]] or None for space in spaces]
            for name, spaces in MERCHANT_SPACES_AT.items()
            if board.MERCHANT_FROM[spaces[0]] <= players
        }


class Setup(Model):
    """A position of Brass by names."""

    era: Annotated[EraName, Choice("era", ERAS, always)] = "canal"
    round: Annotated[int, Field(ge=1, le=100), At("round", always)] = 1
    """Of the era, from 1; a position with more cards than its round has can go on for more rounds than an era has."""
    order: Annotated[list[Seat] | None, _Order("order", always)] = None
    """The turn order; the order of the seats when left out. In the phase ``deal-order`` those that are drawn."""
    turn: Annotated[Count, At("turn", always)] = 0
    """How many seats have had their turn this round; in a shortfall, how many have had their income."""
    actions: Annotated[Annotated[int, Field(ge=0, le=2)] | None, At("actions", always)] = None
    """Actions left in this turn, with the one that is being carried out; in the Canal era's first round 1, else 2."""
    phase: Annotated[PhaseName, Choice("phase", PHASES, always)] = "action"
    doing: Doing | None = None
    """Needed in the phases from ``build-industry`` to ``scout-card``."""
    dealt: Annotated[Count, At("dealt", lambda state, _: state["phase"] in DEALING)] = 0
    """Seats, merchant tiles or cards dealt so far, in the phases of dealing."""
    debt: Annotated[Pounds, At("debt", lambda state, _: state["phase"] == ids.SHORTFALL)] = 0
    """Phase ``shortfall``: what is still owed."""
    merchants: Annotated[dict[MerchantPlace, list[MerchantTile | None]] | None, _Merchants("merchant", always)] = None
    """The tiles by merchant, null where none lies; a legal layout when left out."""
    barrels: Annotated[
        Annotated[list[MerchantSpaceName], Field(max_length=len(board.MERCHANT_SPACES))] | None,
        Members("barrels", MERCHANT_SPACE_IDS, always),
    ] = None
    """The merchant spaces with a barrel; all whose tile is not blank when left out."""
    markets: Markets = Markets()
    tiles: list[Tile] = []
    links: list[Link] = []
    players: list[Player] = []
    deck: dict[PlainName, Count] | None = None
    """Cards not drawn yet; when left out, all that are in no hand and not in ``discards``."""
    discards: dict[PlainName, Count] | None = None
    """When left out, all cards that are in no hand and not in a named ``deck``."""


SETUP, PLAYER, DOING, MARKETS = Table(Setup), Table(Player), Table(Doing), Table(Markets)
