"""Worker processes for agents in Python: an agent that fails, hangs or ends its process costs one game, not the run.

A block is a function of the plan and the deals. So when a process dies or takes too long over a call, another one plays
the block again from its start, told what has been seen (:class:`~magnate.arena.guard.Past`), until it comes through.
Only a time limit can make two runs differ: whether a call takes longer than that is no function of anything.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from multiprocessing.connection import wait
from typing import Final

from ..errors import WorkerLost
from .blocks import Task
from .guard import NOTHING, Call, Past
from .outcomes import Outcome, unpacked
from .worker import CELLS, kill_player, read_call, serve

__all__ = ["Workers"]

LOSSES: Final = 3
"""How often a block may lose its worker while no agent is being asked, before that is an error."""
_STARTING: Final = threading.Lock()
"""One process is started (or buried) at a time: :mod:`multiprocessing` keeps a list of them."""


@dataclass(frozen=True, slots=True)
class _Ended:
    """The process that played ended: in which call to an agent, if any, and how."""

    call: Call | None
    how: str


class _Worker:
    """A worker (see :mod:`.worker`), which plays one block at a time; ``plan`` is what it will play first."""

    def __init__(self, plan: str) -> None:
        context = multiprocessing.get_context("spawn")
        self.cells = context.RawArray("q", CELLS)
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs, self.cells, plan), name="magnate-worker")
        self.process.daemon = True
        with _STARTING, _fixed_hashes():
            self.process.start()
        theirs.close()

    def play(self, task: Task, past: Past, limit: float | None) -> Outcome | _Ended:
        """The header and rows of a block, or how the process ended; ``limit`` is in seconds for each call."""
        request = {"task": asdict(task), "past": past.to_json()}
        try:
            self.pipe.send_bytes(json.dumps(request).encode())
            while not self._ready(limit):
                call, seconds = read_call(self.cells)
                if limit is not None and seconds > limit:
                    return self._overdue(call, f"took more than {limit:g} s to answer")
            header = json.loads(self.pipe.recv_bytes())
            if "ended" in header:
                return _Ended(read_call(self.cells)[0], _how(header["ended"]))
            return header, self.pipe.recv_bytes()
        except (EOFError, OSError):
            self.end()
            return _Ended(None, _how(self.process.exitcode))

    def kill(self) -> None:
        """Kill its processes."""
        self.process.kill()
        kill_player(self.cells)

    def end(self) -> None:
        """Kill its processes and forget them."""
        self.kill()
        with _STARTING:
            self.process.join()
        self.pipe.close()

    def _overdue(self, call: Call | None, how: str) -> _Ended:
        """Kill the process that plays; it may have come to the end of its block just before."""
        kill_player(self.cells)
        while "ended" not in json.loads(self.pipe.recv_bytes()):
            self.pipe.recv_bytes()
        return _Ended(call, how)

    def _ready(self, limit: float | None) -> bool:
        """Wait for an answer or the end of the process; with a time limit, no longer than to look at the clock."""
        found = wait([self.pipe, self.process.sentinel], None if limit is None else min(limit / 4, 0.25))
        if found and not self.pipe.poll():
            raise EOFError
        return bool(found)


class Workers:
    """An executor (see :class:`~magnate.arena.executors.Executor`) of ``jobs`` worker processes.

    ``limit`` is the most seconds that one call to an agent may take (None: any), ``told(message)`` is called, in a
    thread of its own, with a sentence for each failure of an agent.
    """

    def __init__(self, jobs: int, limit: float | None = None, told: Callable[[str], None] | None = None) -> None:
        self.jobs = jobs
        self.limit = limit
        self.told = told or (lambda _message: None)
        self._threads = ThreadPoolExecutor(jobs, thread_name_prefix="magnate-workers")
        self._lock = threading.Lock()
        self._idle: list[_Worker] = []
        self._busy: list[_Worker] = []
        self._stopped = False

    def submit(self, task: Task) -> Future[bytes]:
        """Play a block some time soon; the future has its rows, or the error that ended it."""
        return self._threads.submit(self._play, task)

    def shutdown(self, *, wait: bool = True) -> None:
        """Take no more work and forget what has not begun; ``wait`` for what is being played, or kill it."""
        self._threads.shutdown(wait=wait, cancel_futures=True)
        with self._lock:
            self._stopped = True
            for worker in self._busy:
                worker.kill()
        self._threads.shutdown(wait=True)
        while self._idle:
            self._idle.pop().end()

    def _play(self, task: Task) -> bytes:
        past, losses = NOTHING, 0
        while True:
            found = self._attempt(task, past)
            if not isinstance(found, _Ended):
                rows, failures = unpacked(found)
                for message in failures:
                    self.told(message)
                return rows
            if found.call is not None:
                past = past.and_ended(found.call, found.how)
                continue
            losses += 1
            if losses == LOSSES:
                raise WorkerLost(
                    f"a worker process was lost {LOSSES} times at the same block: it {found.how}",
                    hint="is there enough memory? A script that plays tournaments needs: if __name__ == '__main__':",
                )

    def _attempt(self, task: Task, past: Past) -> Outcome | _Ended:
        """One attempt at a block, with a worker that is idle or new."""
        with self._lock:
            worker = self._idle.pop() if self._idle else None
        if worker is None:
            worker = _Worker(task.plan)
        with self._lock:
            self._busy.append(worker)
            if self._stopped:
                worker.kill()
        found = worker.play(task, past, self.limit)
        lost = isinstance(found, _Ended) and found.call is None
        if lost:
            worker.end()
        with self._lock:
            self._busy.remove(worker)
            if not lost:
                self._idle.append(worker)
            if self._stopped:
                raise CancelledError
        return found


def _how(code: int | None) -> str:
    """How a process ended, from its exit code."""
    return f"was ended by signal {-code}" if code is not None and code < 0 else f"ended its process with code {code}"


@contextmanager
def _fixed_hashes() -> Iterator[None]:
    """Let processes that start now hash texts all alike, so that an agent meets a set of them in the same order."""
    before = os.environ.get("PYTHONHASHSEED")
    os.environ["PYTHONHASHSEED"] = before or "0"
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONHASHSEED"]
