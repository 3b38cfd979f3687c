"""Agents and searches think in worker processes."""

from __future__ import annotations

import asyncio
import json
import time
from base64 import b64decode, b64encode
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import numpy as np

from ..core.game import Position
from ..errors import AgentFailed, BadBudget, MagnateError, WorkerFailed
from .hinting import hinted
from .workers import LOADING, READY, Course, Pool, as_worker

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from ..core.game import Game
    from ..core.players import Players


__all__ = ["LOADING", "AgentWorkers", "Course", "question", "waited"]


# -------------------------------------------------------------------------- The worker: questions and answers are JSON
#
# To each question the worker says first that it is ready to think, since loading a game may take long. Then it
# answers, or says how the agent failed.


NICENESS: Final = 5
"""Whoever plays comes first."""
LONGEST: Final = 64
"""Actions of a suggestion, at most."""
KEPT: Final = 8
"""Agents that stay ready, each with the memory that its search takes."""


class _Asked(Position):
    """A position of a game that goes on elsewhere: with its streams, and without its past."""

    def __init__(self, game: Game, states: np.ndarray, streams: np.ndarray | None = None) -> None:
        super().__init__(game, states)
        if streams is not None:  # what a seat is shown has none
            self._streams = streams


def serve(pipe: Connection) -> None:
    """Answer until the pipe is closed."""
    players: OrderedDict[str, Players] = OrderedDict()

    def answer(question: bytes) -> dict[str, Any]:
        asked = json.loads(question)
        try:
            return _answer(asked, players, pipe)
        except MagnateError as error:
            return {"error": error.message, "hint": error.hint}
        except Exception as error:  # noqa: BLE001 - whatever it was, the table must hear of it
            return {"error": f"the agent {asked['spec']} raised {type(error).__name__}: {error}", "hint": ""}

    as_worker(pipe, answer, NICENESS)


def _answer(asked: dict[str, Any], players: OrderedDict[str, Players], pipe: Connection) -> dict[str, Any]:
    from ..agents.searching import SearchAgent
    from ..core.agents import CompiledAgent

    game = _game(asked["game"], asked["preset"], asked["players"], json.dumps(asked["options"], sort_keys=True))
    seated = None if asked["task"] == "hint" else _seated(game, asked, players)
    game.interpret(seated is not None and isinstance(seated.agents[0], CompiledAgent))  # others need compiled rules
    states = np.frombuffer(b64decode(asked["states"]), game.rules.STATE).copy()
    streams = np.frombuffer(b64decode(asked["streams"]), game.new().streams().dtype).copy()
    position = _Asked(game, states, streams)

    def ready() -> int:
        """Say so; returns the moment by which the answer is wanted."""
        pipe.send_bytes(READY)
        return time.perf_counter_ns() + int(asked["seconds"] * 1e9)

    if seated is None:
        return {"answer": hinted(position, asked["spec"], asked["seed"], asked["spare"], asked["eyes"], ready)}
    _prepare(seated, position)
    agent, until = seated.agents[max(position.to_move, 0)], ready()
    if isinstance(agent, SearchAgent):
        agent.until, agent.late = until, False
    answer = seated.choose(position) if asked["task"] == "choose" else _suggestion(position, seated)
    return {"answer": answer, "late": isinstance(agent, SearchAgent) and agent.late}


@lru_cache(maxsize=32)
def _game(name: str, preset: str, players: int, options: str) -> Game:
    from ..core.game import load_with

    return load_with(name, preset, players, json.loads(options))


def _seated(game: Game, asked: dict[str, Any], players: OrderedDict[str, Players]) -> Players:
    """The agent in every seat of the game, made when it is asked first."""
    from ..agents import resolve
    from ..core.players import Players

    key = json.dumps([asked[name] for name in ("game", "preset", "players", "options", "spec")], sort_keys=True)
    if key not in players:
        agent = resolve(game.name, asked["spec"], game.players)
        players[key] = Players(game, [agent] * game.players)
    players.move_to_end(key)
    while len(players) > KEPT:
        players.popitem(last=False)
    return players[key]


def _prepare(seated: Players, position: Position) -> None:
    """Compile or load all that the decision takes."""
    from ..core.agents import CompiledAgent, OwnAgent
    from ..runtime.compiler import build

    game, agent = position.game, seated.agents[max(position.to_move, 0)]
    if game.info.hidden:
        game.entry("position_kernel", "hide")
    if isinstance(agent, CompiledAgent):
        game.entry("drivers", "decide")
    elif isinstance(agent, OwnAgent):
        build(agent.entries(game), None)


def _suggestion(position: Position, seated: Players) -> list[str]:
    """What the agent would do here until somebody else is to decide, or the matter in hand is settled."""
    seat, names = position.to_move, list[str]()
    pending = len(position.view(seat).get("pending", ()))
    while position.to_move == seat and len(names) < LONGEST:
        action = seated.choose(position)
        names.append(position.name_of(action))
        position.apply(action)
        if position.settled or len(position.view(seat).get("pending", ())) < pending:
            break
    return names


