"""Pictures with a row for each agent: bars, dots with intervals, distributions. And histograms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from .canvas import (
    LETTER,
    WIDTH,
    Picture,
    Scale,
    circle,
    fitting,
    letters,
    line,
    percent,
    plain,
    polygon,
    rect,
    round_scale,
    signed,
    text,
)

__all__ = [
    "FEW",
    "NARROW",
    "Bar",
    "Histogram",
    "Rows",
    "Spread",
    "bar_chart",
    "dot_chart",
    "dots_beyond",
    "histogram_chart",
    "spread_chart",
]


# ------------------------------------------------------ Rows: room for names and numbers, on wide and on narrow screens


LABEL_MOST: Final = 252.0
NARROW: Final = 480.0
"""Pictures narrower than this have each name above its row instead of beside it."""
EDGE: Final = 24.0
"""Room at the sides of a narrow picture, for half of the number under the axis' end."""
LARGE, SMALL = 13.0, 11.0
"""The size of letters in pixels, and of those of the style "small", for names that have not quite the room."""
FEW: Final = 16
"""Up to so many rows are drawn with more air."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Where the rows of a picture lie: marks between ``left`` and ``right``, the first row below ``top``."""

    labels: tuple[str, ...]
    notes: tuple[str, ...]
    width: float
    top: float

    @classmethod
    def of(cls, labels: Sequence[str], notes: Sequence[str], width: float, top: float) -> Rows:
        """The rows of a picture of that width."""
        return cls(tuple(labels), tuple(notes), width, top)

    @property
    def narrow(self) -> bool:
        """Whether names stand above their rows."""
        return self.width < NARROW

    @property
    def left(self) -> float:
        """Where the marks' room begins."""
        if self.narrow:
            return EDGE
        longest = max((max(map(letters, _broken(label))) for label in self.labels), default=0.0)
        return min(LABEL_MOST, longest) + 14

    @property
    def right(self) -> float:
        """Where the marks' room ends."""
        if self.narrow:
            return self.width - EDGE
        return self.width - max((_bold(note) for note in self.notes), default=0.0) - 18

    @property
    def step(self) -> float:
        """How high a row is."""
        if self.narrow:
            return 46.0
        if len(self.labels) <= FEW:
            return 36.0
        return 34.0 if any(len(_broken(label)) > 1 for label in self.labels) else 28.0

    @property
    def bottom(self) -> float:
        """Where the last row ends."""
        return self.top + self.step * len(self.labels)

    def middle(self, row: int) -> float:
        """The height at which a row's marks lie."""
        return self.top + self.step * row + (self.step - 14 if self.narrow else self.step / 2)

    def drawn(self, row: int) -> list[str]:
        """A row's name and its number."""
        label, note, y = self.labels[row], self.notes[row], self.middle(row)
        if self.narrow:
            room = self.right - self.left - _bold(note) - 8
            small = letters(label) > room
            shown = fitting(label, room * LARGE / SMALL if small else room)
            return [
                text(self.left, y - 17, shown, "small halo" if small else "halo", tip=label),
                text(self.right, y - 17, note, "number halo", "end"),
            ]
        lines = _broken(label)
        first = y + 4.5 - 7.5 * (len(lines) - 1)
        names = [text(self.left - 14, first + 15 * at, part, "", "end", label) for at, part in enumerate(lines)]
        return [*names, text(self.right + 14, y + 4.5, note, "number")]


def _bold(note: str) -> float:
    """About how many pixels a bold number is wide."""
    return 1.12 * letters(note)


def _broken(label: str) -> list[str]:
    """A long name in two lines, broken before one of its parameters; what does not fit there either is cut off.

    >>> _broken("strategic:cash_reserve=250,bid=1,trades=0")
    ['strategic:', 'cash_reserve=250,bid=1,trades=0']
    """
    if letters(label) <= LABEL_MOST:
        return [label]
    most = int(LABEL_MOST / LETTER)
    rest = len(label) - most
    places = [at for at, letter in enumerate(label[: most + 1], 1) if letter in ":,#. " and at <= most]
    good = [at for at in places if at >= rest]
    at = good[0] if good else places[-1] if places else most
    return [label[:at], fitting(label[at:], LABEL_MOST)]


# -------------------------------------------------------- Shares as bars and ratings as dots, both with their intervals


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


# ------------------------------------------------- Distributions: one shape a row over a common scale, or one histogram


HEIGHT = 190.0
"""How high the tallest column of a histogram is."""


@dataclass(frozen=True, slots=True)
class Spread:
    """One agent's distribution: how many values lie in each bin, the quartiles (25, 50, 75 %), what to print."""

    label: str
    counts: Sequence[float]
    quartiles: tuple[float, float, float]
    note: str = ""


