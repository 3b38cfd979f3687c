"""Worker processes for what takes long, and who may use them next.

So the loop in which all tables live never waits, and a client that asks for much delays only itself. The processes are
bounded, one that hangs is killed, and waiting clients are served in turn (:class:`FairQueue`).
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from typing import Any, Final, Generic, NamedTuple, TypeVar

from ..errors import WorkerFailed
from ..runtime.system import lower_priority

__all__ = ["READY", "Course", "FairQueue", "Pool", "Who", "as_worker"]

READY: Final = b'{"ready": true}'
"""What a worker says when all that the answer takes is loaded."""
LOADING: Final = 900.0
"""Seconds that loading (and, the first time on a machine, compiling) what an answer takes may last."""
UNIT: Final = 1.0
"""Seconds that count as used when somebody's question is begun, until it is known how many they were."""
MOST_ACCOUNTS: Final = 10_000
"""People and tables whose use is remembered; those who wait for nothing are forgotten first."""
_STARTING: Final = threading.Lock()
"""One process is started at a time: :mod:`multiprocessing` keeps a list of them."""

T = TypeVar("T")


# ----------------------------------------------------------------------------------------------- the queue


class Who(NamedTuple):
    """For whom something is done: a person (an address, say), and the table that it is about."""

    person: str = ""
    table: str = ""


class FairQueue(Generic[T]):
    """What waits, served in turn: first the person who has used the least time, then the least used of his tables.

    Questions about one table keep their order. Nobody saves time up: who begins to wait has used at least as much as
    the one who was served last.

    >>> queue = FairQueue()
    >>> for number in range(3):
    ...     queue.put(Who("Ann"), f"Ann's {number}")
    >>> queue.put(Who("Bob"), "Bob's")
    >>> [queue.take() for _ in range(4)]
    ["Ann's 0", "Bob's", "Ann's 1", "Ann's 2"]
    """

    def __init__(self) -> None:
        self._waiting: dict[str, dict[str, deque[T]]] = {}
        self._used: dict[tuple[str, ...], float] = {}
        self._served: dict[tuple[str, ...], float] = {}

    def __len__(self) -> int:
        return sum(len(line) for tables in self._waiting.values() for line in tables.values())

    def of(self, person: str) -> int:
        """How many questions of a person wait."""
        return sum(map(len, self._waiting.get(person, {}).values()))

    def put(self, who: Who, one: T) -> None:
        """Let something wait."""
        if who.person not in self._waiting:
            self._begin((who.person,))
        tables = self._waiting.setdefault(who.person, {})
        if who.table not in tables:
            self._begin((who.person, who.table))
        tables.setdefault(who.table, deque()).append(one)

    def take(self, fits: Callable[[T], bool] = lambda _: True) -> T | None:
        """What is to be done next, of what ``fits``; None where nothing does. Its person and table pay a unit."""
        for person in sorted(self._waiting, key=lambda person: self._used[person,]):
            tables = self._waiting[person]
            for table in sorted(tables, key=lambda table: self._used[person, table]):
                if fits(tables[table][0]):
                    return self._taken(Who(person, table))
        return None

    def charge(self, who: Who, seconds: float) -> None:
        """Count time that was used for somebody."""
        for account in ((who.person,), (who.person, who.table)):
            if account in self._used:
                self._used[account] += seconds

    def drop(self, who: Who, one: T) -> None:
        """Let something wait no longer."""
        line = self._waiting.get(who.person, {}).get(who.table)
        if line is not None and one in line:
            line.remove(one)
            self._tidy(who)

    def _taken(self, who: Who) -> T:
        one = self._waiting[who.person][who.table].popleft()
        self._served[()] = self._used[who.person,]
        self._served[who.person,] = self._used[who]
        self.charge(who, UNIT)
        self._tidy(who)
        return one

    def _tidy(self, who: Who) -> None:
        tables = self._waiting[who.person]
        if not tables[who.table]:
            del tables[who.table]
        if not tables:
            del self._waiting[who.person]

    def _begin(self, account: tuple[str, ...]) -> None:
        if len(self._used) > MOST_ACCOUNTS:
            waiting = self._waiting
            self._used = {one: used for one, used in self._used.items() if one[0] in waiting}
            self._served = {one: used for one, used in self._served.items() if not one or one[0] in waiting}
        self._used[account] = max(self._used.get(account, 0.0), self._served.get(account[:-1], 0.0))


