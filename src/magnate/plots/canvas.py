"""The canvas of all pictures: colours, SVG elements, a picture as a file or as part of a page, and axes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

__all__ = [
    "DARK",
    "GROUPS",
    "HEAT_LEVELS",
    "LIGHT",
    "STYLE",
    "WIDTH",
    "Picture",
    "Scale",
    "circle",
    "fitting",
    "heat_colours",
    "letters",
    "line",
    "percent",
    "plain",
    "polygon",
    "polyline",
    "rect",
    "round_scale",
    "signed",
    "spans",
    "text",
]


# ---------------------------------------------------------------------- Colours and letters, for light and dark screens


HEAT_LEVELS: Final = 21
"""Steps of the heat map's colours; the middle one stands for ½."""

LIGHT: Final = {
    "paper": "#ffffff",
    "ink": "#1c2330",
    "soft": "#5d6778",
    "line": "#e4e7ec",
    "edge": "#8a94a6",
    "bar": "#4c86e8",
    "faint": "#b9d0f6",
    "whisker": "#12305f",
    "mark": "#b95a00",
    "cap": "#cb7316",
    "lose": "#f2a65e",
    "even": "#fafbfc",
    "win": "#74a7f2",
    "first": "#1f57b5",
    "second": "#a84a00",
    "stable": "#dff3e4",
    "hold": "#2f8f57",
}
DARK: Final = {
    "paper": "#12161d",
    "ink": "#e8ecf3",
    "soft": "#98a2b3",
    "line": "#2b3342",
    "edge": "#76819a",
    "bar": "#3f74d1",
    "faint": "#27426f",
    "whisker": "#dbe8ff",
    "mark": "#f5a524",
    "cap": "#c97716",
    "lose": "#97500f",
    "even": "#1a202a",
    "win": "#2c62bf",
    "first": "#8fbaff",
    "second": "#f5a524",
    "stable": "#173626",
    "hold": "#4fb57c",
}

GROUPS: Final = {
    "brown": "#8f5a3c",
    "light_blue": "#9fd8f0",
    "pink": "#d8439a",
    "orange": "#f3921f",
    "red": "#e0312c",
    "yellow": "#f7dd22",
    "green": "#21a35a",
    "dark_blue": "#2b58b8",
    "railroad": "#4a4f59",
    "utility": "#c3c9d2",
}
"""The colours that boards conventionally print over a group's deeds, by the group's name."""
SEATS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6d31", "#7570b3")
"""The seats' colours, by number: the first six are those of Okabe and Ito, which colour-blind people tell apart."""

_FIXED: Final = """
svg.chart text { font: 13px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif }
svg.chart .title { font-size: 17px; font-weight: 600 }
svg.chart .soft, svg.chart .mark { font-size: 12px }
svg.chart .small { font-size: 11px }
svg.chart .number { font-weight: 600; font-variant-numeric: tabular-nums }
svg.chart .digits { font-variant-numeric: tabular-nums }
svg.chart .halo { paint-order: stroke; stroke-width: 5px; stroke-linejoin: round }
svg.chart .unsure { font-style: italic; font-weight: 400 }
svg.chart .whisker { stroke-width: 2 }
svg.chart .curve { stroke-width: 2; stroke-linejoin: round; stroke-linecap: round }
svg.chart .fair { stroke-width: 1.5; stroke-dasharray: 4 4 }
svg.chart .tick { stroke-width: 2 }
svg.chart .payoff { font-size: 16px; font-variant-numeric: tabular-nums }
svg.chart .first, svg.chart .second, svg.chart .best { font-weight: 600 }
svg.chart .brace { font-size: 24px; font-weight: 400 }
svg.chart .stable { stroke-width: 2 }
"""
_RULES: Final = (
    ("text", "fill", "ink"),
    (".soft", "fill", "soft"),
    (".mark", "fill", "mark"),
    (".paper", "fill", "paper"),
    (".halo", "stroke", "paper"),
    (".bar", "fill", "bar"),
    (".faint", "fill", "faint"),
    (".cap", "fill", "cap"),
    (".grid", "stroke", "line"),
    (".whisker", "stroke", "whisker"),
    (".dot", "fill", "whisker"),
    (".curve", "stroke", "bar"),
    (".fair", "stroke", "mark"),
    (".tick", "stroke", "ink"),
    (".deed", "stroke", "edge"),
    (".none", "fill", "line"),
    (".first", "fill", "first"),
    (".second", "fill", "second"),
    (".cell", "fill", "even"),
    (".cell", "stroke", "line"),
    (".stable", "fill", "stable"),
    (".stable", "stroke", "hold"),
)


