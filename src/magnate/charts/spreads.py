"""Distributions: one shape an agent over a common scale, or one histogram."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .axes import Scale, plain, round_scale
from .canvas import WIDTH, Picture, letters, line, polygon, rect, text
from .rows import Rows

__all__ = ["Histogram", "Spread", "histogram_chart", "spread_chart"]

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
    """Columns of a histogram; what a cap ended stands in another colour on top and is told in words."""
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
