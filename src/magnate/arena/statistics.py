"""Means with intervals over deal groups, and the sums that they are computed from."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import Any

import numpy as np

from .games import Games

__all__ = [
    "CONFIDENCE",
    "DealSums",
    "Estimate",
    "Measures",
    "Pair",
    "estimate",
    "field_means",
    "pairs",
    "rounded",
    "share_estimate",
]


# ------------------------------------------------------------------------------------------------------------ Estimates
#
# Games of one deal are not independent of each other: that is the point of playing the same deal in every seat. So
# each deal gives one number, and the interval is Student's t over those numbers.


CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, its 95 % interval, and over how many deals it was taken. Without an interval both ends are None."""

    mean: float
    low: float | None
    high: float | None
    deals: int

    @property
    def margin(self) -> float | None:
        """The wider side of the interval: what is printed after ±."""
        if self.low is None or self.high is None:
            return None
        return max(self.mean - self.low, self.high - self.mean)

    def as_dict(self, digits: int = 6) -> dict[str, float | None]:
        """The estimate for JSON."""
        low, high = (None if end is None else round(end, digits) for end in (self.low, self.high))
        return {"mean": round(self.mean, digits), "low": low, "high": high}


def estimate(sums: np.ndarray, counts: np.ndarray | None = None) -> Estimate:
    """The mean over all observations, with its t interval over deals.

    ``sums`` has one number a deal: the sum of the ``counts`` observations made on it (default: one on each). The mean
    is the ratio of their totals, and its error that of a ratio over independent deals. Deals without an observation are
    left out. A single deal has a mean and no interval, and so have deals that all gave the same mean: how far others
    may be from it is then unknown. Raises ``ValueError`` when there is no observation at all.

    >>> found = estimate(np.array([1.0, 2.0, 3.0, 4.0]))
    >>> found.mean, round(found.low, 3), round(found.high, 3)
    (2.5, 0.446, 4.554)
    >>> estimate(np.array([1.0, 4.0, 0.0]), np.array([1, 2, 0])).mean
    1.6666666666666667
    """
    sums, counts = _observed(sums, counts)
    n, whole = len(sums), float(counts.sum())
    mean = float(sums.sum()) / whole
    if n < 2 or _equal(sums / counts):
        return Estimate(mean, None, None, n)
    from scipy.special import stdtrit

    rest = sums - mean * counts
    error = math.sqrt(n / (n - 1) * float((rest * rest).sum())) / whole
    margin = float(stdtrit(n - 1, (1 + CONFIDENCE) / 2)) * error
    return Estimate(mean, mean - margin, mean + margin, n)


def _observed(sums: np.ndarray, counts: np.ndarray | None) -> tuple[np.ndarray, np.ndarray]:
    """The deals on which something was observed."""
    if counts is None:
        return sums, np.ones(len(sums))
    seen = counts > 0
    if not seen.any():
        raise ValueError("nothing was observed on any deal")
    return sums[seen], counts[seen]


def share_estimate(
    sums: np.ndarray, least: float = 0.0, most: float = 1.0, *, counts: np.ndarray | None = None
) -> Estimate:
    """The same for shares, which lie between ``least`` and ``most``.

    When every deal gave the same share, t would claim certainty. The bound is then Clopper and Pearson's exact one: a
    share that gives nothing else in so many deals with a probability of 2.5 %. What was not seen may lie anywhere in
    the range. So the interval has no width only where the range has none.

    >>> found = share_estimate(np.ones(100))
    >>> found.mean, round(found.low, 3), found.high
    (1.0, 0.964, 1.0)
    >>> found = share_estimate(np.full(100, 0.5))
    >>> found.mean, round(found.low, 3), round(found.high, 3)
    (0.5, 0.482, 0.518)
    """
    found = estimate(sums, counts)
    if least == most:
        return Estimate(most, least, most, found.deals)
    if found.deals < 2:
        return found
    if found.low is not None and found.high is not None:
        return Estimate(found.mean, max(least, found.low), min(most, found.high), found.deals)
    doubt = 1 - ((1 - CONFIDENCE) / 2) ** (1 / found.deals)
    low, high = (found.mean + doubt * (end - found.mean) for end in (least, most))
    return Estimate(found.mean, max(least, low), min(most, high), found.deals)


def _equal(values: np.ndarray) -> bool:
    """Whether all deals gave the same number, but for the rounding of sums of shares such as thirds."""
    return bool(np.ptp(values) <= 1e-12 * max(1.0, float(np.abs(values).max())))


# ------------------------------------------------------------------------ Sums over finished games, by entrant and deal