def spread_chart(
    title: str, spreads: Sequence[Spread], edges: Sequence[float], *, about: str = "", width: float = WIDTH
) -> Picture:
    """A shape for each distribution, as wide as its values are frequent, with the middle half and the median.

    ``edges`` are the ends of the bins, which all distributions share. Each shape is scaled to its own tallest bin; one
    without values is not drawn.
    """
    rows = Rows.of([one.label for one in spreads], [one.note for one in spreads], width, 0.0)
    scale = round_scale(rows.left, rows.right, min(edges), max(edges))
    parts = scale.drawn(rows.top, rows.bottom, plain)
    half = min(rows.step - 6, 30.0) / 2
    for number, one in enumerate(spreads):
        y = rows.middle(number)
        parts += rows.drawn(number)
        if not any(one.counts):
            continue
        low, median, high = one.quartiles
        tip = f"{one.label}: half of the values lie between {low:,.0f} and {high:,.0f}, the median is {median:,.0f}"
        parts.append(polygon(_outline(scale, one.counts, edges, y, half), "faint", tip))
        left, right = scale.x(low), scale.x(high)
        parts.append(rect(left, y - 3, max(right - left, 1.0), 6, "bar", tip, 3))
        parts.append(line(scale.x(median), y - 8, scale.x(median), y + 8, "tick"))
    spoken = "; ".join(f"{one.label}: {one.note}" for one in spreads)
    return Picture(title, about or spoken, width, rows.bottom + 28, tuple(parts))


def _outline(
    scale: Scale, counts: Sequence[float], edges: Sequence[float], y: float, half: float
) -> list[tuple[float, float]]:
    """The shape's corners: along the top from left to right, and back below."""
    most = max(counts, default=0.0) or 1.0
    above = [(scale.x(edges[0]), 0.0)]
    above += [(scale.x((edges[at] + edges[at + 1]) / 2), half * count / most) for at, count in enumerate(counts)]
    above.append((scale.x(edges[-1]), 0.0))
    return [(x, y - up) for x, up in above] + [(x, y + up) for x, up in reversed(above)]


@dataclass(frozen=True, slots=True)
class Histogram:
    """Counts between ``edges``, and apart from them how many lie beyond the last edge.

    ``capped`` and ``beyond_capped`` are the parts of ``counts`` and ``beyond`` that a cap ended.
    """

    edges: tuple[float, ...]
    counts: tuple[int, ...]
    capped: tuple[int, ...]
    beyond: int
    beyond_capped: int
    median: float

    @property
    def total(self) -> int:
        """All games."""
        return sum(self.counts) + self.beyond


def histogram_chart(title: str, found: Histogram, unit: str, *, about: str = "", width: float = WIDTH) -> Picture:
    """Columns of a histogram; what a cap ended stands in another colour on top and is said in words."""
    tail = 64.0 if found.beyond else 12.0
    left, right, top = 44.0, width - tail, 24.0
    bottom = top + HEIGHT
    total = max(found.total, 1)
    across = Scale(left, right, found.edges[0], found.edges[-1], ())
    ticks = round_scale(left, right, found.edges[0], found.edges[-1], 8 if width > 480 else 4).ticks
    most = max([*found.counts, found.beyond, 1]) / total
    up = round_scale(bottom, top, 0.0, most, 4)
    parts = up.rungs(left, width - 4, lambda share: f"{round(100 * share, 4):g} %")
    for at, (count, capped) in enumerate(zip(found.counts, found.capped, strict=True)):
        x, end = across.x(found.edges[at]), across.x(found.edges[at + 1])
        span = f"{found.edges[at]:,g} to {found.edges[at + 1]:,g} {unit}"
        parts += _column(up, x, max(end - x - 1, 0.6), (count, capped), total, span)
    for tick in ticks:
        if tick < found.edges[-1] or (tick == found.edges[-1] and not found.beyond):
            parts.append(text(across.x(tick), bottom + 18, plain(tick), "soft", "middle"))
    if found.beyond:
        span = f"over {found.edges[-1]:,g} {unit}"
        parts += _column(up, width - 48, 32, (found.beyond, found.beyond_capped), total, span)
        parts.append(text(width - 32, bottom + 18, f"> {found.edges[-1]:,g}", "soft", "middle"))
    parts.append(text((left + right) / 2, bottom + 36, unit, "soft", "middle"))
    if found.median <= found.edges[-1]:
        x = across.x(found.median)
        label = f"median {found.median:,g}"
        parts.append(line(x, top - 4, x, bottom, "fair"))
        parts.append(text(max(x, letters(label, 12) / 2), top - 10, label, "mark", "middle"))
    return Picture(title, about, width, bottom + 44, tuple(parts))


def _column(up: Scale, x: float, width: float, pair: tuple[int, int], total: int, span: str) -> list[str]:
    """One column, whose upper part is what a cap ended."""
    count, capped = pair
    if not count:
        return []
    tip = f"{span}: {count:,} games ({100 * count / total:.1f} %), {capped:,} of them ended by a cap"
    foot, middle, head = up.x(0.0), up.x((count - capped) / total), up.x(count / total)
    parts = [rect(x, middle, width, foot - middle, "bar", tip)] if count > capped else []
    return [*parts, rect(x, head, width, middle - head, "cap", tip)] if capped else parts
