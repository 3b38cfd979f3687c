"""The win chances of all seats by a network that is the same for every seat, in compiled code, for many positions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..core.contract import SEATS, rules_of
from ..core.loader import kernel
from ..core.registry import game_module
from ..errors import BadNetwork
from ..runtime.compiler import build

if TYPE_CHECKING:
    from ..core.base_game import BaseGame
    from ..networks.seats import SeatNetwork

__all__ = ["GUIDES", "SeatInputs", "SeatValuer", "inputs_of"]

GUIDES: Final = {"brass": "magnate.values.brass", "monopoly": "magnate.values.monopoly.chances"}
"""The games with such inputs, and the guide of each (:class:`~magnate.core.binding.SeatGuide`).

It also says how many numbers the table has (``TABLE``), and how many there are in all (``INPUTS``).
"""
KERNEL: Final = f"{__package__}.chances_kernel"
SLICE: Final = 4096
"""Positions whose inputs are written at a time."""


@dataclass(frozen=True)
class SeatInputs:
    """What such a network is shown in a game: ``own`` numbers of each seat, and ``table`` numbers of the table."""

    guide: ModuleType
    kernel: ModuleType

    @property
    def own(self) -> int:
        """How many numbers a seat has."""
        return int(self.guide.OWN)

    @property
    def table(self) -> int:
        """How many numbers the table has."""
        return int(self.guide.TABLE)

    def rows(self, states: np.ndarray, players: int, known: np.ndarray | None = None) -> np.ndarray:
        """The numbers (n, players * own + table) of positions, seen from their first seats (:meth:`first`).

        ``known`` (n,) are masks of the seats whose hands are shown, where a game has such; none without it.
        """
        build([self.kernel.write_inputs])
        row, taken = np.zeros(self.guide.INPUTS), players * self.own
        found = np.empty((len(states), taken + self.table), np.float32)
        some = np.empty((min(SLICE, len(states)), self.guide.INPUTS), np.float32)
        known = _masks(states, known)
        for begin in range(0, len(states), SLICE):
            span = slice(begin, begin + SLICE)
            n = len(states[span])
            self.kernel.write_inputs(states[span], known[span], row, some[:n])
            found[span, :taken], found[span, taken:] = some[:n, :taken], some[:n, self.guide.PLACES * self.own :]
        return found

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
    if game not in GUIDES:
        raise BadNetwork(f"{game} has no inputs for win chances", hint=f"there are some for {', '.join(GUIDES)}")
    guide = import_module(GUIDES[game])
    return SeatInputs(guide, kernel(KERNEL, rules_of(game_module(game)), guide))


def _masks(states: np.ndarray, known: np.ndarray | None) -> np.ndarray:
    """The masks (n,) of the seats whose hands are shown: of none where nothing is said."""
    return np.zeros(len(states), np.int64) if known is None else known


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
        self._network, self._game = network, game

    def chances(self, states: np.ndarray, players: int, known: np.ndarray | None = None) -> np.ndarray:
        """The win chances (n, players) at each position; at the end what the game says.

        ``known`` (n,) are masks of the seats whose hands the eyes know, where there are such.
        """
        return self._written(self._inputs.kernel.NOW, states, players, known)

    def means(self, states: np.ndarray, players: int, known: np.ndarray | None = None) -> np.ndarray:
        """The mean (n, players) of the chances after each outcome, for positions at chance."""
        return self._written(self._inputs.kernel.MEAN, states, players, known)

    def ahead(self, states: np.ndarray, players: int, known: np.ndarray | None = None) -> np.ndarray:
        """The chances (n, players), at chance nodes by one step ahead: as the mean over the outcomes."""
        return self._written(self._inputs.kernel.AHEAD, states, players, known)

    def means_ahead(self, states: np.ndarray, players: int, known: np.ndarray | None = None) -> np.ndarray:
        """The mean (n, players) of :meth:`ahead` after each outcome, for positions at chance."""
        return self._written(self._inputs.kernel.MEAN_AHEAD, states, players, known)

    def _written(self, asked: int, states: np.ndarray, players: int, known: np.ndarray | None) -> np.ndarray:
        entry = self._inputs.kernel.write_chances
        build([entry])
        out = np.zeros((len(states), SEATS))
        entry(states, _masks(states, known), self._workspace, asked, out)
        return out[:, :players]

    @cached_property
    def _workspace(self) -> Any:
        guide, outcomes = self._inputs.guide, (2, self._game.info.max_outcomes)
        return self._inputs.kernel.Workspace(
            network=self._network.tables(SEATS),
            row=np.zeros(guide.INPUTS),
            found=np.zeros((3, guide.PLACES)),
            states=np.zeros(2, self._game.rules.STATE),
            outcomes=np.zeros(outcomes, np.int64),
            weights=np.zeros(outcomes, np.int64),
        )
