"""The win matrix as a heat map."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .canvas import Picture, fitting, letters, rect, text
from .rows import NARROW
from .theme import HEAT_LEVELS

__all__ = ["heat_level", "heat_map"]

LABEL_MOST: Final = 252.0
ROOM: Final = 990.0
"""The width that cells are made to fit into, as far as they stay larger than the least."""
LEAST: Final = 17.0
NUMBER: Final = 26.0
"""The width of a row's number."""
NAME: Final = 20.0
"""How much higher a row is whose name stands above it."""
TOP: Final = 24.0
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


@dataclass(frozen=True, slots=True)
class _Grid:
    """Where the cells lie: beside the rows' names, or below them where the picture is narrow."""

    left: float
    cell: float
    height: float
    above: float

    @classmethod
    def of(cls, names: Sequence[str], width: float) -> _Grid:
        narrow = width < NARROW
        label = NUMBER
        if not narrow:
            label += min(LABEL_MOST, max((letters(name) for name in names), default=0.0)) + 8
        cell = min(46.0, max(LEAST, (width - 4 - label) / max(len(names), 1)))
        return cls(label, cell, min(cell, 32.0), NAME if narrow else 0.0)

    def x(self, column: int) -> float:
        """The left edge of a column."""
        return self.left + self.cell * column

    def y(self, row: int) -> float:
        """The upper edge of a row's cells."""
        return TOP + (self.height + self.above) * row + self.above

    def named(self, row: int, name: str) -> list[str]:
        """The row's name and number, and the number above its column."""
        middle = self.y(row) + self.height / 2 + 4.5
        column = text(self.x(row) + self.cell / 2, TOP - 8, str(row + 1), "small soft", "middle", name)
        number = text(self.left - 8, middle, str(row + 1), "soft", "end")
        if self.above:
            return [text(self.left, self.y(row) - 5, fitting(name, LABEL_MOST), "", "start", name), number, column]
        return [text(self.left - NUMBER - 6, middle, fitting(name, LABEL_MOST), "", "end", name), number, column]


def heat_map(
    title: str,
    names: Sequence[str],
    shares: Sequence[Sequence[float]],
    tips: Sequence[Sequence[str]],
    sure: Sequence[Sequence[bool]],
    *,
    about: str = "",
    likelihoods: bool = False,
    width: float = ROOM,
) -> Picture:
    """Row against column, each cell a share of 1 (NaN: nothing to show).

    ``tips`` says of each cell what it means. Where ``sure`` is false (the interval includes ½), the number is in
    italics with a tilde, so that not colour alone tells it. Columns have the rows' numbers. ``likelihoods`` are never
    certain, so none is shown as 0 or 100. In a narrow picture names stand above their rows.
    """
    count, grid = len(names), _Grid.of(names, width)
    parts = [part for row, name in enumerate(names) for part in grid.named(row, name)]
    for row in range(count):
        for column in range(count):
            x, y, share = grid.x(column), grid.y(row), shares[row][column]
            if math.isnan(share):
                parts.append(rect(x + 0.5, y + 0.5, grid.cell - 1, grid.height - 1, "none" if row == column else "h10"))
                continue
            tip = f"{names[row]} against {names[column]}: {tips[row][column]}"
            parts.append(rect(x + 0.5, y + 0.5, grid.cell - 1, grid.height - 1, f"h{heat_level(share)}", tip))
            if count <= NUMBERS:
                shown = _shown(share, grid.cell > 40, likelihoods)
                kind = "small digits" if sure[row][column] else "small digits unsure"
                shown = shown if sure[row][column] else f"~{shown}"
                parts.append(text(x + grid.cell / 2, y + grid.height / 2 + 4, shown, kind, "middle", tip))
    bottom = grid.y(count) - grid.above
    parts += _key(grid.left, bottom + 14)
    right = max(grid.x(count), grid.left + KEY * len(KEYS)) + 4
    return Picture(title, about, right, bottom + 48, tuple(parts))


def _shown(share: float, fine: bool, likelihood: bool) -> str:
    """The number in a cell, with a digit behind the point where there is room.

    >>> _shown(0.5123, True, False), _shown(0.5123, False, False), _shown(1.0, True, False), _shown(0.9996, True, False)
    ('51.2', '51', '100', '100')
    >>> _shown(0.9999, True, True), _shown(0.9999, False, True), _shown(0.0, True, True), _shown(0.0026, True, True)
    ('>99.9', '>99', '<0.1', '0.3')
    """
    digits = 1 if fine else 0
    least = 10.0**-digits / 100
    if likelihood and not least / 2 <= share < 1 - least / 2:
        return f">{100 - 100 * least:.{digits}f}" if share > 0.5 else f"<{100 * least:.{digits}f}"
    return f"{100 * share:.{digits}f}" if least / 2 <= share < 1 - least / 2 else f"{100 * share:.0f}"


def _key(x: float, y: float) -> list[str]:
    """What the colours mean."""
    parts = []
    for number, share in enumerate(KEYS):
        parts.append(rect(x + KEY * number, y, KEY, 12, f"h{heat_level(share)}"))
        parts.append(text(x + KEY * (number + 0.5), y + 27, f"{100 * share:g} %", "small", "middle"))
    return parts
