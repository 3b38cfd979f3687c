"""How good it is where a lever ends, and how it comes to the tragedy, cow by cow."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .levers import Equilibrium, Free, Lever, Owner, Quota, Sharing, Tax, Taxes, taxes
from .pasture import Pasture

__all__ = ["Change", "Outcome", "Step", "Story", "change", "outcome", "remedies", "story"]


# ------------------------------- Outcomes: the prices of anarchy and of stability (Koutsoupias and Papadimitriou, 1999)


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


# ------------------------------------------------------------ Steps: what each cow does to its farmer and to the others


@dataclass(frozen=True, slots=True)
class Change:
    """What it means that a farmer has ``after`` cows instead of ``before``, in litres.

    ``gain`` is what the farmer has more, ``others`` what all others have more together: less than 0 where they lose.
    """

    before: int
    after: int
    gain: Fraction
    others: Fraction


@dataclass(frozen=True, slots=True)
class Step:
    """A farmer (from 1 on) changes its number of cows: what it means, and what the pasture gives then."""

    farmer: int
    change: Change
    total: int
    milk: Fraction


@dataclass(frozen=True, slots=True)
class Story:
    """The steps from ``start`` cows on, and the cows of each farmer at the end.

    ``settled`` tells that nobody gains by any other number of cows: the end is an equilibrium.
    """

    start: int
    steps: tuple[Step, ...]
    end: tuple[int, ...]
    settled: bool


def change(pasture: Pasture, own: int, others: int, after: int, lever: Lever | None = None) -> Change:
    """What it means that a farmer with ``own`` cows has ``after``, where the others have ``others`` together.

    What the village takes or pays is nobody's gain or loss but the farmer's.

    >>> found = change(Pasture(), 1, 8, 2)
    >>> int(found.gain), int(found.others)
    (14, -16)
    """
    lever = lever or Free()
    old, new = own + others, after + others
    gain = lever.worth(pasture, after, others) - lever.worth(pasture, own, others)
    paid = lever.revenue(pasture, new) - lever.revenue(pasture, old)
    return Change(own, after, gain, pasture.milk(new) - pasture.milk(old) - paid - gain)


def story(pasture: Pasture, lever: Lever | None = None) -> Story:
    """What happens where everybody begins with as few cows as are allowed.

    In turn each farmer takes the next larger number of cows if it gains by that, or else the next smaller one if it
    gains by that, until nobody does.

    >>> told = story(Pasture())
    >>> [int(step.milk) for step in told.steps], told.end, told.settled
    ([140, 160, 162, 160, 154, 144], (2, 2, 2, 2, 2, 2), True)
    """
    lever = lever or Free()
    cows = [pasture.allowed[0]] * pasture.farmers
    start, steps, turn, content = sum(cows), [], 0, 0
    seen = set()
    while content < pasture.farmers and (turn, *cows) not in seen:
        found = _next(pasture, lever, cows[turn], sum(cows) - cows[turn])
        if found is None:
            content += 1
        else:
            seen.add((turn, *cows))
            cows[turn], content = found.after, 0
            steps.append(Step(turn + 1, found, sum(cows), pasture.milk(sum(cows))))
        turn = (turn + 1) % pasture.farmers
    return Story(start, tuple(steps), tuple(cows), _settled(pasture, lever, cows))


def _next(pasture: Pasture, lever: Lever, own: int, others: int) -> Change | None:
    """The next larger or smaller number of cows by which a farmer gains; None if it stays."""
    place = pasture.allowed.index(own)
    for after in (*pasture.allowed[place + 1 : place + 2], *pasture.allowed[max(place - 1, 0) : place]):
        if lever.permits(after + others):
            found = change(pasture, own, others, after, lever)
            if found.gain > 0:
                return found
    return None


def _settled(pasture: Pasture, lever: Lever, cows: list[int]) -> bool:
    """Whether nobody gains by any other number of cows."""
    total = sum(cows)
    return not any(
        change(pasture, own, total - own, after, lever).gain > 0
        for own in set(cows)
        for after in pasture.allowed
        if lever.permits(total - own + after)
    )
