"""Games for training on a GPU: networks and policies play, and positions are kept, as on the processor."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

import numpy as np

from ..agents.learned.card import bytes_of, spaces_of
from ..gpu.layout import BROKEN, CardFailed
from ..gpu.run import Batch, play_all

if TYPE_CHECKING:
    from ..core.run import Run
    from ..gpu.machine import Card

__all__ = ["POSITIONS", "SELFPLAY", "play_on_card"]

SELFPLAY: Final = f"{__package__}.selfplay_thread"
POSITIONS: Final = f"{__package__}.positions_thread"

Part = TypeVar("Part")


def play_on_card(
    card: Card,
    run: Run,
    thread: str,
    asked: tuple[Any, Any],
    room: Callable[[np.ndarray], tuple[Any, dict[str, np.ndarray]]],
    part: Callable[[Any], Part],
    progress: Callable[[int], None],
) -> list[Part]:
    """Play all games of ``run`` on a card, as ``play`` does in the kernel that belongs to the ``thread``.

    ``asked`` are the networks and a workspace. ``room`` gives the ``Kept`` for some of the games, and what else a
    thread has for each. Returns what ``part`` makes of what was kept of the games that were on the card at once.

    Raises :class:`~magnate.gpu.layout.CardFailed` where a position breaks an invariant of the rules.
    """
    found: list[Part] = []
    networks, workspace = asked

    def note(kept: Any) -> None:
        found.append(part(kept))

    def batch(games: np.ndarray) -> Batch:
        kept, own = room(games)
        return _Selfplay(card, run, games, thread, (kept, networks, spaces_of(run, workspace, len(games)), own), note)

    kept, own = room(np.zeros(1, np.int64))
    more = bytes_of(workspace) + sum(one.nbytes for one in (*kept, *own.values()) if isinstance(one, np.ndarray))
    play_all(batch, card, run, more=more, progress=progress)
    if (run.results.ending == BROKEN).any():
        raise CardFailed("a game begins where no game can")
    return found


class _Selfplay(Batch):
    """Games for training that are on the card at once; it plays all of them to their ends."""

    few, first = 0, 1

    def __init__(
        self,
        card: Card,
        run: Run,
        games: np.ndarray,
        thread: str,
        given: tuple[Any, Any, Any, dict[str, np.ndarray]],
        note: Callable[[Any], None],
    ) -> None:
        self.thread, self.given, self.note = thread, given, note
        super().__init__(card, run, games)

    def beside(self) -> dict[str, Any]:
        """What the thread's games have beside ``whole``, by its names."""
        kept, networks, spaces, own = self.given
        keys, choices = np.zeros((2, len(self.games)), np.int64)
        return {"networks": networks, "kept": kept, "keys": keys, "choices": choices, "spaces": spaces, **own}

    def collect(self) -> None:
        """Note what was kept, then the results."""
        kept, held = self.given[0], self.held.kept
        arrays = {name: one.dtype for name, one in kept._asdict().items() if isinstance(one, np.ndarray)}
        self.note(kept._replace(**{name: self.card.get(getattr(held, name), kind) for name, kind in arrays.items()}))
        super().collect()
