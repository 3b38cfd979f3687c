"""The games that tuning plays: one agent alone among copies of another, on common deals.

At a table of P the first agent of a pair has one seat and the second the other P - 1; each deal is played P times,
so that the first sits in every seat. With two players that is a duel. The share that is fair is 1/P, and two equal
agents have it exactly, deal by deal.

Every stage of a search plays deals of its own: those for *tuning*, for the *gate* and for the *final* figure are
different deals of one tournament seed, so nothing is ever reported on deals that chose the candidate.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from ...core.game import Game
from ...core.run import Results, play_games
from ..games import cap_codes
from ..schedule import Purpose, purpose_seed
from ..statistics import Estimate, share_estimate
from .space import compiled

__all__ = ["Duels", "Played", "Told"]

CHUNK: Final = 4096
"""The most games whose states are in memory at once."""

Told = Callable[[int], None]
"""``told(n)``: n more games are finished."""


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """What came of pairs of agents on some deals.

    ``won`` (pairs, deals): what the first of each pair won, in whole numbers from 0 to :attr:`Duels.whole`. ``games``
    and ``capped`` (pairs,): how many games were played for each, and how many of these a cap ended.
    """

    won: np.ndarray
    games: np.ndarray
    capped: np.ndarray


class Duels:
    """Plays pairs of agents of one game; a pure function of the specs, the seed and the deals, whatever ``jobs``."""

    def __init__(self, game: Game, seed: int, jobs: int = 1) -> None:
        self.game = game
        self.seed = seed
        self.jobs = jobs

    @property
    def unit(self) -> int:
        """Into how many parts a won game is divided, so that every shared win is a whole number of them."""
        return math.lcm(*range(1, self.game.players + 1))

    @property
    def whole(self) -> int:
        """All wins of one deal, in the same parts."""
        return self.unit * self.game.players

    def deals(self, games: int) -> int:
        """How many deals take at least so many games."""
        return -(-games // self.game.players)

    def rivals(self, spec: str, opponents: Sequence[str]) -> int:
        """How many of the opponents are not the same agent, so that games with them are played."""
        row = compiled(self.game.name, spec).row
        return sum(compiled(self.game.name, opponent).row != row for opponent in opponents)

    def play(
        self, purpose: Purpose, pairs: Sequence[tuple[str, str]], first: int, last: int, told: Told | None = None
    ) -> Played:
        """Play each pair at the deals ``first`` to ``last - 1``, which are the same for all.

        What an agent wins among its own copies is known, so these games are not played.
        """
        players, many = self.game.players, last - first
        rows = {spec: compiled(self.game.name, spec).row for pair in pairs for spec in pair}
        numbers = {spec: number for number, spec in enumerate(rows)}
        params = np.array(list(rows.values()))
        won = np.full((len(pairs), many), self.unit, np.int64)
        played = [number for number, (one, other) in enumerate(pairs) if rows[one] != rows[other]]
        lone = np.array([numbers[pairs[number][0]] for number in played])
        rest = np.array([numbers[pairs[number][1]] for number in played])
        seeds = [purpose_seed(self.seed, purpose, deal) for deal in range(first, last)]
        found = np.zeros(len(played) * many, np.int64)
        capped, caps = np.zeros(len(pairs), np.int64), cap_codes(self.game.info)
        for begin in range(0, len(played) * many * players, CHUNK):
            game = np.arange(begin, min(begin + CHUNK, len(played) * many * players))
            pair, seat = game // (many * players), game % players
            lineup = np.repeat(rest[pair][:, None], players, axis=1)
            lineup[np.arange(len(game)), seat] = lone[pair]
            came = self._results([seeds[deal] for deal in game // players % many], lineup, params, told)
            parts = np.rint(came.utility[np.arange(len(game)), seat] * self.unit).astype(np.int64)
            np.add.at(found, game // players, parts)
            np.add.at(capped, np.array(played)[pair], np.isin(came.ending, caps))
        won[played] = found.reshape(len(played), many)
        games = np.zeros(len(pairs), np.int64)
        games[played] = many * players
        return Played(won, games, capped)

    def share(self, won: np.ndarray, *, rivals: bool = True) -> Estimate:
        """The share of the wins, with its interval over deals; rows of several opponents are averaged deal by deal.

        Without ``rivals`` the agent met its own copies only and has an even share for certain.
        """
        ends = (0.0, 1.0) if rivals else (1 / self.game.players,) * 2
        return share_estimate(np.atleast_2d(won).mean(axis=0) / self.whole, *ends)

    def _results(self, seeds: list[int], lineup: np.ndarray, params: np.ndarray, told: Told | None) -> Results:
        game = self.game
        states = game.start_states(len(seeds))
        return play_games(
            *(game.rules, game.info, states, seeds, lineup, params),
            guide=game.guide,
            threads=self.jobs,
            progress=told,
        )
