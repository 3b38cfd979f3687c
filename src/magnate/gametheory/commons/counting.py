"""Counting cows instead of listing profiles: farmers are alike, so that only how many have how many cows matters."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

__all__ = ["Pattern", "is_sum", "occurring", "patterns", "spelled", "sums"]

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
    """All ways in which so many choices add up to the total, whoever has which.

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
