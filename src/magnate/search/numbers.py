"""The values of seats, and how many of their digits are shown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

__all__ = ["MOST_PLACES", "Values", "apart", "significant"]

Values: TypeAlias = tuple[float | None, ...]
"""A value a seat, in shares of the win; None where the search does not know it."""

MOST_PLACES: Final = 7
"""The most decimal places of a value."""


def apart(values: Iterable[float | None], least: int) -> int:
    """The decimal places that tell different values apart: ``least`` at least and MOST at most.

    Values that agree to MOST places are taken for equal.

    >>> apart([0.5, 0.50001, None], 4), apart([0.5, 0.5, 0.1], 4), apart([1 / 3, 1 - 2 / 3], 4)
    (5, 4, 4)
    """
    known = {round(float(value), MOST_PLACES) for value in values if value is not None}
    places = (
        places for places in range(least, MOST_PLACES) if len({round(one, places) for one in known}) == len(known)
    )
    return next(places, MOST_PLACES)


def significant(number: float, digits: int = 2) -> int:
    """The decimal places that so many significant digits of a number take.

    >>> [significant(one) for one in (0.0123, 0.0996, 0.00001, 3.0, 250.0, 0.0)]
    [3, 2, 6, 1, 0, 0]
    """
    exponent = int(f"{number:.{digits - 1}e}".partition("e")[2])
    return max(0, digits - 1 - exponent) if number else 0
