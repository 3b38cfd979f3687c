"""The paper that pictures are drawn on: escaped elements, and a picture as a file of its own or as part of a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from .theme import STYLE

__all__ = ["WIDTH", "Picture", "circle", "fitting", "letters", "line", "polygon", "polyline", "rect", "spans", "text"]

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
        """The picture as part of a page that has :data:`~.theme.STYLE` and a heading."""
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
    """A rectangle; ``tip`` is told by whatever points at it."""
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
