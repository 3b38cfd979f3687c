"""Where blocks are played: anything with ``submit(task)``, which gives a future of the block's packed rows."""

from __future__ import annotations

import os
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
    """A pool of threads: compiled games do not hold Python's lock while they are played."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._pool = ThreadPoolExecutor(jobs)

    def submit(self, task: Task) -> Future[bytes]:
        """See :class:`Executor`."""
        return self._pool.submit(play_task, task)

    def shutdown(self, *, wait: bool = True) -> None:
        """See :class:`Executor`."""
        self._pool.shutdown(wait=wait, cancel_futures=True)


def executor_for(plan: Plan, jobs: int = 0) -> Executor:  # noqa: ARG001  (agents in Python will ask for processes)
    """The executor for this plan's agents with that many jobs (0: one for each core)."""
    return Threads(jobs or os.cpu_count() or 1)
