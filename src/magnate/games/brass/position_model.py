"""The named JSON form of a position, as pydantic checks it; ``position.py`` turns it into a state and back.

Everything may be left out; what is left out has the value of a fresh game. Spaces, lines, cards and merchants are named
as in action names ("stoke.0", "belper-derby", "cotton+manufacturer", "oxford.1"), tiles by industry and level
("cotton 1").
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from .board import CARDS, INDUSTRIES, LOCATIONS, MERCHANT_SPACES, MERCHANT_TILES, MERCHANTS
from .codec import (
    card_number,
    industry_number,
    line_number,
    merchant_number,
    merchant_tile_number,
    number_of,
    space_number,
    tile_number,
)
from .tables import COAL_AT_START, COAL_ROOM, HAND, IRON_AT_START, IRON_ROOM, LAST_SPACE, PLAIN_CARDS, SEATS

MERCHANT_IDS = {LOCATIONS[place].id: place for place in MERCHANTS}


def _merchant_place(name: str) -> str:
    number_of("merchant", name, MERCHANT_IDS)
    return name.strip().lower()


def _plain_card(name: str) -> str:
    if card_number(name) >= PLAIN_CARDS:
        raise ValueError(f'"{name}" is no card of the deck: wild cards lie in supplies of their own')
    return CARDS[card_number(name)].id


SpaceName = Annotated[str, AfterValidator(space_number)]
LineName = Annotated[str, AfterValidator(line_number)]
TileName = Annotated[str, AfterValidator(tile_number)]
IndustryName = Annotated[str, AfterValidator(lambda name: INDUSTRIES[industry_number(name)])]
CardName = Annotated[str, AfterValidator(lambda name: CARDS[card_number(name)].id)]
PlainName = Annotated[str, AfterValidator(_plain_card)]
MerchantSpaceName = Annotated[str, AfterValidator(merchant_number)]
MerchantPlace = Annotated[str, AfterValidator(_merchant_place)]
MerchantTile = Annotated[str, AfterValidator(lambda name: MERCHANT_TILES[merchant_tile_number(name)])]
Seat = Annotated[int, Field(ge=0, lt=SEATS)]
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


class Player(Model):
    """One player, in seat order."""

    money: Pounds | None = None
    """£17 when left out."""
    spent: Pounds = 0
    """Paid this round."""
    income: int | None = Field(default=None, ge=0, le=LAST_SPACE)
    """The income marker's space of the track (not the level); 10 when left out."""
    points: Pounds = 0
    hand: list[CardName] | None = Field(default=None, max_length=HAND)
    """When left out: cards that no other part of the set-up names, one of a kind, in the order of the kinds."""
    taken: dict[IndustryName, Count] = {}
    """How many tiles of an industry have left the mat; when left out, as few as the tiles on the board ask for."""


class Doing(Model):
    """The action that is being carried out, up to the card that pays for it. Only its ``kind`` is always needed."""

    kind: KindName
    industry: IndustryName | None = None
    """Phase ``build-space``: the industry to build."""
    at: str | None = None
    """The space built on or sold from; of a network action the line of the last rail."""
    coal: Count = 0
    """Cubes and barrels that are still to be taken."""
    iron: Count = 0
    beer: Count = 0
    count: Count = 0
    """Rails laid, tiles developed, tiles sold or cards scouted so far."""
    merchant: MerchantSpaceName | None = None
    """The merchant space sold to."""
    cards: list[CardName] | None = None
    """The kinds of cards that may pay; only building, from when the space is chosen, has others than all."""
    last: CardName | None = None
    """Phase ``scout-card``: the card given last."""


class Markets(Model):
    """The cubes in the markets."""

    coal: int = Field(default=COAL_AT_START, ge=0, le=COAL_ROOM)
    iron: int = Field(default=IRON_AT_START, ge=0, le=IRON_ROOM)


class Setup(Model):
    """A position of Brass by names."""

    era: EraName = "canal"
    round: int = Field(default=1, ge=1, le=100)
    """Of the era, from 1; a position with more cards than its round has can go on for more rounds than an era has."""
    order: list[Seat] | None = None
    """The turn order; the order of the seats when left out. In the phase ``deal-order`` those that are drawn."""
    turn: Count = 0
    """How many seats have had their turn this round; in a shortfall, how many have had their income."""
    actions: int | None = Field(default=None, ge=0, le=2)
    """Actions left in this turn, with the one that is being carried out; in the Canal era's first round 1, else 2."""
    phase: PhaseName = "action"
    doing: Doing | None = None
    """Needed in the phases from ``build-industry`` to ``scout-card``."""
    dealt: Count = 0
    """Seats, merchant tiles or cards dealt so far, in the phases of dealing."""
    debt: Pounds = 0
    """Phase ``shortfall``: what is still owed."""
    merchants: dict[MerchantPlace, list[MerchantTile | None]] | None = None
    """The tiles by merchant, null where none lies; a legal layout when left out."""
    barrels: list[MerchantSpaceName] | None = Field(default=None, max_length=len(MERCHANT_SPACES))
    """The merchant spaces with a barrel; all whose tile is not blank when left out."""
    markets: Markets = Markets()
    tiles: list[Tile] = []
    links: list[Link] = []
    players: list[Player] = []
    deck: dict[PlainName, Count] | None = None
    """Cards not drawn yet; when left out, all that are in no hand and not in ``discards``."""
    discards: dict[PlainName, Count] | None = None
    """When left out, all cards that are in no hand and not in a named ``deck``."""
