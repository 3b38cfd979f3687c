"""The loop of a training: step by step, with what is noted of each, and checkpoints now and then."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

from .checkpoints import Checkpoint
from .method import Method, Task, nobody

if TYPE_CHECKING:
    from ..core.game import Game
    from .folder import Run

__all__ = ["Watcher", "begin", "train"]


class Watcher(Protocol):
    """Who is told how a training goes."""

    def begin(self, done: int, total: int, lines: list[dict[str, float]]) -> None:
        """``done`` of ``total`` steps were done before, of which ``lines`` has the metrics."""
        ...

    def step(self, line: Mapping[str, float]) -> None:
        """One more step is done: its number from 1 on, its seconds, and its metrics."""
        ...


def begin(run: Run, game: Game, threads: int = 1, listener: Callable[[int, int], None] = nobody) -> Method:
    """The method of a run at its beginning; ``listener`` as in :class:`.method.Task`."""
    configuration = run.configuration
    return configuration.method.begin(Task(game, configuration.settings, configuration.plan.seed, threads, listener))


def train(
    run: Run, game: Game, watchers: list[Watcher], threads: int = 1, listener: Callable[[int, int], None] = nobody
) -> Method:
    """Train from the last checkpoint of the run to its end; returns the method at its end.

    ``game`` is the run's (``run.configuration.game()``). Games may be played on so many ``threads``, which changes no
    result. ``listener`` is told of the games of a long step (:class:`.method.Task`).
    An interrupt, or whatever else ends the process, costs what was done since the last checkpoint.

    Raises :class:`~magnate.errors.CheckpointMismatch`, :class:`~magnate.errors.BadTraining` when another process trains
    in the folder, and :class:`~magnate.errors.MissingExtra` where torch is not installed.
    """
    with run.locked():
        method = begin(run, game, threads, listener)
        kept = run.load()
        done = 0 if kept is None else kept.step
        if done < method.total:
            run.check_opponents()
        if kept is not None and done:
            method.restore(kept.tensors)
        lines = run.forget_after(done)
        for watcher in watchers:
            watcher.begin(done, method.total, lines)
        saved = time.monotonic()
        for number in range(done, method.total):
            started = time.monotonic()
            metrics = method.step(number)
            line = {"step": number + 1, "seconds": round(time.monotonic() - started, 3), **metrics}
            run.note(line)
            for watcher in watchers:
                watcher.step(line)
            last = number + 1 == method.total
            if last or time.monotonic() - saved >= run.configuration.plan.checkpoint_seconds:
                run.save(Checkpoint(number + 1, method.total, method.tensors()))
                saved = time.monotonic()
        return method
