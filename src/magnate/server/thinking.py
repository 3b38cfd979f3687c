"""Agents think in worker processes, so that the table never waits for them, and one that hangs can be killed.

A worker (:mod:`.thinker`) knows nothing of tables: a question brings all that its answer depends on. It is started when
it is needed first, loads the rules of a game with the first question about it, and stays.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import threading
from base64 import b64encode
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from ..errors import AgentFailed
from .thinker import serve

if TYPE_CHECKING:
    from ..engine.position import Position

__all__ = ["Course", "Question", "Task", "Thinkers", "question", "waited"]

LOADING: Final = 900.0
"""Seconds that loading (and, the first time on a machine, compiling) a game and an agent may take."""
FIRST_WORD: Final = 0.3
"""Seconds that somebody waits for an answer before anybody is told, and again while it is being prepared."""
NEXT_WORD: Final = 1.0
"""Seconds until they are told again that it is thought about."""
_STARTING: Final = threading.Lock()
"""One process is started at a time: :mod:`multiprocessing` keeps a list of them."""

Task: TypeAlias = Literal["choose", "hint", "suggest"]


@dataclass(frozen=True, slots=True)
class Question:
    """What a worker is asked, and all that its answer depends on.

    ``choose``: the action that the agent ``spec`` takes at a position with these streams. ``hint``: what the search of
    ``spec`` finds about the actions. ``suggest``: what the agent would do until the matter in hand is settled.
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

    def encoded(self) -> bytes:
        """As it is sent."""
        return json.dumps({name: getattr(self, name) for name in self.__slots__}).encode()


def question(task: Task, position: Position, spec: str, seed: int = 0) -> Question:
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
    )


@dataclass(slots=True)
class Course:
    """How far a question has come: a worker has been ``asked``, and is ``ready``, with all loaded, to think."""

    asked: bool = False
    ready: bool = False

    @property
    def preparing(self) -> bool:
        """Whether a worker loads what the answer takes, or compiles it, the first time on a machine."""
        return self.asked and not self.ready


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


class _Worker:
    """A worker process, which is asked one question at a time."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs,), name="magnate-thinker", daemon=True)
        with _STARTING:
            self.process.start()
        theirs.close()

    def ask(self, asked: Question, limit: float, course: Course) -> Any:
        """The answer; raises :class:`~magnate.errors.AgentFailed` where there is none in ``limit`` seconds."""
        name = f"the agent {asked.spec}"
        try:
            self.pipe.send_bytes(asked.encoded())
            if "ready" in (first := self._heard(LOADING, name)):
                course.ready = True
                first = self._heard(limit, name)
        except (EOFError, OSError):
            self.end()
            raise AgentFailed(f"{name} ended its process", hint="is there enough memory?") from None
        if "error" in first:
            raise AgentFailed(first["error"], hint=first["hint"])
        return first["answer"]

    def _heard(self, limit: float, name: str) -> dict[str, Any]:
        found = wait([self.pipe, self.process.sentinel], limit)
        if not found:
            self.end()
            raise AgentFailed(f"{name} took more than {limit:g} s to answer", hint="give it a smaller budget")
        if not self.pipe.poll():
            raise EOFError
        heard: dict[str, Any] = json.loads(self.pipe.recv_bytes())
        return heard

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


class Thinkers:
    """``workers`` processes, started when they are needed first. For one event loop at a time."""

    def __init__(self, workers: int = 2) -> None:
        self.workers = workers
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="magnate-thinking")
        self._idle: list[_Worker | None] = [None] * workers
        self._busy: set[_Worker] = set()
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._closed = False

    async def ask(self, asked: Question, limit: float, course: Course | None = None) -> Any:
        """The answer to a question, when a worker is free; a worker that thinks longer than ``limit`` is killed.

        Raises :class:`~magnate.errors.AgentFailed`. Whoever no longer wants the answer may cancel, and who wants to
        know how far it has come gives a ``course``.
        """
        while not self._idle:
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(turn)
            try:
                await turn
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled():
                    self._next()
                raise
        answered = asyncio.get_running_loop().run_in_executor(
            self._threads, self._asked, self._idle.pop(), asked, limit, course or Course()
        )
        answered.add_done_callback(self._free)
        _, answer = await asyncio.shield(answered)  # who cancels does not hear it; the worker goes on
        if isinstance(answer, AgentFailed):
            raise answer
        return answer

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
        self, worker: _Worker | None, asked: Question, limit: float, course: Course
    ) -> tuple[_Worker | None, Any]:
        """In a thread: the worker afterwards (None where it was lost) and what came of the question."""
        course.asked = True
        if worker is None or not worker.alive:
            worker = _Worker()
        self._busy.add(worker)
        try:
            if self._closed:
                worker.end()
            answer = worker.ask(asked, limit, course)
        except AgentFailed as failed:
            answer = failed
        finally:
            self._busy.discard(worker)
        return (worker if worker.alive else None), answer

    def _free(self, done: asyncio.Future[tuple[_Worker | None, Any]]) -> None:
        worker = None if done.cancelled() or done.exception() else done.result()[0]
        self._idle.append(worker)
        self._next()

    def _next(self) -> None:
        """Let the next who waits have the free worker."""
        while self._waiting and self._idle:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
