"""``magnate analysis``: other programs ask by JSON lines, and are answered by JSON lines, in any order.

A line is one object. Queries have an ``id`` that their answers repeat, and ask about one or more steps of a record, or
about a set-up. For each step there is exactly one answer with ``final: true``; partial ones may come before. Actions
(``query_version``, ``clear_cache``, ``terminate``, ``terminate_all``) are answered at once.

The file ``protocol.schema.json`` has the schema of both directions; :func:`schema` makes it.
"""

from __future__ import annotations

import heapq
import json
import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from queue import SimpleQueue
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from ..errors import MagnateError
from .race import NORMAL

if TYPE_CHECKING:
    from ..core.game import Position
    from ..search.report import Report
    from .moves import WholeMove
    from .rollout import Rollout

__all__ = ["ANSWER", "KINDS", "VERSION", "Engine", "Query", "schema"]

VERSION: Final = 1
"""The version of the protocol: it grows when an answer's fields change their meaning."""
KINDS: Final = ("value", "rollout", "search", "review", "trade")
"""What can be asked."""
KEPT: Final = 64
"""Records and set-ups that stay read."""
ANSWERS: Final = 1_000
"""Final answers that are kept for the same question."""
LEFT_BEHIND: Final = ("search", "review", "trade")
"""Kinds whose thread goes on unseen when the query is ended: a review up to its next report, others to their end."""
GAMES: Final = 1_296
"""Games of a rollout where no budget is given."""

Share: TypeAlias = Annotated[float, Field(ge=-1e-9, le=1 + 1e-9)]
Step: TypeAlias = Annotated[int, Field(ge=0)]


# ------------------------------------------------------------------------------------------------------- The questions


class _Shape(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)


class SetUp(_Shape):
    """A position: a game, its preset, players and options, and what :meth:`magnate.Game.setup` takes."""

    game: str
    preset: str | None = None
    players: int | None = None
    options: dict[str, Any] = {}
    setup: dict[str, Any] = {}


class Budget(_Shape):
    """How much work: ``games`` or ``seconds`` of a rollout, or games until the standard error ``se`` (a share).

    ``search`` takes the budgets of ``magnate search``, such as ``"sims:1000"``.
    """

    games: Annotated[int, Field(ge=1)] | None = None
    se: Annotated[float, Field(gt=0, le=0.5)] | None = None
    seconds: Annotated[float, Field(gt=0)] | None = None
    search: str | None = None


class Offer(_Shape):
    """A trade: items and cash that the seat to move gives ``to`` another, and what it gets."""

    to: Annotated[int, Field(ge=0)]
    give: list[str] = []
    get: list[str] = []
    cash: int = 0


class Query(_Shape):
    """A question about steps of a record, or about a position.

    ``at`` are the steps (default: the last). ``seat`` is whose information is used: a seat, ``public`` or ``full``.
    ``moves`` are names, or lists of names, of whole moves. ``every`` asks for partial answers, in seconds.
    ``agents`` play rollouts, one for all seats, or in a rollout one a seat. ``agent`` searches.
    """

    id: str
    record: dict[str, Any] | None = None
    position: SetUp | None = None
    at: list[Step] | Step | None = None
    seat: int | Literal["public", "full"] | None = None
    kind: Literal["value", "rollout", "search", "review", "trade"] = "value"
    budget: Budget = Budget()
    moves: list[str | list[str]] | None = None
    agents: str | list[str] | None = None
    agent: str | None = None
    offer: Offer | None = None
    seed: Annotated[int, Field(ge=0)] = 0
    every: Annotated[float, Field(gt=0)] | None = None
    priority: int = 0


class Action(_Shape):
    """Something to be done at once; ``terminate`` names the query that is to end."""

    id: str
    action: Literal["query_version", "clear_cache", "terminate", "terminate_all"]
    terminate_id: str | None = None


# --------------------------------------------------------------------------------------------------------- The answers


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Move(_Strict):
    """A whole move: ``values`` are the shares of all seats after it, ``delta`` the own share less that of the best.

    ``se`` are standard errors of the values, and ``delta_se`` that of ``delta``; null where a network alone said it.
    ``visits``, ``search_value`` and ``prior`` are those of a search, and no chances. ``line`` is what it expects then.
    """

    names: list[str]
    ids: list[int]
    text: str
    order: Annotated[int, Field(ge=0)]
    values: list[Share] | None
    se: list[float] | None
    delta: float | None
    delta_se: float | None
    games: Annotated[int, Field(ge=0)]
    stopped: bool = False
    visits: int | None = None
    search_value: float | None = None
    prior: float | None = None
    line: list[str] = []


