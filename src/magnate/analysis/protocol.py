"""``magnate analysis``: other programs ask by JSON lines, and are answered by JSON lines, in any order.

A line is one object (:mod:`.protocol_schema`). Queries have an ``id`` that their answers repeat, and ask about one or
more steps of a record, or about a set-up. For each step there is exactly one answer with ``final: true``
(:mod:`.protocol_answers`); partial ones may come before. Actions (``query_version``, ``clear_cache``, ``terminate``,
``terminate_all``) are answered at once.

The file ``protocol.schema.json`` has the schema of both directions; :func:`schema` makes it.
"""

from __future__ import annotations

import heapq
import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Final

from pydantic import BaseModel, ValidationError

from ..errors import MagnateError
from ..skins import all_real, all_shown
from .protocol_answers import FINDERS, Job
from .protocol_schema import (
    ANSWER,
    KINDS,
    VERSION,
    Action,
    Answer,
    Echo,
    Failure,
    FieldError,
    NoResults,
    Query,
    SetUp,
    Warned,
    schema,
)

if TYPE_CHECKING:
    from ..core.game import Position

__all__ = ["ANSWER", "KINDS", "VERSION", "Engine", "FieldError", "Query", "schema"]

TYPES: Final = {"int", "str", "bool", "float"}
"""Names of types that stand in the place of an error."""
KEPT: Final = 64
"""Records and set-ups that stay read."""
ANSWERS: Final = 1_000
"""Final answers that are kept for the same question."""
THREAD: Final = "magnate analysis"
"""The name of the threads of these kinds."""
LEFT_BEHIND: Final = ("search", "review", "trade")
"""Kinds whose thread is left when the query is ended: a review stops within a second, others at their end."""


@dataclass(order=True)
class _Task:
    """One step of a query that waits for its turn: the highest priority first, then the earliest."""

    rank: tuple[int, int]
    query: Query = field(compare=False)
    at: int = field(compare=False)
    ended: threading.Event = field(compare=False)
    said: SimpleQueue[tuple[Answer | None, BaseException | None]] = field(compare=False, default_factory=SimpleQueue)
    """What the thread of a kind that cannot be stopped has found, or the error that ended it."""


