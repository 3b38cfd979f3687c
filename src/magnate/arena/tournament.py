"""Tournaments from Python: every set of agents on the same deals, each deal in all rotations of a circular seating.

Nothing is stored here, so agents may be any objects; see :mod:`.store` for tournaments that are kept. Compiled agents
play inside compiled code on a pool of threads; as soon as one agent is a Python object, games run in batches that pause
at its decisions. The result depends on the game, the agents and the seed, never on ``jobs``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from ..agents.spec import resolve
from ..core.agents import Agent, agent_name
from ..core.game import Game
from ..core.validation import checked_seed
from ..runtime.compiler import Progress
from .blocks import Meeting
from .games import Games, Piece
from .plan import same_agents
from .schedule import entrant_names, schedule
from .summary import Summary, summarise

__all__ = ["Tournament"]


CHUNK: Final = 4096
"""The most games whose states are in memory at once."""

OnProgress = Callable[[int, int], None]
"""``progress(done, total)``: games; the first call, with ``done`` 0, comes when everything is compiled."""


class Tournament:
    """Who plays what; nothing is compiled or played before :meth:`prepare` and :meth:`play`.

    ``agents`` are spec strings or objects with ``act(positions)``, at least as many as there are seats unless
    ``copies`` is set. ``games`` counts for each pairing (for each set of agents at a larger table) and is rounded up to
    whole deal groups. ``tables`` samples so many of the sets. With ``copies`` an agent may have several seats of a
    table.

    >>> import magnate
    >>> from magnate.arena.tournament import Tournament
    >>> found = Tournament(magnate.load("tictactoe"), ["random", "random"], games=100, seed=1).play()
    >>> [line.win_share.mean for line in found.ranking]
    [0.5, 0.5]
    """

    def __init__(
        self,
        game: Game,
        agents: Iterable[Agent],
        games: int = 1000,
        seed: int = 0,
        tables: int | None = None,
        *,
        copies: bool = False,
    ) -> None:
        self.game = game
        self.agents = [resolve(game.name, agent, game.players) for agent in agents]
        self.names = entrant_names([agent_name(agent) for agent in self.agents])
        self.schedule = schedule(
            self.names, players=game.players, games=games, seed=checked_seed(seed), tables=tables, copies=copies
        )
        self._meeting = Meeting(game, self.agents, self.names, self.schedule)

    def prepare(self, progress: Progress | None = None) -> int:
        """Compile what is needed, or load it from the cache; returns how many functions were compiled."""
        return self._meeting.prepare(progress)

    def play(self, jobs: int = 1, progress: OnProgress | None = None) -> Summary:
        """Play all games and return what they show.

        Raises :class:`~magnate.errors.AgentFailed` when a Python agent raises or answers with something illegal.
        """
        return summarise(self.play_games(jobs, progress), same_agents(self.agents))

    def play_games(self, jobs: int = 1, progress: OnProgress | None = None) -> Games:
        """Play all games and return them, column by column; otherwise as :meth:`play`."""
        self.prepare()
        pieces = self._pieces(jobs, progress if progress is not None else lambda _done, _total: None)
        return Games.of(self.game.module, self.names, self.schedule.tables, self.game.players, pieces)

    def _pieces(self, jobs: int, tell: OnProgress) -> Iterator[Piece]:
        done = 0

        def more(games: int) -> None:
            nonlocal done
            done += games
            tell(done, self.schedule.games)

        more(0)
        for block in self.schedule.blocks(CHUNK):
            rows = self._meeting.play(block, jobs, more)
            first, last = block.first * self.game.players, block.last * self.game.players
            yield block.table, range(first, last), rows
