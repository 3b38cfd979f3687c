"""The game as a :class:`~.player.Player` sees it: a read-only view that works out only what it is asked."""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

import numpy as np

from ...core.setup_fields import bits
from ...games.monopoly.board import GROUP_NAMES, SQUARE_NAMES, TITLE_DEEDS
from ...games.monopoly.codec import ITEM_SLUGS, action_facets, deed_number, group_number, square_number
from ...games.monopoly.management import BUILDS, LIFTS, MORTGAGES, SELLS
from ...games.monopoly.setup_model import PHASES
from ...games.monopoly.state import DEBT, ITEM_CHANCE_CARD, TRADE
from .decision_kinds import kind_of
from .views import Item, PlayerView, PropertyGroup, ReadOnly, Tile, TradeOffer, holdings, lazy


def _unchanging(value: Any) -> Any:
    """Numbers as they are, and what contains several as tuples."""
    return tuple(map(_unchanging, value)) if isinstance(value, list | tuple | np.ndarray) else value


def _number(number: int, count: int, what: str) -> int:
    """The number, if there are more than that many of a thing."""
    if number not in range(count):
        raise ValueError(f"there is no {what} {number!r}: their numbers are 0 to {count - 1}")
    return number


class AskedDecision(Protocol):
    """What a state reads of the :class:`~.decision.Decision` that it is shown at."""

    seat: int
    legal: tuple[int, ...]
    key: int

    @property
    def game(self) -> Any:
        """The game with its options."""

    @property
    def record(self) -> np.void:
        """The state's record."""


