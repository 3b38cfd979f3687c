"""Logs of Brass as other programs write them, as pydantic checks them; ``replay.py`` replays them.

A log is one JSON object: the set-up by names, then every action with its cards, its target and each resource used.
After each action stand the numbers that must lie on the table. Seats count from 0, spaces of a location from 0
(``slot``), rounds through both eras. Cards are ``location:stoke``, ``industry:cotton+manufacturer``, ``wild:location``,
``wild:industry``, or the bare ids of ``data.json``: ``stoke``, ``cotton+manufacturer``, ``wild_location``,
``wild_industry``. The ends of a line and the industries of a card may stand in any order.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from ....core.validation import complaints
from ....errors import BadRecord
from ..board import CARDS, HAND, INDUSTRY_NAMES, LOCATION_OF, MERCHANT_TILES, TILES
from ..codec import line_number, number_of

__all__ = ["Log", "LogAction", "Numbers", "Sale", "read_log"]


BEER = r"^(merchant tile [01]|brewery [a-z_]+ slot [0-3] owner [0-3])$"
"""The two ways to say where a sale's barrel comes from."""


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is no text")
    return value


def _card_names() -> dict[str, int]:
    """All that a log may call a card, with its number; the form that errors name comes first."""
    found: dict[str, int] = {}
    for card in CARDS:
        if card.location >= 0:
            found[f"location:{card.id}"] = card.index
        elif card.id.startswith("wild-"):
            sort = card.id.removeprefix("wild-")
            names = (f"wild_{sort}", f"wild:{sort}", card.id, f"wild:wild_{sort}", f"wild:{card.id}")
            found.update(dict.fromkeys(names, card.index))
        else:
            turned = "+".join(reversed(card.id.split("+")))
            found.update(dict.fromkeys((f"industry:{card.id}", f"industry:{turned}", turned), card.index))
        found[card.id] = card.index
    return found


_CARD_NAMED = _card_names()
_CARD_IDS = ", ".join(next(name for name, number in _CARD_NAMED.items() if number == card.index) for card in CARDS)


def _card(value: object) -> int:
    name = _text(value)
    number = _CARD_NAMED.get(name.strip().lower())
    if number is None:
        raise ValueError(f'"{name}" is no card: the cards are {_CARD_IDS}')
    return number


def _one_of(kind: str, names: dict[str, int]) -> BeforeValidator:
    return BeforeValidator(lambda value: number_of(kind, _text(value), names))


INDUSTRY_OF = {name: number for number, name in enumerate(INDUSTRY_NAMES)}
CardKind = Annotated[int, BeforeValidator(_card)]
Place = Annotated[int, _one_of("location", LOCATION_OF)]
LineId = Annotated[int, BeforeValidator(lambda value: line_number(_text(value)))]
Industry = Annotated[int, _one_of("industry", INDUSTRY_OF)]
MerchantTile = Annotated[int, _one_of("merchant tile", {name: n for n, name in enumerate(MERCHANT_TILES) if name})]
Seat = Annotated[int, Field(ge=0, le=3)]
Slot = Annotated[int, Field(ge=0, le=3)]
Level = Annotated[int, Field(ge=1, le=8)]
Count = Annotated[int, Field(ge=0)]
Era = Literal["canal", "rail"]


class Model(BaseModel):
    """What all parts of a log share: exact types, no unknown keys. Cards, places and the like become numbers."""

    model_config = ConfigDict(strict=True, extra="forbid")


def _tile(value: object) -> int:
    for tile in TILES:
        if value == [INDUSTRY_NAMES[tile.industry], tile.level]:
            return tile.index
    raise ValueError(f'{value!r} is no kind of tile such as ["cotton", 1]')


TileKind = Annotated[int, BeforeValidator(_tile)]
"""An industry and a level; becomes the number of the tile."""


class Mine(Model):
    """A cube of coal from a mine, how far away it is, and how many mines were as near."""

    coal_from: Literal["mine"]
    at: Place
    slot: Slot
    distance: Count
    tied_sources: Count


class Works(Model):
    """A cube of iron from an iron works, and how many works had one."""

    iron_from: Literal["works"]
    at: Place
    slot: Slot
    choices: Count


class CoalBought(Model):
    """A cube from the coal market."""

    coal_from: Literal["market"]
    price: Count


class IronBought(Model):
    """A cube from the iron market."""

    iron_from: Literal["market"]
    price: Count


class Brewery(Model):
    """A barrel for a second rail."""

    beer_from: Literal["brewery"]
    at: Place
    slot: Slot
    owner: Seat


class Stocked(Model):
    """Cubes of a new mine or works that go to the market."""

    sold_to_market: Literal["coal", "iron"]
    cubes: Count
    income_money: Count


