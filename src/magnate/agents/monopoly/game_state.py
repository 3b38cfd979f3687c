"""The game as a :class:`~.player.Player` sees it: a read-only view that works out only what it is asked."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from ...games.monopoly.board import DEEDS, GROUP_NAMES, SQUARE_NAMES
from ...games.monopoly.codec import action_facets, deed_number, group_number, square_number
from ...games.monopoly.management import BUILDS, LIFTS, MORTGAGES, SELLS
from ...games.monopoly.position_model import PHASES
from ...games.monopoly.position_names import seats_of
from ...games.monopoly.state import DEBT, TRADE
from .kinds import kind_of
from .requests import TradeOffer, offer_in
from .views import PlayerView, PropertyGroup, ReadOnly, Tile, lazy

if TYPE_CHECKING:
    from .decision import Decision

__all__ = ["GameState"]


class GameState(ReadOnly):
    """Everything that lies open in a game of Monopoly, at the decision that a player is asked about.

    ``me`` is the player that is asked. Money is in whole dollars, positions are square numbers from 0 (GO) to 39, seats
    count from 0. Nothing can be changed: what a method answers is what happens.
    """

    def __init__(self, decision: Decision) -> None:
        kept = self.__dict__
        kept["decision"] = decision
        kept["record"] = decision.record
        kept["_numbers"] = {}
        kept["_tiles"] = {}

    def of(self, field: str) -> Any:
        """A field of the state's record as plain numbers, for one's own analysis: ``state.of("cash")`` is a list."""
        numbers = self._numbers
        if field not in numbers:
            numbers[field] = self.record[field].tolist()
        return numbers[field]

    # ------------------------------------------------------------------------------------------ players

    @property
    def me(self) -> PlayerView:
        """The player that is asked."""
        return self.players[self.decision.seat]

    @lazy
    def players(self) -> tuple[PlayerView, ...]:
        """All players in seat order, bankrupt ones too."""
        return tuple(PlayerView(self, seat) for seat in range(self.decision.game.players))

    @property
    def opponents(self) -> tuple[PlayerView, ...]:
        """The other players still in the game, in the order in which they come to move after ``me``."""
        seat = self.decision.seat
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
        return tuple(map(self.deed, range(len(DEEDS))))

    @lazy
    def groups(self) -> tuple[PropertyGroup, ...]:
        """The eight colour groups in board order, then the railroads and the utilities."""
        return tuple(PropertyGroup(self, group) for group in range(len(GROUP_NAMES)))

    def square(self, number: int) -> Tile:
        """The square with that number, 0 (GO) to 39."""
        if number not in self._tiles:
            self._tiles[number] = Tile(self, number)
        return self._tiles[number]

    def deed(self, number: int) -> Tile:
        """The deed with that number, 0 (Mediterranean Avenue) to 27 (Boardwalk)."""
        return self.square(DEEDS[number].square)

    def tile(self, name: str | int) -> Tile:
        """A square by its number or name (``"boardwalk"``); raises ``ValueError`` for an unknown one."""
        if not isinstance(name, str):
            return self.tiles[name]
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
        record, seat = self.record, self.decision.seat
        for at in reversed(range(int(record["depth"]))):
            if record["fkind"][at] == DEBT and record["fwho"][at] == seat:
                return int(record["famount"][at])
        return 0

    @lazy
    def offer(self) -> TradeOffer | None:
        """The trade that is offered or made up now."""
        top = int(self.record["depth"]) - 1
        return offer_in(self, self.record) if top >= 0 and self.record["fkind"][top] == TRADE else None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won, once the game is over."""
        return tuple(seats_of(self.of("winners")))

    @property
    def options(self) -> Any:
        """The rules of this game: ``state.options.build_by``, ``state.options.salary`` and so on."""
        return self.decision.game.options

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
        return tuple(
            self.group(facets["group"]) if "property" not in facets else self.tile(facets["property"])
            for facets in (action_facets(action) for action in self.decision.legal if kind_of(action) == kind)
        )

    @lazy
    def legal_actions(self) -> tuple[str, ...]:
        """The names of the engine's actions that are legal here."""
        name = self.decision.game.module.action_name
        return tuple(name(action) for action in self.decision.legal)

    @lazy
    def random(self) -> Random:
        """Random numbers of this decision's own: the same whenever the game is played again with its seed."""
        return Random(self.decision.key)

    def __repr__(self) -> str:
        return f"<GameState: round {self.round}, {self.phase}, seat {self.decision.seat} is asked>"
