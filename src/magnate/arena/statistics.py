"""Means with intervals over deal groups.

Games of one deal are not independent of each other (that is the point of playing the same deal in every seat), so a
game is never the unit: each deal gives one number, and the interval is Student's t over those numbers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

__all__ = ["CONFIDENCE", "Estimate", "estimate", "share_estimate"]

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
    """The same for shares, which no deal can take out of the range ``least`` to ``most``.

    When every deal gave the same share, t would claim certainty. The bound is then the one that leaves 2.5 % to
    seeing nothing else in so many deals (Clopper and Pearson's exact bound), and whatever was not seen may lie
    anywhere in the range. So the interval has no width only where the range has none.

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
