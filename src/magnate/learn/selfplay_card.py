"""Games for training on a GPU: networks and policies play, and positions are kept, as on the processor."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..agents.learned.card import bytes_of, spaces_of
from ..gpu.layout import BROKEN, RUNAWAY, CardFailed
from ..gpu.run import Batch, play_all

if TYPE_CHECKING:
    from ..core.run import Run
    from ..gpu.machine import Card

__all__ = ["play_on_card", "ready"]

THREAD: Final = f"{__package__}.selfplay_thread"
ROOM: Final = 1 << 30
"""So many bytes may games take at once: what is kept of them must have room beside the card too."""


def ready(card: Card, run: Run) -> None:
    """Compile what a card needs to play these games."""
    card.kernels(THREAD, run)


def play_on_card(
    card: Card,
    run: Run,
    networks: Any,
    workspace: Any,
    room: Callable[[np.ndarray], Any],
    progress: Callable[[int], None],
) -> list[Any]:
    """Play all games of ``run`` on a card, as ``play`` in ``selfplay_kernel`` does; returns what was kept, in parts.

    ``room`` gives the ``Kept`` for some of the games. Raises :class:`~magnate.gpu.layout.CardFailed` where a position
    breaks an invariant of the rules, or chance never lets anybody decide.
    """
    found: list[Any] = []

    def batch(games: np.ndarray) -> Batch:
        return _Selfplay(card, run, games, (networks, workspace, room(games), found))

    more = bytes_of(workspace) + sum(one.nbytes for one in room(np.zeros(1, np.int64)) if isinstance(one, np.ndarray))
    play_all(batch, card, run, more=more, progress=progress, memory=min(card.free // 2, ROOM))
    if np.isin(run.results.ending, (BROKEN, RUNAWAY)).any():
        raise CardFailed("a game begins where no game can, or leads to chance without end")
    return found


class _Selfplay(Batch):
    """Games for training that are on the card at once; it plays all of them to their ends."""

    thread, few = THREAD, 0

    def __init__(self, card: Card, run: Run, games: np.ndarray, given: tuple[Any, Any, Any, list[Any]]) -> None:
        self.networks, self.workspace, self.kept, self.found = given
        super().__init__(card, run, games)

    def beside(self) -> dict[str, Any]:
        """What the thread's games have beside ``whole``, by its names."""
        n = len(self.games)
        return {
            "networks": self.networks,
            "kept": self.kept,
            "keys": np.zeros(n, np.int64),
            "choices": np.zeros(n, np.int64),
            "views": np.full(n, -1),
            "spaces": spaces_of(self.run, self.workspace, n),
        }

    def collect(self) -> None:
        """Note what was kept, then the results."""
        held, kept = self.held.kept, self.kept._asdict()
        arrays = {name: one.dtype for name, one in kept.items() if isinstance(one, np.ndarray)}
        self.found.append(
            self.kept._replace(**{name: self.card.get(getattr(held, name), kind) for name, kind in arrays.items()})
        )
        super().collect()
