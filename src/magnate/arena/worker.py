"""A worker process: it plays one block after another for its parent, with the agents in Python loaded from their specs.

The parent watches from outside what the agent of the moment is asked and since when (a small array that both can see),
so that it knows which call it was when the process dies or must be killed. Everything else goes through a pipe, as
JSON and the bytes of packed rows.
"""

from __future__ import annotations

import json
import os
import random
import signal
import threading
import time
import traceback
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from typing import Any, Final

import numpy as np

from ..errors import MagnateError
from .asking import Call, Past, Watch
from .blocks import Task, play_task
from .failures import Failure

__all__ = ["CELLS", "SharedWatch", "read_call", "serve"]

CELLS: Final = 5
"""Whole numbers in the array that parent and worker share: when the call began (0: there is none), and its fields."""


class SharedWatch(Watch):
    """Writes the call of the moment where the parent sees it, and keeps the failures."""

    def __init__(self, cells: Any) -> None:
        self.cells = cells
        self.failures: list[Failure] = []

    def begin(self, call: Call) -> None:
        """See :class:`~magnate.arena.asking.Watch`."""
        self.cells[1:] = (call.row, call.game, call.seat, call.decisions)
        self.cells[0] = time.monotonic_ns()

    def end(self) -> None:
        """See :class:`~magnate.arena.asking.Watch`."""
        self.cells[0] = 0

    def failed(self, failure: Failure) -> None:
        """See :class:`~magnate.arena.asking.Watch`."""
        self.failures.append(failure)


def read_call(cells: Any) -> tuple[Call | None, float]:
    """The call of the moment, and the seconds since it began; None and 0 where the worker is not in an agent."""
    began, *fields = cells[:]
    return (Call(*fields), (time.monotonic_ns() - began) / 1e9) if began else (None, 0.0)


def serve(pipe: Connection, cells: Any) -> None:
    """Play what comes through the pipe until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is interrupted too, and decides what becomes of blocks
    os.dup2(2, 1)  # what an agent prints must not get between the lines of a result
    threading.Thread(target=_die_with_parent, daemon=True).start()
    while True:
        try:
            request = json.loads(pipe.recv_bytes())
        except EOFError:
            return
        cells[0] = 0
        header, rows = _answer(request, SharedWatch(cells))
        pipe.send_bytes(json.dumps(header).encode())
        pipe.send_bytes(rows)


def _answer(request: dict[str, Any], watch: SharedWatch) -> tuple[dict[str, Any], bytes]:
    """What came of a block: a header that says how it went, and the rows."""
    task = Task(**request["task"])
    _same_luck(task)
    try:
        rows = play_task(task, Past.from_json(request["past"]), watch)
    except MagnateError as error:
        return {"error": [type(error).__name__, error.message, error.hint]}, b""
    except Exception:
        return {"bug": traceback.format_exc()}, b""
    return {"failures": [failure.message for failure in watch.failures]}, rows


def _same_luck(task: Task) -> None:
    """Start Python's and NumPy's common random numbers anew for each block, for agents that use them."""
    random.seed(f"{task.table}/{task.first}")
    np.random.seed(task.first)  # noqa: NPY002  (the generator that agents share by default is this one)


def _die_with_parent() -> None:
    """End the process, whatever it is doing, when its parent is no more."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
