"""What a :class:`~.player.Player` sees, squares, groups and players, and what it asks for: trades and money."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

import numpy as np

from ...games.monopoly.board import (
    DEED_OF_SQUARE,
    GROUP_DEEDS,
    HOTEL,
    SQUARE_NAMES,
    SQUARE_TYPES,
    STREET_GROUPS,
    TITLE_DEEDS,
)
from ...games.monopoly.codec import GROUP_SLUGS
from ...games.monopoly.setup_model import part, reading
from ...games.monopoly.state import ITEM_CHANCE_CARD
from ...games.monopoly.statistics import net_worth
from ...games.monopoly.text import dollars, joined

_MASKS = tuple(sum(1 << deed for deed in deeds) for deeds in GROUP_DEEDS)


class lazy:  # noqa: N801 - it is used like `property`
    """A property that is worked out once (without the lock of ``functools.cached_property``)."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self.function = function
        self.name = function.__name__
        self.__doc__ = function.__doc__

    def __get__(self, owner: Any, kind: type) -> Any:
        if owner is None:
            return self
        value = owner.__dict__[self.name] = self.function(owner)
        return value


class ReadOnly:
    """An object whose attributes cannot be set."""

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"the state is read-only: {name} cannot be set; what a method answers is what happens")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"the state is read-only: {name} cannot be deleted")

    def __getattr__(self, name: str) -> Any:
        known = sorted(one for one in dir(type(self)) if not one.startswith("_"))
        raise AttributeError(f"{type(self).__name__} has no {name!r}; it has {', '.join(known)}")


class StateReader(Protocol):
    """What the parts read of the :class:`~.game_state.GameState` that they belong to."""

    _record: np.void

    @property
    def players(self) -> Any:
        """All players in seat order."""

    def of(self, field: str) -> Any:
        """A field of the state's record."""

    def square(self, number: int) -> Any:
        """The square with that number."""

    def deed(self, number: int) -> Any:
        """The deed with that number."""


class _Part(ReadOnly):
    """A numbered part of a state; parts with the same number are equal, whatever has happened in between."""

    def __init__(self, state: StateReader, number: int) -> None:
        kept = self.__dict__
        kept["state"] = state
        kept["number"] = number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Part) and type(other) is type(self) and bool(other.number == self.number)

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.number))


class Tile(_Part):
    """A square. Those that can be bought have a price, a group, an owner and so on; for the others these are 0 or None.

    Tiles of the same square are equal, so ``tile in state.me.properties`` works across decisions.
    """

    @property
    def position(self) -> int:
        """The number of the square, 0 (GO) to 39."""
        return int(self.number)

    @property
    def name(self) -> str:
        """Its name on the board."""
        return SQUARE_NAMES[self.number]

    @property
    def kind(self) -> str:
        """What it is: ``"street"``, ``"railroad"``, ``"utility"``, ``"go"``, ``"chance"``, ``"tax"`` and so on."""
        return SQUARE_TYPES[self.number]

    @property
    def is_property(self) -> bool:
        """Whether it can be bought."""
        return DEED_OF_SQUARE[self.number] >= 0

    @property
    def deed(self) -> int:
        """Its number among the 28 deeds, -1 if it cannot be bought."""
        return DEED_OF_SQUARE[self.number]

    @property
    def price(self) -> int:
        """The printed price."""
        return TITLE_DEEDS[self.deed].price if self.is_property else 0

    @property
    def mortgage_value(self) -> int:
        """What the bank lends on it."""
        return TITLE_DEEDS[self.deed].mortgage if self.is_property else 0

    @property
    def house_price(self) -> int:
        """What one building costs here; 0 where nothing is built."""
        return TITLE_DEEDS[self.deed].house_price if self.is_property else 0

    @property
    def rents(self) -> tuple[int, ...]:
        """Rents by level (bare, 1 to 4 houses, hotel), of railroads and utilities by how many the owner has."""
        return TITLE_DEEDS[self.deed].rents if self.is_property else ()

    @property
    def group(self) -> PropertyGroup | None:
        """Its colour group, the railroads or the utilities."""
        return PropertyGroup(self.state, TITLE_DEEDS[self.deed].group) if self.is_property else None

    @property
    def owner(self) -> PlayerView | None:
        """Who owns it; None while the bank does."""
        deed = self.deed
        if deed >= 0:
            for seat, deeds in enumerate(self.state.of("deeds")):
                if deeds >> deed & 1:
                    player: PlayerView = self.state.players[seat]
                    return player
        return None

    @property
    def is_mortgaged(self) -> bool:
        """Whether it is mortgaged."""
        return self.is_property and bool(self.state.of("mortgaged") >> self.deed & 1)

    @property
    def level(self) -> int:
        """What is built on it: 0 to 4 houses, 5 for a hotel."""
        return int(self.state.of("level")[self.deed]) if self.is_property else 0

    @property
    def houses(self) -> int:
        """Houses on it (a hotel counts none)."""
        return 0 if self.has_hotel else self.level

    @property
    def has_hotel(self) -> bool:
        """Whether a hotel stands on it."""
        return self.level == HOTEL

    def rent(self, throw: int = 7) -> int:
        """What landing here by a throw costs now; ``throw`` matters for utilities. 0 while unowned or mortgaged."""
        owner = self.owner
        if owner is None or self.is_mortgaged:
            return 0
        return int(part("landing").rent(reading(self.state._record), owner.seat, self.deed, throw))

    def __repr__(self) -> str:
        return f"<Tile {self.name}>"