class Answer(_Strict):
    """What is known of one step. ``values`` are the win chances of all seats, and add up to 1.

    ``quantity`` is ``win``, or ``share`` in games such as Kuhn poker: there they are expected shares of the stake.

    ``source`` is ``exact``, ``network``, ``rollouts`` or ``search`` (then ``values`` is null: a search's values are no
    chances). ``policy`` names who plays rollouts, ``truncated`` how many of them the network has ended. ``result`` has
    what a review or a trade is.
    """

    id: str
    at: int
    final: bool
    kind: Literal["value", "rollout", "search", "review", "trade"]
    to_move: int
    quantity: Literal["win", "share"] = "win"
    eyes: int | str
    values: list[Share] | None
    se: list[float] | None
    source: Literal["exact", "network", "rollouts", "search", "review", "trade"]
    games: int
    truncated: int
    policy: list[str]
    seed: int
    moves: list[Move]
    result: dict[str, Any] | None = None


class NoResults(_Strict):
    """A step of a query that was ended before anything was known of it."""

    id: str
    at: int
    final: Literal[True] = True
    noResults: Literal[True] = True  # noqa: N815 - the name that programs know from other engines


class Echo(_Strict):
    """An action has been done."""

    id: str
    action: Literal["query_version", "clear_cache", "terminate", "terminate_all"]
    terminate_id: str | None = None
    version: str | None = None
    protocol: int | None = None


class Failure(_Strict):
    """A line that was not understood, or a step of a query that failed; ``field`` names what is wrong."""

    error: str
    hint: str = ""
    field: str | None = None
    id: str | None = None
    at: int | None = None


class Warned(_Strict):
    """A field that nobody reads."""

    warning: str
    field: str
    id: str | None = None


ASKED: Final[TypeAdapter[Any]] = TypeAdapter(Query | Action)
ANSWER: Final[TypeAdapter[Any]] = TypeAdapter(Answer | NoResults | Echo | Failure | Warned)
"""Reads what the program answers: tests and clients in Python do."""


def schema() -> dict[str, Any]:
    """The JSON schema of the lines in both directions, as ``protocol.schema.json`` has it."""
    asked, answered = ASKED.json_schema(), ANSWER.json_schema()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"magnate analysis, version {VERSION}",
        "$defs": {
            **asked.pop("$defs"),
            **answered.pop("$defs"),
            "Asked": asked,
            "Answered": answered,
        },
        "anyOf": [{"$ref": "#/$defs/Asked"}, {"$ref": "#/$defs/Answered"}],
    }


# --------------------------------------------------------------------------------------------------------- The program


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
            asked = shape.model_validate(given)
        except ValidationError as error:
            first = error.errors()[0]
            name = ".".join(str(part) for part in first["loc"]) or None
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
        except _FieldError as error:
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
                self._running.ended.set()
                self._running.said.put((None, None))
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
            except _FieldError as error:
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
        kind = _KINDS[task.query.kind]
        if task.query.kind not in LEFT_BEHIND:
            return kind(self, task)

        def run() -> None:
            try:
                task.said.put((kind(self, task), None))
            except BaseException as error:  # noqa: BLE001 - it is raised where the answer is waited for
                task.said.put((None, error))

        threading.Thread(target=run, daemon=True).start()
        found, error = task.said.get()
        if error is not None:
            raise error
        return found

    def _write(self, answer: BaseModel) -> None:
        with self._writing:
            self._out(answer.model_dump(mode="json", exclude_none=isinstance(answer, Failure | Warned | Echo)))

    # ------------------------------------------------------------------------------------------ positions

    def _steps_of(self, query: Query) -> list[int]:
        """The steps that a query asks about."""
        if (query.record is None) == (query.position is None):
            raise _FieldError("a query has a record or a position", "record", "give one of them")
        last = len(self._positions(query)) - 1
        steps = [query.at] if isinstance(query.at, int) else query.at or [last]
        for at in steps:
            if at > last:
                raise _FieldError(f"there is no step {at}", "at", f"the steps are 0 to {last}")
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

    def last_of(self, query: Query) -> Position:
        """The last position of a query's record."""
        return self._positions(query)[-1]

    def position_of(self, task: _Task) -> Position:
        """The position that is asked about, without a seed: nothing of it is drawn ahead."""
        position = self._positions(task.query)[task.at]
        return position.game.position(position.states())

    def partial(self, task: _Task) -> Callable[[Answer], bool]:
        """What is called with answers so far: it writes one now and then, and says whether to go on."""
        last = [time.monotonic()]

        def tell(answer: Answer) -> bool:
            every = task.query.every
            if every is not None and time.monotonic() - last[0] >= every:
                last[0] = time.monotonic()
                self._write(answer)
            return not task.ended.is_set()

        return tell

    @property
    def threads(self) -> int:
        """How many threads play the games of a rollout."""
        return self._threads


