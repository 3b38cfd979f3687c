"""The taxes that make the social optimum an equilibrium, exactly, and those that make it the only one.

With the others' cows given, a farmer who keeps k cows at a tax t gets ``worth(k) − t·k``: k is best for all taxes
between the slope to the next better number above it and that to the one below it on the upper hull of the points
(k, worth(k)). An equilibrium holds where the taxes of everybody in it meet, so that the answer changes only at slopes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import TypeAlias

from .counting import is_sum
from .levers import litres
from .pasture import Pasture

__all__ = ["TaxRange", "Taxes", "taxes"]

Bound: TypeAlias = Fraction | float
"""A tax, or an infinite one."""
Slopes: TypeAlias = dict[int, tuple[Bound, Bound]]
"""Numbers of cows, and between which taxes each is best."""


@dataclass(frozen=True, slots=True)
class TaxRange:
    """Taxes from ``low`` to ``high`` (None: any larger), with or without these two themselves."""

    low: Fraction
    high: Fraction | None
    with_low: bool
    with_high: bool

    def __contains__(self, rate: Fraction) -> bool:
        above = rate > self.low or (self.with_low and rate == self.low)
        return above and (self.high is None or rate < self.high or (self.with_high and rate == self.high))

    def __str__(self) -> str:
        if self.low == self.high:
            return litres(self.low)
        low = litres(self.low) if self.with_low else f"more than {litres(self.low)}"
        if self.high is None:
            return f"{low} or more" if self.with_low else low
        return f"{low} to {litres(self.high)}" if self.with_high else f"{low} and less than {litres(self.high)}"


@dataclass(frozen=True, slots=True)
class Taxes:
    """Which taxes per cow (kept by the village) make the optimum an equilibrium, and the only one.

    ``only`` means that every pure equilibrium gives the most milk, not that it is settled who has how many cows.
    """

    optimal: tuple[TaxRange, ...]
    only: tuple[TaxRange, ...]

    @property
    def smallest(self) -> Fraction | None:
        """The smallest tax with which the optimum is an equilibrium; None if no tax does it."""
        return self.optimal[0].low if self.optimal else None

    @property
    def alone_at_smallest(self) -> bool:
        """Whether the smallest tax makes the optimum the only equilibrium."""
        return self.smallest is not None and any(self.smallest in one for one in self.only)


def taxes(pasture: Pasture) -> Taxes:
    """The taxes of 0 or more that make the optimum of a pasture an equilibrium.

    A cow never does the others any good, so that a subsidy for keeping cows is never needed.

    >>> found = taxes(Pasture())
    >>> found.smallest, found.alone_at_smallest, [str(one) for one in found.only]
    (Fraction(14, 1), False, ['more than 14 l and less than 16 l'])
    """

    @cache
    def slopes(others: int) -> Slopes:
        return best_between([(own, pasture.worth(own, others)) for own in pasture.allowed])

    fewest, most = pasture.totals[0] - pasture.allowed[0], pasture.totals[-1] - pasture.allowed[-1]

    def intervals(total: int) -> Slopes:
        """Who is content with which taxes at a total."""
        found = {}
        for own in pasture.allowed:
            if fewest <= total - own <= most and own in slopes(total - own):
                found[own] = slopes(total - own)[own]
        return found

    def holds(total: int, rate: Fraction) -> bool:
        content = tuple(own for own, (low, high) in meeting[total].items() if low <= rate <= high)
        return is_sum(total, content, pasture.farmers)

    meeting = {total: intervals(total) for total in pasture.best_totals}
    optimal = _ranges(lambda rate: any(holds(total, rate) for total in pasture.best_totals), _cuts(meeting.values()))
    if not optimal:
        return Taxes((), ())
    first, last = optimal[0].low, math.inf if optimal[-1].high is None else optimal[-1].high
    for total in pasture.totals:
        inside = {own: pair for own, pair in intervals(total).items() if pair[0] <= last and pair[1] >= first}
        if inside:
            meeting[total] = inside
    rivals = [total for total in meeting if total not in pasture.best_totals]

    def alone(rate: Fraction) -> bool:
        return any(rate in one for one in optimal) and not any(holds(total, rate) for total in rivals)

    cuts = [cut for cut in _cuts(meeting.values()) if first <= cut <= last]
    return Taxes(optimal, _ranges(alone, cuts))


def best_between(points: Sequence[tuple[int, Fraction]]) -> Slopes:
    """For each number of cows the least and the largest tax with which it is best; none is best elsewhere.

    >>> best_between([(1, Fraction(18)), (2, Fraction(32)), (3, Fraction(30))])[2]
    (Fraction(-2, 1), Fraction(14, 1))
    """
    hull: list[tuple[int, Fraction]] = []
    for point in points:  # the upper hull, with the points on its edges
        while len(hull) > 1 and _slope(hull[-2], hull[-1]) < _slope(hull[-1], point):
            hull.pop()
        hull.append(point)
    steps: list[Bound] = [math.inf, *(_slope(one, other) for one, other in pairwise(hull)), -math.inf]
    return {own: (steps[k + 1], steps[k]) for k, (own, _) in enumerate(hull)}


def _slope(one: tuple[int, Fraction], other: tuple[int, Fraction]) -> Fraction:
    return (other[1] - one[1]) / (other[0] - one[0])


def _cuts(meeting: Iterable[Slopes]) -> list[Fraction]:
    """The taxes at which somebody's answer changes, ascending, beginning with 0."""
    ends = {end for slopes in meeting for pair in slopes.values() for end in pair}
    return sorted({Fraction(0), *(end for end in ends if isinstance(end, Fraction) and end > 0)})


def _ranges(holds: Callable[[Fraction], bool], cuts: Sequence[Fraction]) -> tuple[TaxRange, ...]:
    """The taxes from the first cut on for which something holds that can change at the cuts only."""
    found: list[TaxRange] = []
    open_range: tuple[Fraction, bool] | None = None
    for cut, following in zip(cuts, [*cuts[1:], None], strict=True):
        at = holds(cut)
        middle = cut + 1 if following is None else (cut + following) / 2
        after = holds(middle)
        if open_range is not None and not (at and after):
            found.append(TaxRange(open_range[0], cut, open_range[1], at))
            open_range = None
        elif open_range is None and at and not after:
            found.append(TaxRange(cut, cut, with_low=True, with_high=True))
        if after and open_range is None:
            open_range = (cut, at)
    if open_range is not None:
        found.append(TaxRange(open_range[0], None, open_range[1], with_high=False))
    return tuple(found)
