"""The win matrix, who is better by the ratings, and the intransitive triples that no rating can show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .ratings import Ratings
from .statistics import Estimate, share_estimate

__all__ = [
    "HeadToHead",
    "IntransitiveTriples",
    "head_to_head",
    "intransitive_triples",
    "pair_correlation",
    "superiority",
]


@dataclass(frozen=True, slots=True, eq=False)
class HeadToHead:
    """Row against column, as (K, K) arrays; NaN on the diagonal and for pairs that won nothing at one table.

    ``share`` is the part of what both won together that the row won: at a table of two its win share. ``low`` and
    ``high`` are the ends of its 95 % interval over deals (NaN with a single deal). ``games`` counts the games in
    which both sat at the table. Where one has several seats, each pair of seats counts as a meeting.
    """

    share: np.ndarray
    low: np.ndarray
    high: np.ndarray
    games: np.ndarray


def head_to_head(
    seating: np.ndarray,
    shares: np.ndarray,
    deal: np.ndarray,
    entrants: int,
    alike: Sequence[int] | None = None,
) -> HeadToHead:
    """The win matrix of n games; the arguments are those of :func:`~magnate.arena.rating_models.bradley_terry`.

    ``alike`` has the same number for entrants that are the same agent. In duels of these all rotations of a deal are
    one game, so they share it evenly whatever happens and the interval has no width.
    """
    seating, shares = np.asarray(seating), np.asarray(shares, dtype=np.float64)
    players = seating.shape[1]
    met, parts, wholes, games = _pair_sums(seating, shares, deal, entrants)
    square = (entrants, entrants)
    share, low, high = (np.full(square, np.nan) for _ in range(3))
    matrix = HeadToHead(share, low, high, np.zeros(square, np.int64))
    for pair, part, whole, count in zip(met.tolist(), parts, wholes, games, strict=True):
        row, column = divmod(pair, entrants)
        if row == column:
            continue
        matrix.games[row, column] = matrix.games[column, row] = count
        if whole.any():
            found = share_estimate(part, counts=whole)
            if players == 2 and alike is not None and alike[row] == alike[column]:
                found = Estimate(0.5, 0.5, 0.5, found.deals)
            _enter(matrix, row, column, found)
    return matrix


def _pair_sums(
    seating: np.ndarray, shares: np.ndarray, deal: np.ndarray, entrants: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The pairs that met; for each what one won on every deal, what both won, and in how many games.

    A pair is the smaller number times the number of entrants plus the larger one; it is the smaller one's wins.
    """
    _, group = np.unique(deal, return_inverse=True)
    deals = int(group.max(initial=-1)) + 1
    sides = [(one, other) for other in range(seating.shape[1]) for one in range(other)]
    codes = [
        np.minimum(seating[:, one], seating[:, other]).astype(np.int64) * entrants
        + np.maximum(seating[:, one], seating[:, other])
        for one, other in sides
    ]
    met = np.flatnonzero(sum(np.bincount(code, minlength=entrants**2) for code in codes))
    number = np.zeros(entrants**2, np.int64)
    number[met] = np.arange(len(met))
    size = (len(met), deals)
    parts, wholes, games = np.zeros(size), np.zeros(size), np.zeros(len(met), np.int64)
    for (one, other), code in zip(sides, codes, strict=True):
        pair = number[code]
        cell = pair * deals + group
        won = np.where(seating[:, one] < seating[:, other], shares[:, one], shares[:, other])
        parts += np.bincount(cell, won, len(met) * deals).reshape(size)
        wholes += np.bincount(cell, shares[:, one] + shares[:, other], len(met) * deals).reshape(size)
        games += np.bincount(pair, minlength=len(met))
    return met, parts, wholes, games


def pair_correlation(results: np.ndarray, group: np.ndarray) -> float:
    """The correlation ρ of an agent's results within deal groups of m games: what playing every seat buys.

    With the variance σ² of one game, the mean of a group has the variance ``σ² (1 + (m - 1) ρ) / m``. So a group with
    ρ < 0 is worth ``m / (1 + (m - 1) ρ)`` games on deals of their own. Two copies of one agent have ρ = -1.
    ``results`` and ``group`` have an entry a game, all groups the same size. The result is NaN where it means nothing:
    all results the same, or groups of one game.

    >>> pair_correlation(np.array([1.0, 0.0, 0.0, 1.0, 1.0, 0.0]), np.array([0, 0, 1, 1, 2, 2]))
    -1.0
    """
    _, number, sizes = np.unique(group, return_inverse=True, return_counts=True)
    variance = float(np.var(results)) if len(results) else 0.0
    games = len(results) / max(len(sizes), 1)
    if variance == 0 or games <= 1:
        return float("nan")
    means = np.bincount(number, results) / sizes
    return (games * float(np.var(means)) / variance - 1) / (games - 1)


def _enter(matrix: HeadToHead, row: int, column: int, found: Estimate) -> None:
    """Write a pair's result into both of its places."""
    low, high = (np.nan if end is None else end for end in (found.low, found.high))
    matrix.share[row, column], matrix.low[row, column], matrix.high[row, column] = found.mean, low, high
    matrix.share[column, row], matrix.low[column, row], matrix.high[column, row] = 1 - found.mean, 1 - high, 1 - low


# --------------------------------------------------------------------------------- Superiority and intransitive triples


def superiority(ratings: Ratings) -> np.ndarray:
    """The likelihood that the row's agent is stronger than the column's, given the results: a (K, K) array.

    It is F(d / s). Here d is the difference of the two ratings and s its standard error from the whole covariance; F is
    Student's t over deals (a flat prior on d). So it exceeds 97.5 % exactly when the 95 % interval of the difference
    lies above 0. Agents with equal results have ½, the diagonal too.
    """
    from scipy.special import stdtr

    difference, error = ratings.differences()
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(difference == 0, 0.0, difference / error)
    if ratings.deals < 2:
        return np.full_like(difference, np.nan)
    return stdtr(ratings.deals - 1, ratio)


@dataclass(frozen=True, slots=True)
class IntransitiveTriples:
    """Three agents of which each beats the next.

    In each of ``triples`` a beats b, b beats c and c beats a, the smallest number first. ``decided`` is how many
    triples have three edges that all differ from ½, ``possible`` how many have all met each other.
    """

    triples: tuple[tuple[int, int, int], ...]
    decided: int
    possible: int

    @property
    def share(self) -> float:
        """Their share of all triples that have met; 0 where there are none."""
        return len(self.triples) / self.possible if self.possible else 0.0


def intransitive_triples(matrix: HeadToHead) -> IntransitiveTriples:
    """The intransitive triples whose three edges differ from ½ at 95 %, each by its own interval.

    One rating a player assumes that there are none.
    """
    above, below = matrix.low > 0.5, matrix.high < 0.5
    edge = above | below
    met = matrix.games > 0
    agents = len(edge)
    found: list[tuple[int, int, int]] = []
    decided = possible = 0
    for a in range(agents):
        later = np.arange(agents) > a
        sides = met[a] & later
        possible += int(np.triu(met & sides[:, None] & sides[None, :], 1).sum())
        sides = edge[a] & later
        decided += int(np.triu(edge & sides[:, None] & sides[None, :], 1).sum())
        circle = above & (above[a] & later)[:, None] & (below[a] & later)[None, :]
        found += [(a, int(b), int(c)) for b, c in np.argwhere(circle)]
    return IntransitiveTriples(tuple(found), decided, possible)
