"""A worker: it plays one block after another for its parent, with the agents in Python loaded from their specs.

A worker is two processes. The first loads the engine and the rules, which takes a second or two, and never runs an
agent; the second is a fork of it and plays. When the second ends, the first says so and forks another at once.

The parent watches from outside what the agent of the moment is asked and since when (a small array that all can see),
so that it knows which call it was when the process ends or must be killed. Everything else goes through a pipe, as JSON
and the bytes of packed rows.
"""

from __future__ import annotations

import json
import os
import random
import signal
import threading
import time
from contextlib import suppress
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from typing import Any, Final

import numpy as np

from ..core.loader import kernel
from ..core.players import PythonAgentRunner
from ..core.run import prepare
from ..errors import MagnateError
from ..runtime.compiler import build, missing
from .blocks import Task, play_task
from .failures import Failure
from .guard import Call, Past, Watch
from .outcomes import Outcome, outcome_of
from .plan import Plan

__all__ = ["CELLS", "SharedWatch", "kill_player", "read_call", "serve"]

CELLS: Final = 6
"""Whole numbers in the array that parent and worker share: when the call began (0: there is none), its four fields, and
the process that plays (0: there is none)."""
_PLAYER: Final = 5
ALSO: Final = (("position_kernel", "why"), ("position_kernel", "step"), ("policy_kernel", "propose"))
"""Kernels and entries that agents in Python may call, besides those that every game needs."""


class SharedWatch(Watch):
    """Writes the call of the moment where the parent sees it, and keeps what it is told of failures."""

    def __init__(self, cells: Any) -> None:
        self.cells = cells
        self.failures: list[str] = []

    def begin(self, call: Call) -> None:
        """See :class:`~magnate.arena.guard.Watch`."""
        self.cells[1:_PLAYER] = (call.row, call.game, call.seat, call.number)
        self.cells[0] = time.monotonic_ns()

    def end(self) -> None:
        """See :class:`~magnate.arena.guard.Watch`."""
        self.cells[0] = 0

    def failed(self, failure: Failure) -> None:
        """See :class:`~magnate.arena.guard.Watch`."""
        self.failures.append(failure.message)


def read_call(cells: Any) -> tuple[Call | None, float]:
    """The call of the moment, and the seconds since it began; None and 0 where the worker is not in an agent."""
    began, *fields = cells[:_PLAYER]
    return (Call(*fields), (time.monotonic_ns() - began) / 1e9) if began else (None, 0.0)


def kill_player(cells: Any) -> None:
    """Kill the process that plays, if there is one."""
    if cells[_PLAYER]:
        with suppress(ProcessLookupError):
            os.kill(cells[_PLAYER], signal.SIGKILL)


def serve(pipe: Connection, cells: Any, plan: str) -> None:
    """Have blocks played until the pipe is closed; a process that ends otherwise is told of by its exit code."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is interrupted too, and decides what becomes of blocks
    os.dup2(2, 1)  # what an agent prints must not get between the lines of a result
    _load(plan)
    while True:
        player = os.fork()
        if not player:
            _play(pipe, cells)
            os._exit(0)
        code = os.waitstatus_to_exitcode(os.waitpid(player, 0)[1])
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
            entry = getattr(kernel(part, game.rules, game.guide if part == "policy_kernel" else None), name)
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
            header, rows = _answer(request, SharedWatch(cells))
            pipe.send_bytes(json.dumps(header).encode())
            pipe.send_bytes(rows)


def _answer(request: dict[str, Any], watch: SharedWatch) -> Outcome:
    """What came of a block."""
    task = Task(**request["task"])

    def play() -> bytes:
        _same_luck(task)
        return play_task(task, Past.from_json(request["past"]), watch)

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
