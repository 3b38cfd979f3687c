"""Where blocks are played: anything with ``submit(task)``, which gives a future of the block's packed rows."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Protocol

from .blocks import Task, play_task
from .plan import Plan

__all__ = ["Executor", "Threads", "executor_for"]


class Executor(Protocol):
    """A place where blocks are played, ``jobs`` of them at a time."""

    jobs: int

    def submit(self, task: Task) -> Future[bytes]:
        """Play a block some time soon; the future has its rows, or the error that ended it."""
        ...

    def shutdown(self, *, wait: bool = True) -> None:
        """Take no more work, forget what has not begun, and ``wait`` for the rest."""
        ...


class Threads:
    """A pool of threads: compiled games and searches do not hold Python's lock."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._pool = ThreadPoolExecutor(jobs)

    def submit(self, task: Task) -> Future[bytes]:
        """See :class:`Executor`."""
        return self._pool.submit(play_task, task)

    def shutdown(self, *, wait: bool = True) -> None:
        """See :class:`Executor`."""
        self._pool.shutdown(wait=wait, cancel_futures=True)


def executor_for(
    plan: Plan, jobs: int = 0, told: Callable[[str], None] | None = None, cluster: str | None = None
) -> Executor:
    """The executor for this plan's agents with that many jobs (0: one for each core).

    Our own agents play in threads, a user's in processes of their own, where they may fail: ``told`` hears how, a
    sentence for each failure. ``cluster`` is ``local`` or an address for
    :class:`~magnate.arena.cluster.Cluster`.
    """
    count = jobs or os.cpu_count() or 1
    if cluster is not None:
        from .cluster import Cluster

        return Cluster(cluster, count, plan.agent_timeout, told)
    if plan.ours:
        return Threads(count)
    from .workers import Workers

    return Workers(count, plan.agent_timeout, told)
