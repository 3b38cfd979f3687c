"""The colours and letters of all pictures, for readers with a light and with a dark screen."""

from __future__ import annotations

from typing import Final

__all__ = ["DARK", "GROUPS", "HEAT_LEVELS", "LIGHT", "STYLE", "heat_colours"]

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
    + f"\n@media (prefers-color-scheme: dark) {{\n{_coloured(DARK)}\n}}\n"
)
"""The style sheet of every picture: once in a page, and in each picture that is a file of its own."""
