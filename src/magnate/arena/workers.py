"""Worker processes for agents in Python: an agent that fails, hangs or ends its process costs one game, not the run."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import partial
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from typing import Any, Final, TypeAlias

import numpy as np

from .. import errors
from ..core.loader import kernel
from ..core.players import PythonAgentRunner
from ..core.run import prepare
from ..errors import MagnateError, WorkerLost
from ..runtime.compiler import build, missing
from ..runtime.system import CAN_FORK, kill, run_in_copy
from .blocks import Task, play_task
from .fault_isolation import NO_HISTORY, Call, CallMonitor, CrashHistory, Failure
from .plan import Plan

__all__ = ["Outcome", "Workers", "outcome_of", "unpacked"]


# ---------------------------------------------------------------------------------------- What comes back from a worker


Outcome: TypeAlias = tuple[dict[str, Any], bytes]
"""How it went, as plain lists and texts, and the packed rows."""


def outcome_of(play: Callable[[], bytes], failures: Sequence[str]) -> Outcome:
    """Play a block; ``failures`` has afterwards a sentence for each failure of an agent. Nothing is ever raised."""
    try:
        rows = play()
    except MagnateError as error:
        return {"error": [type(error).__name__, error.message, error.hint]}, b""
    except BaseException:  # noqa: BLE001 - whatever it is, the process that asked is to hear of it
        return {"bug": traceback.format_exc()}, b""
    return {"failures": list(failures)}, rows


def unpacked(outcome: Outcome) -> tuple[bytes, list[str]]:
    """The rows and the failures; raises the error that ended the block instead, a ``RuntimeError`` for a bug."""
    header, rows = outcome
    if "error" in header:
        name, message, hint = header["error"]
        raise getattr(errors, name, MagnateError)(message, hint=hint)
    if "bug" in header:
        raise RuntimeError(f"a process that plays games failed:\n{header['bug']}")
    return rows, header["failures"]


# ---------------------------------------------------------------------------------------------------- The worker's side
#
# A worker is two processes. The first loads the engine and the rules, which takes a second or two, and never runs an
# agent. The second is a fork of it and plays. When the second ends, the first says so and forks another at once.
# Where processes cannot fork, the first plays itself, and the parent starts another when it ends.
#
# The parent sees in a small shared array which call is being made and since when. So it knows the call when the
# process ends or must be killed. Everything else goes through a pipe, as JSON and the bytes of packed rows.


CELLS: Final = 6
"""Whole numbers in the array that parent and worker share: when the call began (0: there is none), its four fields, and
the process that plays (0: there is none)."""
_PLAYER: Final = 5
ALSO: Final = (("position_kernel", "why"), ("position_kernel", "step"), ("drivers", "propose"))
"""Kernels and entries that agents in Python may call, besides those that every game needs."""


class SharedCallMonitor(CallMonitor):
    """Writes the call of the moment where the parent sees it, and keeps the failures that are reported."""

    def __init__(self, cells: Any) -> None:
        self.cells = cells
        self.failures: list[str] = []

    def begin(self, call: Call) -> None:
        """See :class:`~magnate.arena.fault_isolation.CallMonitor`."""
        self.cells[1:_PLAYER] = (call.row, call.game, call.seat, call.number)
        self.cells[0] = time.perf_counter_ns()

    def end(self) -> None:
        """See :class:`~magnate.arena.fault_isolation.CallMonitor`."""
        self.cells[0] = 0

    def failed(self, failure: Failure) -> None:
        """See :class:`~magnate.arena.fault_isolation.CallMonitor`."""
        self.failures.append(failure.message)


def read_call(cells: Any) -> tuple[Call | None, float]:
    """The call of the moment, and the seconds since it began; None and 0 where the worker is not in an agent."""
    began, *fields = cells[:_PLAYER]
    return (Call(*fields), (time.perf_counter_ns() - began) / 1e9) if began else (None, 0.0)


def kill_player(cells: Any) -> None:
    """Kill the process that plays, if there is one."""
    if cells[_PLAYER]:
        kill(cells[_PLAYER])


def serve(pipe: Connection, cells: Any, plan: str, fork: bool) -> None:
    """Have blocks played until the pipe is closed; a process that ends otherwise is reported by its exit code."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is interrupted too, and decides what becomes of blocks
    os.dup2(2, 1)  # what an agent prints must not get between the lines of a result
    _load(plan)
    if not fork:
        _play(pipe, cells)
    while fork:
        code = run_in_copy(partial(_play, pipe, cells))
        cells[_PLAYER] = 0
        if not code and not cells[0]:
            return
        pipe.send_bytes(json.dumps({"ended": code}).encode())


