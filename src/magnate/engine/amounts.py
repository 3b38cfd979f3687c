"""Amounts entered digit by digit and sets entered in ascending order, each with exactly one spelling.

A number is typed from its first digit to its last and closed with :data:`DONE`. ``prefix`` is the number typed so
far, 0 when nothing has been typed; 0 itself is spelled by ``DONE`` at once, so no number begins with the digit 0.
A digit is allowed only while some number of the permitted range still begins with what has been typed: a begun
amount can always be finished.
"""

from __future__ import annotations

from .bits import high_bit
from .compiler import rule

__all__ = ["DONE", "after_set", "digit_for", "digit_ok", "digit_towards", "nearest_amount", "type_digit"]

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
def nearest_amount(prefix: int, target: int, lo: int, hi: int) -> int:
    """The number from ``lo`` to ``hi`` that begins with ``prefix`` and is nearest to ``target``; -1: none does.

    Of two as near it is the smaller one.
    """
    if prefix == 0:
        return max(lo, min(hi, target))
    nearest = -1
    first = prefix
    span = 1
    while first <= hi:  # the numbers that begin so: [first, first + span) for span 1, 10, 100, …
        if first + span > lo:
            found = max(first, lo, min(first + span - 1, hi, target))
            if nearest < 0 or abs(found - target) < abs(nearest - target):
                nearest = found
        first *= 10
        span *= 10
    return nearest


@rule
def digit_towards(prefix: int, target: int, lo: int, hi: int) -> int:
    """What to type next to come as near to ``target`` as ``lo``, ``hi`` and the ``prefix`` allow: a digit or DONE.

    It is always allowed, whoever typed the prefix and on the way to whatever.
    """
    return digit_for(prefix, nearest_amount(prefix, target, lo, hi))


@rule
def after_set(chosen: int) -> int:
    """The mask of the numbers that may still be added to a set: those above its largest member (bits 0 to 62)."""
    if chosen == 0:
        return EVERY_BIT
    return EVERY_BIT & (-2 << high_bit(chosen))
