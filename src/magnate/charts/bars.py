"""Shares as bars and ratings as dots, both with their intervals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from .axes import Scale, percent, round_scale, signed
from .canvas import WIDTH, Picture, circle, letters, line, polygon, rect, text
from .rows import Rows

__all__ = ["Bar", "bar_chart", "dot_chart", "dots_beyond"]

THICK: Final = 18.0
BELOW: Final = 28.0
"""Room for the numbers under the axis."""
CROWDED: Final = 3.0
"""Dots are left out of the scale if the others alone take less than this part of it (1 / so much)."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One row: a label, a value, its interval where there is one, and what to print beside it."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    note: str = ""


def bar_chart(
    title: str,
    bars: Sequence[Bar],
    *,
    about: str = "",
    mark: float | None = None,
    mark_label: str = "",
    width: float = WIDTH,
) -> Picture:
    """Bars of shares from 0 to 1; ``mark`` draws a dashed line, such as the share that chance would give.

    >>> picture = bar_chart("Win share", [Bar("random <1>", 0.25, 0.2, 0.3, "25.0 % ± 5.0")]).svg()
    >>> picture.startswith("<svg"), "random &lt;1&gt;" in picture
    (True, True)
    """
    rows = Rows.of([bar.label for bar in bars], [bar.note for bar in bars], width, 0.0 if mark is None else 18.0)
    most = max([end for bar in bars for end in (bar.value, bar.high or 0.0)] + [mark or 0.0, 0.01])
    scale = round_scale(rows.left, rows.right, 0.0, min(most, 1.0))
    parts = scale.drawn(rows.top, rows.bottom, percent)
    if mark is not None and rows.narrow:
        parts += _marked(scale, rows, mark, mark_label)
    for number, bar in enumerate(bars):
        y = rows.middle(number)
        parts += rows.drawn(number)
        wide = max(scale.x(bar.value) - scale.left, 1.0)
        parts.append(rect(scale.left, y - THICK / 2, wide, THICK, "bar", _tip(bar), 3))
        parts += _whisker(scale, bar, y)
    if mark is not None and not rows.narrow:  # over the bars, but not over names
        parts += _marked(scale, rows, mark, mark_label)
    return Picture(title, about or _spoken(bars), width, rows.bottom + BELOW, tuple(parts))


def dot_chart(
    title: str,
    dots: Sequence[Bar],
    *,
    about: str = "",
    mark: float | None = None,
    mark_label: str = "",
    shown: Callable[[float], str] = signed,
    width: float = WIDTH,
) -> Picture:
    """Dots on a scale that need not begin at 0, such as ratings; ``mark`` draws a dashed line.

    ``shown`` writes the numbers under the axis. A few dots that lie so far off that the others would be crowded into a
    corner are arrows at the edge; see :func:`dots_beyond`.
    """
    rows = Rows.of([dot.label for dot in dots], [dot.note for dot in dots], width, 0.0 if mark is None else 18.0)
    far = dots_beyond(dots)
    ends = [end for dot in dots if dot not in far for end in _ends(dot)]
    ends += [] if mark is None else [mark]
    scale = round_scale(rows.left, rows.right, min(ends, default=0.0), max(ends, default=1.0), 6)
    parts = scale.drawn(rows.top, rows.bottom, shown)
    if mark is not None:
        parts += _marked(scale, rows, mark, mark_label)
    for number, dot in enumerate(dots):
        y = rows.middle(number)
        parts += rows.drawn(number)
        if scale.low <= dot.value <= scale.high:
            parts += [*_whisker(scale, dot, y), circle(scale.x(dot.value), y, 4, "dot", _tip(dot))]
        else:
            parts.append(_arrow(scale, dot, y))
    return Picture(title, about or _spoken(dots), width, rows.bottom + BELOW, tuple(parts))


def dots_beyond(dots: Sequence[Bar]) -> list[Bar]:
    """The dots that :func:`dot_chart` leaves out of its scale: the fewest at one end whose lack makes it far narrower.

    At most a quarter of them are, and none if that does not leave the others three times as much room.

    >>> [dot.label for dot in dots_beyond([Bar("a", 3.0), Bar("b", 2.0), Bar("c", 1.0), Bar("d", -900.0)])]
    ['d']
    >>> dots_beyond([Bar("a", 3.0), Bar("b", 2.0), Bar("c", 1.0), Bar("d", -1.0)])
    []
    """
    order = sorted(dots, key=lambda dot: dot.value)
    for far in range(1, len(order) // 4 + 1):
        for out, rest in ((order[:far], order[far:]), (order[-far:], order[:-far])):
            if CROWDED * _span(rest) < _span(order):
                return out
    return []


def _ends(dot: Bar) -> list[float]:
    """A dot's value and the ends of its interval."""
    return [end for end in (dot.value, dot.low, dot.high) if end is not None]


def _span(dots: Sequence[Bar]) -> float:
    """How far the ends of all lie apart."""
    ends = [end for dot in dots for end in _ends(dot)]
    return max(ends) - min(ends)


def _arrow(scale: Scale, dot: Bar, y: float) -> str:
    """What points at a dot beyond the scale."""
    x, inwards = (scale.left, 10.0) if dot.value < scale.low else (scale.right, -10.0)
    return polygon([(x, y), (x + inwards, y - 6), (x + inwards, y + 6)], "dot", _tip(dot))


def _whisker(scale: Scale, bar: Bar, y: float) -> list[str]:
    """The interval, where there is one."""
    if bar.low is None or bar.high is None:
        return []
    low, high = scale.x(bar.low), scale.x(bar.high)
    return [line(low, y, high, y, "whisker"), *(line(x, y - 5, x, y + 5, "whisker") for x in (low, high))]


def _marked(scale: Scale, rows: Rows, mark: float, label: str) -> list[str]:
    """The dashed line and what it stands for, kept inside the picture."""
    x = scale.x(mark)
    half = letters(label, 12) / 2
    return [
        line(x, rows.top - 4, x, rows.bottom + 4, "fair"),
        text(min(max(x, half), rows.width - half), rows.top - 7, label, "mark", "middle"),
    ]


def _tip(bar: Bar) -> str:
    return f"{bar.label}: {bar.note or format(bar.value, '.4g')}"


def _spoken(bars: Sequence[Bar]) -> str:
    return "; ".join(_tip(bar) for bar in bars)
