"""Sums over finished games, by entrant and deal: what means and their intervals are computed from.

A deal is played at every table, in every rotation; games on one deal are not independent of each other, so intervals
are taken over deals (see :mod:`.statistics`).
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from .games import Games
from .statistics import Estimate, estimate, share_estimate

__all__ = ["Sums"]


class Sums:
    """Sums over games; ``alike`` has, for each entrant, a number that the entrants which are the same agent share.

    An agent that only meets itself has an even share of every deal, whatever happens.
    """

    def __init__(self, games: Games, alike: list[int]) -> None:
        self.games = games
        self.alike = alike
        self.entrants = len(games.names)
        self.deals = int(games.deal.max()) + 1 if len(games) else 0
        self._deal = np.repeat(games.deal, games.players).astype(np.int64)
        self._key = games.seating.ravel().astype(np.int64) * self.deals + self._deal

    @cached_property
    def counts(self) -> np.ndarray:
        """How many games each entrant played on each deal (entrant, deal)."""
        return np.bincount(self._key, minlength=self.entrants * self.deals).reshape(self.entrants, self.deals)

    def by_entrant(self, values: np.ndarray) -> np.ndarray:
        """The sums of a value by seat (n, P), as (entrant, deal)."""
        sums = np.bincount(self._key, weights=values.ravel(), minlength=self.entrants * self.deals)
        return sums.reshape(self.entrants, self.deals)

    def win_shares(self) -> list[Estimate | None]:
        """Each entrant's share of the wins; None for one that has not played."""
        sums = self.by_entrant(self.games.shares)
        return [
            share_estimate(sums[entrant], *self._range(entrant), counts=self.counts[entrant])
            if self.counts[entrant].any()
            else None
            for entrant in range(self.entrants)
        ]

    def seat_shares(self) -> list[Estimate]:
        """The share of the wins of whoever sat in each seat."""
        counts = np.bincount(self.games.deal, minlength=self.deals)
        return [
            share_estimate(np.bincount(self.games.deal, self.games.shares[:, seat], self.deals), counts=counts)
            for seat in range(self.games.players)
        ]

    def means(self, values: np.ndarray, *, share: bool) -> list[Estimate | None]:
        """Each entrant's mean of a value by seat; None for one that has not played."""
        sums, of = self.by_entrant(values), share_estimate if share else estimate
        return [
            of(sums[entrant], counts=self.counts[entrant]) if self.counts[entrant].any() else None
            for entrant in range(self.entrants)
        ]

    def table_shares(self, table: int, rows: slice) -> dict[int, Estimate]:
        """The members' shares of the wins at one table, whose games are ``rows``: a seat's, if it has several."""
        members = self.games.tables[table]
        deal, seating, shares = self.games.deal[rows], self.games.seating[rows], self.games.shares[rows]
        counts = np.bincount(deal, minlength=self.deals)
        least, most = self._ends([table])
        found = {}
        for entrant in sorted(set(members)):
            seats = members.count(entrant)
            sums = np.bincount(deal, np.where(seating == entrant, shares, 0.0).sum(axis=1), self.deals)
            found[entrant] = share_estimate(sums, least, min(most, 1 / seats), counts=seats * counts)
        return found

    def _range(self, entrant: int) -> tuple[float, float]:
        """The least and the greatest share that the entrant could have."""
        return self._ends([number for number, table in enumerate(self.games.tables) if entrant in table])

    def _ends(self, tables: list[int]) -> tuple[float, float]:
        """The least and the greatest share at these tables: an even one where all seats are the same agent's."""
        met = {self.alike[member] for table in tables for member in self.games.tables[table]}
        even = 1 / self.games.players
        return (even, even) if len(met) == 1 else (0.0, 1.0)