class DealSums:
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
        """The share of the wins of each seat."""
        counts = np.bincount(self.games.deal, minlength=self.deals)
        return [
            share_estimate(np.bincount(self.games.deal, self.games.shares[:, seat], self.deals), counts=counts)
            for seat in range(self.games.players)
        ]

    def known(self, name: str) -> np.ndarray:
        """How many of each entrant's games on each deal have a fact (entrant, deal)."""
        if name not in self.games.missing:
            return self.counts
        there = np.repeat(self.games.known(name)[:, None], self.games.players, axis=1)
        return self.by_entrant(there).astype(np.int64)

    def means(self, name: str, *, share: bool) -> list[Estimate | None]:
        """Each entrant's mean of a fact; None for one that has played no game which has it."""
        sums, counts = self.by_entrant(self.games.by_seat(name)), self.known(name)
        of = share_estimate if share else estimate
        return [
            of(sums[entrant], counts=counts[entrant]) if counts[entrant].any() else None
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


# ------------------------------------------------ Plain means, without intervals, for pairs of agents and for the field


@dataclass(frozen=True, slots=True)
class Measures:
    """Means over ``games``: the share of the win, the share ended by a cap, and each fact (or each part of it).

    ``games_with`` counts the games of those facts that some games lack. Without those that no game has.
    """

    games: int
    means: dict[str, float | dict[str, float]]
    games_with: dict[str, int]

    def as_dict(self) -> dict[str, Any]:
        """The means for JSON."""
        return {
            "games": self.games,
            **{name: None for name, count in self.games_with.items() if not count},
            **{name: rounded(found) for name, found in self.means.items()},
            **({"games_with": self.games_with} if self.games_with else {}),
        }


def rounded(found: float | dict[str, float]) -> float | dict[str, float]:
    """A mean, or one by part, for JSON."""
    if isinstance(found, dict):
        return {part: round(mean, 6) for part, mean in found.items()}
    return round(found, 6)


@dataclass(frozen=True, slots=True)
class Pair:
    """What ``agent`` did in the games with ``opponent`` at the table."""

    agent: str
    opponent: str
    measures: Measures

    def as_dict(self) -> dict[str, Any]:
        """The pair for JSON."""
        return {"agent": self.agent, "opponent": self.opponent, **self.measures.as_dict()}


class _Columns:
    """All measures of games as one array (n, P, m), each with its name and the part of it that a column is."""

    def __init__(self, games: Games) -> None:
        self.labels: list[tuple[str, str]] = [("win_share", ""), ("capped", "")]
        columns = [games.shares, np.repeat(games.capped[:, None], games.players, axis=1)]
        for name in sorted([*(name for name in games.facts if name != "decisions"), *games.seats]):
            values = games.by_seat(name)
            if values.ndim == 2:
                self.labels.append((name, ""))
                columns.append(values)
            else:
                parts = games.parts(name)
                self.labels += [(name, part) for part in parts]
                columns += [values[:, :, column] for column in range(len(parts))]
        self.columns = columns
        self.missing = games.missing

    def totals(self, rows: slice, mask: np.ndarray) -> _Totals:
        """Each measure over the marked seats of some games."""
        sums = [float(column[rows][mask].sum(dtype=np.float64)) for column in self.columns]
        known = {name: ~those[rows] for name, those in self.missing.items()}
        return _Totals(
            np.array(sums),
            int(mask.sum()),
            len(mask),
            {name: np.array([mask[there].sum(), there.sum()]) for name, there in known.items()},
        )

    def measures(self, totals: _Totals) -> Measures:
        """The means over these seats."""
        means: dict[str, Any] = {}
        for (name, part), total in zip(self.labels, totals.sums.tolist(), strict=True):
            seats = int(totals.known[name][0]) if name in totals.known else totals.seats
            if not seats:
                continue
            if part:
                means.setdefault(name, {})[part] = total / seats
            else:
                means[name] = total / seats
        return Measures(totals.games, means, {name: int(count) for name, (_, count) in totals.known.items()})


@dataclass(frozen=True, slots=True)
class _Totals:
    """The sum of each measure over ``seats`` seats in ``games`` games.

    ``known`` has the seats and the games of the facts that some games lack.
    """

    sums: np.ndarray
    seats: int
    games: int
    known: dict[str, np.ndarray]

    def __add__(self, other: _Totals) -> _Totals:
        known = {name: count + other.known[name] for name, count in self.known.items()}
        return _Totals(self.sums + other.sums, self.seats + other.seats, self.games + other.games, known)


def field_means(games: Games) -> Measures:
    """The means over every seat of every game."""
    columns = _Columns(games)
    return columns.measures(columns.totals(slice(None), np.ones((len(games), games.players), bool)))


def pairs(games: Games, tables: Sequence[tuple[int, slice]]) -> tuple[Pair, ...]:
    """What each agent did in the games with each other one; ``tables`` says where each table's games stand.

    An agent with several seats counts with each of them.
    """
    columns = _Columns(games)
    totals: dict[tuple[int, int], _Totals] = {}
    for table, rows in tables:
        seating = games.seating[rows]
        members = sorted(set(games.tables[table]))
        for agent in members:
            found = columns.totals(rows, seating == agent)
            for pair in ((agent, opponent) for opponent in members if opponent != agent):
                totals[pair] = totals[pair] + found if pair in totals else found
    return tuple(
        Pair(games.names[agent], games.names[opponent], columns.measures(found))
        for (agent, opponent), found in sorted(totals.items(), key=itemgetter(0))
    )