class Sale(Model):
    """A tile sold, to whom, with which beer (``BEER``) and the merchant's bonus."""

    tile: TileKind
    at: Place
    slot: Slot
    merchant: Place
    beer: list[Annotated[str, Field(pattern=BEER)]]
    bonus: Literal["develop", "income", "income_spaces", "money", "vp"] | None = None
    bonus_develop: TileKind | None = None


class Flip(Model):
    """A tile that was flipped during the action."""

    flip: TileKind
    at: Place
    owner: Seat
    income_spaces: Count


class Overbuilt(Model):
    """The tile that was replaced."""

    owner: Seat
    level: Level


class Numbers(Model):
    """What everybody has, by seat, and the cubes in the markets, right after an action."""

    money: list[int]
    income_space: list[int]
    vp: list[int]
    spent_this_round: list[int]
    coal_market: int
    iron_market: int


class Shortfall(Model):
    """A debt at the end of a round: the whole sum, the tiles given up for it and the pounds that were missing still."""

    player: Seat
    owed: Count
    tiles_sold: list[tuple[Industry, Level, Place]]
    vp_lost_if_available: Count


class RoundEnd(Model):
    """The next turn order, what each seat received or had to pay (null: nobody), and the money then."""

    next_order: list[Seat]
    income_paid: list[int] | None
    money: list[int]


class EraEnd(Model):
    """Points by seat, by link and by flipped tile, and what everybody has then."""

    era: Era
    link_vp: list[int]
    tile_vp: list[int]
    links: list[tuple[str, int, int]]
    tiles: list[tuple[str, int, str, int, int]]
    vp_total: list[int]


class LogAction(Model):
    """One action, and what it must lead to."""

    n: int
    player: Seat
    era: Era
    round: Count
    action: Literal["build", "network", "develop", "sell", "loan", "scout", "pass"]
    cards: list[CardKind] = Field(min_length=1, max_length=3)
    industry: Industry | None = None
    level: Level | None = None
    at: Place | None = None
    slot: Slot | None = None
    money_cost: Count | None = None
    overbuilt: Overbuilt | None = None
    links: list[LineId] = []
    removed: list[TileKind] = []
    sales: list[Sale] = []
    resources: list[Mine | Works | CoalBought | IronBought | Brewery | Stocked] = []
    events: list[Flip] = []
    after_action: Numbers
    shortfall: list[Shortfall] = []
    round_end: RoundEnd | None = None
    era_end: EraEnd | None = None

    @model_validator(mode="after")
    def _has_a_target(self) -> Self:
        about = {"build": self.industry, "network": self.links, "develop": self.removed, "sell": self.sales}
        if about.get(self.action, True) in (None, []):
            raise ValueError(f"action {self.n} does not say what its {self.action} is about")
        if self.action == "build" and None in (self.level, self.at, self.slot, self.money_cost):
            raise ValueError(f"action {self.n}: a build needs level, at, slot and money_cost")
        return self


class Final(Model):
    """What the game ended with; what it would be without the merchants' icons is not compared."""

    vp: list[int]
    money: list[int]
    income_space: list[int]
    income_level: list[int]
    vp_if_merchant_link_icons_were_ignored: list[int] | None = None
    winner: Seat


class Log(Model):
    """A whole game, or its beginning."""

    source: str | None = None
    players: int = Field(ge=2, le=4)
    seats: Any = None
    """The players' names by seat; of another form than that they are not read."""
    merchants: dict[Place, list[MerchantTile]]
    first_turn_order: list[Seat]
    start_hands: list[Annotated[list[CardKind], Field(min_length=HAND, max_length=HAND)]]
    draw_deck_in_order: list[CardKind]
    face_down_discards: list[CardKind]
    actions: list[LogAction]
    final: Final | None = None

    @property
    def names(self) -> tuple[str, ...] | None:
        """The players' names, if the log has one for each seat."""
        if not isinstance(self.seats, list) or len(self.seats) != self.players:
            return None
        return tuple(self.seats) if all(isinstance(name, str) and name for name in self.seats) else None

    @model_validator(mode="after")
    def _one_a_seat(self) -> Self:
        if sorted(self.first_turn_order) != list(range(self.players)):
            raise ValueError(f"first_turn_order must name the seats 0 to {self.players - 1} once each")
        if self.final is not None and self.final.winner >= self.players:
            raise ValueError(f"the winner cannot be seat {self.final.winner} of {self.players}")
        if len(self.start_hands) != self.players:
            raise ValueError(f"start_hands must be {self.players}, one a seat")
        return self


def read_log(text: str) -> Log:
    """The log in a JSON text; raises :class:`~magnate.errors.BadRecord` saying what is wrong with it."""
    try:
        return Log.model_validate_json(text)
    except ValidationError as error:
        raise BadRecord(
            f"this is no log of a game of Brass: {complaints(error)}",
            hint="model.py describes the format, part by part",
        ) from None
