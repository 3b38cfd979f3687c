"""Payoffs as texts: read from files, and written so that nothing is lost, or so that people like to read them."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from fractions import Fraction

from ..errors import BadStrategicGame

__all__ = ["exact", "parse_payoff", "shown"]

NUMBER = re.compile(r"[+-]?(\d+/\d+|(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?)")
LARGEST_DENOMINATOR = 64
"""Up to it people recognise a fraction."""
MOST_DIGITS = 1e15
HINT = "write payoffs as 3, -1.5, 2e6 or 1/3"


def parse_payoff(text: str) -> float:
    """The number that a text stands for: whole, with a decimal point, with an exponent, or a fraction.

    Raises :class:`~magnate.errors.BadStrategicGame` for anything else, and for what no number of 64 bits can hold.

    >>> parse_payoff("-3"), parse_payoff(" 1/4 "), parse_payoff("−2.5e1")
    (-3.0, 0.25, -25.0)
    """
    plain = text.strip().replace("−", "-")
    if not plain:
        raise BadStrategicGame("there is no payoff", hint=HINT)
    if not NUMBER.fullmatch(plain):
        raise BadStrategicGame(f'"{text.strip()}" is no payoff', hint=HINT)
    try:
        value = float(Fraction(plain)) if "/" in plain else float(plain)
    except ZeroDivisionError:
        raise BadStrategicGame(f"{plain} is divided by 0", hint=HINT) from None
    except OverflowError:
        value = math.inf
    if not math.isfinite(value):
        raise BadStrategicGame(f"{plain} is too large", hint="measure the payoffs in a larger unit")
    return value


def exact(value: float) -> str:
    """A number such that reading it again gives the same, without an exponent.

    >>> exact(-3.0), exact(0.1), exact(1e-7)
    ('-3', '0.1', '0.0000001')
    """
    return str(int(value)) if value == int(value) else format(Decimal(repr(value)), "f")


def shown(value: float) -> str:
    """A number for people: whole ones whole, simple fractions as such, and others with four digits.

    >>> shown(-5.0), shown(1234567.0), shown(2 / 3), shown(0.25), shown(0.12346), shown(98765.4), shown(1e-7)
    ('-5', '1234567', '2/3', '0.25', '0.1235', '98765', '1e-07')
    """
    if value == int(value) and abs(value) < MOST_DIGITS:
        return str(int(value))
    near = Fraction(value).limit_denominator(LARGEST_DENOMINATOR)
    short = f"{value:.4g}"
    simple = near and abs(near) < 100 and math.isclose(near, value, rel_tol=1e-9)
    if simple and not math.isclose(float(short), value, rel_tol=1e-9):
        return str(near)
    return short if abs(value) < 1e4 or abs(value) >= MOST_DIGITS else f"{value:.0f}"
