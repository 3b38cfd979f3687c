"""The curves of a run: what each metric was after each step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

__all__ = ["Curve", "curves_of", "thinned"]

OWN: Final = ("step", "seconds")
"""What the loop notes of each step itself."""


@dataclass(frozen=True, slots=True)
class Curve:
    """A metric: its name, what it means, and its points, each the number of a step and the value after it."""

    name: str
    about: str
    points: tuple[tuple[float, float], ...]

    @property
    def heading(self) -> str:
        """The name for people.

        >>> Curve("cross_entropy", "", ()).heading
        'Cross entropy'
        """
        return self.name.replace("_", " ").capitalize()


def curves_of(lines: Iterable[Mapping[str, float | None]], meanings: Mapping[str, str]) -> list[Curve]:
    """A curve for each metric in the lines of a run, in the order of ``meanings``; what was no number is left out."""
    points: dict[str, list[tuple[float, float]]] = {name: [] for name in meanings}
    for line in lines:
        step = line["step"]
        for name, value in line.items():
            if name not in OWN and value is not None and step is not None:
                points.setdefault(name, []).append((step, value))
    return [Curve(name, meanings.get(name, ""), tuple(found)) for name, found in points.items() if found]


def thinned(points: tuple[tuple[float, float], ...], most: int) -> list[tuple[float, float]]:
    """At most so many points: each the mean of as many neighbours as need be.

    >>> thinned(((1, 0.0), (2, 1.0), (3, 2.0), (4, 3.0)), 2)
    [(1.5, 0.5), (3.5, 2.5)]
    """
    if len(points) <= most:
        return list(points)
    ends = [round(number * len(points) / most) for number in range(most + 1)]
    return [_mean(points[first:last]) for first, last in pairwise(ends)]


def _mean(points: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
