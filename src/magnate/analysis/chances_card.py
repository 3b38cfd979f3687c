"""The win chances of a network worked out on a GPU, one position a thread, by the rules of the processor."""

from __future__ import annotations

import time
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..core.contract import SEATS
from ..core.loader import kernel
from ..gpu.run import Bound, paced
from ..values.chances import SeatValuer, inputs_of

if TYPE_CHECKING:
    from ..core.game import Game
    from ..gpu.machine import Card
    from ..networks.seats import SeatNetwork

__all__ = ["CardValuer"]

THREAD: Final = "magnate.analysis.chances_thread"
MOST: Final = 1 << 13
"""Positions at once, at most."""
FIRST: Final = 1 << 9
"""Positions of the first launch."""


class CardValuer(SeatValuer):
    """A :class:`~magnate.values.chances.SeatValuer` that works on a card.

    What it says is the processor's, but for the last bits where a card's exponential function rounds otherwise.
    """

    def __init__(self, game: Game, network: SeatNetwork, card: Card) -> None:
        super().__init__(game, network)
        guide = inputs_of(game.name).guide
        self._card, self._bound = card, kernel(THREAD, game.rules, guide)
        self._work = card.kernels(THREAD, Bound(game.rules, guide, game.info))["work"]

    def _written(self, asked: int, states: np.ndarray, players: int, known: np.ndarray | None) -> np.ndarray:
        card, (most, spaces) = self._card, self._spaces
        out = np.zeros((len(states), SEATS))
        masks = np.zeros(len(states), np.int64) if known is None else known
        first, size = 0, min(FIRST, most)
        while first < len(states):
            begun = time.perf_counter()
            some = slice(first, first + size)
            order = card.put(np.arange(len(states[some])))
            put = self._bound.Positions(card.put(states[some]), card.put(masks[some]), card.put(out[some]), spaces)
            self._work.bound(len(states[some]), order, put, asked)()
            out[some] = card.get(put.out, np.float64)
            first, size = first + size, min(most, paced(size, time.perf_counter() - begun))
        return out[:, :players]

    @cached_property
    def _spaces(self) -> tuple[int, Any]:
        """For how many positions there is room, and the room: at most half of what is free."""
        (table, sizes, codes), *own = self._workspace
        rows = [codes, *own]
        most = max(1, min(MOST, self._card.free // 2 // sum(one.nbytes for one in rows)))
        spread = (np.repeat(one[None], most, axis=0) for one in rows)
        return most, self._card.put(self._bound.Workspaces(table, sizes, *spread))
