"""Rollouts on a GPU: games from given positions, with draws spread evenly, cut and noted as on the processor."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..errors import BrokenGame
from .layout import BROKEN, CUT, DRAWS, RUNAWAY
from .run import Batch, at_once, play_all

if TYPE_CHECKING:
    from ..core.run import Run
    from .machine import Card

__all__ = ["Lots", "play_rollouts"]


@dataclass(frozen=True, slots=True)
class Lots:
    """What rollouts have beside their games.

    ``thread`` names the kernel of what a thread does. ``numbers`` are the games' numbers. ``draws`` says by the
    kernel's names how draws are spread, and ``turns`` and ``key`` belong to it. A game is cut after ``most`` chance
    events. The positions ``before`` and ``after`` its first ``room`` events are noted, ``room`` rows a game, and
    ``events`` are how many there were.

    ``finish(rows, memos)`` plays some games on to their ends on the processor, with these notes of their policies.
    """

    thread: str
    numbers: np.ndarray
    draws: dict[str, np.ndarray]
    turns: int
    key: int
    most: int
    room: int
    before: np.ndarray
    after: np.ndarray
    events: np.ndarray
    finish: Callable[[np.ndarray, np.ndarray], None]


def play_rollouts(
    card: Card, run: Run, lots: Lots, *, progress: Callable[[int], None] | None = None, memory: int | None = None
) -> None:
    """Play all games of ``run`` on a card, to the same bits as the processor; a game that is cut has the ending 0.

    ``progress`` and ``memory`` are those of :func:`~magnate.gpu.run.play_games`. Raises
    :class:`~magnate.errors.BrokenGame` for a position that breaks an invariant of the rules, and where chance never
    lets anybody decide.
    """
    run.check_seats()
    room = card.free // 2 if memory is None else memory
    size = at_once(run.rules, run.sizes, run.seats.shape[1], room, 2 * lots.room * run.rules.STATE.itemsize)
    play_all(run, size, lambda games: _Rollouts(card, run, games, lots), progress)
    ending = run.results.ending
    for code, what in ((BROKEN, "breaks an invariant of the rules"), (RUNAWAY, "leads to chance without end")):
        if code in ending:
            raise BrokenGame(
                f"a position from which a rollout begins {what}",
                hint="look at the rules, or at the set-up that the position comes from",
            )
    ending[ending == CUT] = 0


class _Rollouts(Batch):
    """Rollouts that are on the card at once."""

    def __init__(self, card: Card, run: Run, games: np.ndarray, lots: Lots) -> None:
        self.thread, self.lots = lots.thread, lots
        self.noted = (games[:, None] * lots.room + np.arange(lots.room)).ravel()
        super().__init__(card, run, games)

    def arrays(self) -> dict[str, np.ndarray]:
        """What is put on the card."""
        lots = self.lots
        return {
            **super().arrays(),
            "numbers": lots.numbers[self.games],
            **lots.draws,
            "before": lots.before[self.noted],
            "after": lots.after[self.noted],
            "events": lots.events[self.games],
            "bounds": np.array([lots.most, lots.room, lots.turns, lots.key]),
        }

    def collect(self) -> None:
        """Note what chance did, then the results."""
        card, lots, held = self.card, self.lots, self.held
        state = self.run.rules.STATE
        lots.before[self.noted] = card.get(held.before, state)
        lots.after[self.noted] = card.get(held.after, state)
        lots.events[self.games] = card.get(held.events, np.int64)
        super().collect()

    def finish(self) -> None:
        """Play the last games to their ends on the processor; what their last chance did may not be noted yet."""
        lots, run, rows = self.lots, self.run, self.games[self.rest]
        drawn = self.card.get(self.held.counts, np.int64)[self.rest, DRAWS]
        late = lots.events[rows] < np.minimum(drawn, lots.room)
        lots.after[rows[late] * lots.room + drawn[late] - 1] = run.states[rows[late]]
        lots.events[rows[late]] = drawn[late]
        run.results.ending[rows] = 0
        lots.finish(rows, self.card.get(self.held.memos, np.int64)[self.rest])
