"""The common pasture: farmers, cows, and how much milk there is (the tragedy of the commons, G9)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import product
from typing import Any, Final, Protocol, TypeAlias

import numpy as np

from ...errors import BadOption
from ..strategic import StrategicGame

__all__ = ["Amount", "Pasture", "Pattern", "exactly", "is_sum", "occurring", "patterns", "spelled"]


# -------------------------------------------------------------------------------------------------------- Counting cows
#
# Farmers are alike, so it only matters how many have how many cows, not who.


Pattern: TypeAlias = tuple[tuple[int, int], ...]
"""How many farmers have how many cows: pairs (cows, farmers), ascending by cows."""


@lru_cache(maxsize=4096)
def _sums(choices: tuple[int, ...], parts: int) -> int:
    """The sums of so many choices, each any number of times, as the bits of a number: bit 9 stands for the sum 9."""
    found = 1
    for _ in range(parts):
        further = 0
        for choice in choices:
            further |= found << choice
        found = further
    return found


def sums(choices: tuple[int, ...], parts: int) -> tuple[int, ...]:
    """All sums of so many choices, ascending.

    >>> sums((1, 4), 3)
    (3, 6, 9, 12)
    """
    found = _sums(choices, parts)
    return tuple(total for total in range(found.bit_length()) if found >> total & 1)


def is_sum(total: int, choices: tuple[int, ...], parts: int) -> bool:
    """Whether so many choices can add up to the total."""
    if not choices:
        return total == 0 and parts == 0
    if not parts * min(choices) <= total <= parts * max(choices):
        return False
    return bool(_sums(choices, parts) >> total & 1)


def occurring(total: int, choices: tuple[int, ...], parts: int) -> tuple[int, ...]:
    """The choices that occur where so many of them add up to the total.

    >>> occurring(5, (1, 2, 3), 2)
    (2, 3)
    """
    rest = _sums(choices, parts - 1)
    return tuple(choice for choice in choices if choice <= total and rest >> (total - choice) & 1)


def patterns(total: int, choices: tuple[int, ...], parts: int) -> Iterator[Pattern]:
    """All ways in which so many choices add up to the total, in any order.

    >>> list(patterns(5, (1, 2, 3), 3))
    [((1, 2), (3, 1)), ((1, 1), (2, 2))]
    """
    if not choices:
        yield ()
        return
    first, rest = choices[0], choices[1:]
    for count in range(parts, -1, -1):
        left = total - first * count
        if is_sum(left, rest, parts - count):
            for further in patterns(left, rest, parts - count):
                yield ((first, count), *further) if count else further


def spelled(pattern: Pattern) -> str:
    """A pattern in words.

    >>> spelled(((2, 6),)), spelled(((0, 1), (1, 3), (2, 2)))
    ('all have 2 cows', '1 farmer has no cow, 3 have 1 cow, 2 have 2 cows')
    """
    if len(pattern) == 1:
        cows, farmers = pattern[0]
        return f"all have {_cows(cows)}" if farmers > 1 else f"1 farmer has {_cows(cows)}"
    (cows, farmers), *others = pattern
    words = [f"1 farmer has {_cows(cows)}" if farmers == 1 else f"{farmers} farmers have {_cows(cows)}"]
    words += [f"{farmers} {'has' if farmers == 1 else 'have'} {_cows(cows)}" for cows, farmers in others]
    return ", ".join(words)


def _cows(number: int) -> str:
    return "no cow" if number == 0 else "1 cow" if number == 1 else f"{number} cows"


# ---------------------------------------------------------------------------------------------------------- The pasture
#
# Amounts of milk are fractions, so nothing is rounded. The signs of small differences decide whether a farmer gains by
# another cow, and ties are the reason for several equilibria.


Amount: TypeAlias = Fraction | float | str
"""A number that is to be taken exactly: 20, 2.5, ``Fraction(5, 2)`` or ``"5/2"``."""

NOTHING: Final = Fraction(0)
MOST_COWS: Final = 10_000
"""The most cows that all farmers may have together: beyond it an analysis would take minutes."""
MOST_PAYOFFS: Final = 5_000_000
"""The most payoffs that a strategic game is made of."""
MOST_LITRES: Final = 10**12


class ChangedPayoffs(Protocol):
    """What a lever changes: payoffs, and how many cows are permitted."""

    def worth(self, pasture: Pasture, own: int, others: int) -> Fraction:
        """A farmer's payoff, in litres."""

    def permits(self, total: int) -> bool:
        """Whether there may be so many cows on the pasture."""


