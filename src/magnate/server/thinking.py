"""Agents think in worker processes, so that the table never waits for them, and one that hangs can be killed.

A worker (:mod:`.thinker`) knows nothing of tables: a question brings all that its answer depends on. It is started when
it is needed first, loads the rules of a game with the first question about it, and stays. Those who wait for a worker
are served in turn, and what takes long leaves one to the others (:mod:`.workers`).
"""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from ..errors import AgentFailed, BadBudget, WorkerFailed
from .thinker import serve
from .workers import LOADING, Course, Pool

if TYPE_CHECKING:
    from ..core.game import Position

__all__ = ["LOADING", "Course", "Question", "Task", "Thinkers", "question", "waited"]

FIRST_WORD: Final = 0.3
"""Seconds that somebody waits for an answer before anybody is told, and again while it is being prepared."""
NEXT_WORD: Final = 1.0
"""Seconds until they are told again that it is thought about."""
GRACE: Final = 5.0
"""Seconds after the time of a decision in which the best that was found is told; then the worker is killed."""
LONG: Final = 2.0
"""Seconds of a decision from which on it leaves a worker to the others."""
FADING: Final = 0.9
"""What is left of the longest measured time after each question that took less."""
KINDS: Final = 1_000

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

    @property
    def kind(self) -> tuple[str, str, str]:
        """What questions have in common that take about as long."""
        return self.task, self.game, self.spec

    def encoded(self, seconds: float) -> bytes:
        """As it is sent, to be answered in so many seconds."""
        return json.dumps({"seconds": seconds, **{name: getattr(self, name) for name in self.__slots__}}).encode()


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


class Thinkers(Pool):
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
    from ..search.budget import parse_budget

    name, _, text = map(str.strip, spec.partition(":"))
    if not is_search(name):
        return 0.0
    budgets = dict(one.strip().split("=", 1) for one in text.split(",") if "=" in one)
    if "time" not in budgets:
        return limit  # until it has been measured
    with suppress(BadBudget):
        return parse_budget(f"time:{budgets['time']}").amount / 1e9
    return 0.0
