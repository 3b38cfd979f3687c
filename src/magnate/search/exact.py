"""Reckoning in fractions: an interpreted search whose values are exact, where utilities and weights are."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

__all__ = ["Exact", "rows_of_fractions"]


def _kept(operation: Callable[[Fraction, Any], Fraction]) -> Callable[[Fraction, Any], Exact]:
    """The operation with a number on the other side turned into the fraction that it is."""
    return lambda one, other: Exact(operation(one, Fraction(other)))


class Exact(Fraction):
    """A fraction that stays one when it meets a float, where Python's own becomes a float."""

    __add__ = __radd__ = _kept(Fraction.__add__)  # type: ignore[assignment]
    __mul__ = __rmul__ = _kept(Fraction.__mul__)  # type: ignore[assignment]
    __sub__ = _kept(Fraction.__sub__)  # type: ignore[assignment]
    __rsub__ = _kept(lambda one, other: other - one)  # type: ignore[assignment]
    __truediv__ = _kept(Fraction.__truediv__)  # type: ignore[assignment]


class _Row(list[Any]):
    """The values of a ply: what is written there becomes a fraction."""

    def __setitem__(self, place: Any, value: Any) -> None:
        if isinstance(place, slice):
            super().__setitem__(place, [Exact(value)] * len(self[place]))
        else:
            super().__setitem__(place, Exact(value))


def rows_of_fractions(rows: int, seats: int) -> list[_Row]:
    """The table ``values`` of a desk."""
    return [_Row([Exact(0)] * seats) for _ in range(rows)]