def _load(plan: str) -> None:
    """Load what the games of this plan need, except for the agents: they run in forks only."""
    with suppress(MagnateError):  # the block that is played next meets it again and tells of it
        game = Plan.from_json(plan).load_game()
        prepare(game.rules, game.guide, batched=True)
        game.new()
        PythonAgentRunner(game, [], [])  # loads what tells agents of events
        for part, name in ALSO:
            entry = getattr(kernel(part, game.rules, game.guide if part == "drivers" else None), name)
            if not missing([entry]):  # only some agents need it: nothing is compiled for them in vain
                build([entry])


def _play(pipe: Connection, cells: Any) -> None:
    """Play what comes through the pipe until it is closed."""
    first = os.getppid()
    cells[_PLAYER] = os.getpid()
    threading.Thread(target=_die_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        while os.getppid() == first:
            request = json.loads(pipe.recv_bytes())
            cells[0] = 0
            header, rows = _answer(request, SharedCallMonitor(cells))
            pipe.send_bytes(json.dumps(header).encode())
            pipe.send_bytes(rows)


def _answer(request: dict[str, Any], watch: SharedCallMonitor) -> Outcome:
    """What came of a block."""
    task = Task(**request["task"])

    def play() -> bytes:
        _same_luck(task)
        return play_task(task, CrashHistory.from_json(request["past"]), watch)

    return outcome_of(play, watch.failures)


def _same_luck(task: Task) -> None:
    """Start Python's and NumPy's common random numbers anew for each block, for agents that use them."""
    random.seed(f"{task.table}/{task.first}")
    np.random.seed(task.first)  # noqa: NPY002 - the generator that agents share by default is this one


def _die_with_parent() -> None:
    """End the process, whatever it is doing, when the one that wants its blocks is no more."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


# ---------------------------------------------------------------------------------------------------- The parent's side
#
# A block is a function of the plan and the deals. When a process dies or takes too long over a call, another one plays
# the block again from its start and gets the :class:`~magnate.arena.fault_isolation.CrashHistory`, until it succeeds.
# Only a time limit can make two runs differ.


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
    """A worker process, which plays one block at a time; ``plan`` is what it will play first.

    ``fork`` says whether the player is a fork of it.
    """

    def __init__(self, plan: str, *, fork: bool) -> None:
        self.fork = fork
        context = multiprocessing.get_context("spawn")
        self.cells = context.RawArray("q", CELLS)
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs, self.cells, plan, fork), name="magnate-worker")
        self.process.daemon = True
        with _STARTING, _fixed_hashes():
            self.process.start()
        theirs.close()

    def play(self, task: Task, past: CrashHistory, limit: float | None) -> Outcome | _Ended:
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
            return _Ended(None if self.fork else read_call(self.cells)[0], _how(self.process.exitcode))

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
        if not self.fork:
            self.end()
            return _Ended(call, how)
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

    ``limit`` is the most seconds that one call to an agent may take (None: any). ``on_message`` is called with a
    sentence for each failure of an agent, in a thread of its own. ``fork``: whether agents run in forks of a worker.
    """

    def __init__(
        self,
        jobs: int,
        limit: float | None = None,
        on_message: Callable[[str], None] | None = None,
        *,
        fork: bool = CAN_FORK,
    ) -> None:
        self.fork = fork
        self.jobs = jobs
        self.limit = limit
        self.on_message = on_message or (lambda _message: None)
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
        past, losses = NO_HISTORY, 0
        while True:
            found = self._attempt(task, past)
            if not isinstance(found, _Ended):
                rows, failures = unpacked(found)
                for message in failures:
                    self.on_message(message)
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

    def _attempt(self, task: Task, past: CrashHistory) -> Outcome | _Ended:
        """One attempt at a block, with a worker that is idle or new."""
        with self._lock:
            worker = self._idle.pop() if self._idle else None
        if worker is None:
            worker = _Worker(task.plan, fork=self.fork)
        with self._lock:
            self._busy.append(worker)
            if self._stopped:
                worker.kill()
        found = worker.play(task, past, self.limit)
        lost = isinstance(found, _Ended) and (found.call is None or not worker.fork)
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
