"""Games of Monopoly whose decisions are noted for the deep Q agent: entirely in compiled code, on several threads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ...agents.monopoly.deep_q import decisions
from ...agents.monopoly.deep_q.agent import DESTRUCTIVE, Shape, brain_of, new_networks
from ...agents.monopoly.deep_q.decisions import ALL, NETWORKS
from ...core.binding import MEMO
from ...core.loader import kernel
from ...runtime.compiler import build
from ...runtime.stream import new_streams
from ...values.monopoly import THESIS

if TYPE_CHECKING:
    from ...core.game import Game
    from ...networks import Network

__all__ = ["NETWORKS_SEAT", "Recorded", "Recorder"]

NETWORKS_SEAT: Final = -1
"""Who sits where the networks play."""
BLOCK: Final = 100
"""Games in one call of the kernel."""
ROOM: Final = 300
"""Rows a game for which there is room at first."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """What was decided in some games, and how they ended.

    A row of ``notes`` (n, 9; int64) is a decision of one network, or of a policy in its place, in the order of play
    game by game; the columns are those of ``magnate.agents.monopoly.deep_q.decisions``. ``terms`` (n, 2) is what its
    answer earned, and what it earns besides if wealth grows. ``inputs`` (n, 100; float32) is what the network is told.
    ``shares``, ``worths`` and ``broke`` (games, 2) are each seat's share of the win, dollars of net worth and whether
    it went bankrupt; ``ending`` (games,) is how the game ended.
    """

    notes: np.ndarray
    terms: np.ndarray
    inputs: np.ndarray
    shares: np.ndarray
    worths: np.ndarray
    broke: np.ndarray
    ending: np.ndarray


class Recorder:
    """Plays games of ``game``, which is Monopoly by the preset ``thesis`` for two, and notes what is decided.

    The number of ``threads`` changes no result.
    """

    def __init__(self, game: Game, parent: Sequence[float], shape: Shape | None = None, threads: int = 1) -> None:
        self.shape = Shape() if shape is None else shape
        self._game = game
        self._parent = parent
        self._threads = threads
        self._kernel: Any = kernel("magnate.agents.monopoly.deep_q.recording", game.rules, game.guide)

    def play(
        self,
        seeds: Sequence[int],
        seats: np.ndarray,
        rows: np.ndarray,
        networks: Mapping[str, Network] | None = None,
        *,
        watched: np.ndarray | None = None,
        wanted: int = ALL,
        asked: int = ALL,
        gated: int = DESTRUCTIVE,
        epsilon: float = 0.0,
        exploring: int = ALL,
        sparse: bool = True,
    ) -> Recorded:
        """Play a game a seed.

        ``seats`` (games, 2) are rows of ``rows``, the parameters of policies, or NETWORKS_SEAT. Of the networks those
        in the mask ``asked`` are asked, and those in ``gated`` need the parent's consent; with chance ``epsilon`` those
        in ``exploring`` answer anything. Noted are the networks of the mask ``wanted``, at the seats of ``watched``
        (games,; masks; all without it); where networks play, an output without consent is not legal. ``sparse`` leaves
        out empty lists that follow an empty list of the same network.
        """
        build([self._kernel.record], self._game.progress)
        seats = np.ascontiguousarray(seats, np.int64)
        masks = np.full(len(seats), 0b11, np.int64) if watched is None else np.asarray(watched, np.int64)
        known = new_networks(self.shape, 0) if networks is None else networks
        exploration: dict[str, Any] = {"epsilon": epsilon, "exploring": exploring}

        def block(first: int) -> Recorded:
            span = slice(first, min(first + BLOCK, len(seats)))
            brain = brain_of(self._parent, known, self.shape, asked=asked, gated=gated, **exploration)
            what = (brain, masks[span], wanted, sparse)
            return self._block(list(seeds[span]), seats[span], np.ascontiguousarray(rows, np.float64), what, first)

        with ThreadPoolExecutor(self._threads) as pool:
            blocks = list(pool.map(block, range(0, len(seats), BLOCK)))
        return Recorded(*(np.concatenate([getattr(one, name) for one in blocks]) for name in Recorded.__slots__))

    def _block(
        self, seeds: list[int], seats: np.ndarray, rows: np.ndarray, what: tuple[Any, ...], first: int
    ) -> Recorded:
        """Play some games; again with enough room if there was too little."""
        games, room = len(seeds), ROOM * len(seeds)
        while True:
            notes = np.zeros((room, decisions.COLUMNS), np.int64)
            terms, inputs = np.zeros((room, 2)), np.zeros((room, THESIS.size), np.float32)
            shares, ending = np.zeros((games, 2)), np.zeros(games, np.int64)
            worths, broke = np.zeros((games, 2), np.int64), np.zeros((games, 2), np.int64)
            used = self._kernel.record(
                *(self._game.start_states(games), new_streams(seeds), seats, rows, *what),
                *(self._game.info.max_decisions, np.zeros((2, NETWORKS), np.int64), *self._scratch()),
                *(notes, terms, inputs, shares, worths, broke, ending),
            )
            if used <= room:
                notes[:used, decisions.GAME] += first
                return Recorded(notes[:used], terms[:used], inputs[:used], shares, worths, broke, ending)
            room = used

    def _scratch(self) -> tuple[np.ndarray, ...]:
        """What the kernel works on besides."""
        info = self._game.info
        acts, out, weight = (np.zeros(n, np.int64) for n in (info.max_legal, info.max_outcomes, info.max_outcomes))
        return np.zeros(1, self._game.rules.STATE), acts, np.zeros((2, MEMO), np.int64), out, weight