@dataclass(frozen=True, init=False)
class Pasture:
    """A pasture that several farmers use, each with a number of cows of its own choice.

    A cow gives ``per_cow`` litres of milk a day. For each cow beyond ``capacity``, every cow gives ``loss`` litres
    less, but never less than nothing. ``allowed`` are the numbers of cows that a farmer may choose from. The defaults
    are the slides' pasture.

    Raises :class:`~magnate.errors.BadOption` where a parameter makes no sense.

    >>> pasture = Pasture()
    >>> [int(pasture.milk(cows)) for cows in range(6, 14)]
    [120, 140, 160, 162, 160, 154, 144, 130]
    """

    farmers: int
    capacity: int
    per_cow: Fraction
    loss: Fraction
    allowed: tuple[int, ...]

    def __init__(
        self,
        farmers: int = 6,
        capacity: int = 8,
        per_cow: Amount = 20,
        loss: Amount = 2,
        allowed: Iterable[int] = (1, 2),
    ) -> None:
        choices = tuple(sorted(set(allowed)))
        _check_whole("the number of farmers", farmers, 1)
        _check_whole("the capacity", capacity, 0)
        if not choices:
            raise BadOption("no number of cows is allowed", hint="allow at least one, such as 1,2")
        _check_whole("an allowed number of cows", choices[0], 0)
        _check_whole("an allowed number of cows", choices[-1], 0)
        if farmers * choices[-1] > MOST_COWS:
            raise BadOption(
                f"{farmers} farmers with up to {choices[-1]} cows may have more than {MOST_COWS:,} cows",
                hint="take fewer farmers or allow fewer cows",
            )
        values = {"per_cow": exactly("the yield of a cow", per_cow), "loss": exactly("the loss", loss)}
        fields: dict[str, Any] = {"farmers": farmers, "capacity": capacity, "allowed": choices, **values}
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    @classmethod
    def unlimited(
        cls, least: int = 0, farmers: int = 6, capacity: int = 8, per_cow: Amount = 20, loss: Amount = 2
    ) -> Pasture:
        """The pasture on which a farmer may have any number of cows from ``least`` on.

        Numbers end with the one that makes the pasture bare whatever the others do: more are no different.

        >>> Pasture.unlimited(least=1).allowed[-1]
        18
        """
        one = cls(farmers, capacity, per_cow, loss, (least,))
        if one.bare_from is None:
            raise BadOption(
                "without a loss more cows are always better, so that their number needs a limit",
                hint="allow for example 1-20",
            )
        return cls(farmers, capacity, per_cow, loss, range(least, max(one.bare_from, least) + 1))

    # ------------------------------------------------------------------------------------------------------- milk

    def per_cow_at(self, cows: int) -> Fraction:
        """The litres that each cow gives with so many on the pasture."""
        if cows <= self.capacity:
            return self.per_cow
        if self.bare_from is not None and cows >= self.bare_from:
            return NOTHING
        return self.per_cow - self.loss * (cows - self.capacity)

    def milk(self, cows: int) -> Fraction:
        """The litres that so many cows give together."""
        return cows * self.per_cow_at(cows)

    def worth(self, own: int, others: int) -> Fraction:
        """The litres of a farmer with ``own`` cows where all others have ``others`` together."""
        each = self.per_cow_at(own + others)
        return own * each if each else NOTHING

    @cached_property
    def bare_from(self) -> int | None:
        """The smallest number of cows with which there is no milk left; None if there is always some."""
        if self.per_cow == 0:
            return 0
        return None if self.loss == 0 else self.capacity + math.ceil(self.per_cow / self.loss)

    # ----------------------------------------------------------------------------------------------- what is best

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """The numbers of cows that there can be on the pasture, ascending."""
        return sums(self.allowed, self.farmers)

    @cached_property
    def best(self) -> Fraction:
        """The social optimum: the most milk that there can be."""
        return max(map(self.milk, self.totals))

    @cached_property
    def best_totals(self) -> tuple[int, ...]:
        """The numbers of cows that give the most milk: one, or several that give the same.

        >>> Pasture().best_totals, int(Pasture().best)
        ((9,), 162)
        """
        return tuple(total for total in self.totals if self.milk(total) == self.best)

    # -------------------------------------------------------------------------------------------------- as a game

    def game(self, lever: ChangedPayoffs | None = None) -> StrategicGame:
        """The pasture as a strategic game: each farmer chooses a number of cows and gets milk.

        With a ``lever``, payoffs are what it leaves to a farmer. Small pastures only: every profile is listed.

        Raises :class:`~magnate.errors.BadOption` where there would be too many, and for a lever under which what a
        farmer may choose depends on the others (a quota of the whole pasture).
        """
        sizes = (len(self.allowed),) * self.farmers
        if self.farmers * math.prod(sizes) > MOST_PAYOFFS:
            raise BadOption(
                f"{math.prod(sizes):,} profiles are too many to list",
                hint="take fewer farmers or cows; magnate.gametheory.commons finds the equilibria without listing any",
            )
        if lever is not None and not all(lever.permits(total) for total in self.totals):
            raise BadOption(
                "under a quota of the whole pasture what a farmer may choose depends on the others: no strategic game",
                hint="allow fewer cows instead, or ask magnate.gametheory.commons for the equilibria",
            )
        payoffs = np.empty((self.farmers, *sizes))
        for cell in product(*map(range, sizes)):
            cows = [self.allowed[k] for k in cell]
            for farmer, own in enumerate(cows):
                others = sum(cows) - own
                worth = self.worth(own, others) if lever is None else lever.worth(self, own, others)
                payoffs[(farmer, *cell)] = float(worth)
        names = tuple(f"{cows} cow" if cows == 1 else f"{cows} cows" for cows in self.allowed)
        farmers = tuple(f"farmer {number + 1}" for number in range(self.farmers))
        return StrategicGame(payoffs, farmers, (names,) * self.farmers, "The common pasture")


def exactly(what: str, value: Amount) -> Fraction:
    """A number as a fraction, a float being what it looks like.

    Raises :class:`~magnate.errors.BadOption` for what is no number, less than 0, or enormous.

    >>> exactly("the loss", 0.1), exactly("the loss", "5/2")
    (Fraction(1, 10), Fraction(5, 2))
    """
    try:
        found = Fraction(value if isinstance(value, Fraction) else str(value))
    except (ValueError, ZeroDivisionError) as error:
        raise BadOption(f'{what} is "{value}", which is no number', hint="write 20, 2.5 or 5/2") from error
    if found < 0:
        raise BadOption(f"{what} is {value}, which is negative", hint="give 0 or more")
    if found > MOST_LITRES:
        raise BadOption(f"{what} is {value}, which is too large", hint=f"give at most {MOST_LITRES:,}")
    return found


def _check_whole(what: str, number: object, least: int) -> None:
    """Refuse what is no whole number, or too small."""
    if not isinstance(number, int) or isinstance(number, bool) or number < least:
        raise BadOption(f"{what} is {number!r}", hint=f"give a whole number, {least} or more")
