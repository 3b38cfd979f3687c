"""One small SVG writer: horizontal bars with intervals, in the colours of the reader's light or dark theme.

The picture is one self-contained file without scripts or fonts of its own; it looks the same in a browser, in a
report and on a code host's page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

__all__ = ["Bar", "bar_chart"]

WIDTH = 760
MARGIN = 24
ROW = 38
THICK = 18
LETTER = 7.3  # mean width of a 13-pixel letter, for the room that labels need
LABEL_MOST = 250.0
NOTE_ROOM = 112.0

FIXED = """
  text { font: 13px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif }
  .title { font-size: 17px; font-weight: 600 } .soft, .mark { font-size: 12px }
  .number { font-weight: 600; font-variant-numeric: tabular-nums }
  .whisker { stroke-width: 2 } .fair { stroke-width: 1.5; stroke-dasharray: 4 4 }
"""
COLOURS = "text {{ fill: {ink} }} .soft {{ fill: {soft} }} .mark {{ fill: {mark} }} .paper {{ fill: {paper} }} \
.bar {{ fill: {bar} }} .grid {{ stroke: {line} }} .whisker {{ stroke: {whisker} }} .fair {{ stroke: {mark} }}"
LIGHT = {
    "paper": "#ffffff",
    "ink": "#1c2330",
    "soft": "#667085",
    "line": "#e4e7ec",
    "bar": "#4c86e8",
    "whisker": "#12305f",
    "mark": "#b95a00",
}
DARK = {
    "paper": "#12161d",
    "ink": "#e8ecf3",
    "soft": "#98a2b3",
    "line": "#2b3342",
    "bar": "#3f74d1",
    "whisker": "#dbe8ff",
    "mark": "#f5a524",
}
STYLE = f"{FIXED}  {COLOURS.format(**LIGHT)}\n  @media (prefers-color-scheme: dark) {{ {COLOURS.format(**DARK)} }}\n"


@dataclass(frozen=True, slots=True)
class Bar:
    """One row: a label, a share from 0 to 1, its interval where there is one, and what to print beside it."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    note: str = ""


def bar_chart(
    title: str,
    bars: Sequence[Bar],
    *,
    subtitle: str = "",
    footer: str = "",
    mark: float | None = None,
    mark_label: str = "",
) -> str:
    """The SVG text of a bar chart of shares; ``mark`` draws a dashed line, such as the share that chance would give.

    >>> picture = bar_chart("Win share", [Bar("random <1>", 0.25, 0.2, 0.3, "25.0 % ± 5.0")])
    >>> picture.startswith("<svg"), "random &lt;1&gt;" in picture
    (True, True)
    """
    longest = max((len(bar.label) for bar in bars), default=0)
    label_room = min(LABEL_MOST, longest * LETTER) + 14
    left, right = MARGIN + label_room, WIDTH - MARGIN - NOTE_ROOM
    scale = _Scale(
        left, right, _axis_end([end for bar in bars for end in (bar.value, bar.high or 0.0)] + [mark or 0.0])
    )
    top = 58 + (20 if subtitle else 0) + (16 if mark is not None else 0)
    bottom = top + ROW * len(bars)
    height = bottom + 34 + (24 if footer else 0)

    size = f'viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{escape(title)}">',
        f"<title>{escape(title)}</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{WIDTH}" height="{height}" rx="10"/>',
        _text(MARGIN, 36, title, "title"),
    ]
    if subtitle:
        parts.append(_text(MARGIN, 58, subtitle, "soft"))
    parts += _grid(scale, top, bottom)
    for number, bar in enumerate(bars):
        parts += _row(scale, bar, top + ROW * number + ROW / 2, left, right)
    if mark is not None:
        x = scale.x(mark)
        parts.append(f'<line class="fair" x1="{x:.1f}" x2="{x:.1f}" y1="{top - 4:.1f}" y2="{bottom + 4:.1f}"/>')
        parts.append(_text(x, top - 9, mark_label, "mark", "middle"))
    if footer:
        parts.append(_text(MARGIN, height - 16, footer, "soft"))
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


@dataclass(frozen=True, slots=True)
class _Scale:
    left: float
    right: float
    end: float

    def x(self, share: float) -> float:
        """Where a share lies on the page."""
        return self.left + (self.right - self.left) * min(max(share, 0.0), self.end) / self.end


def _axis_end(values: Sequence[float]) -> float:
    """The end of the axis: the smallest round share that holds everything."""
    most = max(values, default=1.0)
    return next((end for end in (0.1, 0.2, 0.4, 0.6, 0.8) if most <= end), 1.0)


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    cls = f' class="{kind}"' if kind else ""
    where = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text x="{x:.1f}" y="{y:.1f}"{cls}{where}>{escape(text)}</text>'


def _grid(scale: _Scale, top: float, bottom: float) -> list[str]:
    """Vertical lines at quarters of the axis with their shares below."""
    parts = []
    for quarter in range(5):
        share = scale.end * quarter / 4
        x = scale.x(share)
        parts.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{top:.1f}" y2="{bottom + 4:.1f}"/>')
        parts.append(_text(x, bottom + 20, f"{100 * share:g} %", "soft", "middle"))
    return parts


def _row(scale: _Scale, bar: Bar, y: float, left: float, right: float) -> list[str]:
    """A label, its bar, its whisker and its number."""
    end = scale.x(bar.value)
    label = bar.label if len(bar.label) * LETTER <= LABEL_MOST else bar.label[: int(LABEL_MOST / LETTER) - 1] + "…"
    parts = [_text(left - 14, y + 4.5, label, "", "end")]
    width = max(end - left, 1.0)
    tip = f"{bar.label}: {bar.note or format(bar.value, '.1%')}"
    parts.append(
        f'<rect class="bar" x="{left:.1f}" y="{y - THICK / 2:.1f}" width="{width:.1f}" height="{THICK}" rx="3">'
        f"<title>{escape(tip)}</title></rect>"
    )
    if bar.low is not None and bar.high is not None:
        low, high = scale.x(bar.low), scale.x(bar.high)
        parts.append(f'<line class="whisker" x1="{low:.1f}" x2="{high:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts += [
            f'<line class="whisker" x1="{x:.1f}" x2="{x:.1f}" y1="{y - 5:.1f}" y2="{y + 5:.1f}"/>' for x in (low, high)
        ]
    parts.append(_text(right + 16, y + 4.5, bar.note, "number"))
    return parts
