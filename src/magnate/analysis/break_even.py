"""The sum of cash at which a gain changes its sign, and how far games know it.

A gain falls while the sum rises. It is known at some sums, as the means of blocks of games, the same luck at all sums.
Between two sums it is a straight line. The interval comes from blocks that are drawn again (the percentile bootstrap).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

__all__ = ["BreakEven", "break_even", "falling", "redrawn", "span_of"]

DRAWS: Final = 200
MIDDLE: Final = (2.5, 97.5)
"""Percentiles: 95 of 100 draws lie between them."""
ROUNDING: Final = 1e-9


@dataclass(frozen=True, slots=True)
class BreakEven:
    """The greatest sum at which there is no loss: ``price``, None if there is a loss at all sums that were tried.

    ``everywhere``: there is none at any of them, and ``price`` is the greatest. ``low`` and ``high`` are the ends of
    the 95 % interval; they lie among the sums that were tried. ``below`` is the last of these without a loss.
    """

    price: int | None
    low: int
    high: int
    below: int
    everywhere: bool = False

    @property
    def inside(self) -> bool:
        """Whether there is a loss at some sums, and none at others."""
        return self.price is not None and not self.everywhere

    def within(self, first: BreakEven, sums: Sequence[int]) -> BreakEven:
        """The same, where ``sums`` were only those near the price of a ``first`` look at all sums.

        An end of the interval that is an end of these sums may lie beyond: there the first look tells it.
        """
        low = min(first.low, self.low) if self.low <= sums[0] else self.low
        high = max(first.high, self.high) if self.high >= sums[-1] else self.high
        return BreakEven(self.price, low, high, self.below, self.everywhere)


def break_even(sums: Sequence[int], gains: np.ndarray) -> BreakEven:
    """Where gains change their sign: ``gains`` (blocks, sums) are the means of blocks of games at rising sums.

    >>> break_even([0, 100, 200], np.tile([0.3, 0.1, -0.1], (9, 1)))
    BreakEven(price=150, low=150, high=150, below=100, everywhere=False)
    """
    (last,), (crossing,) = _crossings(sums, falling(gains.mean(axis=0))[None])
    _, drawn = _crossings(sums, falling(redrawn(gains)))
    low, high = span_of(drawn)
    return BreakEven(
        price=None if last < 0 else int(crossing),
        low=low,
        high=high,
        below=sums[max(0, int(last))],
        everywhere=bool(last == len(sums) - 1),
    )


def redrawn(gains: np.ndarray) -> np.ndarray:
    """The means (draws, ...) of blocks of games (blocks, ...) that are drawn again and again, with putting back."""
    places = np.random.default_rng(len(gains)).integers(len(gains), size=(DRAWS, len(gains)))
    counts = np.apply_along_axis(np.bincount, 1, places, minlength=len(gains))
    found: np.ndarray = np.tensordot(counts, gains, axes=1) / len(gains)
    return found


def span_of(drawn: np.ndarray) -> tuple[int, int]:
    """The 95 % interval that drawn sums tell, to whole dollars."""
    low, high = np.percentile(drawn, MIDDLE)
    return int(np.floor(low)), int(np.ceil(high))


def falling(gains: np.ndarray) -> np.ndarray:
    """The numbers (..., n) nearest to these of which none is above the one before it: those out of order share a mean.

    By the max-min formula of isotonic regression.

    >>> falling(np.array([4.0, 1.0, 2.0, 0.0])).tolist()
    [4.0, 1.5, 1.5, 0.0]
    """
    n = gains.shape[-1]
    sums = np.concatenate([np.zeros((*gains.shape[:-1], 1)), np.cumsum(gains, axis=-1)], axis=-1)
    first, last = np.arange(n)[:, None], np.arange(n)[None, :]
    means = (sums[..., 1:][..., None, :] - sums[..., :-1][..., :, None]) / np.maximum(last - first + 1, 1)
    least = np.minimum.accumulate(np.where(first <= last, means, np.inf), axis=-2)  # over starts up to each
    greatest = np.maximum.accumulate(np.where(first <= last, least, -np.inf)[..., ::-1], axis=-1)[..., ::-1]
    found: np.ndarray = np.diagonal(greatest, axis1=-2, axis2=-1).copy()
    return found


def _crossings(sums: Sequence[int], gains: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For gains (n, sums) that fall: the place of the last sum without a loss (-1: none), and where they cross 0."""
    tried = np.asarray(sums, dtype=float)
    last = (gains >= 0.0).sum(axis=1) - 1
    left = np.clip(last, 0, max(0, len(tried) - 2))
    rows, right = np.arange(len(gains)), np.minimum(left + 1, len(tried) - 1)
    above, below = gains[rows, left], gains[rows, right]
    part = np.divide(above, above - below, out=np.zeros(len(gains)), where=above > below)
    crossing = np.floor(tried[left] + part * (tried[right] - tried[left]) + ROUNDING)
    return last, np.where(last < 0, tried[0], np.where(last == len(tried) - 1, tried[-1], crossing))
