"""Random games of two, and what Gambit and nashpy answered for them: the file ``gambit_answers.xz``.

The games follow from their kind, shape and number alone, by what Python promises never to change
(``random.Random.random`` of a seed). The answers are recorded by ``tools/gambit_answers.py``, since Gambit has to be
compiled for minutes and nobody else needs it. This module needs neither of them.
"""

import lzma
import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import NamedTuple

SHAPES = ((2, 2), (3, 3), (4, 4), (3, 5))
KINDS = ("integer", "gaussian")
GAMES = 500
"""Of each kind and shape."""
FILE = Path(__file__).with_name("gambit_answers.xz")
UNIT = 10**9
"""nashpy's probabilities are kept as multiples of 1 / UNIT."""

Exact = tuple[tuple[Fraction, ...], ...]
Rounded = tuple[tuple[float, ...], ...]
Table = list[list[float]]


class Answer(NamedTuple):
    """The extreme equilibria by Gambit, and the equilibria by nashpy's support enumeration."""

    kind: str
    shape: tuple[int, int]
    number: int
    gambit: tuple[Exact, ...]
    nashpy: tuple[Rounded, ...]


def tables(kind: str, shape: tuple[int, int], number: int) -> tuple[Table, Table]:
    """The payoffs of both players: whole numbers from -9 to 9, or Gaussian ones in steps of 2^-24."""
    rows, columns = shape
    generator = Random(f"{kind} {rows}x{columns} {number}")
    draw = _whole if kind == "integer" else _gaussian
    first, second = ([[draw(generator) for _ in range(columns)] for _ in range(rows)] for _ in range(2))
    return first, second


def _whole(generator: Random) -> float:
    return float(int(generator.random() * 19) - 9)


def _gaussian(generator: Random) -> float:
    """Box and Muller's way; rounded, so that the last bits of a machine's logarithm do not matter."""
    radius = math.sqrt(-2 * math.log(1 - generator.random()))
    return round(radius * math.cos(2 * math.pi * generator.random()) * 2**24) / 2**24


def whole_numbers(mixture: Sequence[Fraction]) -> tuple[int, ...]:
    """The smallest whole numbers in the proportion of these probabilities."""
    common = math.lcm(*(share.denominator for share in mixture))
    return tuple(int(share * common) for share in mixture)


def write(answers: Sequence[Answer]) -> None:
    """Write the file."""
    lines = []
    for answer in answers:
        exact = ";".join(_line([whole_numbers(mixture) for mixture in profile]) for profile in answer.gambit)
        rounded = ";".join(
            _line([tuple(round(share * UNIT) for share in mixture) for mixture in profile]) for profile in answer.nashpy
        )
        rows, columns = answer.shape
        lines.append(f"{answer.kind} {rows} {columns} {answer.number}:{exact}:{rounded}\n")
    FILE.write_bytes(lzma.compress("".join(lines).encode(), preset=9 | lzma.PRESET_EXTREME))


def answers() -> Iterator[Answer]:
    """What the file holds."""
    for line in lzma.decompress(FILE.read_bytes()).decode().splitlines():
        head, exact, rounded = line.split(":")
        kind, rows, columns, number = head.split()
        gambit = tuple(
            tuple(tuple(Fraction(value, sum(own)) for value in own) for own in _numbers(profile))
            for profile in exact.split(";")
        )
        nashpy = tuple(
            tuple(tuple(value / UNIT for value in own) for own in _numbers(profile))
            for profile in filter(None, rounded.split(";"))
        )
        yield Answer(kind, (int(rows), int(columns)), int(number), gambit, nashpy)


def _line(profile: Sequence[Sequence[int]]) -> str:
    return ",".join(" ".join(f"{value:x}" for value in own) for own in profile)


def _numbers(text: str) -> list[list[int]]:
    return [[int(value, 16) for value in own.split()] for own in text.split(",")]
