"""Tournaments: every set of agents on the same deals, each deal in all rotations of a circular seating.

Compiled agents play inside compiled code on a pool of threads; as soon as one agent is a Python object, games run in
batches that pause at its decisions. The result depends on the game, the agents and the seed, never on ``jobs``.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Final

import numpy as np

from ..agents.spec import Agent, CompiledAgent, agent_name, guide_path, resolve
from ..engine.asking import Asking
from ..engine.compiler import Progress
from ..engine.edge import checked_seed
from ..engine.game import Game
from ..engine.players import params_of
from ..engine.run import Results, play_batched, play_games, prepare
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
        self.names = entrant_names([agent_name(agent) for agent in self.agents])
        self.schedule = schedule(entrants=len(self.agents), players=game.players, games=games, seed=checked_seed(seed))
        path = guide_path(game.name)
        self._guide: ModuleType | None = None if path is None else importlib.import_module(path)
        self._compiled = all(isinstance(agent, CompiledAgent) for agent in self.agents)
        self.params = params_of(self.agents)

    def prepare(self, progress: Progress | None = None) -> int:
        """Compile what is needed, or load it from the cache; returns how many functions were compiled."""
        return prepare(self.game.rules, self._guide, progress, batched=not self._compiled)

    def play(self, jobs: int = 1, progress: Told | None = None) -> Standings:
        """Play all games and return the standings.

        Raises :class:`~magnate.errors.AgentFailed` when a Python agent raises or answers with something illegal.
        """
        tell = progress if progress is not None else lambda _done, _total: None
        self.prepare()
        tally = Tally(self.schedule, len(self.agents), self._alike())
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
        return standings(tally, self.names, self.game.info)

    def _play(self, lineups: np.ndarray, seeds: list[int], jobs: int, more: Callable[[int], None]) -> Results:
        rules, info = self.game.rules, self.game.info
        states = self.game.start_states(len(seeds))
        if self._compiled:
            return play_games(
                rules, info, states, seeds, lineups, self.params, guide=self._guide, threads=jobs, progress=more
            )
        asking = Asking(self.game, self.agents, self.names)
        what = (rules, info, states, seeds, lineups, self.params, asking.answer)
        return play_batched(*what, guide=self._guide, progress=more, listener=asking.listener)

    def _alike(self) -> list[int]:
        """For each agent the first that is the same compiled agent; one in Python may answer otherwise each time."""
        found: list[int] = []
        for number, agent in enumerate(self.agents):
            same = (
                first
                for first in found
                if isinstance(agent, CompiledAgent) and np.array_equal(self.params[first], self.params[number])
            )
            found.append(next(same, number))
        return found
