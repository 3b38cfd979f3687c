"""The picture of a search: every configuration as a dot, in the order of the search, and the mean of each stage."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from ...plots import WIDTH, Picture, percent
from ...plots.canvas import Scale, circle, line, round_scale, signed, text
from .evaluation import Point

__all__ = ["search_picture"]

TOP: Final = 22.0
PLOT: Final = 260.0
BELOW: Final = 48.0
LEFT: Final = 52.0
EDGE: Final = 8.0
"""Room between the frame and the first and the last dot."""


def search_picture(
    title: str, points: Sequence[Point], *, mark: float, mark_label: str, relative: bool = False
) -> Picture:
    """The picture; ``mark`` draws a dashed line.

    With ``relative`` the values are differences of shares, and a line joins the means of the stages (shares within a
    round always have the same mean).

    >>> found = search_picture("A < B", [Point(0, 0, 0.5), Point(1, 0, 0.6)], mark=0.5, mark_label="even").svg()
    >>> found.count("<circle"), "A &lt; B" in found
    (2, True)
    """
    values = [point.value for point in points] + [mark]
    up = round_scale(TOP + PLOT, TOP, min(values), max(values), 6)
    along = Scale(LEFT + EDGE, WIDTH - EDGE, 0, max(len(points) - 1, 1), ())
    parts = []
    for value in up.ticks:
        parts.append(line(LEFT, up.x(value), WIDTH, up.x(value), "grid"))
        parts.append(text(LEFT - 8, up.x(value) + 4, _shown(value, relative), "soft", "end"))
    ends = sorted({0, round((len(points) - 1) / 2), len(points) - 1})
    parts += [text(along.x(number), TOP + PLOT + 20, str(number + 1), "soft", "middle") for number in ends]
    parts.append(text((LEFT + WIDTH) / 2, TOP + PLOT + 40, "configurations in their order", "soft", "middle"))
    for point in points:
        tip = f"configuration {point.number + 1}: {_shown(point.value, relative)}"
        parts.append(circle(along.x(point.number), up.x(point.value), 3.5, "faint", tip))
    if relative:
        parts += [line(*one, *other, "whisker") for one, other in pairwise(_means(points, along, up))]
    parts.append(line(LEFT, up.x(mark), WIDTH, up.x(mark), "fair"))
    parts.append(text(WIDTH, 10, f"┄ {mark_label}", "mark", "end"))
    about = f"{len(points)} configurations, from {_shown(min(values), relative)} to {_shown(max(values), relative)}"
    return Picture(title, about, WIDTH, TOP + PLOT + BELOW, tuple(parts))


def _means(points: Sequence[Point], along: Scale, up: Scale) -> list[tuple[float, float]]:
    """Where the mean of each stage lies."""
    places = []
    for stage in sorted({point.stage for point in points}):
        inside = [point for point in points if point.stage == stage]
        number = sum(point.number for point in inside) / len(inside)
        value = sum(point.value for point in inside) / len(inside)
        places.append((along.x(number), up.x(value)))
    return places


def _shown(value: float, relative: bool) -> str:
    """A share in per cent, or a difference in points."""
    return signed(round(100 * value, 1)) if relative else percent(round(value, 3))
