"""The win chances of all seats by a network that is the same for every seat, in compiled code, for many positions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..core.contract import SEATS
from ..errors import BadNetwork
from ..runtime.compiler import build

if TYPE_CHECKING:
    from ..core.base_game import BaseGame
    from ..networks.seats import SeatNetwork

__all__ = ["MODULES", "SeatInputs", "SeatValuer", "inputs_of"]

MODULES: Final = {"brass": "magnate.values.brass", "monopoly": "magnate.values.monopoly.chances"}
"""The games with such inputs, and the module of each.

It has ``OWN``, ``TABLE`` and ``INPUTS``, ``PLACES`` at a table, ``HANDS`` (1 where chances depend on whose hands the
eyes know), and the compiled entries.
"""
SLICE: Final = 4096
"""Positions whose inputs are written at a time."""


@dataclass(frozen=True)
class SeatInputs:
    """What such a network is shown in a game: ``own`` numbers of each seat, and ``table`` numbers of the table."""

    module: ModuleType

    @property
    def own(self) -> int:
        """How many numbers a seat has."""
        return int(self.module.OWN)

    @property
    def table(self) -> int:
        """How many numbers the table has."""
        return int(self.module.TABLE)

    def rows(self, states: np.ndarray, players: int, known: np.ndarray | None = None) -> np.ndarray:
        """The numbers (n, players * own + table) of positions, seen from their first seats (:meth:`first`)."""
        build([self.module.write_inputs])
        row, taken = np.zeros(self.module.INPUTS), players * self.own
        found = np.empty((len(states), taken + self.table), np.float32)
        some = np.empty((min(SLICE, len(states)), self.module.INPUTS), np.float32)
        for begin in range(0, len(states), SLICE):
            span = slice(begin, begin + SLICE)
            n = len(states[span])
            self.module.write_inputs(
                states[span], *self.hands(n, None if known is None else known[span]), row, some[:n]
            )
            found[span, :taken], found[span, taken:] = some[:n, :taken], some[:n, self.module.PLACES * self.own :]
        return found

    def hands(self, n: int, known: np.ndarray | None) -> tuple[np.ndarray, ...]:
        """What the entries take of whose hands the eyes know, as masks (n,): nothing where no chances depend on it."""
        if not self.module.HANDS:
            return ()
        return (np.zeros(n, np.int64) if known is None else known,)

    def first(self, states: np.ndarray) -> np.ndarray:
        """The seat (n,) from which each position is seen: it belongs to the position, and moves with the players."""
        found = states["current"] if "current" in (states.dtype.names or ()) else states["order"][:, 0]
        return found.astype(np.int64)

    @staticmethod
    def there(states: np.ndarray, players: int) -> np.ndarray:
        """Which seats (n, players) are still in the game."""
        if "alive" not in (states.dtype.names or ()):
            return np.ones((len(states), players), np.bool_)
        return (states["alive"][:, None] >> np.arange(players)) & 1 == 1


def inputs_of(game: str) -> SeatInputs:
    """What such a network is shown in a game; raises :class:`~magnate.errors.BadNetwork` where there is nothing.

    >>> inputs_of("monopoly").own > 100
    True
    """
    if game not in MODULES:
        raise BadNetwork(f"{game} has no inputs for win chances", hint=f"there are some for {', '.join(MODULES)}")
    return SeatInputs(import_module(MODULES[game]))


class SeatValuer:
    """What a network says of positions of a game. It has room of its own, so each thread needs one of its own."""

    def __init__(self, game: BaseGame, network: SeatNetwork) -> None:
        self._inputs = inputs_of(game.name)
        own, table = self._inputs.own, self._inputs.table
        if network.codes.sizes[0] != own + table:
            raise BadNetwork(
                f"the network takes {network.codes.sizes[0]} numbers of a seat and its table, not {own + table}",
                hint="train it again",
            )
        self._tables = network.tables(SEATS)
        self._told, self._found = np.zeros(self._inputs.module.INPUTS), np.zeros((3, self._inputs.module.PLACES))
        self._game = game

    def chances(self, states: np.ndarray, players: int, known: np.ndarray | None = None) -> np.ndarray:
        """The win chances (n, players) at each position; at the end what the game says.

        ``known`` (n,) are masks of the seats whose hands the eyes know, where there are such.
        """
        build([self._inputs.module.write_chances])
        out = np.zeros((len(states), SEATS))
        hands = self._inputs.hands(len(states), known)
        self._inputs.module.write_chances(states, *hands, self._tables, self._told, self._found, out)
        return out[:, :players]

    def means(self, states: np.ndarray, players: int, known: np.ndarray | None = None) -> np.ndarray:
        """The mean (n, players) of the chances after each outcome, for positions at chance."""
        return self._means(states, players, known, ahead=0)

    def ahead(self, states: np.ndarray, players: int, known: np.ndarray | None = None) -> np.ndarray:
        """The chances (n, players), at chance nodes by one step ahead: as the mean over the outcomes."""
        return self._means(states, players, known, ahead=1)

    def means_ahead(self, states: np.ndarray, players: int, known: np.ndarray | None = None) -> np.ndarray:
        """The mean (n, players) of :meth:`ahead` after each outcome, for positions at chance."""
        hands = self._inputs.hands(len(states), known)
        build([self._inputs.module.write_means_ahead])
        out, more = np.zeros((len(states), SEATS)), np.zeros((2, self._game.info.max_outcomes), np.int64)
        self._inputs.module.write_means_ahead(
            *(states, *hands, self._tables, self._told, self._found, self._room, *self._outcomes, more, out),
        )
        return out[:, :players]

    def _means(self, states: np.ndarray, players: int, known: np.ndarray | None, *, ahead: int) -> np.ndarray:
        hands = self._inputs.hands(len(states), known)
        build([self._inputs.module.write_means])
        out = np.zeros((len(states), SEATS))
        self._inputs.module.write_means(
            *(states, *hands, self._tables, self._told, self._found, self._room, *self._outcomes, ahead, out),
        )
        return out[:, :players]

    @cached_property
    def _room(self) -> np.ndarray:
        return np.zeros(2, self._game.rules.STATE)

    @cached_property
    def _outcomes(self) -> tuple[Any, Any]:
        return np.zeros(self._game.info.max_outcomes, np.int64), np.zeros(self._game.info.max_outcomes, np.int64)
