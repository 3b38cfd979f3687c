"""Running a stored tournament: takes open blocks in their order, has them played, and commits each when it is done.

Any number of processes may run the same tournament at once. The store is only ever touched in the thread that calls
:func:`run_tournament`, which also renews the process's claims.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from typing import Final, TypeAlias

import numpy as np

from ..core.result_schema import result_schema_of
from ..errors import StoreFailed
from ..games import game_module
from .blocks import Task
from .claims import LEASE, Claims
from .executors import Executor
from .interrupts import Interrupts
from .plan import Plan
from .rows import row_dtype
from .store import Store, Work

__all__ = ["Told", "run_tournament"]

Told: TypeAlias = Callable[[int, int], None]
"""``progress(done, total)`` in games; the first call comes before anything is played."""
AHEAD: Final = 2
"""Blocks claimed for each job: one that is played and one that waits for it."""
GLANCE: Final = 0.2
"""Seconds that a press of Ctrl-C may go unheard."""
LOOK: Final = 0.5
"""Seconds between looks at what other processes have done, once they hold all that is left."""


def run_tournament(
    store: Store,
    tournament: str,
    executor: Executor,
    *,
    progress: Told | None = None,
    lease: float = LEASE,
) -> None:
    """Play all that is missing of a tournament, with whoever else plays it, and return when nothing is missing.

    When it is interrupted, the blocks that are being played are finished and committed first; a second interrupt ends
    that too. Whatever ends it, what was committed stays.
    """
    plan = store.plan(tournament)
    with Interrupts() as interrupts:
        claims = Claims(store, tournament, plan, lease)
        _Run(store, tournament, plan, claims, executor, interrupts, progress or (lambda _done, _total: None)).go()


class _Run:
    """One process's part in a tournament."""

    def __init__(
        self,
        store: Store,
        tournament: str,
        plan: Plan,
        claims: Claims,
        executor: Executor,
        interrupts: Interrupts,
        tell: Told,
    ) -> None:
        self.store = store
        self.tournament = tournament
        self.claims = claims
        self.executor = executor
        self.interrupts = interrupts
        self.tell = tell
        self.total = plan.schedule.games
        self.players = plan.players
        self.text = plan.to_json()
        self.dtype = row_dtype(result_schema_of(game_module(plan.game)), plan.players)
        self.playing: dict[Future[bytes], Work] = {}
        self.trouble: BaseException | None = None
        self.done = 0
        self.renewed = time.monotonic()

    def go(self) -> None:
        """Play until nothing is missing."""
        self._look()
        if self.done == self.total:  # so that a store that can only be read still tells its results
            return
        self.claims.bury()
        try:
            while self.trouble is None and (self._take() or self.playing or self.claims.left()):
                self._wait()
            self._settle()
        except KeyboardInterrupt:
            self._settle()
            raise
        finally:
            for future in self.playing:
                future.cancel()
            with suppress(StoreFailed):  # the error that ended it is the one to tell
                self.claims.release()
        if self.trouble is not None:
            raise self.trouble
        if self.done != self.total:  # another process has played a part
            self._look()

    def _take(self) -> int:
        """Claim blocks when there is no longer one that waits for each job; returns how many."""
        jobs = self.executor.jobs
        found = self.claims.take(AHEAD * jobs - len(self.playing)) if len(self.playing) <= jobs else []
        for work in found:
            block = work.block
            self.playing[self.executor.submit(Task(self.text, block.table, block.first, block.last))] = work
        return len(found)

    def _wait(self) -> None:
        """Wait for a block to be finished, and commit it; where others hold all that is left, look how far they are."""
        beat = self.claims.lease / 4
        if self.playing:
            self._commit(self._finished(beat))
        else:
            time.sleep(min(LOOK, beat))
            self.interrupts.check()
            self.claims.bury()
            self._look()
        if time.monotonic() - self.renewed >= beat:
            self.claims.renew()
            self.renewed = time.monotonic()

    def _finished(self, longest: float) -> set[Future[bytes]]:
        """The blocks that are finished, as soon as there is one; none after ``longest`` seconds."""
        until = time.monotonic() + longest
        while True:
            self.interrupts.check()
            left = until - time.monotonic()
            finished, _ = wait(self.playing, timeout=max(0.0, min(GLANCE, left)), return_when=FIRST_COMPLETED)
            if finished or left <= 0:
                return finished

    def _commit(self, finished: set[Future[bytes]]) -> None:
        """Commit finished blocks in their order, and note what ended the first that did not come to its end."""
        for future in sorted(finished, key=lambda one: self.playing[one].id):
            work = self.playing.pop(future)
            trouble = future.exception()
            if trouble is not None:
                self.trouble = self.trouble or trouble
            elif self.store.finish(work, np.frombuffer(future.result(), self.dtype)):
                self.done += (work.block.last - work.block.first) * self.players
        self.tell(self.done, self.total)

    def _settle(self) -> None:
        """Let the blocks that are being played be finished, forget those that have not begun, and commit."""
        waiting = [future for future in self.playing if future.cancel()]
        for future in waiting:
            del self.playing[future]
        while self.playing:
            self._commit(self._finished(self.claims.lease / 4))

    def _look(self) -> None:
        """Tell how many games there are by now, whoever played them."""
        self.done = self.store.progress(self.tournament)
        self.tell(self.done, self.total)
