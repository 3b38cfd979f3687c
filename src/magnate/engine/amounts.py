"""Amounts entered digit by digit and sets entered in ascending order, each with exactly one spelling.

A number is typed from its first digit to its last and closed with :data:`DONE`. ``prefix`` is the number typed so
far, 0 when nothing has been typed; 0 itself is spelled by ``DONE`` at once, so no number begins with the digit 0.
A digit is allowed only while some number of the permitted range still begins with what has been typed: a begun
amount can always be finished.
"""

from __future__ import annotations

from .bits import high_bit
from .compiler import rule

__all__ = ["DONE", "after_set", "digit_for", "digit_ok", "digit_towards", "type_digit"]

DONE = 10
"""The "digit" that closes an amount."""
EVERY_BIT = (1 << 63) - 1
"""The set of all numbers from 0 to 62."""


@rule
def digit_ok(prefix: int, digit: int, lo: int, hi: int) -> bool:
    """Whether ``digit`` (0 to 9, or DONE) may follow ``prefix`` on the way to a number from ``lo`` to ``hi``."""
    if digit == DONE:
        return lo <= prefix <= hi
    if digit < 0 or digit > 9 or (prefix == 0 and digit == 0):
        return False
    first = prefix * 10 + digit
    span = 1
    while first <= hi:  # the numbers that begin so: [first, first + span) for span 1, 10, 100, …
        if first + span > lo:
            return True
        first *= 10
        span *= 10
    return False


@rule
def type_digit(prefix: int, digit: int) -> int:
    """The number typed so far after one more digit (0 to 9)."""
    return prefix * 10 + digit


@rule
def digit_for(prefix: int, target: int) -> int:
    """What to type next to spell ``target`` (0 or more): a digit, DONE, or -1 when ``prefix`` does not begin it."""
    if prefix == target:
        return DONE
    rest = target
    while rest > 0:
        if rest // 10 == prefix:
            return rest % 10
        rest //= 10
    return -1


@rule
def digit_towards(prefix: int, target: int, lo: int, hi: int) -> int:
    """What to type next to come to ``target``, or to any number from ``lo`` to ``hi`` where ``prefix`` does not begin it."""
    digit = digit_for(prefix, target)
    if digit >= 0:
        return digit
    digit = DONE
    while digit > 0 and not digit_ok(prefix, digit, lo, hi):
        digit -= 1
    return digit


@rule
def after_set(chosen: int) -> int:
    """The mask of the numbers that may still be added to a set: those above its largest member (bits 0 to 62)."""
    if chosen == 0:
        return EVERY_BIT
    return EVERY_BIT & (-2 << high_bit(chosen))
