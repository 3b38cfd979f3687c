"""What each agent buys, in columns by colour group, so that names, not colours alone, tell the groups apart."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .canvas import Picture, fitting, letters, line, rect, text
from .rows import FEW, NARROW
from .theme import GROUPS

__all__ = ["group_chart"]

LABEL_MOST: Final = 252.0
COLUMN: Final = 72.0
HEAD: Final = 50.0
"""Room for the groups' names."""
NAME: Final = 22.0
"""How much higher a row is whose name stands above it."""


@dataclass(frozen=True, slots=True)
class _Band:
    """Some of the groups side by side, with a row for each agent: on a narrow screen all of them have no room."""

    left: float
    top: float
    step: float
    above: float

    def x(self, column: int) -> float:
        """The left edge of a group's column."""
        return self.left + COLUMN * column

    def y(self, row: int) -> float:
        """The upper edge of a row's bars."""
        return self.top + HEAD + (self.step + self.above) * row + self.above

    def named(self, row: int, name: str) -> str:
        """A row's name."""
        if self.above:
            return text(self.left, self.y(row) - 4, fitting(name, LABEL_MOST), "", "start", name)
        return text(self.left - 14, self.y(row) + self.step / 2 + 2, fitting(name, LABEL_MOST), "", "end", name)


def group_chart(
    title: str,
    names: Sequence[str],
    groups: Sequence[str],
    amounts: Sequence[Sequence[float]],
    *,
    about: str = "",
    unit: str = "a game",
    width: float | None = None,
) -> Picture:
    """A bar for each agent and group; ``amounts`` has a row for each agent.

    A short line in each bar's row marks the mean of all rows. Known groups have the colours of the board. A narrow
    picture has names above their rows and the groups in several bands, one below the other.
    """
    narrow = width is not None and width < NARROW
    left = 0.0 if narrow else min(LABEL_MOST, max((letters(name) for name in names), default=0.0)) + 14
    step = 34.0 if len(names) <= FEW else 30.0
    most = max((amount for row in amounts for amount in row), default=0.0) or 1.0
    room = max(int(width // COLUMN), 1) if width is not None and narrow else max(len(groups), 1)
    across = math.ceil(len(groups) / math.ceil(len(groups) / room))
    parts: list[str] = []
    bottom = 0.0
    for first in range(0, len(groups), across):
        band = _Band(left, bottom, step, NAME if narrow else 0.0)
        parts += [band.named(row, name) for row, name in enumerate(names)]
        for column, number in enumerate(range(first, min(first + across, len(groups)))):
            sizes = [row[number] for row in amounts]
            parts += _column(band, column, groups[number], names, sizes, most, unit)
        bottom = band.y(len(names)) - band.above + 6
    return Picture(title, about, left + COLUMN * across, bottom, tuple(parts))


def _column(
    band: _Band, column: int, group: str, names: Sequence[str], sizes: Sequence[float], most: float, unit: str
) -> list[str]:
    """A group's name and colour, and its bar for each agent."""
    x, room = band.x(column), COLUMN - 12
    head = band.top + HEAD
    parts = [rect(x, head - 14, room, 8, _kind(group), radius=2)]
    words = group.replace("_", " ").split()
    for at, word in enumerate(words):
        parts.append(text(x, head - 20 - 13 * (len(words) - 1 - at), word, "soft"))
    mean = sum(sizes) / max(len(sizes), 1)
    for row, (name, amount) in enumerate(zip(names, sizes, strict=True)):
        y = band.y(row)
        tip = f"{name} buys {amount:.2f} {group.replace('_', ' ')} {unit}; the mean of all agents is {mean:.2f}"
        parts.append(rect(x, y + 4, max(room * amount / most, 0.5), band.step - 21, _kind(group), tip, 1))
        parts.append(line(x + room * mean / most, y + 1, x + room * mean / most, y + band.step - 14, "tick"))
        parts.append(text(x, y + band.step - 4, f"{amount:.2f}", "small digits", tip=tip))
    return parts


def _kind(group: str) -> str:
    """The style of a group's marks."""
    return f"deed {group}" if group in GROUPS else "bar"
