"""What can be done about the tragedy: levers that change payoffs or actions, and the taxes that work."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import TypeAlias

from ...errors import BadOption
from .pasture import Amount, Pasture, Pattern, exactly, is_sum, occurring, patterns

__all__ = [
    "Equilibrium",
    "Free",
    "Lever",
    "Owner",
    "Quota",
    "Sharing",
    "Subsidy",
    "Tax",
    "TaxRange",
    "Taxes",
    "litres",
    "taxes",
]


# --------------------------------------------------------------------------------------------------------------- Levers
#
# Farmers are alike, so equilibria are found by counting. Given the number of all others' cows, the same is best for
# every farmer. A total belongs to an equilibrium if numbers of cows that leave their farmers content add up to it.


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """All pure equilibria with the same number of cows.

    ``choices`` are the numbers of cows that a farmer has in one of them, ``keeps`` the least and the most that one is
    left with, in litres.
    """

    total: int
    milk: Fraction
    choices: tuple[int, ...]
    farmers: int
    keeps: tuple[Fraction, Fraction]

    def patterns(self) -> Iterator[Pattern]:
        """How many farmers have how many cows, one equilibrium after another."""
        return patterns(self.total, self.choices, self.farmers)


class Lever(ABC):
    """What is done about the tragedy; by itself it changes nothing."""

    @property
    @abstractmethod
    def name(self) -> str:
        """A few words for a table."""

    def worth(self, pasture: Pasture, own: int, others: int) -> Fraction:
        """What a farmer with ``own`` cows is left with where the others have ``others`` together, in litres."""
        return pasture.worth(own, others)

    def permits(self, total: int) -> bool:  # noqa: ARG002 - levers that permit less look at it
        """Whether there may be so many cows on the pasture."""
        return True

    def revenue(self, pasture: Pasture, total: int) -> Fraction:  # noqa: ARG002 - as above
        """What the village takes in with so many cows, in litres; less than 0 where it pays."""
        return Fraction(0)

    def equilibria(self, pasture: Pasture) -> tuple[Equilibrium, ...]:
        """All pure equilibria, by their number of cows.

        With a quota these are the profiles from which nobody gains by a change that keeps to it.

        >>> [(one.total, int(one.milk), list(one.patterns())) for one in Free().equilibria(Pasture())]
        [(12, 144, [((2, 6),)])]
        """
        totals = [total for total in pasture.totals if self.permits(total)]
        if not totals:
            raise BadOption(
                f"every farmer has {pasture.allowed[0]} or more cows, {pasture.totals[0]} in all: no quota below that",
                hint=f"give a quota of {pasture.totals[0]} or more",
            )
        best: dict[int, Fraction] = {}

        def content(own: int, others: int) -> bool:
            if others not in best:
                choices = (k for k in pasture.allowed if self.permits(k + others))
                best[others] = max(self.worth(pasture, k, others) for k in choices)
            return self.worth(pasture, own, others) == best[others]

        found = []
        for total in totals:
            happy = tuple(k for k in pasture.allowed if k <= total and content(k, total - k))
            if is_sum(total, happy, pasture.farmers):
                found.append(self.outcome(pasture, total, happy))
        return tuple(found)

    def outcome(self, pasture: Pasture, total: int, choices: tuple[int, ...]) -> Equilibrium:
        """The profiles with that number of cows in which everybody has one of these numbers."""
        used = occurring(total, choices, pasture.farmers)
        keeps = [self.worth(pasture, own, total - own) for own in used]
        return Equilibrium(total, pasture.milk(total), used, pasture.farmers, (min(keeps), max(keeps)))


@dataclass(frozen=True, slots=True)
class Free(Lever):
    """Nothing is done: everybody for oneself."""

    @property
    def name(self) -> str:
        """A few words for a table."""
        return "nothing"


@dataclass(frozen=True, slots=True)
class Sharing(Lever):
    """An agreement to share all milk equally."""

    @property
    def name(self) -> str:
        """A few words for a table."""
        return "sharing the milk"

    def worth(self, pasture: Pasture, own: int, others: int) -> Fraction:
        """An equal part of all milk."""
        return pasture.milk(own + others) / pasture.farmers


@dataclass(frozen=True, slots=True)
class Owner(Sharing):
    """One firm owns all cows, decides how many there are, and belongs to all farmers equally."""

    @property
    def name(self) -> str:
        """A few words for a table."""
        return "one owner"

    def equilibria(self, pasture: Pasture) -> tuple[Equilibrium, ...]:
        """What the firm chooses: the social optimum."""
        return tuple(self.outcome(pasture, total, pasture.allowed) for total in pasture.best_totals)


@dataclass(frozen=True, slots=True)
class Quota(Lever):
    """No more than ``cows`` cows on the whole pasture; who comes first has them."""

    cows: int

    @property
    def name(self) -> str:
        """A few words for a table."""
        return f"at most {self.cows} cow{'' if self.cows == 1 else 's'} in all"

    def permits(self, total: int) -> bool:
        """Whether there may be so many cows on the pasture."""
        return total <= self.cows


@dataclass(frozen=True, slots=True)
class Tax(Lever):
    """Each cow costs its farmer ``rate`` litres a day.

    The village keeps them, or hands all of them back in equal parts (``returned``). Of what a farmer pays for a cow,
    one farmer's part then comes back, so the rate must be higher for the same effect.
    """

    rate: Fraction
    returned: bool = False

    @classmethod
    def of(cls, rate: Amount, *, returned: bool = False) -> Tax:
        """The tax of so many litres, however they are written."""
        return cls(exactly("the tax", rate), returned)

    @property
    def name(self) -> str:
        """A few words for a table."""
        return f"tax of {litres(self.rate)} a cow" + (", returned" if self.returned else "")

    def worth(self, pasture: Pasture, own: int, others: int) -> Fraction:
        """The farmer's milk less the tax, and its part of all taxes where they are returned."""
        back = self.rate * (own + others) / pasture.farmers if self.returned else 0
        return pasture.worth(own, others) - self.rate * own + back

    def revenue(self, pasture: Pasture, total: int) -> Fraction:  # noqa: ARG002 - only subsidies depend on it
        """What the village keeps."""
        return Fraction(0) if self.returned else self.rate * total