# -------------------------------- The pool of workers: tables never wait for an agent, and one that hangs can be killed
#
# A worker knows nothing of tables: a question brings all that its answer depends on. A worker is started when it is
# first needed, loads the rules of a game with the first question about it, and stays. Questions are served in turn,
# and long ones leave a worker to the others (:mod:`.workers`).


FIRST_WORD: Final = 0.3
"""Seconds that somebody waits for an answer before a message is sent, and again while it is being prepared."""
NEXT_WORD: Final = 1.0
"""Seconds until the next message that the agent thinks."""
GRACE: Final = 5.0
"""Seconds after the time of a decision in which the best that was found is sent; then the worker is killed."""
LONG: Final = 2.0
"""Seconds of a decision from which on it leaves a worker to the others."""
FADING: Final = 0.9
"""What is left of the longest measured time after each question that took less."""
KINDS: Final = 1_000

Task: TypeAlias = Literal["choose", "hint", "suggest"]


@dataclass(frozen=True, slots=True)
class Question:
    """What a worker is asked, and all that its answer depends on.

    ``choose``: the action that the agent ``spec`` takes at a position with these streams. ``hint``: the best moves, by
    these ``eyes``, and what ``spec`` would do; games are played on for ``spare`` seconds. ``suggest``: what the agent
    would do until the matter in hand is settled.
    """

    task: Task
    game: str
    preset: str
    players: int
    options: dict[str, Any]
    states: str
    streams: str
    spec: str
    seed: int = 0
    eyes: int | str = ""
    spare: float = 0.0

    @property
    def kind(self) -> tuple[str, str, str]:
        """What questions have in common that take about as long."""
        return self.task, self.game, self.spec

    def encoded(self, seconds: float) -> bytes:
        """As it is sent, to be answered in so many seconds."""
        return json.dumps({"seconds": seconds, **{name: getattr(self, name) for name in self.__slots__}}).encode()


def question(
    task: Task, position: Position, spec: str, seed: int = 0, eyes: int | str = "", spare: float = 0.0
) -> Question:
    """A question about a position: as it is for ``choose``, as its seat sees it for the others."""
    game = position.game
    return Question(
        task,
        game.name,
        game.preset,
        game.players,
        game.options.model_dump(mode="json"),
        b64encode(position.states().tobytes()).decode(),
        b64encode(position.streams().tobytes()).decode(),
        spec,
        seed,
        eyes,
        spare,
    )


async def waited(answering: Coroutine[Any, Any, Any], course: Course, tell: Callable[[int], None]) -> Any:
    """The answer that is being waited for; ``tell`` is called with the milliseconds so far, every second or so."""
    task, loop = asyncio.ensure_future(answering), asyncio.get_running_loop()
    begun, patience = loop.time(), FIRST_WORD
    try:
        while not (await asyncio.wait([task], timeout=patience))[0]:
            tell(round((loop.time() - begun) * 1000))
            patience = FIRST_WORD if course.preparing else NEXT_WORD
        return task.result()
    finally:
        task.cancel()


class AgentWorkers(Pool):
    """``workers`` processes in which agents think (two at least: a quick agent never waits for a slow one)."""

    def __init__(self, workers: int = 2) -> None:
        super().__init__(max(2, workers), serve, "magnate-thinking")
        self._measured: OrderedDict[tuple[str, str, str], float] = OrderedDict()

    async def ask(self, asked: Question, limit: float, course: Course | None = None) -> Any:
        """The answer to a question: what has been found after ``limit`` seconds, with which ``course`` is late.

        Raises :class:`~magnate.errors.AgentFailed` where a worker has no answer even then, and is killed. Whoever no
        longer wants the answer may cancel; who wants to know how far it has come gives a ``course``.
        """
        course = course or Course()
        expected = self._measured.get(asked.kind)
        course.long = (_expected(asked.spec, limit) if expected is None else expected) > LONG
        try:
            heard = await self.answer(asked.encoded(limit), limit + GRACE, course)
        except WorkerFailed as failed:
            self._measure(asked.kind, limit)
            raise AgentFailed(f"the agent {asked.spec} {failed.message}", hint=failed.hint) from None
        if "error" in heard:
            raise AgentFailed(heard["error"], hint=heard["hint"])
        self._measure(asked.kind, course.seconds)
        course.late = bool(heard.get("late"))
        return heard["answer"]

    def _measure(self, kind: tuple[str, str, str], seconds: float) -> None:
        """Remember how long such questions take: the longest of late, which every other one makes less."""
        self._measured[kind] = max(seconds, self._measured.pop(kind, 0.0) * FADING)
        if len(self._measured) > KINDS:
            self._measured.popitem(last=False)


def _expected(spec: str, limit: float) -> float:
    """The seconds that an agent may take for a decision, as far as its spec tells."""
    from ..agents.search_spec import is_search
    from ..search.options import parse_budget

    name, _, text = map(str.strip, spec.partition(":"))
    if not is_search(name):
        return 0.0
    budgets = dict(one.strip().split("=", 1) for one in text.split(",") if "=" in one)
    if "time" not in budgets:
        return limit  # until it has been measured
    with suppress(BadBudget):
        return parse_budget(f"time:{budgets['time']}").amount / 1e9
    return 0.0