class GameState(ReadOnly):
    """Everything that lies open in a game of Monopoly, at the decision that a player is asked about.

    ``me`` is the player that is asked. Money is in whole dollars, positions are square numbers from 0 (GO) to 39, seats
    count from 0. Nothing can be changed: what a method answers is what happens.
    """

    def __init__(self, decision: AskedDecision) -> None:
        kept = self.__dict__
        kept["_decision"] = decision
        kept["_record"] = decision.record
        kept["_numbers"] = {}
        kept["_tiles"] = {}

    def of(self, field: str) -> Any:
        """A field of the state's record as plain numbers, for one's own analysis: ``state.of("cash")`` is a tuple."""
        numbers = self._numbers
        if field not in numbers:
            numbers[field] = _unchanging(self._record[field].tolist())
        return numbers[field]

    # ------------------------------------------------------------------------------------------ players

    @property
    def me(self) -> PlayerView:
        """The player that is asked."""
        return self.players[self._decision.seat]

    @lazy
    def players(self) -> tuple[PlayerView, ...]:
        """All players in seat order, bankrupt ones too."""
        return tuple(PlayerView(self, seat) for seat in range(self._decision.game.players))

    @property
    def opponents(self) -> tuple[PlayerView, ...]:
        """The other players still in the game, in the order in which they come to move after ``me``."""
        seat = self._decision.seat
        ordered = self.players[seat + 1 :] + self.players[:seat]
        return tuple(player for player in ordered if not player.is_bankrupt)

    @property
    def current_player(self) -> PlayerView:
        """Whose turn it is."""
        return self.players[self.of("current")]

    # ------------------------------------------------------------------------------------------ the board

    @lazy
    def tiles(self) -> tuple[Tile, ...]:
        """The 40 squares of the board."""
        return tuple(map(self.square, range(len(SQUARE_NAMES))))

    @lazy
    def properties(self) -> tuple[Tile, ...]:
        """The 28 squares that can be bought, in board order."""
        return tuple(map(self.deed, range(len(TITLE_DEEDS))))

    @lazy
    def groups(self) -> tuple[PropertyGroup, ...]:
        """The eight colour groups in board order, then the railroads and the utilities."""
        return tuple(PropertyGroup(self, group) for group in range(len(GROUP_NAMES)))

    def square(self, number: int) -> Tile:
        """The square with that number, 0 (GO) to 39; raises ``ValueError`` for another."""
        if number not in self._tiles:
            self._tiles[number] = Tile(self, _number(number, len(SQUARE_NAMES), "square"))
        return self._tiles[number]

    def deed(self, number: int) -> Tile:
        """The deed with that number, 0 (Mediterranean Avenue) to 27 (Boardwalk); raises ``ValueError`` for another."""
        return self.square(TITLE_DEEDS[_number(number, len(TITLE_DEEDS), "deed")].square)

    def tile(self, name: str | int) -> Tile:
        """A square by its number or name (``"boardwalk"``); raises ``ValueError`` for an unknown one."""
        if not isinstance(name, str):
            return self.square(name)
        try:
            return self.deed(deed_number(name))
        except ValueError:
            return self.square(square_number(name))

    def group(self, name: str) -> PropertyGroup:
        """A group by its name (``"light-blue"``); raises ``ValueError`` for an unknown one."""
        return PropertyGroup(self, group_number(name))

    # ------------------------------------------------------------------------------------------ the game

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return self.of("rounds") + 1

    @property
    def turn(self) -> int:
        """How many turns of players have been completed."""
        return self.of("turns")

    @property
    def phase(self) -> str:
        """The phase of the turn, as in the views of a position: ``"before"``, ``"buying"``, ``"after"`` and so on."""
        return PHASES[self.of("phase")]

    @property
    def dice(self) -> tuple[int, int] | None:
        """The throw, lower die first, while the move or the rent still depends on it."""
        low, high = self.of("low"), self.of("high")
        return (low, high) if low else None

    @property
    def houses_left(self) -> int | None:
        """Houses in the bank; None where they never run out."""
        return None if self.options.unlimited_buildings else self.of("houses")

    @property
    def hotels_left(self) -> int | None:
        """Hotels in the bank; None where they never run out."""
        return None if self.options.unlimited_buildings else self.of("hotels")

    @property
    def debt(self) -> int:
        """What ``me`` owes and has to raise now, 0 without a debt."""
        record, seat = self._record, self._decision.seat
        for at in reversed(range(int(record["depth"]))):
            if record["fkind"][at] == DEBT and record["fwho"][at] == seat:
                return int(record["famount"][at])
        return 0

    @lazy
    def offer(self) -> TradeOffer | None:
        """The trade that is offered or made up now."""
        top = int(self._record["depth"]) - 1
        return offer_in(self, self._record) if top >= 0 and self._record["fkind"][top] == TRADE else None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won, once the game is over."""
        return tuple(bits(self.of("winners")))

    @property
    def options(self) -> Any:
        """The rules of this game: ``state.options.build_by``, ``state.options.salary`` and so on."""
        return self._decision.game.options

    @property
    def upgradable(self) -> tuple[PropertyGroup | Tile, ...]:
        """What can be built on now: groups where buildings go up for a whole group, else tiles."""
        return self._possible(BUILDS)

    @property
    def downgradable(self) -> tuple[PropertyGroup | Tile, ...]:
        """What buildings can be sold from now: groups or tiles, as for building."""
        return self._possible(SELLS)

    @property
    def mortgageable(self) -> tuple[Tile, ...]:
        """What can be mortgaged now."""
        return self._possible(MORTGAGES)

    @property
    def unmortgageable(self) -> tuple[Tile, ...]:
        """Which mortgages can be lifted now."""
        return self._possible(LIFTS)

    def _possible(self, kind: int) -> tuple[Any, ...]:
        return tuple(place_of(self, action) for action in self._decision.legal if kind_of(action) == kind)

    @lazy
    def legal_actions(self) -> tuple[str, ...]:
        """The names of the engine's actions that are legal here."""
        name = self._decision.game.declared.action_name
        return tuple(name(action) for action in self._decision.legal)

    @lazy
    def random(self) -> Random:
        """Random numbers of this decision's own: the same whenever the game is played again with its seed."""
        return Random(self._decision.key)

    def __repr__(self) -> str:
        return f"<GameState: round {self.round}, {self.phase}, seat {self._decision.seat} is asked>"


def place_of(state: GameState, action: int) -> PropertyGroup | Tile:
    """What a management action is about: a group where it concerns all of its lots, else a tile."""
    facets = action_facets(action)
    return state.tile(facets["property"]) if "property" in facets else state.group(facets["group"])


def offer_in(state: GameState, record: np.void) -> TradeOffer:
    """The offer that is pending in the record of a game, in the words of ``state``."""
    top = int(record["depth"]) - 1
    proposer, items = int(record["fwho"][top]), int(record["items"])
    own = holdings(record, proposer)
    give, take = (items_in(state, mask) for mask in (items & own, items & ~own))
    return TradeOffer(int(record["fto"][top]), give, take, int(record["money"]), proposer)


def items_in(state: GameState, mask: int) -> tuple[Item, ...]:
    """The items of a mask, in the words of ``state``."""
    return tuple(
        state.deed(item) if item < ITEM_CHANCE_CARD else ITEM_SLUGS[item]
        for item in range(len(ITEM_SLUGS))
        if mask >> item & 1
    )
