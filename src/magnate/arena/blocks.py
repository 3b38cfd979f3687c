"""Playing a block: a pure function of the plan, the table and the deals, wherever and whenever it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np

from ..agents.spec import resolve
from ..core.agents import Agent, CompiledAgent, OwnAgent, PythonAgent, agent_name
from ..core.game import Game
from ..core.players import params_of
from ..core.result_schema import result_schema_of
from ..core.run import Run, play_batched, play_games, prepare
from ..runtime.compiler import Progress, build
from .fault_isolation import (
    NO_HISTORY,
    CallMonitor,
    CrashHistory,
    Failure,
    FaultIsolation,
    aborted,
    command_for,
    settle,
)
from .games import pack
from .plan import FailurePolicy, Plan
from .schedule import Block, Schedule

__all__ = ["Meeting", "Task", "most_games", "play_task"]

COMPILED_GAMES: Final = 1024
PYTHON_GAMES: Final = 256
"""The most games in a block: a fraction of a second of compiled play, some seconds of agents in Python."""
FEWEST_GAMES: Final = 64
FEWEST_SEARCHED: Final = 8
FEWEST_BLOCKS: Final = 32
"""Small tournaments are cut smaller, so that every core has something to do; blocks that are too small cost time.
Where agents search, a game may take a minute, and blocks are smaller still."""


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
    fewest = FEWEST_SEARCHED if plan.searches else FEWEST_GAMES
    return max(fewest, min(most, plan.schedule.games // FEWEST_BLOCKS))


def play_task(task: Task, past: CrashHistory = NO_HISTORY, watch: CallMonitor | None = None) -> bytes:
    """The packed rows of a block's games; the plan is resolved once a process. See :meth:`Meeting.play`."""
    return _meeting(task.plan).play(Block(task.table, task.first, task.last), past=past, watch=watch).tobytes()


@lru_cache(maxsize=4)
def _meeting(plan: str) -> Meeting:
    return Meeting.of(Plan.from_json(plan))


class Meeting:
    """A game, its agents and the schedule of their games, ready to be played.

    ``agents`` are spec strings or objects with ``act(positions)``; ``names`` what they are called. When one in Python
    fails, a tournament whose policy is ``abort`` ends; otherwise the others share the win of that game.
    """

    def __init__(
        self,
        game: Game,
        agents: Iterable[Agent],
        names: list[str],
        schedule: Schedule,
        on_failure: FailurePolicy = "abort",
    ) -> None:
        self.game = game
        self.agents = list(agents)
        self.names = names
        self.schedule = schedule
        self.on_failure = on_failure
        resolved = self._fresh()
        self.compiled = all(isinstance(agent, CompiledAgent) for agent in resolved)
        self.params = params_of(resolved)

    @classmethod
    def of(cls, plan: Plan) -> Meeting:
        """The meeting that a plan describes."""
        return cls(plan.load_game(), plan.agents, plan.names, plan.schedule, plan.on_failure)

    def prepare(self, progress: Progress | None = None) -> int:
        """Compile what is needed, or load it from the cache; returns how many functions were compiled."""
        made = prepare(self.game.rules, self.game.guide, progress, batched=not self.compiled)
        if not self.compiled:
            self.game.new()  # what positions need, for the agents in Python
        own: list[OwnAgent] = [agent for agent in self._fresh() if isinstance(agent, OwnAgent)]
        return made + build([entry for agent in own for entry in agent.entries(self.game)], progress)

    def play(
        self,
        block: Block,
        threads: int = 1,
        more: Callable[[int], None] | None = None,
        *,
        past: CrashHistory = NO_HISTORY,
        watch: CallMonitor | None = None,
    ) -> Any:
        """The packed rows of a block's games; they do not depend on ``threads``.

        ``more(n)`` is called when n more games are finished. ``watch`` is notified of every call to an agent in Python
        and of its failures. ``past`` is what earlier attempts at this block have shown. Agents in Python that are named
        by a spec are new for each block. Raises :class:`~magnate.errors.AgentFailed` when one fails and the policy is
        ``abort``.
        """
        places = self.schedule.places(block)
        lineups = np.array(self.schedule.tables[block.table])[places]
        seeds = self.schedule.seeds(block)
        run = Run.of(self.game, seeds, lineups, self.params)
        if self.compiled:
            results = play_games(run, threads=threads, progress=more)
        else:
            self.game.new()  # loads what positions need, which is not to be counted as an agent's time
            guard = self._guard(block, lineups, past, watch or CallMonitor())
            results = play_batched(run, guard.attempt, progress=more, listener=guard.listener)
            settle(results, self.game.info.utility_sum)
        return pack(self.game.info, result_schema_of(self.game.module), places, results)

    def _fresh(self) -> list[CompiledAgent | PythonAgent]:
        """The agents, anew where they are named by a spec."""
        return [resolve(self.game.name, agent) for agent in self.agents]

    def _guard(self, block: Block, lineups: np.ndarray, past: CrashHistory, watch: CallMonitor) -> FaultIsolation:
        players = self.game.players
        table = f"{block.table}." if len(self.schedule.tables) > 1 else ""

        def label(game: int) -> str:
            return f"{table}{block.first * players + game}"

        def failed(failure: Failure) -> None:
            watch.failed(failure)
            if self.on_failure == "abort":
                seed = self.schedule.deal_seed(block.first + failure.game // players)
                seats = [self.agents[entrant] for entrant in lineups[failure.game]]
                specs = [agent if isinstance(agent, str) else agent_name(agent) for agent in seats]
                raise aborted(failure.message, seed, command_for(self.game, specs, seed))

        return FaultIsolation(self.game, self._fresh(), self.names, label, failed, past, watch)