class PropertyGroup(_Part):
    """A colour group, the railroads or the utilities."""

    @property
    def name(self) -> str:
        """Its name: ``"light-blue"``, ``"railroad"`` and so on."""
        return GROUP_SLUGS[self.number]

    @property
    def is_street(self) -> bool:
        """Whether it is a colour group, which can be built on."""
        return int(self.number) < STREET_GROUPS

    @lazy
    def tiles(self) -> tuple[Tile, ...]:
        """Its squares in board order."""
        return tuple(map(self.state.deed, GROUP_DEEDS[self.number]))

    @property
    def size(self) -> int:
        """How many squares it has."""
        return len(GROUP_DEEDS[self.number])

    @property
    def house_price(self) -> int:
        """What one building on one of its lots costs; 0 for railroads and utilities."""
        return self.tiles[0].house_price

    @property
    def mask(self) -> int:
        """Its deeds as a bit mask."""
        return _MASKS[self.number]

    @property
    def owner(self) -> PlayerView | None:
        """Who owns the whole group; None if nobody does."""
        mask = self.mask
        for seat, deeds in enumerate(self.state.of("deeds")):
            if deeds & mask == mask:
                player: PlayerView = self.state.players[seat]
                return player
        return None

    def owned_by(self, player: PlayerView) -> int:
        """How many of its squares a player owns."""
        return int(player.deeds & self.mask).bit_count()

    @property
    def level(self) -> int:
        """The level of its least developed lot: 0 to 4 houses, 5 for hotels everywhere."""
        return min(tile.level for tile in self.tiles)

    @property
    def has_buildings(self) -> bool:
        """Whether anything is built in it."""
        return bool(self.state.of("built") & self.mask)

    @property
    def has_mortgages(self) -> bool:
        """Whether any of its squares is mortgaged."""
        return bool(self.state.of("mortgaged") & self.mask)

    def __repr__(self) -> str:
        return f"<PropertyGroup {self.name}>"


class PlayerView(_Part):
    """A player and what it owns."""

    @property
    def seat(self) -> int:
        """Its seat, from 0."""
        return int(self.number)

    @property
    def cash(self) -> int:
        """Its money."""
        return int(self.state.of("cash")[self.number])

    @property
    def position(self) -> int:
        """The number of the square that its token stands on."""
        return int(self.state.of("square")[self.number])

    @property
    def tile(self) -> Tile:
        """The square that its token stands on."""
        tile: Tile = self.state.square(self.position)
        return tile

    @property
    def is_bankrupt(self) -> bool:
        """Whether it is out of the game."""
        return not self.state.of("alive") >> self.number & 1

    @property
    def in_jail(self) -> bool:
        """Whether it is in jail."""
        return self.jail_turn > 0

    @property
    def jail_turn(self) -> int:
        """Which turn in jail comes next, 1 to 3; 0 when free."""
        return int(self.state.of("jail")[self.number])

    @property
    def jail_cards(self) -> int:
        """How many get-out-of-jail cards it holds."""
        return sum(holder == self.number + 1 for holder in self.state.of("holder"))

    @property
    def deeds(self) -> int:
        """What it owns, as a bit mask of deeds."""
        return int(self.state.of("deeds")[self.number])

    @property
    def properties(self) -> tuple[Tile, ...]:
        """What it owns, in board order."""
        deeds, tile = self.deeds, self.state.deed
        return tuple(tile(deed) for deed in range(len(TITLE_DEEDS)) if deeds >> deed & 1)

    @property
    def groups(self) -> tuple[PropertyGroup, ...]:
        """The groups that it owns whole."""
        deeds = self.deeds
        return tuple(PropertyGroup(self.state, group) for group, mask in enumerate(_MASKS) if deeds & mask == mask)

    @property
    def houses(self) -> int:
        """How many houses it has."""
        return sum(tile.houses for tile in self.properties)

    @property
    def hotels(self) -> int:
        """How many hotels it has."""
        return sum(tile.has_hotel for tile in self.properties)

    @property
    def net_worth(self) -> int:
        """Cash, printed prices (mortgaged deeds at half, or as the rules say) and buildings at cost."""
        return int(net_worth(np.array([self.state._record]))[0, self.number])

    def __repr__(self) -> str:
        return f"<PlayerView seat {self.number}, ${self.cash}>"


