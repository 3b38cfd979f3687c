"""Running a stored tournament: claim open blocks in order, have them played, and commit each when it is done."""

from __future__ import annotations

import os
import platform
import secrets
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from dataclasses import dataclass
from types import FrameType, TracebackType
from typing import Any, Final, TypeAlias

import numpy as np
from sqlalchemy import Update, and_, func, or_, select, update

from ..core.registry import game_module
from ..core.result_schema import result_schema_of
from ..errors import StoreFailed
from ..runtime.system import has_ended
from .blocks import Task
from .database import BLOCK
from .executors import Executor
from .games import row_dtype
from .plan import Plan
from .schedule import Block
from .store import Store, Work, members_text, number_of

__all__ = ["Claims", "Interrupts", "Lease", "leases", "run_tournament"]


# ----------------------------------------------------------------------------------------------- Ctrl-C at safe moments
#
# Python raises ``KeyboardInterrupt`` between any two instructions. Within a transaction of the database that would
# leave it open and shut out every process. Here Ctrl-C is noted, and raised where that is safe.


class Interrupts:
    """Within ``with Interrupts() as interrupts``, Ctrl-C raises ``KeyboardInterrupt`` only in :meth:`check`.

    One that is pressed before the last was heard raises it at once: something takes too long. Where Ctrl-C is somebody
    else's matter (another handler, another thread than the first), nothing changes.
    """

    def __init__(self) -> None:
        self._pressed = 0
        self._heard = 0
        self._before: Any = None

    def __enter__(self) -> Interrupts:
        mine = threading.current_thread() is threading.main_thread()
        if mine and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            self._before = signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
        if kind is None:
            self.check()

    def check(self) -> None:
        """Raise ``KeyboardInterrupt`` if Ctrl-C has been pressed since the last time."""
        if self._pressed > self._heard:
            self._heard = self._pressed
            raise KeyboardInterrupt

    def _press(self, number: int, frame: FrameType | None) -> None:
        self._pressed += 1
        if self._pressed - self._heard > 1:
            self._heard = self._pressed
            signal.default_int_handler(number, frame)


# ------------------------------------------------------------------------------ Claims: which process plays which block
#
# A claim ends when its process gives it back, when it is not renewed in time, or when another process on the same
# machine finds its process dead. A block that two processes played is committed once. Its games are a function of the
# plan, so it does not matter who played it.


LEASE_SECONDS: Final = 60.0
"""Seconds after which a claim that was not renewed ends; the clocks of several machines must agree better than that."""


@dataclass(frozen=True, slots=True)
class Lease:
    """A process that holds claims, and to how many blocks.

    ``seen`` is how many seconds ago it last renewed them, and ``left`` in how many they end unless it does so again.
    ``ended``: the process is known to run no longer (of other machines nothing is known).
    """

    owner: str
    blocks: int
    seen: float
    left: float
    ended: bool


def leases(store: Store, tournament: str) -> list[Lease]:
    """Who holds claims to blocks of a tournament that have not run out (taken with the usual lease)."""
    now = time.time()
    found = store.held(tournament, now)
    return [
        Lease(owner, blocks, max(0.0, now - (expires - LEASE_SECONDS)), expires - now, _is_dead(owner))
        for owner, blocks, expires in found
    ]


class Claims:
    """The claims of one process to the blocks of a tournament."""

    def __init__(self, store: Store, tournament: str, plan: Plan, lease: float = LEASE_SECONDS) -> None:
        self.store = store
        self.lease = lease
        self.owner = f"{platform.node()}/{os.getpid()}/{secrets.token_hex(4)}"
        self._number = number_of(tournament)
        self._tables = {members_text(table): index for index, table in enumerate(plan.schedule.tables)}
        ours = (BLOCK.c.tournament == self._number, BLOCK.c.done.is_(None))
        newest = store.execute(select(func.max(BLOCK.c.id)).where(*ours))[0][0]
        # Another process may extend the tournament meanwhile; what it adds is not this process's work. It may get the
        # number of a block that it removed, though, so what is not known is left out again wherever blocks are read.
        self._mine = (*ours, BLOCK.c.last <= plan.schedule.deals, BLOCK.c.id <= (newest or 0))

    def take(self, count: int) -> list[Work]:
        """Claim up to ``count`` open blocks, the earliest first; fewer, or none, where others hold the rest."""
        now = time.time()
        free = and_(*self._mine, or_(BLOCK.c.owner.is_(None), BLOCK.c.expires < now))
        first = select(BLOCK.c.id).where(free).order_by(BLOCK.c.id).limit(count).with_for_update(skip_locked=True)
        wanted = first.cte("wanted")  # chosen once: PostgreSQL may run a plain sub-select again for every row
        claim = (
            update(BLOCK)
            .where(BLOCK.c.id.in_(select(wanted.c.id)), free)
            .values(owner=self.owner, expires=now + self.lease)
            .returning(BLOCK.c.id, BLOCK.c.members, BLOCK.c.first, BLOCK.c.last)
        )
        found = sorted(row for row in self.store.execute(claim) if row.members in self._tables)
        return [Work(row.id, Block(self._tables[row.members], row.first, row.last)) for row in found]

    def renew(self) -> None:
        """Hold this process's claims for another while."""
        self.store.execute(self._owned().values(expires=time.time() + self.lease))

    def release(self) -> None:
        """Give back what this process has claimed and not finished."""
        self.store.execute(self._owned().values(owner=None, expires=None))

    def left(self) -> int:
        """How many blocks are not finished, by whomever they are claimed."""
        open_ones = self.store.execute(select(BLOCK.c.members).where(*self._mine))
        return sum(1 for (members,) in open_ones if members in self._tables)

    def _owned(self) -> Update:
        return update(BLOCK).where(BLOCK.c.owner == self.owner, BLOCK.c.done.is_(None))

    def reap_expired(self) -> None:
        """End the claims of processes of this machine that are no more, so that nobody has to wait for their time."""
        leases = select(BLOCK.c.owner).where(*self._mine, BLOCK.c.owner.is_not(None)).distinct()
        dead = [owner for (owner,) in self.store.execute(leases) if _is_dead(owner)]
        if dead:
            gone = update(BLOCK).where(*self._mine, BLOCK.c.owner.in_(dead))
            self.store.execute(gone.values(owner=None, expires=None))


def _is_dead(owner: str) -> bool:
    """Whether the process that made a claim ran on this machine and runs no longer; of others nothing is known."""
    host, _, rest = owner.partition("/")
    pid = rest.partition("/")[0]
    return host == platform.node() and pid.isdecimal() and has_ended(int(pid))


# -------------------------------------------------------------------------------------------------------------- The run
#
# Any number of processes may run the same tournament at once. Only the thread that calls :func:`run_tournament`
# touches the store and renews the process's claims.


OnProgress: TypeAlias = Callable[[int, int], None]
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
    progress: OnProgress | None = None,
    lease: float = LEASE_SECONDS,
) -> None:
    """Play all that is missing of a tournament, beside other processes that do, and return when nothing is missing.

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
        tell: OnProgress,
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
        self.claims.reap_expired()
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
            self.claims.reap_expired()
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
        """Tell how many games there are by now, of all processes."""
        self.done = self.store.progress(self.tournament)
        self.tell(self.done, self.total)
