"""The win matrix: how each agent does against each other, over the deals on which both sat at one table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .statistics import Estimate, ratio_estimate

__all__ = ["HeadToHead", "head_to_head", "pair_correlation"]


@dataclass(frozen=True, slots=True, eq=False)
class HeadToHead:
    """Row against column, as (K, K) arrays; NaN on the diagonal and for pairs that never met.

    ``share`` is the part of what both won together that the row won: at a table of two its win share. ``low`` and
    ``high`` are the ends of its 95 % interval over deals (NaN with a single deal). ``games`` counts the games in
    which both sat at the table.
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
    """The win matrix of n games; the arguments are those of :func:`~magnate.arena.bradley_terry.bradley_terry`.

    ``alike`` has the same number for entrants that are the same agent. In duels of these all rotations of a deal are
    one game, so they share it evenly whatever happens and the interval has no width.
    """
    seating, shares = np.asarray(seating), np.asarray(shares, dtype=np.float64)
    players = seating.shape[1]
    deals, group = np.unique(deal, return_inverse=True)
    size = (entrants * entrants, len(deals))
    parts, wholes, games = np.zeros(size), np.zeros(size), np.zeros(size[0], dtype=np.int64)
    for one in range(players):
        for other in range(one + 1, players):
            first, second = seating[:, one], seating[:, other]
            cell = (np.minimum(first, second) * entrants + np.maximum(first, second)) * len(deals) + group
            won = np.where(first < second, shares[:, one], shares[:, other])
            parts += np.bincount(cell, won, size[0] * size[1]).reshape(size)
            wholes += np.bincount(cell, shares[:, one] + shares[:, other], size[0] * size[1]).reshape(size)
            games += np.bincount(cell // len(deals), minlength=size[0])
    square = (entrants, entrants)
    share, low, high = (np.full(square, np.nan) for _ in range(3))
    matrix = HeadToHead(share, low, high, np.zeros(square, np.int64))
    for row in range(entrants):
        for column in range(row + 1, entrants):
            pair = row * entrants + column
            if games[pair]:
                found = ratio_estimate(parts[pair], wholes[pair])
                if players == 2 and alike is not None and alike[row] == alike[column]:
                    found = Estimate(0.5, 0.5, 0.5, found.deals)
                _enter(matrix, row, column, found, int(games[pair]))
    return matrix


def pair_correlation(results: np.ndarray, group: np.ndarray) -> float:
    """The correlation ρ of an agent's results within deal groups of m games: what playing every seat buys.

    The mean of a group has the variance ``σ² (1 + (m - 1) ρ) / m`` (for two: σ² (1 + ρ) / 2), σ² being the variance
    of one game. With ρ < 0, a group tells as much as ``m / (1 + (m - 1) ρ)`` games on deals of their own; two copies
    of one agent have ρ = -1. ``results`` and ``group`` have an entry a game, all groups the same size. NaN where it
    means nothing: all results the same, or groups of one game.

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


def _enter(matrix: HeadToHead, row: int, column: int, found: Estimate, games: int) -> None:
    """Write a pair's result into both of its places."""
    low, high = (np.nan if end is None else end for end in (found.low, found.high))
    matrix.share[row, column], matrix.low[row, column], matrix.high[row, column] = found.mean, low, high
    matrix.share[column, row], matrix.low[column, row], matrix.high[column, row] = 1 - found.mean, 1 - high, 1 - low
    matrix.games[row, column] = matrix.games[column, row] = games
