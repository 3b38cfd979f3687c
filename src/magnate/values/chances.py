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

MODULES: Final = {"monopoly": "magnate.values.monopoly.chances"}
"""The games with such inputs, and the module of each: ``OWN``, ``TABLE`` and ``INPUTS``, and the compiled entries."""
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

    def rows(self, states: np.ndarray, players: int) -> np.ndarray:
        """The numbers (n, players * own + table) of positions, seen from the seat whose turn it is."""
        build([self.module.write_inputs])
        told, taken = np.zeros(self.module.INPUTS), players * self.own
        found = np.empty((len(states), taken + self.table), np.float32)
        some = np.empty((min(SLICE, len(states)), self.module.INPUTS), np.float32)
        for first in range(0, len(states), SLICE):
            part = states[first : first + SLICE]
            self.module.write_inputs(part, told, some[: len(part)])
            found[first : first + len(part), :taken] = some[: len(part), :taken]
            found[first : first + len(part), taken:] = some[: len(part), SEATS * self.own :]
        return found

    @staticmethod
    def there(states: np.ndarray, players: int) -> np.ndarray:
        """Which seats (n, players) are still in the game."""
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
        self._told, self._found = np.zeros(self._inputs.module.INPUTS), np.zeros(2 * SEATS)
        self._game = game

    def chances(self, states: np.ndarray, players: int) -> np.ndarray:
        """The win chances (n, players) at each position; at the end what the game says."""
        build([self._inputs.module.write_chances])
        out = np.zeros((len(states), SEATS))
        self._inputs.module.write_chances(states, self._tables, self._told, self._found, out)
        return out[:, :players]

    def means(self, states: np.ndarray, players: int) -> np.ndarray:
        """The mean (n, players) of the chances after each outcome, for positions at chance."""
        build([self._inputs.module.write_means])
        out = np.zeros((len(states), SEATS))
        self._inputs.module.write_means(
            *(states, self._tables, self._told, self._found, self._room, *self._outcomes, out),
        )
        return out[:, :players]

    @cached_property
    def _room(self) -> np.ndarray:
        return np.zeros(1, self._game.rules.STATE)

    @cached_property
    def _outcomes(self) -> tuple[Any, Any]:
        return np.zeros(self._game.info.max_outcomes, np.int64), np.zeros(self._game.info.max_outcomes, np.int64)
