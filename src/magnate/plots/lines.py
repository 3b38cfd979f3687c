"""Curves: a number over time, and how often events of a stated probability happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt

from .canvas import (
    WIDTH,
    Picture,
    Scale,
    circle,
    letters,
    line,
    percent,
    plain,
    polygon,
    polyline,
    rect,
    round_scale,
    text,
)

__all__ = ["line_chart", "reliability_chart", "shares_chart"]


# --------------------------------------------------------------------------------------------------- A number over time


HEIGHT = 170.0
MOST_DOTS = 60
"""With more points than this the curve is drawn without dots."""


def line_chart(
    title: str,
    points: Sequence[tuple[float, float]],
    along: str,
    *,
    shown: Callable[[float], str] = plain,
    about: str = "",
    width: float = WIDTH,
) -> Picture:
    """The points (x, y), in the order of x, joined by a line; ``along`` names the axis of x.

    ``shown`` writes values of y; the last one is written at the curve's end.

    >>> line_chart("Loss", [(1, 0.7), (2, 0.6)], "rounds").about
    'from 0.7 to 0.6'
    """
    top = 12.0
    bottom = top + HEIGHT
    values = [value for _, value in points]
    least, most = min(values), max(values)
    up = round_scale(bottom, top, least, most if most > least else least + (abs(least) or 1.0), 4)
    left = 12 + max(letters(shown(tick), 12) for tick in up.ticks)
    last = shown(_short(values[-1]))
    right = width - 12 - letters(last, 12)
    low, high = points[0][0], max(points[-1][0], points[0][0] + 1)
    across = Scale(left, right, low, high, ())
    parts = up.rungs(left, right, shown)
    for tick in _whole_ticks(low, high, 8 if width > 480 else 4):
        parts.append(text(across.x(tick), bottom + 18, plain(tick), "soft", "middle"))
    parts.append(text((left + right) / 2, bottom + 36, along, "soft", "middle"))
    places = [(across.x(x), up.x(value)) for x, value in points]
    parts.append(polyline(places, "curve"))
    if len(points) <= MOST_DOTS:
        tips = [f"{along} {plain(x)}: {shown(_short(value))}" for x, value in points]
        parts += [circle(*place, 3, "bar", tip) for place, tip in zip(places, tips, strict=True)]
    parts.append(text(places[-1][0] + 8, places[-1][1] + 4, last, "number small"))
    spoken = f"from {shown(_short(values[0]))} to {last}"
    return Picture(title, about or spoken, width, bottom + 44, tuple(parts))


def shares_chart(
    title: str, names: Sequence[str], points: Sequence[tuple[float, Sequence[float]]], along: str, *, about: str = ""
) -> Picture:
    """What each seat has of the win, as bands one upon the other: points are (x, a share a seat), in the order of x.

    >>> shares_chart("Chances", ["ann", "bob"], [(1, (0.5, 0.5)), (9, (1.0, 0.0))], "turn").about
    'ann from 50 % to 100 %, bob from 50 % to 0 %'
    """
    top, left, right = 12.0, 12 + letters("100 %", 12), WIDTH - 12
    bottom = top + HEIGHT
    up = Scale(bottom, top, 0.0, 1.0, (0.0, 0.25, 0.5, 0.75, 1.0))
    low, high = points[0][0], max(points[-1][0], points[0][0] + 1)
    across = Scale(left, right, low, high, ())
    parts, below = list[str](), [0.0] * len(points)
    for seat, name in enumerate(names):
        above = [under + shares[seat] for under, (_, shares) in zip(below, points, strict=True)]
        edge = [(across.x(x), up.x(value)) for (x, _), value in zip(points, above, strict=True)]
        back = [(across.x(x), up.x(value)) for (x, _), value in zip(points, below, strict=True)]
        parts.append(polygon([*edge, *reversed(back)], f"seat{seat}", name))
        below = above
    parts += up.rungs(left, right, percent)
    parts += [text(across.x(tick), bottom + 18, plain(tick), "soft", "middle") for tick in _whole_ticks(low, high, 8)]
    parts.append(text((left + right) / 2, bottom + 36, along, "soft", "middle"))
    at = left
    for seat, name in enumerate(names):
        parts += [rect(at, bottom + 52, 12, 12, f"seat{seat}"), text(at + 18, bottom + 63, name)]
        at += 36 + letters(name)
    ends = zip(names, points[0][1], points[-1][1], strict=True)
    spoken = ", ".join(f"{name} from {percent(first)} to {percent(last)}" for name, first, last in ends)
    return Picture(title, about or spoken, max(WIDTH, at), bottom + 76, tuple(parts))


def _short(value: float) -> float:
    """Four digits of a number."""
    return float(f"{value:.4g}")


def _whole_ticks(low: float, high: float, steps: int) -> list[float]:
    """Round whole numbers from ``low`` to ``high``."""
    ticks = round_scale(0, 1, low, high, steps).ticks
    return [tick for tick in ticks if low <= tick <= high and tick == int(tick)]


# ------------------------------------------------------- Reliability: how often events of a stated probability happened


TICKS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
SMALLEST, GREATEST = 2.0, 9.0
"""Radii of the dots: their areas grow with how many guesses they stand for."""


def reliability_chart(
    title: str,
    points: Sequence[tuple[float, float, float]],
    *,
    said: str = "what the network says",
    about: str = "",
    width: float = 360.0,
) -> Picture:
    """Points (said, happened, part of all guesses), each share from 0 to 1; on the diagonal guesses are true.

    ``said`` names the axis of the guesses.

    >>> reliability_chart("True", [(0.1, 0.1, 0.5), (0.9, 0.9, 0.5)]).about
    'said 10 %, happened 10.0 %; said 90 %, happened 90.0 %'
    """
    left, right, top = 52.0, width - 14.0, 14.0
    bottom = top + right - left
    across, up = Scale(left, right, 0.0, 1.0, TICKS), Scale(bottom, top, 0.0, 1.0, TICKS)
    parts = [*across.drawn(top, bottom, percent), *up.rungs(left, right, percent)]
    parts.append(line(left, bottom, right, top, "fair"))
    places = [(across.x(guess), up.x(happened)) for guess, happened, _ in points]
    parts.append(polyline(places, "curve"))
    most = max((part for _, _, part in points), default=1.0)
    for (x, y), (guess, happened, part) in zip(places, points, strict=True):
        radius = max(SMALLEST, GREATEST * sqrt(part / most))
        parts.append(circle(x, y, radius, "bar", f"said {guess:.1%}, happened {happened:.1%}, {part:.1%} of all"))
    parts.append(text((left + right) / 2, bottom + 40, said, "soft", "middle"))
    spoken = "; ".join(f"said {guess:.0%}, happened {happened:.1%}" for guess, happened, _ in points).replace("%", " %")
    return Picture(title, about or spoken, width, bottom + 48, tuple(parts))
