"""Tournaments: every set of agents on the same deals, each deal in all rotations of a circular seating.

Compiled agents play inside compiled code on a pool of threads; as soon as one agent is a Python object, games run in
batches that pause at its decisions. The result depends on the game, the agents and the seed, never on ``jobs``.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any, Final

import numpy as np

from ..agents.spec import Agent, CompiledAgent, PythonAgent, guide_path, resolve
from ..engine.binding import PARAMS
from ..engine.compiler import Progress
from ..engine.edge import checked_seed
from ..engine.game import Game
from ..engine.run import Batch, Results, play_batched, play_games, prepare
from ..errors import AgentFailed, IllegalAction
from .schedule import entrant_names, schedule
from .standings import Standings, standings
from .tally import Tally

__all__ = ["Tournament"]

CHUNK: Final = 4096
"""The most games whose states are in memory at once."""

Told = Callable[[int, int], None]
"""``progress(done, total)``: games; the first call, with ``done`` 0, comes when everything is compiled."""


class Tournament:
    """Who plays what; nothing is compiled or played before :meth:`prepare` and :meth:`play`.

    ``agents`` are spec strings or objects with ``act(positions)``. ``games`` counts for each pairing (for each set of
    agents at a larger table) and is rounded up to whole deal groups.

    >>> import magnate
    >>> from magnate.arena.tournament import Tournament
    >>> found = Tournament(magnate.load("tictactoe"), ["random", "random"], games=100, seed=1).play()
    >>> [line.win_share.mean for line in found.ranking]
    [0.5, 0.5]
    """

    def __init__(self, game: Game, agents: Iterable[Agent], games: int = 1000, seed: int = 0) -> None:
        self.game = game
        self.agents = [resolve(game.name, agent) for agent in agents]
        self.names = entrant_names([_name(agent) for agent in self.agents])
        self.schedule = schedule(entrants=len(self.agents), players=game.players, games=games, seed=checked_seed(seed))
        path = guide_path(game.name)
        self._guide: ModuleType | None = None if path is None else importlib.import_module(path)
        self._compiled = all(isinstance(agent, CompiledAgent) for agent in self.agents)
        self.params = np.zeros((len(self.agents), PARAMS))
        for row, agent in zip(self.params, self.agents, strict=True):
            row[:] = agent.row if isinstance(agent, CompiledAgent) else [-1.0] + [0.0] * (PARAMS - 1)

    def prepare(self, progress: Progress | None = None) -> int:
        """Compile what is needed, or load it from the cache; returns how many functions were compiled."""
        return prepare(self.game.rules, self._guide, progress, batched=not self._compiled)

    def play(self, jobs: int = 1, progress: Told | None = None) -> Standings:
        """Play all games and return the standings.

        Raises :class:`~magnate.errors.AgentFailed` when a Python agent raises or answers with something illegal.
        """
        tell = progress if progress is not None else lambda _done, _total: None
        self.prepare()
        tally = Tally(self.schedule, len(self.agents))
        statistics = getattr(self.game.module, "statistics", None)
        done = 0

        def more(games: int) -> None:
            nonlocal done
            done += games
            tell(done, self.schedule.games)

        more(0)
        for block in self.schedule.blocks(CHUNK):
            lineups = self.schedule.lineups(block)
            results = self._play(lineups, self.schedule.seeds(block), jobs, more)
            tally.add(block, lineups, results, {} if statistics is None else statistics(results.states))
        return standings(tally, self.names, self.game.info.endings)

    def _play(self, lineups: np.ndarray, seeds: list[int], jobs: int, more: Callable[[int], None]) -> Results:
        rules, info = self.game.rules, self.game.info
        states = self.game.start_states(len(seeds))
        if self._compiled:
            return play_games(
                rules, info, states, seeds, lineups, self.params, guide=self._guide, threads=jobs, progress=more
            )
        return play_batched(
            rules, info, states, seeds, lineups, self.params, self._answer, guide=self._guide, progress=more
        )

    def _answer(self, row: int, batch: Batch) -> list[int]:
        """What a Python agent does at all the decisions that wait for it."""
        from ..engine.position import Position

        agent: Any = self.agents[row]
        positions = [Position(self.game, batch.states[i : i + 1].copy()) for i in range(len(batch.states))]
        who = f"the agent {self.names[row]}"
        try:
            answers = list(agent.act(positions))
        except Exception as error:
            raise AgentFailed(
                f"{who} raised {type(error).__name__}: {error}", hint="see the error it came from"
            ) from error
        if len(answers) != len(positions):
            raise AgentFailed(
                f"{who} gave {len(answers)} answers to {len(positions)} positions", hint="answer each one once"
            )
        try:
            return [position.action_id(answer) for position, answer in zip(positions, answers, strict=True)]
        except IllegalAction as error:
            raise AgentFailed(f"{who}: {error.message}", hint=error.hint) from error


def _name(agent: CompiledAgent | PythonAgent) -> str:
    return agent.spec if isinstance(agent, CompiledAgent) else str(getattr(agent, "name", type(agent).__name__))