# ----------------------------------------------------------------------------------------- the processes


@dataclass(slots=True)
class Course:
    """For whom a question is asked, and how far it has come.

    A worker has been ``asked``, and is ``ready``, with all loaded, to think. ``late``: the time ended a search, and the
    answer is the best that it had found. ``long`` questions leave a worker to the others. ``progress`` is what the
    worker has told of a long answer: what it does (``since`` when), how much of that is done, and of how much.
    """

    who: Who = field(default_factory=Who)
    long: bool = False
    asked: bool = False
    ready: bool = False
    late: bool = False
    seconds: float = 0.0
    progress: tuple[str, int, int] | None = None
    since: float | None = None

    def tell(self, what: str, done: int, whole: int) -> None:
        """Take what a worker has told."""
        if self.progress is None or self.progress[0] != what:
            self.since = time.monotonic()
        self.progress = what, done, whole

    @property
    def left(self) -> float | None:
        """The seconds that the worker will take for what it does now, as fast as it was so far."""
        if self.progress is None or self.since is None or not self.progress[1]:
            return None
        _, done, whole = self.progress
        return (time.monotonic() - self.since) * (whole - done) / done

    @property
    def preparing(self) -> bool:
        """Whether a worker loads what the answer takes, or compiles it, the first time on a machine."""
        return self.asked and not self.ready


@dataclass(slots=True, eq=False)
class _Turn:
    """Somebody who waits for a worker."""

    course: Course
    worker: asyncio.Future[_Worker | None]


class _Worker:
    """A worker process, which is asked one question at a time."""

    def __init__(self, serve: Callable[[Connection], None], name: str) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs,), name=name, daemon=True)
        with _STARTING:
            self.process.start()
        theirs.close()

    def ask(self, asked: bytes, limit: float, course: Course) -> dict[str, Any]:
        """The answer; raises :class:`~magnate.errors.WorkerFailed` where there is none in ``limit`` seconds."""
        try:
            self.pipe.send_bytes(asked)
            if "ready" in (heard := self._heard(LOADING, course)):
                course.ready = True
                begun = time.monotonic()
                heard = self._heard(limit, course)
                course.seconds = time.monotonic() - begun
        except (EOFError, OSError):
            self.end()
            raise WorkerFailed("ended unexpectedly", hint="is there enough memory?") from None
        return heard

    def _heard(self, limit: float, course: Course) -> dict[str, Any]:
        ends = time.monotonic() + limit
        while True:
            found = wait([self.pipe, self.process.sentinel], max(0.0, ends - time.monotonic()))
            if not found:
                self.end()
                raise WorkerFailed(f"took more than {limit:g} s to answer", hint="ask for less")
            if not self.pipe.poll():
                raise EOFError
            heard: dict[str, Any] = json.loads(self.pipe.recv_bytes())
            if "progress" not in heard:
                return heard
            course.tell(*heard["progress"])

    @property
    def alive(self) -> bool:
        """Whether it can be asked."""
        return self.process.is_alive() and not self.pipe.closed

    def end(self) -> None:
        """Kill it."""
        self.process.kill()
        with _STARTING:
            self.process.join()
        with suppress(OSError):
            self.pipe.close()


