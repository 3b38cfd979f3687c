"""What can be done about the tragedy: levers that change what a farmer gets, or may do, and where that ends.

Farmers are alike, so equilibria are found by counting: with the number of all others' cows given, the same is best for
everybody. A total is that of an equilibrium where numbers of cows that leave their farmers content add up to it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from ...errors import BadOption
from .counting import Pattern, is_sum, occurring, patterns
from .pasture import Amount, Pasture, exactly

__all__ = ["Equilibrium", "Free", "Lever", "Owner", "Quota", "Sharing", "Subsidy", "Tax", "litres"]


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
        """How many farmers have how many cows, one equilibrium after another, whoever has which."""
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

    The village keeps them, or hands all of them back in equal parts (``returned``): of what a farmer pays for a cow,
    one part in as many as there are farmers then comes back, so that the rate must be higher to weigh as much.
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