@dataclass(frozen=True, slots=True)
class Subsidy(Lever):
    """The village pays ``rate`` litres a day for each cow that a farmer could have and has not.

    To a farmer who thinks about one cow more this is the same as a tax; but somebody has to pay it.
    """

    rate: Fraction

    @classmethod
    def of(cls, rate: Amount) -> Subsidy:
        """The subsidy of so many litres, however they are written."""
        return cls(exactly("the subsidy", rate))

    @property
    def name(self) -> str:
        """A few words for a table."""
        return f"{litres(self.rate)} for a cow less"

    def worth(self, pasture: Pasture, own: int, others: int) -> Fraction:
        """The farmer's milk and the subsidy."""
        return pasture.worth(own, others) + self.rate * (pasture.allowed[-1] - own)

    def revenue(self, pasture: Pasture, total: int) -> Fraction:
        """What the village pays, as a number below 0."""
        return self.rate * (total - pasture.farmers * pasture.allowed[-1])


def litres(amount: Fraction) -> str:
    """An amount for people: with a decimal or two, and as a fraction where these are rounded.

    >>> litres(Fraction(14)), litres(Fraction(84, 5)), litres(Fraction(80, 3))
    ('14 l', '16.8 l', '26.67 l')
    """
    return f"{round(float(amount), 2):,g} l".replace("-", "−")


# --------------------------------------------------- Taxes that make the social optimum an equilibrium, or the only one
#
# With the others' cows given, a farmer who keeps k cows at a tax t gets ``worth(k) − t·k``. On the upper hull of the
# points (k, worth(k)), k is best for all taxes between the slopes to its two neighbours. An equilibrium holds where
# the taxes of all farmers in it meet, so the answer changes only at slopes.


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
