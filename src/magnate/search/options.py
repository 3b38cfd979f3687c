"""The options of the algorithms: their defaults, what they mean, and the values that they take."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["Option", "choice", "number", "switch", "whole"]


@dataclass(frozen=True, slots=True)
class Option:
    """An option of an algorithm: its default, what it means, and the values it takes (a test and their description).

    ``settled`` is what a value that it takes is kept as, so that 2 and 2.0 are the same.
    """

    default: Any
    about: str
    values: str
    allows: Callable[[Any], bool]
    settled: Callable[[Any], Any] = lambda value: value


def switch(default: bool, about: str) -> Option:
    """An option that is true or false."""
    return Option(default, about, "true or false", lambda value: isinstance(value, bool))


def choice(about: str, *names: str) -> Option:
    """An option that is one of these words, by default the first."""
    return Option(names[0], about, ", ".join(names), lambda value: value in names)


def number(
    default: float | None, about: str, least: float = -sys.float_info.max, most: float = sys.float_info.max
) -> Option:
    """An option that is a finite number; None is one of its values where it is the default."""
    described = "a number"
    if least > -sys.float_info.max:
        described += f" from {least:g}" + (f" to {most:g}" if most < sys.float_info.max else "")

    def allows(value: Any) -> bool:
        if value is None:
            return default is None
        return isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most

    return Option(default, about, described, allows, lambda value: None if value is None else float(value))


def whole(default: int | None, about: str, least: int, most: int) -> Option:
    """An option that is a whole number; None is one of its values where it is the default."""

    def allows(value: Any) -> bool:
        if value is None:
            return default is None
        known = isinstance(value, int | float) and not isinstance(value, bool)
        return known and least <= value <= most and value == int(value)

    values = f"a whole number from {least} to {most}"
    return Option(default, about, values, allows, lambda value: None if value is None else int(value))
