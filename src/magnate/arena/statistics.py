"""Means with intervals over deal groups.

Games of one deal are not independent of each other (that is the point of playing the same deal in every seat), so a
game is never the unit: each deal gives one number, and the interval is Student's t over those numbers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

__all__ = ["CONFIDENCE", "Estimate", "estimate", "ratio_estimate", "share_estimate"]

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
    """The mean of one number a deal, with its t interval.

    A single deal has a mean and no interval, and so have deals that all gave the same number: how far others may be
    from it is then unknown.

    >>> found = estimate(np.array([1.0, 2.0, 3.0, 4.0]))
    >>> found.mean, round(found.low, 3), round(found.high, 3)
    (2.5, 0.446, 4.554)
    """
    n = len(values)
    mean = float(values.mean())
    if n < 2 or _equal(values):
        return Estimate(mean, None, None, n)
    from scipy.special import stdtrit

    error = float(values.std(ddof=1)) / math.sqrt(n)
    margin = float(stdtrit(n - 1, (1 + CONFIDENCE) / 2)) * error
    return Estimate(mean, mean - margin, mean + margin, n)


def share_estimate(values: np.ndarray, least: float = 0.0, most: float = 1.0) -> Estimate:
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
    found = estimate(values)
    if least == most:
        return Estimate(most, least, most, found.deals)
    if found.deals < 2:
        return found
    if found.low is not None and found.high is not None:
        return Estimate(found.mean, max(least, found.low), min(most, found.high), found.deals)
    return _all_agree(found.mean, found.deals, least, most)


def ratio_estimate(parts: np.ndarray, wholes: np.ndarray) -> Estimate:
    """A share whose whole differs from deal to deal: the sum of the parts over the sum of the wholes.

    For example the wins of one agent among the games of a deal that no cap ended. The error is that of the ratio
    estimator of cluster sampling (Cochran, *Sampling Techniques*, 2.11): with r the ratio, W the sum of the wholes and
    e = part - r whole of each of n deals, ``√(n / (n - 1) Σ e²) / W``, which for equal wholes is Student's t as in
    :func:`share_estimate`. Deals whose whole is 0 say nothing; without any the mean is NaN.

    >>> found = ratio_estimate(np.array([1.0, 1.0, 2.0, 0.0]), np.array([2.0, 1.0, 2.0, 0.0]))
    >>> found.mean, round(found.low, 3), found.high, found.deals
    (0.8, 0.011, 1.0, 3)
    """
    known = wholes > 0
    parts, wholes = parts[known], wholes[known]
    n, whole = len(parts), float(wholes.sum())
    if n == 0:
        return Estimate(math.nan, None, None, 0)
    ratio = float(parts.sum()) / whole
    if n == 1:
        return Estimate(ratio, None, None, 1)
    rest = parts - ratio * wholes
    if np.abs(rest).max() <= 1e-12 * wholes.max():
        return _all_agree(ratio, n, 0.0, 1.0)
    from scipy.special import stdtrit

    error = math.sqrt(n / (n - 1) * float(rest @ rest)) / whole
    margin = float(stdtrit(n - 1, (1 + CONFIDENCE) / 2)) * error
    return Estimate(ratio, max(0.0, ratio - margin), min(1.0, ratio + margin), n)


def _all_agree(mean: float, deals: int, least: float, most: float) -> Estimate:
    """The interval when every deal gave the same share."""
    doubt = 1 - ((1 - CONFIDENCE) / 2) ** (1 / deals)
    low, high = (mean + doubt * (end - mean) for end in (least, most))
    return Estimate(mean, max(least, low), min(most, high), deals)


def _equal(values: np.ndarray) -> bool:
    """Whether all deals gave the same number, but for the rounding of sums of shares such as thirds."""
    return bool(np.ptp(values) <= 1e-12 * max(1.0, float(np.abs(values).max())))