# ------------------------------------------ What a :class:`~.player.Player` asks for: trades, and ways to raise money.


Item: TypeAlias = Tile | str
"""What may change hands: a tile or its name, or a jail card by the name ``"chance-card"`` or ``"chest-card"``."""


@dataclass(frozen=True)
class TradeOffer:
    """An offer from one player to another.

    ``give`` goes from the proposer to the ``partner`` (a seat or a player), ``take`` the other way. ``pay`` are the
    dollars that the proposer pays on top; negative: that it wants to be paid. ``proposer`` is filled in for offers that
    others make.

    >>> print(TradeOffer(partner=1, give=["boardwalk"], take=["reading-railroad"], pay=-150))
    to seat 1: gives boardwalk, takes reading-railroad and $150
    """

    partner: int | PlayerView
    give: Iterable[Item] = ()
    take: Iterable[Item] = ()
    pay: int = 0
    proposer: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "partner", self.to)
        for name in ("give", "take"):
            items = getattr(self, name)
            object.__setattr__(self, name, (items,) if isinstance(items, str | Tile) else tuple(items))

    def __str__(self) -> str:
        gives, takes = ([item.name if isinstance(item, Tile) else item for item in side] for side in self._sides)
        if self.pay:
            (gives if self.pay > 0 else takes).append(dollars(abs(self.pay)))
        return f"to seat {self.partner}: gives {joined(gives) or 'nothing'}, takes {joined(takes) or 'nothing'}"

    @property
    def to(self) -> int:
        """The partner's seat."""
        return self.partner.seat if isinstance(self.partner, PlayerView) else self.partner

    @property
    def _sides(self) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
        return tuple(self.give), tuple(self.take)


def holdings(record: np.void, seat: int) -> int:
    """Everything that a seat has and that could be an item, as a mask."""
    mask = int(record["deeds"][seat])
    for deck, holder in enumerate(record["holder"].tolist()):
        mask |= (holder == seat + 1) << (ITEM_CHANCE_CARD + deck)
    return mask


Step: TypeAlias = tuple[str, "Tile | PropertyGroup | str | TradeOffer"]
"""One step of a request: ``"downgrade"``, ``"mortgage"`` or ``"offer"``, and what."""


@dataclass
class BankruptcyRequest:
    """How to raise money for a debt: steps that are carried out in their order until the debt is paid.

    ``BankruptcyRequest().mortgage(tile).downgrade(group)`` first mortgages a tile, then sells one building from each
    lot of a group. An empty request gives up.
    """

    steps: list[Step] = field(default_factory=list)

    def downgrade(self, *what: PropertyGroup | Tile | str) -> BankruptcyRequest:
        """Sell buildings: one from each lot of a group, or (where buildings are sold one by one) one from a tile."""
        self.steps += [("downgrade", one) for one in what]
        return self

    def mortgage(self, *tiles: Tile | str) -> BankruptcyRequest:
        """Mortgage tiles."""
        self.steps += [("mortgage", tile) for tile in tiles]
        return self

    def offer(self, *offers: TradeOffer) -> BankruptcyRequest:
        """Offer trades."""
        self.steps += [("offer", offer) for offer in offers]
        return self


class BaseSuggestions(list[Any]):
    """What the base agent suggests. A method that returns it as it is leaves the decisions to the base agent."""


class BaseRequest(BankruptcyRequest):
    """How the base agent would raise the money; returned as it is, it leaves the debt to the base agent."""
