"""Sums over the games of a tournament, deal by deal, so that millions of games need little memory.

Each measure is kept as one number per entrant and deal: the mean over the games (of all tables and rotations) that
the entrant played on that deal. Blocks may be of any size and are added in the order of the schedule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from ..engine.contract import GameInfo
from ..engine.run import Results
from .schedule import Block, Schedule

__all__ = ["Tally"]


class Tally:
    """What the games played so far came to.

    ``alike`` has a number for each entrant, the same for entrants that are the same agent (default: all differ).
    """

    def __init__(self, schedule: Schedule, entrants: int, alike: Sequence[int] | None = None) -> None:
        self.schedule = schedule
        self.entrants = entrants
        self.alike = list(range(entrants) if alike is None else alike)
        self.members = [sorted(set(table)) for table in schedule.tables]
        self.wins = [np.zeros((len(members), schedule.deals)) for members in self.members]
        self.seats = np.zeros((schedule.players, schedule.deals))
        self.places = np.zeros((entrants, schedule.deals))
        self.measures: dict[str, np.ndarray] = {}
        self.endings: dict[int, int] = {}
        self.games = 0
        self.decisions = 0

    def add(self, block: Block, lineups: np.ndarray, results: Results, facts: Mapping[str, np.ndarray]) -> None:
        """Add the games of a block: who sat where, what came of it, and the game's own statistics.

        ``facts`` are arrays with one entry a game (turns) or one a game and seat (net worth).
        """
        deals = slice(block.first, block.last)
        self.games += len(lineups)
        self.decisions += int(results.decisions.sum())
        for code, count in zip(*np.unique(results.ending, return_counts=True), strict=True):
            self.endings[int(code)] = self.endings.get(int(code), 0) + int(count)
        self.seats[:, deals] += self._deals(results.utility).sum(axis=1).T
        for slot, entrant in enumerate(self.members[block.table]):
            mine = lineups == entrant
            self.places[entrant, deals] += self._sums(mine, np.ones_like(results.utility))
            self.wins[block.table][slot, deals] += self._sums(mine, results.utility)
            for name, values in {"score": results.score, **facts}.items():
                wide = values if values.ndim == 2 else np.repeat(values[:, None], self.schedule.players, axis=1)
                sums = self.measures.setdefault(name, np.zeros((self.entrants, self.schedule.deals)))
                sums[entrant, deals] += self._sums(mine, wide)

    def win_shares(self, entrant: int) -> np.ndarray:
        """The entrant's mean share of the win at each deal."""
        sums = np.zeros(self.schedule.deals)
        for members, wins in zip(self.members, self.wins, strict=True):
            if entrant in members:
                sums += wins[members.index(entrant)]
        return sums / self.places[entrant]

    def table_win_shares(self, table: int, entrant: int) -> np.ndarray:
        """The same at one table only; an entrant with two seats has the mean of both."""
        places = self.schedule.tables[table].count(entrant) * self.schedule.players
        return self.wins[table][self.members[table].index(entrant)] / places

    def win_range(self, entrant: int) -> tuple[float, float]:
        """The least and the greatest share that :meth:`win_shares` could show; see :meth:`table_win_range`."""
        tables = [table for table, members in enumerate(self.members) if entrant in members]
        return self._range(tables, entrant)

    def table_win_range(self, table: int, entrant: int) -> tuple[float, float]:
        """The least and the greatest share that :meth:`table_win_shares` could show.

        An entrant with two of four seats has at most half a win a seat. Where all seats are taken by the same agent,
        all rotations of a deal are the same game, so each entrant has an even share of it whatever happens.
        """
        return self._range([table], entrant)

    def _range(self, tables: Sequence[int], entrant: int) -> tuple[float, float]:
        lineups = [self.schedule.tables[table] for table in tables]
        if all(self.alike[other] == self.alike[entrant] for lineup in lineups for other in lineup):
            even = 1 / self.schedule.players
            return even, even
        return 0.0, len(lineups) / sum(lineup.count(entrant) for lineup in lineups)

    def means(self, measure: str, entrant: int) -> np.ndarray:
        """The entrant's mean of a measure at each deal."""
        return self.measures[measure][entrant] / self.places[entrant]

    def seat_shares(self, seat: int) -> np.ndarray:
        """The mean share of the win of whoever sat there, at each deal."""
        return self.seats[seat] / (len(self.schedule.tables) * self.schedule.players)

    def endings_by_name(self, info: GameInfo) -> dict[str, int]:
        """How often each ending happened: first the game's own, then caps, each in the order of the rules' codes."""
        codes = sorted(self.endings, key=lambda code: (info.is_cap(code), code < 0, code))
        return {info.ending_name(code): self.endings[code] for code in codes}

    def capped(self, info: GameInfo) -> int:
        """How many games a cap ended, not the game itself."""
        return sum(count for code, count in self.endings.items() if info.is_cap(code))

    def _deals(self, values: np.ndarray) -> np.ndarray:
        """A (games, seats) array as (deals, rotations, seats)."""
        return values.reshape(-1, self.schedule.players, self.schedule.players)

    def _sums(self, mine: np.ndarray, values: np.ndarray) -> np.ndarray:
        """The sum of the values at the marked seats for each deal."""
        return self._deals(np.where(mine, values, 0.0)).sum(axis=(1, 2))
