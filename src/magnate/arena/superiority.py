"""Which agent is better than which by the ratings, and the circles that no rating can show."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .head_to_head import HeadToHead
from .ratings import Ratings

__all__ = ["Cycles", "cyclic_triples", "superiority"]


def superiority(ratings: Ratings) -> np.ndarray:
    """The likelihood that the row's agent is stronger than the column's, given the results: a (K, K) array.

    It is F(d / s), with d the difference of the two ratings, s its standard error from the whole covariance, and F
    Student's t over deals (a flat prior on d). So it exceeds 97.5 % just when the 95 % interval of the difference
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
class Cycles:
    """Three agents of which each beats the next.

    ``triples`` are the circles (a beats b, b beats c, c beats a; the smallest number first); ``decided`` is how many
    triples have three edges that all differ from ½, ``possible`` how many have all met each other.
    """

    triples: tuple[tuple[int, int, int], ...]
    decided: int
    possible: int

    @property
    def share(self) -> float:
        """The circles' share of all triples that have met; 0 where there are none."""
        return len(self.triples) / self.possible if self.possible else 0.0


def cyclic_triples(matrix: HeadToHead) -> Cycles:
    """The triples whose three edges differ from ½ at 95 % (each by its own interval) and go round in a circle.

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
    return Cycles(tuple(found), decided, possible)
