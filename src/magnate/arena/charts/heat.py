"""The win matrix as a heat map."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from .canvas import Picture, fitting, letters, rect, text
from .theme import HEAT_LEVELS

__all__ = ["heat_level", "heat_map"]

LABEL_MOST: Final = 252.0
ROOM: Final = 990.0
"""The width that cells are made to fit into, as far as they stay larger than the least."""
LEAST: Final = 17.0
ROOMY: Final = 40.0
"""Cells that are wider have a digit behind the point."""
NUMBERS: Final = 24
"""Up to so many rows have their numbers in the cells; larger ones have them in the tips only."""
KEY: Final = 38.0
"""The width of a colour in the key."""
KEYS: Final = (0.0, 0.25, 0.4, 0.45, 0.5, 0.55, 0.6, 0.75, 1.0)


def heat_level(share: float) -> int:
    """The colour of a share, finer near ½, where agents of nearly the same strength are.

    >>> heat_level(0.0), heat_level(0.5), heat_level(0.55), heat_level(1.0)
    (0, 10, 13, 20)
    """
    middle = HEAT_LEVELS // 2
    off = min(abs(share - 0.5) * 2, 1.0)
    return middle + round(math.copysign(math.sqrt(off) * middle, share - 0.5))


def heat_map(
    title: str,
    names: Sequence[str],
    shares: Sequence[Sequence[float]],
    tips: Sequence[Sequence[str]],
    sure: Sequence[Sequence[bool]],
    *,
    likely: bool = False,
    about: str = "",
) -> Picture:
    """Row against column, each cell a share of 1 (NaN: nothing to show), or with ``likely`` a likelihood.

    ``tips`` says of each cell what it means. Where ``sure`` is false (the interval includes ½), the number is in
    italics with a tilde, so that not colour alone tells it. Columns have the rows' numbers.
    """
    count = len(names)
    label = min(LABEL_MOST, max((letters(name) for name in names), default=0.0)) + 34
    cell = min(46.0, max(LEAST, (ROOM - label) / max(count, 1)))
    height = min(cell, 32.0)
    top = 24.0
    parts = []
    for number, name in enumerate(names):
        middle = top + height * (number + 0.5) + 4.5
        parts.append(text(label - 32, middle, fitting(name, LABEL_MOST), "", "end", name))
        parts.append(text(label - 8, middle, str(number + 1), "soft", "end"))
        parts.append(text(label + cell * (number + 0.5), top - 8, str(number + 1), "small soft", "middle", name))
    for row in range(count):
        for column in range(count):
            x, y = label + cell * column, top + height * row
            share = shares[row][column]
            if math.isnan(share):
                parts.append(rect(x + 0.5, y + 0.5, cell - 1, height - 1, "none" if row == column else "h10"))
                continue
            tip = f"{names[row]} against {names[column]}: {tips[row][column]}"
            parts.append(rect(x + 0.5, y + 0.5, cell - 1, height - 1, f"h{heat_level(share)}", tip))
            if count <= NUMBERS:
                shown = _digits(share, 1 if cell > ROOMY else 0, likely=likely)
                parts.append(_number(x + cell / 2, y + height / 2, shown, sure[row][column], tip))
    bottom = top + height * count
    parts += _key(label, bottom + 14)
    width = max(label + cell * count, label + KEY * len(KEYS)) + 4
    return Picture(title, about, width, bottom + 48, tuple(parts))


def _digits(share: float, digits: int, *, likely: bool) -> str:
    """A share in per cent as a cell shows it; a likelihood is never 0 or 100.

    >>> _digits(0.5763, 1, likely=False), _digits(0.99999, 1, likely=False), _digits(0.99999, 1, likely=True)
    ('57.6', '100', '>99.9')
    >>> _digits(0.5763, 0, likely=True), _digits(0.99999, 0, likely=True), _digits(0.00001, 0, likely=True)
    ('58', '>99', '<1')
    """
    least = 10.0**-digits
    if likely and not least / 2 <= 100 * share < 100 - least / 2:
        return f">{100 - least:g}" if share > 0.5 else f"<{least:g}"
    return f"{100 * share:.{digits}f}" if 0.005 <= share < 0.9995 else f"{100 * share:.0f}"


def _number(x: float, y: float, shown: str, sure: bool, tip: str) -> str:
    return text(
        x, y + 4, shown if sure else f"~{shown}", "small digits" if sure else "small digits unsure", "middle", tip
    )


def _key(x: float, y: float) -> list[str]:
    """What the colours mean."""
    parts = []
    for number, share in enumerate(KEYS):
        parts.append(rect(x + KEY * number, y, KEY, 12, f"h{heat_level(share)}"))
        parts.append(text(x + KEY * (number + 0.5), y + 27, f"{100 * share:g} %", "small", "middle"))
    return parts
