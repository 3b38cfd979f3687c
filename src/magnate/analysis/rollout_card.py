"""Rollouts on a GPU: games from given positions, with draws spread evenly, cut and noted as on the processor."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..core.loader import kernel
from ..core.run import built
from ..gpu.layout import BROKEN, CUT, DRAWS, CardFailed
from ..gpu.run import Batch, play_all

if TYPE_CHECKING:
    from ..core.run import Run
    from ..gpu.machine import Card

__all__ = ["new_notes", "part_of", "play_on_card", "ready"]

THREAD: Final = "magnate.analysis.rollout_thread"
KERNEL: Final = "magnate.analysis.rollout_kernel"


def ready(card: Card, run: Run) -> None:
    """Compile what a card needs to play these games."""
    card.kernels(THREAD, run)


def new_notes(run: Run, games: int, room: int) -> Any:
    """Room for what chance does in the first ``room`` events of so many games, as ``rollout_kernel.Notes``."""
    before, after = (np.zeros(games * room, run.rules.STATE) for _ in range(2))
    return kernel(KERNEL, run.rules, run.guide).Notes(before, after, np.zeros(games, np.int64), room)


def part_of(notes: Any, span: slice) -> Any:
    """The notes of some of the games."""
    rows = slice(span.start * notes.room, span.stop * notes.room)
    return notes._replace(before=notes.before[rows], after=notes.after[rows], events=notes.events[span])


def play_on_card(
    card: Card, run: Run, numbers: np.ndarray, plan: Any, most: int, room: int, progress: Callable[[int], None]
) -> Any:
    """Play all games of ``run`` on a card, as ``play`` in ``rollout_kernel`` does; returns what chance did in each.

    Raises :class:`~magnate.gpu.layout.CardFailed` for a position that breaks an invariant of the rules.
    """
    every = {"numbers": numbers, "plan": plan, "notes": new_notes(run, len(numbers), room), "most": most}
    bytes_ = 2 * room * run.rules.STATE.itemsize
    play_all(lambda games: _Rollouts(card, run, games, every), card, run, more=bytes_, progress=progress)
    ending = run.results.ending
    if BROKEN in ending:
        raise CardFailed("a position from which a rollout begins breaks an invariant of the rules")
    ending[ending == CUT] = 0
    return every["notes"]


class _Rollouts(Batch):
    """Rollouts that are on the card at once, of all that are asked for."""

    thread = THREAD

    def __init__(self, card: Card, run: Run, games: np.ndarray, every: dict[str, Any]) -> None:
        self.every, self.notes = every, every["notes"]
        self.noted = (games[:, None] * self.notes.room + np.arange(self.notes.room)).ravel()
        super().__init__(card, run, games)

    def beside(self) -> dict[str, Any]:
        """What the thread's games have beside ``whole``, by its names."""
        notes, rows = self.notes, self.noted
        own = notes._replace(before=notes.before[rows], after=notes.after[rows], events=notes.events[self.games])
        return {**self.every, "numbers": self.every["numbers"][self.games], "notes": own}

    def collect(self) -> None:
        """Note what chance did, then the results."""
        card, notes, held, state = self.card, self.notes, self.held.notes, self.run.rules.STATE
        notes.before[self.noted] = card.get(held.before, state)
        notes.after[self.noted] = card.get(held.after, state)
        notes.events[self.games] = card.get(held.events, np.int64)
        super().collect()

    def finish(self) -> None:
        """Play the last games to their ends on the processor; what their last chance did may not be noted yet."""
        notes, run, rows = self.notes, self.run, self.games[self.rest]
        drawn = self.card.get(self.whole.counts, np.int64)[self.rest, DRAWS]
        late = notes.events[rows] < np.minimum(drawn, notes.room)
        notes.after[rows[late] * notes.room + drawn[late] - 1] = run.states[rows[late]]
        notes.events[rows[late]] = drawn[late]
        run.results.ending[rows] = 0
        memos = self.card.get(self.whole.memos, np.int64)[self.rest]
        play = built(run.rules, kernel(KERNEL, run.rules, run.guide).play)
        for i, own in zip(rows.tolist(), memos, strict=True):
            one = slice(i, i + 1)
            buffers = run.buffers(one, batched=True)._replace(memos=np.ascontiguousarray(own))
            numbers, plan, most = (self.every[name] for name in ("numbers", "plan", "most"))
            play(run.longest, most, numbers[one], plan, part_of(notes, one), buffers)
            run.check_lists(buffers)