class Engine:
    """Answers lines: :meth:`hear` is called with each, and :meth:`work` answers what waits until all is said.

    ``write`` is called with each answer, by one thread at a time. ``threads`` play the games of a rollout.
    """

    def __init__(self, write: Callable[[dict[str, Any]], None], *, threads: int = 1) -> None:
        self._out = write
        self._threads = threads
        self._waiting: list[_Task] = []
        self._running: _Task | None = None
        self._count = 0
        self._closed = False
        self._change = threading.Condition()
        self._writing = threading.Lock()
        self._games: OrderedDict[str, list[Position] | Any] = OrderedDict()
        self._known: OrderedDict[str, dict[str, Any]] = OrderedDict()

    # ------------------------------------------------------------------------------------------ lines

    def serve(self, lines: Iterable[str]) -> None:
        """Answer all lines; the last queries are answered after they have ended."""
        reader = threading.Thread(target=self._read, args=(lines,), daemon=True)
        reader.start()
        self.work()

    def _read(self, lines: Iterable[str]) -> None:
        try:
            for line in lines:
                if line.strip():
                    self.hear(line)
        finally:
            self.close()

    def close(self) -> None:
        """Nothing more will be asked."""
        with self._change:
            self._closed = True
            self._change.notify()

    def hear(self, line: str) -> None:
        """Read a line: an action is done at once, and a query waits for its turn."""
        given: Any = None
        try:
            given = json.loads(line)
            if not isinstance(given, dict):
                raise ValueError("a line is one object")
            shape = Action if "action" in given else Query
            asked = shape.model_validate({**all_real(given), **_ids(given)})
        except ValidationError as error:
            # of a field that may be one of several things the complaint about the thing that it is
            first = min(error.errors(), key=lambda one: one["type"].endswith("_type"))
            name = ".".join(str(part) for part in first["loc"] if _is_field(part)) or None
            self._write(Failure(error=first["msg"], field=name and _printable(name), id=_id_of(given)))
            return
        except (ValueError, RecursionError) as error:
            self._write(Failure(error=f"this is no line of JSON: {error}"))
            return
        try:
            self._take(asked, given)
        except Exception as error:  # noqa: BLE001 - one line's failure must not end the others
            why = _printable(f"{type(error).__name__}: {error}")
            self._write(Failure(error=why, hint="this is a bug", id=asked.id))

    def _take(self, asked: Query | Action, given: dict[str, Any]) -> None:
        """Do what a line asks, or let it wait."""
        for name in given:
            if name not in type(asked).model_fields:
                self._write(Warned(warning="nobody reads this field", field=_printable(name), id=asked.id))
        if isinstance(asked, Action):
            self._act(asked)
        else:
            self._queue(asked)

    def _queue(self, query: Query) -> None:
        try:
            steps = self._steps_of(query)
        except FieldError as error:
            self._write(Failure(error=error.message, hint=error.hint, field=error.field, id=query.id))
            return
        except MagnateError as error:
            name = "record" if query.record is not None else "position"
            self._write(Failure(error=error.message, hint=error.hint, field=name, id=query.id))
            return
        with self._change:
            for at in steps:
                self._count += 1
                heapq.heappush(self._waiting, _Task((-query.priority, self._count), query, at, threading.Event()))
            self._change.notify()

    def _act(self, asked: Action) -> None:
        echo = Echo(id=asked.id, action=asked.action, terminate_id=asked.terminate_id)
        if asked.action == "query_version":
            from importlib.metadata import version

            echo = echo.model_copy(update={"version": version("magnate"), "protocol": VERSION})
        elif asked.action == "clear_cache":
            with self._change:
                self._games.clear()
                self._known.clear()
        else:
            if asked.action == "terminate" and asked.terminate_id is None:
                why = "terminate says which query is to end"
                self._write(Failure(error=why, field="terminate_id", id=asked.id))
                return
            self._terminate(None if asked.action == "terminate_all" else asked.terminate_id)
        self._write(echo)

    def _terminate(self, name: str | None) -> None:
        """End the queries of that id (None: all): what waits has no results, what runs tells what it has."""
        with self._change:
            ended = [task for task in self._waiting if name is None or task.query.id == name]
            self._waiting = [task for task in self._waiting if task not in ended]
            heapq.heapify(self._waiting)
            if self._running is not None and (name is None or self._running.query.id == name):
                self._running.said.put((None, None))  # before its thread can say that it has ended
                self._running.ended.set()
        for task in ended:
            self._write(NoResults(id=task.query.id, at=task.at))

    # ------------------------------------------------------------------------------------------ work

    def work(self) -> None:
        """Answer what waits, until nothing more will be asked."""
        while True:
            with self._change:
                while not self._waiting and not self._closed:
                    self._change.wait()
                if not self._waiting:
                    return
                task = self._running = heapq.heappop(self._waiting)
            try:
                self._answer(task)
            except FieldError as error:
                self._fail(task, error.message, error.hint, error.field)
            except MagnateError as error:
                self._fail(task, error.message, error.hint)
            except Exception as error:  # noqa: BLE001 - one query's failure must not end the others
                self._fail(task, f"{type(error).__name__}: {error}", "this is a bug")
            finally:
                with self._change:
                    self._running = None

    def _fail(self, task: _Task, error: str, hint: str = "", name: str | None = None) -> None:
        error, hint = _printable(error), _printable(hint)
        self._write(Failure(error=error, hint=hint, field=name, id=task.query.id, at=task.at))

    def _answer(self, task: _Task) -> None:
        query = task.query
        key = json.dumps([query.model_dump(mode="json", exclude={"id", "at", "every", "priority"}), task.at])
        known = self._known.get(key)
        if known is not None:
            self._write(Answer.model_validate({**known, "id": query.id}))
            return
        found = self._found(task)
        if found is None:
            self._write(NoResults(id=query.id, at=task.at))
            return
        if not task.ended.is_set() and query.budget.seconds is None:
            with self._change:
                self._known[key] = found.model_dump(mode="json")
                while len(self._known) > ANSWERS:
                    self._known.popitem(last=False)
        self._write(found)

    def _found(self, task: _Task) -> Answer | None:
        """What the kind of a query finds; None if it was ended before.

        A rollout stops by itself and tells what it has. The kinds in :data:`LEFT_BEHIND` cannot be asked to stop at any
        moment. They have a thread of their own, which ``terminate`` leaves behind.
        """
        positions = self._positions(task.query)
        position = positions[task.at].game.position(positions[task.at].states())  # nothing of it is drawn ahead
        job = Job(
            *(task.query, task.at, position, positions[-1], self._threads, task.ended, self._partial(task)),
        )
        find = FINDERS[task.query.kind]
        if task.query.kind not in LEFT_BEHIND:
            return find(job)

        def run() -> None:
            try:
                task.said.put((find(job), None))
            except BaseException as error:  # noqa: BLE001 - it is raised where the answer is waited for
                task.said.put((None, error))

        threading.Thread(target=run, daemon=True, name=THREAD).start()
        found, error = task.said.get()
        if error is not None:
            raise error
        return found

    def _write(self, answer: BaseModel) -> None:
        with self._writing:
            content = answer.model_dump(mode="json", exclude_none=isinstance(answer, Failure | Warned | Echo))
            self._out({**all_shown(content), **_ids(content)})

    # ------------------------------------------------------------------------------------------ positions

    def _steps_of(self, query: Query) -> list[int]:
        """The steps that a query asks about."""
        if (query.record is None) == (query.position is None):
            raise FieldError("a query has a record or a position", "record", "give one of them")
        last = len(self._positions(query)) - 1
        steps = [query.at] if isinstance(query.at, int) else query.at or [last]
        for at in steps:
            if at > last:
                raise FieldError(f"there is no step {at}", "at", f"the steps are 0 to {last}")
        return steps

    def _positions(self, query: Query) -> Sequence[Position]:
        """All positions of a query's record, or its one."""
        given = query.record if query.record is not None else query.position
        whole = given.model_dump() if isinstance(given, BaseModel) else given
        key = json.dumps(whole, sort_keys=True)
        with self._change:
            found = self._games.get(key)
            if found is not None:
                self._games.move_to_end(key)
                return found
        made = _read_record(query.record) if query.record is not None else [_read_position(query.position)]
        with self._change:
            self._games[key] = made
            while len(self._games) > KEPT:
                self._games.popitem(last=False)
        return made

    def _partial(self, task: _Task) -> Callable[[Answer], bool]:
        """What is called with answers so far: it writes one now and then, and says whether to go on."""
        last = [time.monotonic()]

        def tell(answer: Answer) -> bool:
            every = task.query.every
            if every is not None and time.monotonic() - last[0] >= every:
                last[0] = time.monotonic()
                self._write(answer)
            return not task.ended.is_set()

        return tell


def _ids(line: dict[str, Any]) -> dict[str, Any]:
    """What ties answers to queries, which no skin renames."""
    return {key: line[key] for key in ("id", "terminate_id") if key in line}


def _id_of(given: Any) -> str | None:
    found = given.get("id") if isinstance(given, dict) else None
    return found if isinstance(found, str) and found == _printable(found) else None


def _is_field(part: str | int) -> bool:
    """Whether a part of a place is a field or a number in a list, and not the name of a type."""
    return isinstance(part, int) or (part.isidentifier() and part not in TYPES)


def _printable(text: str) -> str:
    """A text without the halves of signs that JSON may have, and no answer can."""
    return text.encode(errors="replace").decode()


def _read_record(given: dict[str, Any] | None) -> list[Position]:
    from ..core.game import Record

    return list(Record.from_json(json.dumps(given)).positions())


def _read_position(given: SetUp | None) -> Position:
    from ..core.game import load_with

    if given is None:
        raise FieldError("a query has a record or a position", "position")
    game = load_with(given.game, given.preset, given.players, given.options)
    return game.setup(given.setup) if given.setup else game.new()
