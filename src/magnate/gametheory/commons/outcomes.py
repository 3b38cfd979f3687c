"""How good it is where a lever ends: the price of anarchy and of stability (Koutsoupias and Papadimitriou, 1999)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .levers import Equilibrium, Free, Lever, Owner, Quota, Sharing, Tax
from .pasture import Pasture
from .taxing import Taxes, taxes

__all__ = ["Outcome", "outcome", "remedies"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A lever, all pure equilibria under it, and the most milk that the pasture can give."""

    lever: Lever
    equilibria: tuple[Equilibrium, ...]
    optimum: Fraction

    @property
    def worst(self) -> Fraction:
        """The milk of the worst equilibrium."""
        return min(one.milk for one in self.equilibria)

    @property
    def best(self) -> Fraction:
        """The milk of the best equilibrium."""
        return max(one.milk for one in self.equilibria)

    @property
    def price_of_anarchy(self) -> Fraction | None:
        """How many times more milk the optimum gives than the worst equilibrium; None where that gives none."""
        return _times(self.optimum, self.worst)

    @property
    def price_of_stability(self) -> Fraction | None:
        """How many times more milk the optimum gives than the best equilibrium; None where that gives none."""
        return _times(self.optimum, self.best)


def _times(optimum: Fraction, milk: Fraction) -> Fraction | None:
    return Fraction(1) if optimum == milk else optimum / milk if milk else None


def outcome(pasture: Pasture, lever: Lever | None = None) -> Outcome:
    """Where a lever ends on a pasture (by default nothing is done).

    >>> found = outcome(Pasture(allowed=(1, 2, 3)))
    >>> [one.total for one in found.equilibria], found.price_of_anarchy, found.price_of_stability
    ([15, 16], Fraction(81, 32), Fraction(9, 5))
    """
    lever = lever or Free()
    return Outcome(lever, lever.equilibria(pasture), pasture.best)


def remedies(pasture: Pasture, known: Taxes | None = None) -> tuple[Lever, ...]:
    """The levers of the slides, each set so that the optimum is an equilibrium: the smallest taxes that do it.

    ``known`` are the pasture's taxes, where they have been found already.
    """
    smallest = (known or taxes(pasture)).smallest
    found: list[Lever] = [Sharing(), Owner(), Quota(max(pasture.best_totals))]
    if smallest:
        found.append(Tax(smallest))
        found.append(Tax(smallest * Fraction(pasture.farmers, pasture.farmers - 1), returned=True))
    return tuple(found)
