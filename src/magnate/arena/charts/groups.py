"""What each agent buys, in columns by colour group, so that names, not colours alone, tell the groups apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .canvas import Picture, fitting, letters, line, rect, text
from .rows import FEW
from .theme import GROUPS

__all__ = ["group_chart"]

LABEL_MOST: Final = 252.0
COLUMN: Final = 72.0


def group_chart(
    title: str,
    names: Sequence[str],
    groups: Sequence[str],
    amounts: Sequence[Sequence[float]],
    *,
    about: str = "",
    unit: str = "a game",
) -> Picture:
    """A bar for each agent and group; ``amounts`` has a row for each agent.

    A short line in each bar's row marks the mean of all rows. Known groups have the colours of the board.
    """
    left = min(LABEL_MOST, max((letters(name) for name in names), default=0.0)) + 14
    step = 34.0 if len(names) <= FEW else 30.0
    top = 50.0
    bottom = top + step * len(names)
    most = max((amount for row in amounts for amount in row), default=0.0) or 1.0
    room = COLUMN - 12
    parts = []
    for number, group in enumerate(groups):
        x = left + COLUMN * number
        parts.append(rect(x, top - 14, room, 8, _kind(group), radius=2))
        words = group.replace("_", " ").split()
        for at, word in enumerate(words):
            parts.append(text(x, top - 20 - 13 * (len(words) - 1 - at), word, "soft"))
        mean = sum(row[number] for row in amounts) / max(len(amounts), 1)
        for row, name in enumerate(names):
            amount, y = amounts[row][number], top + step * row
            tip = f"{name} buys {amount:.2f} {group.replace('_', ' ')} {unit}; the mean of all agents is {mean:.2f}"
            parts.append(rect(x, y + 4, max(room * amount / most, 0.5), step - 21, _kind(group), tip, 1))
            parts.append(line(x + room * mean / most, y + 1, x + room * mean / most, y + step - 14, "tick"))
            parts.append(text(x, y + step - 4, f"{amount:.2f}", "small digits", tip=tip))
    for row, name in enumerate(names):
        parts.append(text(left - 14, top + step * (row + 0.5) + 2, fitting(name, LABEL_MOST), "", "end", name))
    return Picture(title, about, left + COLUMN * len(groups), bottom + 6, tuple(parts))


def _kind(group: str) -> str:
    """The style of a group's marks."""
    return f"deed {group}" if group in GROUPS else "bar"
