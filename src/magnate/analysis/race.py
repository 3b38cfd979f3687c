"""Candidates that are played out side by side: what is known of each, who is behind, and when that is enough.

Game ``k`` has the same luck for all. So differences are judged by pairs of games, and intervals come from games, never
from values of positions. Games come in blocks of 36 with evenly spread draws, and are not independent within them: as
soon as there are enough blocks, intervals come from the means of blocks.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

__all__ = ["BLOCK", "Estimate", "Race", "estimate"]

BLOCK: Final = 36
"""Games of a block: each throw of two dice once."""
ENOUGH_BLOCKS: Final = 10
"""With fewer blocks games count as independent, which makes intervals wider rather than narrower."""
FIRST: Final = 324
"""Before so many games nobody is stopped."""
BEHIND: Final = 2.33
"""By so many standard errors a candidate is behind that is stopped (GNU Backgammon's limit)."""
NORMAL: Final = 1.959964
"""Of a normal number's deviations, 95 of 100 lie within so many standard deviations."""
RARE: Final = 10
"""With fewer games that went otherwise than most, a normal interval would be too narrow."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """Means over games, a number a seat, and the half widths of their 95 % intervals."""

    means: tuple[float, ...]
    margins: tuple[float, ...]


def student(freedom: float) -> float:
    """The 97.5 % point of Student's distribution, to three digits from 4 degrees of freedom on.

    >>> round(student(9), 2), round(student(1e9), 2)
    (2.26, 1.96)
    """
    z = NORMAL
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def estimate(results: np.ndarray) -> Estimate:
    """What games tell, their results (n, P) in the order of their numbers.

    Where all went the same way the half width is 3 by the number of games: what has never happened in n games may have
    a chance of 3/n. Where few went otherwise it is at least that of a share with two more of each.

    >>> estimate(np.ones((300, 1)))
    Estimate(means=(1.0,), margins=(0.01,))
    """
    n = len(results)
    if n == 0:
        return Estimate((math.nan,) * results.shape[1], (math.inf,) * results.shape[1])
    means = results.mean(axis=0)
    if n == 1:
        return Estimate(tuple(means.tolist()), (math.inf,) * results.shape[1])
    blocks = n // BLOCK
    if blocks >= ENOUGH_BLOCKS:
        parts = results[: blocks * BLOCK].reshape(blocks, BLOCK, -1).mean(axis=1)
        margins = student(blocks - 1) * parts.std(axis=0, ddof=1) * math.sqrt(BLOCK / n)
    else:
        margins = student(n - 1) * results.std(axis=0, ddof=1) / math.sqrt(n)
    for seat in range(results.shape[1]):
        _, counts = np.unique(results[:, seat], return_counts=True)
        if len(counts) <= 3:  # wins, losses and ties, or differences of these
            other = n - int(counts.max())
            if other == 0:
                margins[seat] = 3.0 / n
            elif other < RARE:
                share = (other + 2) / (n + 4)
                margins[seat] = max(margins[seat], NORMAL * math.sqrt(share * (1 - share) / n))
    return Estimate(tuple(means.tolist()), tuple(margins.tolist()))


class Race:
    """The results of all candidates, and who is still played. ``seat`` is for whom the best is looked for.

    A candidate that is ``behind`` the best by more standard errors than that is stopped.
    """

    def __init__(self, candidates: int, seat: int, players: int, behind: float = BEHIND) -> None:
        self._seat, self._limit = seat, behind
        self._results = [np.zeros((0, players)) for _ in range(candidates)]
        self._best = 0
        self.stopped: set[int] = set()

    @property
    def running(self) -> list[int]:
        """The candidates that are played on."""
        return [one for one in range(len(self._results)) if one not in self.stopped]

    @property
    def least(self) -> int:
        """The fewest games that a running candidate has had."""
        return min(map(self.games, self.running))

    def games(self, candidate: int) -> int:
        """How many games a candidate has had."""
        return len(self._results[candidate])

    def add(self, candidate: int, results: np.ndarray) -> None:
        """The results of a candidate's next games."""
        self._results[candidate] = np.concatenate([self._results[candidate], results])

    def shares(self, candidate: int) -> Estimate:
        """What a candidate is worth to each seat."""
        return estimate(self._results[candidate])

    def blocks(self, candidate: int) -> np.ndarray:
        """The mean results (blocks, P) of a candidate's blocks of games."""
        results = self._results[candidate]
        return results.reshape(len(results) // BLOCK, BLOCK, -1).mean(axis=1)

    def difference(self, best: int, other: int) -> Estimate:
        """By how much one candidate is better than another, over the games that both have had."""
        zero = (0.0,) * self._results[best].shape[1]
        return Estimate(zero, zero) if best == other else estimate(self.apart(best, other))

    def judge(self) -> None:
        """Find the best; stop who is clearly behind, and let who has come near again go on."""
        running = self.running
        self._best = max(running, key=lambda one: (self._mean(one), -one))
        if len(self._results) == 1 or self.games(self._best) < FIRST:
            return
        self.stopped = {
            one for one in range(len(self._results)) if one != self._best and self._behind(one) > self._limit
        }

    def ranked(self) -> list[int]:
        """All candidates, the best first, the others by their difference to it."""
        gaps = {one: self._gap(one)[0] for one in range(len(self._results)) if one != self._best}
        return [self._best, *sorted(gaps, key=lambda one: (gaps[one], one))]

    def widest(self, compared: bool) -> float:
        """The greatest half width that counts: of differences to the best of those that run, else of all shares."""
        if not compared:
            return max(self.shares(0).margins)
        found: Sequence[float] = [
            self.difference(self._best, one).margins[self._seat] for one in self.running if one != self._best
        ]
        return max(found, default=0.0)

    def _mean(self, candidate: int) -> float:
        return float(self._results[candidate][:, self._seat].mean()) if self.games(candidate) else -math.inf

    def apart(self, best: int, other: int) -> np.ndarray:
        """By how much one candidate was better than another in each game that both have had (n, P)."""
        n = min(self.games(best), self.games(other))
        apart: np.ndarray = self._results[best][:n] - self._results[other][:n]
        return apart

    def _gap(self, other: int) -> tuple[float, float]:
        """By how much a candidate is behind the best, for the seat that asks, and the standard error of that.

        What the best did in games that the other has not had corrects the other too, as far as they go together.
        """
        best, own = self._results[self._best][:, self._seat], self._results[other][:, self._seat]
        n, more = len(own), len(best)
        common = min(n, more)
        if common < 2:
            return math.inf, math.inf
        x, y = best[:common], own[:common]
        spread = float(x.var(ddof=1))
        slope = 0.0 if spread == 0 else min(1.0, max(0.0, float(np.cov(x, y)[0, 1]) / spread))
        rest = y - slope * x
        gap = (1 - slope) * float(best.mean()) - float(rest.mean())
        error = math.sqrt(float(rest.var(ddof=1)) / common + (1 - slope) ** 2 * float(best.var(ddof=1)) / more)
        return gap, error

    def _behind(self, other: int) -> float:
        """By how many standard errors a candidate is behind the best."""
        gap, error = self._gap(other)
        return gap / error if error > 0 else math.inf if gap > 0 else 0.0
