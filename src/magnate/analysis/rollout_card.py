"""Rollouts on a GPU: what :mod:`.rollout` hands to a card, and what it gets back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..core.loader import kernel
from ..core.run import built
from ..gpu.rollouts import Lots, play_rollouts

if TYPE_CHECKING:
    from ..core.run import Run
    from ..gpu.machine import Card

__all__ = ["new_notes", "part_of", "play_on_card", "ready"]

THREAD: Final = "magnate.analysis.rollout_thread"


def ready(card: Card, run: Run) -> None:
    """Compile what a card needs to play these games."""
    card.kernels(THREAD, run)


def new_notes(run: Run, games: int, room: int) -> Any:
    """Room for what chance does in the first ``room`` events of so many games, as ``rollout_kernel.Notes``."""
    before, after = (np.zeros(games * room, run.rules.STATE) for _ in range(2))
    bound = kernel("magnate.analysis.rollout_kernel", run.rules, run.guide)
    return bound.Notes(before, after, np.zeros(games, np.int64), room)


def part_of(notes: Any, span: slice) -> Any:
    """The notes of some of the games."""
    rows = slice(span.start * notes.room, span.stop * notes.room)
    return notes._replace(before=notes.before[rows], after=notes.after[rows], events=notes.events[span])


def play_on_card(
    card: Card, run: Run, numbers: np.ndarray, plan: Any, most: int, room: int, progress: Callable[[int], None]
) -> Any:
    """Play all games of ``run`` on a card, as ``play`` in ``rollout_kernel`` does; returns what chance did in each."""
    notes = new_notes(run, len(numbers), room)
    play = built(run.rules, kernel("magnate.analysis.rollout_kernel", run.rules, run.guide).play)

    def finish(rows: np.ndarray, memos: np.ndarray) -> None:
        for i, own in zip(rows.tolist(), memos, strict=True):
            one = slice(i, i + 1)
            buffers = run.buffers(one, batched=True)._replace(memos=np.ascontiguousarray(own))
            play(run.longest, most, numbers[one], plan, part_of(notes, one), buffers)
            run.check_lists(buffers)

    lots = Lots(
        thread=THREAD,
        numbers=numbers,
        draws={"sizes": plan.sizes, "places": plan.places, "orders": plan.orders},
        turns=plan.turns,
        key=plan.key,
        most=most,
        room=room,
        before=notes.before,
        after=notes.after,
        events=notes.events,
        finish=finish,
    )
    play_rollouts(card, run, lots, progress=progress)
    return notes
