"""The picture of a search: every configuration as a dot, in the order of the search, and the mean of each stage."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import Final

from ..charts import MARGIN, STYLE, WIDTH
from .evaluation import Point

__all__ = ["search_picture"]

TOP, PLOT, FOOT = 100, 260, 62
LEFT: Final = MARGIN + 52
RIGHT: Final = WIDTH - MARGIN
STEPS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25)
"""Distances of the grid's lines, of which the smallest that needs few lines is taken."""
LINES: Final = 6
MORE: Final = ".dot { fill-opacity: 0.55 } .mean { fill: none; stroke-width: 2.5; stroke-linejoin: round }"


def search_picture(
    title: str, points: Sequence[Point], *, mark: float, mark_label: str, subtitle: str = "", signed: bool = False
) -> str:
    """The SVG text; ``mark`` draws a dashed line, and with ``signed`` values are differences.

    >>> picture = search_picture("A < B", [Point(0, 0, 0.5), Point(1, 0, 0.6)], mark=0.5, mark_label="even")
    >>> picture.startswith("<svg"), picture.count("<circle"), "A &lt; B" in picture
    (True, 2, True)
    """
    frame = _Frame(points, mark)
    height = TOP + PLOT + FOOT
    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{escape(title)}">',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE} {MORE}</style>",
        f'<rect class="paper" width="{WIDTH}" height="{height}" rx="10"/>',
        _text(MARGIN, 36, title, "title"),
        _text(MARGIN, 58, subtitle, "soft"),
        *_grid(frame, signed),
        *(_dot(frame, point, signed) for point in points),
        _means(frame, points),
        f'<line class="fair" x1="{LEFT}" x2="{RIGHT}" y1="{frame.y(mark):.1f}" y2="{frame.y(mark):.1f}"/>',
        _text(RIGHT, TOP - 10, f"┄ {mark_label}", "mark", "end"),
        _text((LEFT + RIGHT) / 2, height - 16, "configurations in the order of the search", "soft", "middle"),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


class _Frame:
    """Where numbers and values lie on the page; the vertical axis begins and ends at a line of the grid."""

    def __init__(self, points: Sequence[Point], mark: float) -> None:
        values = [point.value for point in points] + [mark]
        spread = max(max(values) - min(values), STEPS[0])
        self.step = next((step for step in STEPS if spread / step <= LINES), STEPS[-1])
        self.low = self.step * math.floor(min(values) / self.step)
        self.high = self.step * max(math.ceil(max(values) / self.step), math.floor(min(values) / self.step) + 1)
        self.last = max(len(points) - 1, 1)

    def x(self, number: float) -> float:
        return LEFT + 8 + (RIGHT - LEFT - 16) * number / self.last

    def y(self, value: float) -> float:
        return TOP + PLOT * (self.high - value) / (self.high - self.low)

    def lines(self) -> list[float]:
        """The values of the grid's lines."""
        return [self.low + self.step * number for number in range(round((self.high - self.low) / self.step) + 1)]


def _shown(value: float, signed: bool) -> str:
    number = round(100 * value, 1) + 0.0  # no negative zero
    return f"{number:+g} points" if signed else f"{number:g} %"


def _grid(frame: _Frame, signed: bool) -> list[str]:
    parts = []
    for value in frame.lines():
        y = frame.y(value)
        number = round(100 * value, 1) + 0.0
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(_text(LEFT - 8, y + 4, _label(number, signed), "soft", "end"))
    for share in (0.0, 0.5, 1.0):
        number = round(share * frame.last)
        parts.append(_text(frame.x(number), TOP + PLOT + 20, str(number + 1), "soft", "middle"))
    return parts


def _label(number: float, signed: bool) -> str:
    """What stands beside a line of the grid."""
    if signed:
        return f"{number:+g}" if number else "0"
    return f"{number:g} %"


def _dot(frame: _Frame, point: Point, signed: bool) -> str:
    tip = escape(f"configuration {point.number + 1}: {_shown(point.value, signed)}")
    x, y = frame.x(point.number), frame.y(point.value)
    return f'<circle class="bar dot" cx="{x:.1f}" cy="{y:.1f}" r="3.5"><title>{tip}</title></circle>'


def _means(frame: _Frame, points: Sequence[Point]) -> str:
    """A line through the stages' means."""
    places = []
    for stage in sorted({point.stage for point in points}):
        inside = [point for point in points if point.stage == stage]
        number = sum(point.number for point in inside) / len(inside)
        value = sum(point.value for point in inside) / len(inside)
        places.append(f"{frame.x(number):.1f},{frame.y(value):.1f}")
    return f'<polyline class="whisker mean" points="{" ".join(places)}"/>'


def _text(x: float, y: float, text: str, kind: str, anchor: str = "start") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