def heat_colours(theme: dict[str, str]) -> list[str]:
    """The colours from losing everything to winning everything; every one leaves the theme's ink readable on it.

    >>> heat_colours(LIGHT)[0], heat_colours(LIGHT)[-1]
    ('#f2a65e', '#74a7f2')
    """
    middle = HEAT_LEVELS // 2
    return [
        _mixed(theme["even"], theme["lose" if level < middle else "win"], abs(level - middle) / middle)
        for level in range(HEAT_LEVELS)
    ]


def _mixed(one: str, other: str, part: float) -> str:
    """The colour that lies that part of the way from one to the other."""
    pairs = [(int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(a + part * (b - a)):02x}" for a, b in pairs)


def _coloured(theme: dict[str, str]) -> str:
    rules = [f"svg.chart {what} {{ {attribute}: {theme[colour]} }}" for what, attribute, colour in _RULES]
    rules += [f"svg.chart .h{level} {{ fill: {colour} }}" for level, colour in enumerate(heat_colours(theme))]
    return "\n".join(rules)


STYLE: Final = (
    f"{_FIXED}{_coloured(LIGHT)}\n"
    + "\n".join(f"svg.chart .deed.{name} {{ fill: {colour} }}" for name, colour in GROUPS.items())
    + "".join(f"\nsvg.chart .seat{seat} {{ fill: {colour} }}" for seat, colour in enumerate(SEATS))
    + f"\n@media (prefers-color-scheme: dark) {{\n{_coloured(DARK)}\n}}\n"
)
"""The style sheet of every picture: once in a page, and in each picture that is a file of its own."""


# ---------------------------------------------------------------------------------------- Escaped elements and pictures


WIDTH: Final = 712.0
"""The usual width of a picture without its margins, in pixels."""
MARGIN: Final = 24.0
LETTER: Final = 7.9
"""Mean width of a 13-pixel letter in a wide font, for the room that labels need."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing of so many pixels, with a title and a sentence for those who cannot see it."""

    title: str
    about: str
    width: float
    height: float
    body: tuple[str, ...]

    def inline(self) -> str:
        """The picture as part of a page that has :data:`STYLE` and a heading."""
        size = f'viewBox="0 0 {self.width:g} {self.height:g}" width="{self.width:g}" height="{self.height:g}"'
        return "\n".join([_opening(size, self.title), f"<desc>{escape(self.about)}</desc>", *self.body, "</svg>"])

    def svg(self, subtitle: str = "", footer: str = "") -> str:
        """The picture as a file of its own: on paper, with its title, and lines above and below."""
        top = 58.0 + (20 if subtitle else 0)
        width, height = self.width + 2 * MARGIN, top + self.height + 12 + (24 if footer else 0)
        size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
        parts = [
            _opening(size, self.title),
            f"<title>{escape(self.title)}</title>",
            f"<desc>{escape(self.about)}</desc>",
            f"<style>{STYLE}</style>",
            f'<rect class="paper" width="{width:g}" height="{height:g}" rx="10"/>',
            text(MARGIN, 36, self.title, "title"),
            *([text(MARGIN, 58, subtitle, "soft")] if subtitle else []),
            f'<g transform="translate({MARGIN:g} {top:g})">',
            *self.body,
            "</g>",
            *([text(MARGIN, height - 16, footer, "soft")] if footer else []),
            "</svg>",
        ]
        return "\n".join(parts) + "\n"


def _opening(size: str, title: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" {size} role="img" aria-label="{escape(title)}">'


def letters(content: str, size: float = 13.0) -> float:
    """About how many pixels a text is wide."""
    return len(content) * LETTER * size / 13


def fitting(content: str, room: float) -> str:
    """The text, cut off where it is too long for so many pixels.

    >>> fitting("strategic", 100.0), fitting("strategic", 40.0)
    ('strategic', 'stra…')
    """
    most = int(room / LETTER)
    return content if len(content) <= most else content[: max(most - 1, 1)] + "…"


def text(x: float, y: float, content: str, kind: str = "", anchor: str = "start", tip: str = "") -> str:
    """A line of text whose baseline is at ``y``."""
    cls = f' class="{kind}"' if kind else ""
    where = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return f'<text x="{x:.1f}" y="{y:.1f}"{cls}{where}>{escape(content)}{_tip(tip)}</text>'


def spans(x: float, y: float, parts: Sequence[tuple[str, str]], kind: str = "", anchor: str = "middle") -> str:
    """A line of text of several parts, each with a class of its own."""
    inside = "".join(f'<tspan class="{part}">{escape(content)}</tspan>' for content, part in parts)
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{inside}</text>'


def rect(x: float, y: float, width: float, height: float, kind: str, tip: str = "", radius: float = 0) -> str:
    """A rectangle; ``tip`` is what a pointer on it shows."""
    rounded = f' rx="{radius:g}"' if radius else ""
    shape = f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"{rounded}'
    return f"{shape}>{_tip(tip)}</rect>" if tip else f"{shape}/>"


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    """A straight line."""
    return f'<line class="{kind}" x1="{x1:.1f}" x2="{x2:.1f}" y1="{y1:.1f}" y2="{y2:.1f}"/>'


def circle(x: float, y: float, radius: float, kind: str, tip: str = "") -> str:
    """A disc."""
    return f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}">{_tip(tip)}</circle>'


def polygon(points: Iterable[tuple[float, float]], kind: str, tip: str = "") -> str:
    """A filled shape."""
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polygon class="{kind}" points="{corners}">{_tip(tip)}</polygon>'


def polyline(points: Iterable[tuple[float, float]], kind: str, tip: str = "") -> str:
    """A line through these points."""
    corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline class="{kind}" fill="none" points="{corners}">{_tip(tip)}</polyline>'


def _tip(tip: str) -> str:
    return f"<title>{escape(tip)}</title>" if tip else ""


# ---------------------------------------------------------------------------------------------- Axes with round numbers


@dataclass(frozen=True, slots=True)
class Scale:
    """A straight scale: the value ``low`` lies at ``left``, ``high`` at ``right``, with ``ticks`` between."""

    left: float
    right: float
    low: float
    high: float
    ticks: tuple[float, ...]

    def x(self, value: float) -> float:
        """Where a value lies; values beyond an end lie at the end."""
        inside = min(max(value, self.low), self.high)
        return self.left + (self.right - self.left) * (inside - self.low) / (self.high - self.low)

    def drawn(self, top: float, bottom: float, shown: Callable[[float], str]) -> list[str]:
        """Vertical lines at the ticks with their numbers below, as many as have room."""
        parts = []
        room = (self.right - self.left) / max(len(self.ticks) - 1, 1)
        widest = max(letters(shown(tick), 12) for tick in self.ticks) + 8
        every = max(1, math.ceil(widest / room))
        for number, tick in enumerate(self.ticks):
            x = self.x(tick)
            parts.append(line(x, top, x, bottom + 4, "grid"))
            if number % every == 0:
                parts.append(text(x, bottom + 20, shown(tick), "soft", "middle"))
        return parts

    def rungs(self, left: float, right: float, shown: Callable[[float], str]) -> list[str]:
        """Of a scale that goes upwards: horizontal lines at the ticks with their numbers on the left."""
        parts = []
        for tick in self.ticks:
            y = self.x(tick)
            parts += [line(left, y, right, y, "grid"), text(left - 6, y + 4, shown(tick), "soft", "end")]
        return parts


def round_scale(left: float, right: float, low: float, high: float, steps: int = 5) -> Scale:
    """The narrowest scale with about so many round steps that holds everything from ``low`` to ``high``.

    >>> round_scale(0, 100, 0.0, 0.57).ticks
    (0.0, 0.2, 0.4, 0.6)
    >>> round_scale(0, 100, -331.0, 62.0).ticks
    (-400.0, -300.0, -200.0, -100.0, 0.0, 100.0)
    """
    span = max(high - low, 1e-9)
    power = 10.0 ** math.floor(math.log10(span / steps))
    step = next(power * factor for factor in (1, 2, 2.5, 5, 10, 20) if span / (power * factor) <= steps)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    ticks = tuple(round(number * step, 10) for number in range(first, max(last, first + 1) + 1))
    return Scale(left, right, ticks[0], ticks[-1], ticks)


def percent(share: float) -> str:
    """A share as the number under a tick."""
    return f"{round(100 * share, 6):g} %"


def signed(value: float) -> str:
    """A difference as the number under a tick.

    >>> signed(100.0), signed(-50.0), signed(0.0)
    ('+100', '−50', '0')
    """
    return f"{value:+,g}".replace("-", "−") if value else "0"


def plain(value: float) -> str:
    """A number as it stands under a tick."""
    return f"{value:,g}".replace("-", "−")
