"""Playing a block: a pure function of the plan, the table and the deals, wherever and whenever it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final

import numpy as np

from ..agents.spec import Agent, CompiledAgent, resolve
from ..engine.compiler import Progress
from ..engine.facts import facts_of
from ..engine.game import Game
from ..engine.players import ask_batch, params_of
from ..engine.run import Batch, Results, play_batched, play_games, prepare
from .plan import Plan
from .rows import pack
from .schedule import Block, Schedule

__all__ = ["Meeting", "Task", "most_games", "play_task"]

COMPILED_GAMES: Final = 1024
PYTHON_GAMES: Final = 256
"""The most games in a block: a fraction of a second of compiled play, some seconds of agents in Python."""
FEWEST_GAMES: Final = 64
FEWEST_BLOCKS: Final = 32
"""Small tournaments are cut smaller, so that every core has something to do; blocks that are too small cost time."""


@dataclass(frozen=True, slots=True)
class Task:
    """A block to be played somewhere else: the plan as JSON, the table's number in it, and the deals."""

    plan: str
    table: int
    first: int
    last: int


def most_games(plan: Plan) -> int:
    """How many games a block of this plan should have at most."""
    most = COMPILED_GAMES if plan.compiled else PYTHON_GAMES
    return max(FEWEST_GAMES, min(most, plan.schedule.games // FEWEST_BLOCKS))


def play_task(task: Task) -> bytes:
    """The packed rows of a block's games; the plan is resolved once a process."""
    return _meeting(task.plan).play(Block(task.table, task.first, task.last)).tobytes()


@lru_cache(maxsize=4)
def _meeting(plan: str) -> Meeting:
    return Meeting.of(Plan.from_json(plan))


class Meeting:
    """A game, its agents and the schedule of their games, ready to be played.

    ``agents`` are spec strings or objects with ``act(positions)``; ``names`` what they are called.
    """

    def __init__(self, game: Game, agents: Iterable[Agent], names: list[str], schedule: Schedule) -> None:
        self.game = game
        self.agents = [resolve(game.name, agent) for agent in agents]
        self.names = names
        self.schedule = schedule
        self.compiled = all(isinstance(agent, CompiledAgent) for agent in self.agents)
        self.params = params_of(self.agents)

    @classmethod
    def of(cls, plan: Plan) -> Meeting:
        """The meeting that a plan describes."""
        return cls(plan.load_game(), plan.agents, plan.names, plan.schedule)

    def prepare(self, progress: Progress | None = None) -> int:
        """Compile what is needed, or load it from the cache; returns how many functions were compiled."""
        return prepare(self.game.rules, self.game.guide, progress, batched=not self.compiled)

    def play(self, block: Block, threads: int = 1, more: Callable[[int], None] | None = None) -> Any:
        """The rows of a block's games (see :mod:`.rows`), which do not depend on ``threads``.

        ``more(n)`` is told when n more games are finished. Raises :class:`~magnate.errors.AgentFailed` when an agent in
        Python raises or answers with something illegal.
        """
        places = self.schedule.places(block)
        lineups = np.array(self.schedule.tables[block.table])[places]
        results = self._results(lineups, self.schedule.seeds(block), threads, more)
        return pack(self.game.info, self._facts, places, results)

    @cached_property
    def _facts(self) -> Any:
        return facts_of(self.game.module)

    def _results(
        self, lineups: np.ndarray, seeds: list[int], threads: int, more: Callable[[int], None] | None
    ) -> Results:
        game = self.game
        what = (game.rules, game.info, game.start_states(len(seeds)), seeds, lineups, self.params)
        if self.compiled:
            return play_games(*what, guide=game.guide, threads=threads, progress=more)
        return play_batched(*what, self._answer, guide=game.guide, progress=more)

    def _answer(self, row: int, batch: Batch) -> list[int]:
        """What a Python agent does at all the decisions that wait for it."""
        return ask_batch(self.game, self.agents[row], self.names[row], batch)
