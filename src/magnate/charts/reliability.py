"""A reliability curve: how often what was said to be so likely has happened."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from .axes import Scale, percent
from .canvas import Picture, circle, line, polyline, text

__all__ = ["reliability_chart"]

TICKS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
SMALLEST, GREATEST = 2.0, 9.0
"""Radii of the dots: their areas grow with how many guesses they stand for."""


def reliability_chart(
    title: str, points: Sequence[tuple[float, float, float]], *, about: str = "", width: float = 360.0
) -> Picture:
    """Points (said, happened, part of all guesses), each share from 0 to 1; on the diagonal guesses are true.

    >>> reliability_chart("True", [(0.1, 0.1, 0.5), (0.9, 0.9, 0.5)]).about
    'said 10 %, happened 10.0 %; said 90 %, happened 90.0 %'
    """
    left, right, top = 52.0, width - 14.0, 14.0
    bottom = top + right - left
    across, up = Scale(left, right, 0.0, 1.0, TICKS), Scale(bottom, top, 0.0, 1.0, TICKS)
    parts = [*across.drawn(top, bottom, percent), *up.rungs(left, right, percent)]
    parts.append(line(left, bottom, right, top, "fair"))
    places = [(across.x(said), up.x(happened)) for said, happened, _ in points]
    parts.append(polyline(places, "curve"))
    most = max((part for _, _, part in points), default=1.0)
    for (x, y), (said, happened, part) in zip(places, points, strict=True):
        radius = max(SMALLEST, GREATEST * sqrt(part / most))
        parts.append(circle(x, y, radius, "bar", f"said {said:.1%}, happened {happened:.1%}, {part:.1%} of all"))
    parts.append(text((left + right) / 2, bottom + 40, "what the network says", "soft", "middle"))
    spoken = "; ".join(f"said {said:.0%}, happened {happened:.1%}" for said, happened, _ in points).replace("%", " %")
    return Picture(title, about or spoken, width, bottom + 48, tuple(parts))