class Pool:
    """At most so many processes that answer by ``serve``, each started when it is needed first. For one loop at a time.

    Of several processes one is left to questions that are not ``long``.
    """

    def __init__(self, workers: int, serve: Callable[[Connection], None], name: str) -> None:
        self.workers = workers
        self.waiting: FairQueue[_Turn] = FairQueue()
        self._serve = serve
        self._name = name
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix=name)
        self._idle: list[_Worker | None] = [None] * workers
        self._busy: set[_Worker] = set()
        self._long = 0
        self._closed = False

    async def answer(self, asked: bytes, limit: float, course: Course) -> dict[str, Any]:
        """What a worker says, when one is free; a worker that takes longer than ``limit`` is killed.

        Raises :class:`~magnate.errors.WorkerFailed`. Whoever no longer wants the answer may cancel.
        """
        loop = asyncio.get_running_loop()
        turn = _Turn(course, loop.create_future())
        self.waiting.put(course.who, turn)
        self._next()
        try:
            worker = await turn.worker
        except asyncio.CancelledError:
            if turn.worker.done() and not turn.worker.cancelled():
                self._back(turn.worker.result(), course, 0.0)
            else:
                self.waiting.drop(course.who, turn)
            raise
        begun = loop.time()
        answered = loop.run_in_executor(self._threads, self._asked, worker, asked, limit, course)
        answered.add_done_callback(lambda done: self._done(done, course, loop.time() - begun))
        _, heard = await asyncio.shield(answered)  # who cancels does not hear it; the worker goes on
        if isinstance(heard, WorkerFailed):
            raise heard
        return heard

    async def close(self) -> None:
        """End all workers, whatever they are doing."""
        self._closed = True
        for worker in [*self._busy, *self._idle]:
            if worker is not None:
                worker.process.kill()
        await asyncio.to_thread(self._threads.shutdown, True)
        for worker in self._idle:
            if worker is not None:
                worker.end()
        self._idle.clear()

    def _asked(
        self, worker: _Worker | None, asked: bytes, limit: float, course: Course
    ) -> tuple[_Worker | None, dict[str, Any] | WorkerFailed]:
        """In a thread: the worker afterwards (None where it was lost) and what came of the question."""
        course.asked = True
        if worker is None or not worker.alive:
            worker = _Worker(self._serve, self._name)
        self._busy.add(worker)
        heard: dict[str, Any] | WorkerFailed
        try:
            if self._closed:
                worker.end()
            heard = worker.ask(asked, limit, course)
        except WorkerFailed as failed:
            heard = failed
        finally:
            self._busy.discard(worker)
        return (worker if worker.alive else None), heard

    def _done(self, done: asyncio.Future[tuple[_Worker | None, Any]], course: Course, seconds: float) -> None:
        self._back(None if done.cancelled() or done.exception() else done.result()[0], course, seconds)

    def _back(self, worker: _Worker | None, course: Course, seconds: float) -> None:
        """A worker is free again, after so many seconds."""
        self._idle.append(worker)
        self._long -= course.long
        self.waiting.charge(course.who, seconds - UNIT)
        self._next()

    def _next(self) -> None:
        """Let those whose turn it is have the free workers; one that runs already comes before one to be started."""
        while self._idle:
            turn = self.waiting.take(self._fits)
            if turn is None:
                return
            if turn.worker.done():  # the asking client has gone away
                self.waiting.charge(turn.course.who, -UNIT)
                continue
            running = next((one for one in self._idle if one is not None), None)
            self._idle.remove(running)
            self._long += turn.course.long
            turn.worker.set_result(running)

    def _fits(self, turn: _Turn) -> bool:
        return not turn.course.long or self._long < max(1, self.workers - 1)


# ---------------------------------------------------------------------------------------- in the process


def as_worker(pipe: Connection, answer: Callable[[bytes], dict[str, Any]], niceness: int) -> None:
    """Be a worker: answer until the pipe is closed, less urgently than what people wait for."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server is interrupted too, and ends this process itself
    lower_priority(niceness)
    threading.Thread(target=_die_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            pipe.send_bytes(json.dumps(answer(pipe.recv_bytes())).encode())


def _die_with_parent() -> None:
    """End the process, whatever it is doing, when the server is no more."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
