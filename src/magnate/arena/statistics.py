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


def estimate(values: np.ndarray) -> Estimate:
    """The mean of one number a deal, with its t interval; a single deal has a mean and no interval.

    >>> found = estimate(np.array([1.0, 2.0, 3.0, 4.0]))
    >>> found.mean, round(found.low, 3), round(found.high, 3)
    (2.5, 0.446, 4.554)
    """
    n = len(values)
    mean = float(values.mean())
    if n < 2:
        return Estimate(mean, None, None, n)
    from scipy.special import stdtrit

    error = float(values.std(ddof=1)) / math.sqrt(n)
    margin = float(stdtrit(n - 1, (1 + CONFIDENCE) / 2)) * error
    return Estimate(mean, mean - margin, mean + margin, n)


def share_estimate(values: np.ndarray) -> Estimate:
    """The same for shares, whose interval stays within 0 and 1.

    When every deal gave 0 (or every deal 1), t would claim certainty. The bound is then the one that leaves 2.5 % to
    seeing nothing else in so many deals.

    >>> found = share_estimate(np.ones(100))
    >>> found.mean, round(found.low, 3), found.high
    (1.0, 0.964, 1.0)
    """
    found = estimate(values)
    if found.low is None or found.high is None:
        return found
    doubt = 1 - ((1 - CONFIDENCE) / 2) ** (1 / found.deals)
    low, high = max(0.0, found.low), min(1.0, found.high)
    if bool((values == 1.0).all()):
        low = 1 - doubt
    elif bool((values == 0.0).all()):
        high = doubt
    return Estimate(found.mean, low, high, found.deals)
