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

from ...engine.game import Game
from ...engine.run import Results, play_games
from ..schedule import Purpose, purpose_seed
from ..statistics import Estimate, share_estimate
from .space import compiled

__all__ = ["Duels", "Told", "Won"]

CHUNK: Final = 4096
"""The most games whose states are in memory at once."""

Told = Callable[[int], None]
"""``told(n)``: n more games are finished."""


@dataclass(frozen=True, slots=True)
class Won:
    """What the first of each pair won at each deal: ``parts`` are (pairs, deals) whole numbers.

    Of the ``played`` games ``capped`` only became too long: a cap ended them.
    """

    parts: np.ndarray
    played: int
    capped: int


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

    def won(
        self, purpose: Purpose, pairs: Sequence[tuple[str, str]], first: int, last: int, told: Told | None = None
    ) -> Won:
        """What the first of each pair won at the deals ``first`` to ``last - 1``.

        All pairs play the same deals. 0 is nothing and :attr:`whole` everything. The games of an agent among its own
        copies are known and not played.
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
        found, capped = np.zeros(len(played) * many, np.int64), 0
        for begin in range(0, len(played) * many * players, CHUNK):
            game = np.arange(begin, min(begin + CHUNK, len(played) * many * players))
            pair, seat = game // (many * players), game % players
            lineup = np.repeat(rest[pair][:, None], players, axis=1)
            lineup[np.arange(len(game)), seat] = lone[pair]
            results = self._play([seeds[deal] for deal in game // players % many], lineup, params, told)
            capped += sum(map(self.game.info.is_cap, results.ending.tolist()))
            parts = np.rint(results.utility[np.arange(len(game)), seat] * self.unit).astype(np.int64)
            np.add.at(found, game // players, parts)
        won[played] = found.reshape(len(played), many)
        return Won(won, len(played) * many * players, capped)

    def share(self, won: np.ndarray) -> Estimate:
        """The share of the wins, with its interval over deals; rows of several opponents are averaged deal by deal."""
        return share_estimate(np.atleast_2d(won).mean(axis=0) / self.whole)

    def _play(self, seeds: list[int], lineup: np.ndarray, params: np.ndarray, told: Told | None) -> Results:
        game = self.game
        states = game.start_states(len(seeds))
        return play_games(
            *(game.rules, game.info, states, seeds, lineup, params),
            guide=game.guide,
            threads=self.jobs,
            progress=told,
        )