class _FieldError(MagnateError):
    """A field of a query says something impossible."""

    code = "bad_query"

    def __init__(self, message: str, name: str, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.field = name


class _Ended(Exception):
    """The query of this thread was ended."""


def _id_of(given: Any) -> str | None:
    found = given.get("id") if isinstance(given, dict) else None
    return found if isinstance(found, str) and found == _printable(found) else None


def _printable(text: str) -> str:
    """A text without the halves of signs that JSON may have, and no answer can."""
    return text.encode(errors="replace").decode()


def _errors(margins: Sequence[float]) -> list[float] | None:
    """Standard errors by half widths; None where one game tells nothing of them."""
    return [one / NORMAL for one in margins] if all(map(math.isfinite, margins)) else None


def _read_record(given: dict[str, Any] | None) -> list[Position]:
    from ..core.game import Record

    return list(Record.from_json(json.dumps(given)).positions())


def _read_position(given: SetUp | None) -> Position:
    from ..core.game import load_with

    if given is None:
        raise _FieldError("a query has a record or a position", "position")
    game = load_with(given.game, given.preset, given.players, given.options)
    return game.setup(given.setup) if given.setup else game.new()


# ------------------------------------------------------------------------------------------------------------ The kinds


def _eyes(query: Query) -> int | str:
    return "public" if query.seat is None else query.seat


def _policy(query: Query) -> str | None:
    """The one agent that plays rollouts in all seats."""
    if isinstance(query.agents, list):
        raise _FieldError(f"one agent has all seats in a {query.kind}", "agents", "name one; a rollout takes a list")
    return query.agents


def _whole_moves(position: Position, query: Query) -> list[WholeMove] | None:
    """The moves that a query names."""
    from .moves import move_from

    if query.moves is None:
        return None
    found = []
    for number, names in enumerate(query.moves):
        try:
            found.append(move_from(position, [names] if isinstance(names, str) else names))
        except MagnateError as error:
            raise _FieldError(error.message, f"moves.{number}", error.hint) from None
    return found


def _about(task: _Task, position: Position, **known: Any) -> Answer:
    """An answer with what all kinds have in common."""
    from .chances import quantity

    query = task.query
    given: dict[str, Any] = {
        "id": query.id,
        "at": task.at,
        "final": True,
        "kind": query.kind,
        "to_move": position.to_move,
        "quantity": quantity(position.game.declared),
        "eyes": _eyes(query),
        "values": None,
        "se": None,
        "games": 0,
        "truncated": 0,
        "policy": [],
        "seed": query.seed,
        "moves": [],
        "source": query.kind,
    }
    return Answer.model_validate({**given, **known})


def _value(engine: Engine, task: _Task) -> Answer:
    """Chances of the position, and after each move that is named."""
    from .chances import chances
    from .moves import after

    query, position = task.query, engine.position_of(task)
    games = {} if query.budget.games is None else {"games": query.budget.games}
    policy = _policy(query)

    def said(now: Position) -> Any:
        return chances(now, _eyes(query), policy=policy, seed=query.seed, **games)

    def errors(found: Any) -> list[float] | None:
        return _errors(found.margins) if found.margins else None

    moves: list[tuple[WholeMove, Any]] = []
    found = said(position)
    for move in _whole_moves(position, query) or ():
        if task.ended.is_set():
            return _about(task, position, values=found.shares, se=errors(found), source=found.source)
        moves.append((move, said(after(position, move))))
    seat = max(position.to_move, 0)
    moves.sort(key=lambda one: -one[1].shares[seat])
    rows = [
        Move(
            **_named(move),
            order=order,
            values=list(one.shares),
            se=errors(one),
            delta=one.shares[seat] - moves[0][1].shares[seat],
            delta_se=None,
            games=one.games,
        )
        for order, (move, one) in enumerate(moves)
    ]
    return _about(
        *(task, position),
        values=found.shares,
        se=errors(found),
        source=found.source,
        games=found.games,
        policy=[found.policy] if found.policy else [],
        moves=rows,
    )


def _named(move: WholeMove) -> dict[str, Any]:
    return {"names": list(move.names), "ids": list(move.ids), "text": move.text}


def _rollout(engine: Engine, task: _Task) -> Answer | None:
    """Games that are played on from the position, or after each move that is named."""
    from .rollout import rollout

    query, position = task.query, engine.position_of(task)
    moves, tell = _whole_moves(position, query), engine.partial(task)
    last: list[Answer] = []

    def noted(found: Rollout) -> bool:
        last[:] = [_rolled_out(task, position, found, final=False)]
        return tell(last[0])

    eyes = query.seat if query.seat is not None else ("public" if moves is None else None)
    found = rollout(
        *(position, moves, query.agents, _until(query.budget)),
        eyes=eyes,
        seed=query.seed,
        threads=engine.threads,
        progress=noted,
    )
    return _rolled_out(task, position, found, final=True) if found.games else None


def _until(budget: Budget) -> str | int:
    if budget.se is not None:
        return f"±{100 * NORMAL * budget.se:.6f}"
    if budget.seconds is not None:
        return f"{budget.seconds:.6f}s"
    return budget.games or GAMES


def _rolled_out(task: _Task, position: Position, found: Rollout, *, final: bool) -> Answer:
    seat, best = max(position.to_move, 0), found.candidates[0]
    rows = [
        Move(
            **_named(one.move),
            order=order,
            values=list(one.shares),
            se=_errors(one.margins),
            delta=-one.difference[seat],
            delta_se=next(iter(_errors([one.difference_margin[seat]]) or ()), None),
            games=one.games,
            stopped=one.stopped,
        )
        for order, one in enumerate(found.candidates)
        if one.move is not None
    ]
    return _about(
        *(task, position),
        final=final,
        eyes=found.eyes,
        source="rollouts",
        games=found.games,
        values=list(best.shares),
        se=_errors(best.margins),
        truncated=found.truncated,
        policy=list(found.policy),
        moves=rows,
    )


def _search(_engine: Engine, task: _Task) -> Answer | None:
    """What an agent's search reports; its values are no chances."""
    from ..agents.decision import search_as

    query, position = task.query, _engine.position_of(task)
    if position.to_move < 0:
        raise _FieldError("nobody is to decide there", "at", "ask where to_move is a seat")
    if query.seat not in (None, position.to_move):
        raise _FieldError("a search sees what the seat to move sees", "seat", "leave it out")
    spec = query.agent or ("ismcts" if position.game.info.hidden else "mcts")
    decision = search_as(position, spec, query.budget.search, seed=query.seed)
    if task.ended.is_set():
        return None
    report = decision.report
    rows = [] if report is None else _searched(report, decision.action, _whole_moves(position, query))
    about = {"agent": decision.agent, "action": decision.name, "by": decision.by, "about": decision.about}
    return _about(task, position, eyes=position.to_move, source="search", moves=rows, result=about)


def _searched(report: Report, action: int, moves: list[WholeMove] | None) -> list[Move]:
    """The actions of a report, the chosen one first, then by their visits."""
    wanted = None if moves is None else {move.ids[0] for move in moves}
    line = [step.name for step in report.variation]
    known = sorted(report.actions, key=lambda one: (one.id != action, -one.visits, one.id))
    return [
        Move(
            names=[one.name],
            ids=[one.id],
            text=one.name,
            order=order,
            values=None,
            se=None,
            delta=None,
            delta_se=None,
            games=0,
            visits=one.visits,
            prior=one.prior,
            search_value=one.value[report.seat] if one.bound != "<=" else None,
            line=line[1:] if line[:1] == [one.name] else [],
        )
        for order, one in enumerate(known)
        if wanted is None or one.id in wanted
    ]


def _review(engine: Engine, task: _Task) -> Answer | None:
    """The review of a record: all of it, whatever the step."""
    from ..core.game import Record
    from .chances import FULL, PUBLIC
    from .review import review
    from .worths import GAMES as ROLLED

    query, position = task.query, engine.position_of(task)
    if query.record is None:
        raise _FieldError("a review is of a whole game", "record", "give a record instead of a position")
    record = Record.from_json(json.dumps(query.record))
    over = engine.last_of(query).is_over
    eyes = query.seat if query.seat is not None else (FULL if over else PUBLIC)
    policy = _policy(query)

    def noted(_what: str, _done: int, _total: int) -> None:
        if task.ended.is_set():
            raise _Ended

    games = query.budget.games or ROLLED
    found = review(record, eyes=eyes, games=games, policy=policy, seed=query.seed, progress=noted)
    if task.ended.is_set():
        return None
    return _about(task, position, eyes=eyes, source="review", result=_plain(found.to_json()))


def _trade(engine: Engine, task: _Task) -> Answer | None:
    """What a trade changes for every seat."""
    from .trade import trade

    query, position, offer = task.query, engine.position_of(task), task.query.offer
    if offer is None:
        raise _FieldError("a trade needs an offer", "offer", 'give {"to": 1, "give": […], "get": […], "cash": 0}')
    found = trade(position, offer.give, offer.get, offer.cash or None, partner=offer.to, seed=query.seed)
    if task.ended.is_set():
        return None
    policy = [found.policy] if found.policy else []
    return _about(task, position, values=list(found.now), source="trade", policy=policy, result=_plain(asdict(found)))


def _plain(found: dict[str, Any]) -> dict[str, Any]:
    """As JSON's types."""
    plain: dict[str, Any] = json.loads(json.dumps(found))
    return plain


_KINDS: Final[dict[str, Callable[[Engine, _Task], Answer | None]]] = {
    "value": _value,
    "rollout": _rollout,
    "search": _search,
    "review": _review,
    "trade": _trade,
}
