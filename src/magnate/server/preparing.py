"""What tables of a game and their agents take is compiled before anybody has begun one, when nothing else is done.

The lobby asks for its own characters, and the page of a new game for those that are chosen. A process does it, one
wish after another, and keeps it on disk. From there a process that plays loads it at once, by a first decision.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from ..errors import AgentFailed, MagnateError, WorkerFailed
from ..runtime.cache import folder
from .agent_workers import question
from .workers import LOADING, Course, Pool, as_worker

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from ..core.game import Position
    from .agent_workers import AgentWorkers

__all__ = ["Preparations", "serve"]

LOG: Final = logging.getLogger(__name__)
NICENESS: Final = 15
"""Everything else comes first."""
MOST: Final = 50
"""Wishes that are remembered; more are not taken."""
FIRST: Final = 60.0
"""Seconds that compiling is said to take before any of it is done."""
COMPILING: Final = "compiling"
SHORT: Final = 0.5
"""Seconds of the decision by which a process that plays loads an agent."""
Key = tuple[str, int, tuple[str, ...]]


# ------------------------------------------------------------------------------------------------- the worker


def serve(pipe: Connection) -> None:
    """Compile what is wished until the pipe is closed, and say how far it has come."""

    def answer(asked: bytes) -> dict[str, Any]:
        from ..runtime.compiler import build

        def tell(done: int, total: int, _: str) -> None:
            pipe.send_bytes(json.dumps({"progress": [COMPILING, done, total]}).encode())

        name, players, specs = json.loads(asked)
        try:
            build(_entries(name, players, specs), tell)
        except MagnateError as error:
            return {"error": error.message}
        return {}

    as_worker(pipe, answer, NICENESS)


def _entries(name: str, players: int, specs: Sequence[str]) -> list[Any]:
    """What tables of a game call of compiled code, and these agents."""
    from ..agents import resolve
    from ..core.agents import OwnAgent
    from ..core.game import load_with
    from ..core.loader import kernel

    game = load_with(name, None, players, {})
    position, drivers = kernel("position_kernel", game.rules), kernel("drivers", game.rules, game.guide)
    named = [getattr(position, one) for one in position.__all__]
    found = [*(one for one in named if hasattr(one, "signatures")), drivers.decide]
    for agent in [resolve(game.name, spec, players) for spec in specs]:
        if isinstance(agent, OwnAgent):
            found += agent.entries(game)
    return found


# ------------------------------------------------------------------------------------------------- the server


def _first(name: str, players: int) -> Position:
    """The first decision of a game."""
    from ..core.game import load_with

    game = load_with(name, None, players, {})
    game.interpret()
    return game.new(seed=0)


class Preparations:
    """What has been wished, and how far each wish has come."""

    def __init__(self, thinking: AgentWorkers | None = None) -> None:
        self._thinking = thinking
        self._pool = Pool(1, serve, "magnate-preparing")
        self._wishes: dict[Key, Course] = {}
        self._ready: set[Key] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def wish(self, game: str, players: int, agents: Sequence[str]) -> dict[str, Any]:
        """``{"ready", "left"}``: whether all is compiled, and the seconds that it will take as far as is known.

        Where nothing can be kept on disk there is no use in it, so nothing is prepared.
        """
        key = game, players, tuple(sorted(set(agents)))
        if folder() is None or key in self._ready:
            return {"ready": True, "left": None}
        if key not in self._wishes and len(self._wishes) < MOST:
            self._wishes[key] = Course()
            task = asyncio.get_running_loop().create_task(self._prepare(key))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        course = self._wishes.get(key)
        if course is None:
            return {"ready": True, "left": None}
        begun = course.progress is not None
        return {"ready": False, "left": course.left if course.left is not None or not begun else FIRST}

    async def _prepare(self, key: Key) -> None:
        try:
            heard = await self._pool.answer(json.dumps(key).encode(), LOADING, self._wishes[key])
            if "error" in heard:
                LOG.warning("what %s takes cannot be prepared: %s", key[0], heard["error"])
            elif self._thinking is not None:
                await self._load(self._thinking, *key)
        except WorkerFailed as failed:
            LOG.warning("what %s takes cannot be prepared: the process %s", key[0], failed.message)
        self._ready.add(key)

    async def _load(self, thinking: AgentWorkers, name: str, players: int, specs: Sequence[str]) -> None:
        """Let each agent decide once, so that no table waits until a process has loaded it."""
        position = await asyncio.to_thread(_first, name, players)
        for spec in specs:
            try:
                await thinking.ask(question("choose", position, spec), SHORT)
            except AgentFailed as failed:
                LOG.warning("%s is not loaded for %s: %s", spec, name, failed.message)

    async def close(self) -> None:
        """End what is being compiled."""
        for task in self._tasks:
            task.cancel()
        await self._pool.close()
