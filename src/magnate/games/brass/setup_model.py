"""The named JSON form of a position, as pydantic checks it, and how a state becomes one.

Everything may be left out; what is left out has the value of a fresh game. Spaces, lines, cards and merchants are named
as in action names ("stoke.0", "belper-derby", "cotton+manufacturer", "oxford.1"), tiles by industry and level
("cotton 1").
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from ...runtime.interpreter import Interpreted
from ...runtime.layout import fields_of
from . import state as ids
from .board import (
    ALL_CARDS,
    CARDS,
    COAL_AT_START,
    COAL_ROOM,
    HAND,
    INDUSTRY_NAMES,
    IRON_AT_START,
    IRON_ROOM,
    LAST_SPACE,
    LINES,
    LOCATIONS,
    MERCHANT_FROM,
    MERCHANT_SPACES,
    MERCHANT_TILES,
    MERCHANTS,
    PLAIN_CARDS,
    SEATS,
    SPACES,
)
from .codec import (
    KIND_NAMES,
    TILE_NAMES,
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

if TYPE_CHECKING:
    import numpy as np


__all__ = ["ACTING", "DEALING", "mirrored", "part", "reading", "to_setup"]


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
IndustryName = Annotated[str, AfterValidator(lambda name: INDUSTRY_NAMES[industry_number(name)])]
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


# ---------------- From a state to the named position


Fields: TypeAlias = dict[str, Any]
"""A state's fields as plain numbers and lists (see :func:`~magnate.runtime.layout.fields_of`)."""

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
    return [CARDS[kind].id for kind, count in enumerate(counts) for _ in range(int(count))]


def counted_cards(counts: Sequence[int]) -> dict[str, int]:
    """How many cards of each kind, by name, without the kinds of which there is none."""
    return {CARDS[kind].id: int(count) for kind, count in enumerate(counts) if count}


def merchants_of(state: Fields) -> dict[str, list[str | None]]:
    """The merchant tiles by merchant, None where none lies yet; merchants that are not in play are left out."""
    players = players_of(state)
    found: dict[str, list[str | None]] = {}
    for name, place in MERCHANT_IDS.items():
        spaces = [one.index for one in MERCHANT_SPACES if one.location == place]
        if MERCHANT_FROM[spaces[0]] <= players:
            found[name] = [MERCHANT_TILES[int(state["merchant"][space])] or None for space in spaces]
    return found


def tiles_of(state: Fields) -> list[dict[str, Any]]:
    """The industry tiles on the board."""
    return [
        {
            "at": SPACES[at].id,
            "owner": owner_of(state["tiles"], at),
            "tile": TILE_NAMES[int(tile)],
            "flipped": bool(int(state["flipped"]) >> at & 1),
            "goods": int(state["goods"][at]),
        }
        for at, tile in enumerate(state["tile"])
        if tile
    ]


def links_of(state: Fields) -> list[dict[str, Any]]:
    """The link tiles on the board."""
    owners = owners_of(state["lines"])
    return [{"line": LINES[line].id, "owner": owner} for line, owner in sorted(owners.items())]


def to_setup(record: np.void) -> dict[str, Any]:
    """The named position of a state: :func:`~.position.setup` with the same options makes the same bytes of it."""
    state = fields_of(record)
    phase = int(state["phase"])
    named: dict[str, Any] = {
        "era": ERAS[state["era"]],
        "round": int(state["round"]),
        "order": seats_in_order(state),
        "turn": int(state["turn"]),
        "actions": int(state["actions"]),
        "phase": PHASES[phase],
    }
    if phase in ACTING:
        named["doing"] = doing_names(state, phase)
    if phase in DEALING:
        named["dealt"] = int(state["dealt"])
    if phase == ids.SHORTFALL:
        named["debt"] = int(state["debt"])
    barrels = int(state["barrels"])
    return named | {
        "merchants": merchants_of(state),
        "barrels": [space.id for space in MERCHANT_SPACES if barrels >> space.index & 1],
        "markets": {"coal": int(state["coal"]), "iron": int(state["iron"])},
        "tiles": tiles_of(state),
        "links": links_of(state),
        "players": [_player(state, seat) for seat in range(players_of(state))],
        "deck": counted_cards(state["deck"][:PLAIN_CARDS]),
    }


def _player(state: Fields, seat: int) -> dict[str, Any]:
    """What one player has."""
    return {
        "money": int(state["money"][seat]),
        "spent": int(state["spent"][seat]),
        "income": int(state["income_space"][seat]),
        "points": int(state["points"][seat]),
        "hand": cards_of(state["hand"][seat]),
        "taken": {INDUSTRY_NAMES[i]: int(count) for i, count in enumerate(state["taken"][seat])},
    }


def doing_names(state: Fields, phase: int) -> dict[str, Any]:
    """The action that is being carried out."""
    kind, at, shop, fits = (int(state[name]) for name in ("doing", "at", "shop", "fits"))
    named: dict[str, Any] = {"kind": KIND_NAMES[kind]}
    if kind == ids.BUILD and (phase in NEED_INDUSTRY or state["industry"]):
        named["industry"] = INDUSTRY_NAMES[state["industry"]]
    if (phase in NEED_SPOT and kind != ids.DEVELOP) or at:
        named["at"] = LINES[at].id if kind == ids.NETWORK else SPACES[at].id
    for name, field in (("coal", "coal_left"), ("iron", "iron_left"), ("beer", "beer_left"), ("count", "count")):
        if state[field]:
            named[name] = int(state[field])
    if kind == ids.SELL and (phase in (ids.TAKE_BEER, ids.BONUS_TILE) or shop):
        named["merchant"] = MERCHANT_SPACES[shop].id
    if fits not in (0, ALL_CARDS):
        named["cards"] = [card.id for card in CARDS if fits >> card.index & 1]
    if phase == ids.SCOUT_CARD:
        named["last"] = CARDS[state["last"]].id
    return named


# ---------------- The interpreted rules, for the text side


_rules = Interpreted("magnate.games.brass", STATE)
part, mirrored, reading = _rules.part, _rules.mirrored, _rules.reading
