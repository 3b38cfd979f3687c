"""Reckoning in fractions: an interpreted search whose values are exact, where utilities and weights are."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

__all__ = ["Exact", "rows_of_fractions"]


def _kept(operation: Callable[[Fraction, Any], Any]) -> Callable[[Fraction, Any], Any]:
    """The operation with a finite number on the other side turned into the fraction that it is."""

    def exact(one: Fraction, other: Any) -> Any:
        return operation(one, other) if math.isinf(other) else Exact(operation(one, Fraction(other)))

    return exact


class Exact(Fraction):
    """A fraction that stays one when it meets a float, where Python's own becomes a float."""

    __add__ = __radd__ = _kept(Fraction.__add__)
    __mul__ = __rmul__ = _kept(Fraction.__mul__)
    __sub__ = _kept(Fraction.__sub__)
    __rsub__ = _kept(Fraction.__rsub__)
    __truediv__ = _kept(Fraction.__truediv__)


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
