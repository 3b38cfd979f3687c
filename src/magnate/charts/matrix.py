"""Payoff matrices with the best answers in braces, as lectures on game theory mark them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .canvas import Picture, fitting, letters, rect, spans, text

__all__ = ["MatrixCell", "Panel", "matrix_chart"]

CELL: Final = 44.0
"""How high a cell is."""
GAP: Final = 4.0
"""The room between cells."""
LEAST: Final = 104.0
"""The least width of a cell."""
NAME_MOST: Final = 190.0
PAYOFF: Final = 16.0
"""The size of the payoffs' letters."""
SIDE: Final = 30.0
"""Room on the left for the row player's name."""
KEY: Final = 24.0
"""How high a line of the key is."""
STYLES: Final = ("first", "second")
"""The colours of the first two players; others have none."""


@dataclass(frozen=True, slots=True)
class MatrixCell:
    """What stands in a cell: the payoffs as texts, and which player's strategy is a best answer here.

    There may be fewer payoffs than players, as in a zero-sum game, where one number says all.
    """

    payoffs: tuple[str, ...]
    best: tuple[bool, ...]

    @property
    def stable(self) -> bool:
        """Whether everybody has chosen a best answer."""
        return all(self.best)


@dataclass(frozen=True, slots=True)
class Panel:
    """One matrix: its cells row by row, and above it what the players beyond the first two have chosen."""

    cells: Sequence[Sequence[MatrixCell]]
    caption: str = ""


def matrix_chart(
    title: str,
    players: Sequence[str],
    rows: Sequence[str],
    columns: Sequence[str],
    panels: Sequence[Panel],
    *,
    about: str = "",
) -> Picture:
    """Matrices one below the other, the first player's strategies as rows and the second's as columns.

    A brace ``{`` stands before the payoffs where the row is the first player's best answer to the column, ``}`` after
    them where the column is the second player's best answer to the row. Best payoffs are bold, those of further players
    too, and cells in which everybody answers best have a colour of their own.

    >>> cell = MatrixCell(("1", "-1"), (True, False))
    >>> drawn = matrix_chart("Game", ["Rose", "Colin"], ["A"], ["B"], [Panel([[cell]])]).svg()
    >>> 'class="brace first"' in drawn, 'class="brace second"' in drawn
    (True, False)
    """
    every = [cell for panel in panels for line in panel.cells for cell in line]
    content = max(letters(", ".join(cell.payoffs), PAYOFF) for cell in every)
    longest = max(map(letters, columns))
    grid = _Grid(
        left=SIDE + min(NAME_MOST, max(map(letters, rows))) + 14,
        width=max(LEAST, content + 62, min(NAME_MOST, longest) + 12),
        brace=content / 2 + 17,
    )
    parts: list[str] = []
    y = 0.0
    for panel in panels:
        drawn, y = _panel(grid, players, rows, columns, panel, y)
        parts += drawn
    key = _key(players, zero_sum=len(every[0].payoffs) < len(players))
    for number, line in enumerate(key):
        parts += line.drawn(grid.left, y + 32 + KEY * number)
    right = max(grid.x(len(columns)) - GAP, grid.left + max(line.width for line in key), letters(title, 17) * 1.1)
    return Picture(title, about, right, y + 24 + KEY * len(key), tuple(parts))


@dataclass(frozen=True, slots=True)
class _Grid:
    """Where the cells begin, how wide they are, and how far from their middle the braces stand."""

    left: float
    width: float
    brace: float

    def x(self, column: int) -> float:
        """The left edge of a column."""
        return self.left + (self.width + GAP) * column


def _panel(
    grid: _Grid, players: Sequence[str], rows: Sequence[str], columns: Sequence[str], panel: Panel, y: float
) -> tuple[list[str], float]:
    """One matrix, and where it ends."""
    parts = []
    if panel.caption:
        y += 38 if y else 16
        parts.append(text(grid.left, y, panel.caption, "number"))
        y += 6
    across = grid.x(len(columns)) - GAP - grid.left
    parts.append(text(grid.left + across / 2, y + 16, players[1], "second", "middle"))
    for at, name in enumerate(columns):
        shown = fitting(name, grid.width - 4)
        parts.append(text(grid.x(at) + grid.width / 2, y + 40, shown, "", "middle", "" if shown == name else name))
    y += 50
    down = (CELL + GAP) * len(rows) - GAP
    upright = text(0, 0, fitting(players[0], max(down, 60.0)), "first", "middle")
    parts.append(f'<g transform="translate(14 {y + down / 2:.1f}) rotate(-90)">{upright}</g>')
    for at, (name, line) in enumerate(zip(rows, panel.cells, strict=True)):
        top = y + (CELL + GAP) * at
        shown = fitting(name, NAME_MOST)
        tip = "" if shown == name else name
        parts.append(text(grid.left - 12, top + CELL / 2 + 5, shown, "", "end", tip))
        for column, cell in enumerate(line):
            parts += _cell(grid, cell, grid.x(column), top, f"{name}, {columns[column]}")
    return parts, y + down


def _cell(grid: _Grid, cell: MatrixCell, x: float, y: float, tip: str) -> list[str]:
    """A cell: its ground, the payoffs, and the braces."""
    middle, base = x + grid.width / 2, y + CELL / 2 + 5.5
    told = f"{tip}: {', '.join(cell.payoffs)}"
    parts = [rect(x, y, grid.width, CELL, "stable" if cell.stable else "cell", told, 6)]
    pieces = []
    for player, payoff in enumerate(cell.payoffs):
        colour = STYLES[player] if player < len(STYLES) else "best"
        pieces += [(", ", "")] if player else []
        pieces.append((payoff, colour if cell.best[player] and len(cell.payoffs) == len(cell.best) else ""))
    parts.append(spans(middle, base, pieces, "payoff"))
    for mark, best, at in (("{", cell.best[0], -grid.brace), ("}", cell.best[1], grid.brace)):
        if best:
            kind = f"brace {STYLES[0] if mark == '{' else STYLES[1]}"
            parts.append(text(middle + at, base + 2, mark, kind, "middle"))
    return parts


@dataclass(frozen=True, slots=True)
class _KeyLine:
    """What a sign means."""

    sign: str
    kind: str
    meaning: str

    @property
    def width(self) -> float:
        """About how wide the line is."""
        return 28 + letters(self.meaning, 12) * 0.92

    def drawn(self, x: float, y: float) -> list[str]:
        """The sign and its meaning."""
        meaning = text(x + 28, y, self.meaning, "soft")
        if not self.sign:
            return [rect(x, y - 11, 18, 14, self.kind, radius=4), meaning]
        return [text(x + 9, y + 1, self.sign, self.kind, "middle"), meaning]


def _key(players: Sequence[str], *, zero_sum: bool) -> list[_KeyLine]:
    """What braces and colours mean."""
    more = len(players) > 2
    across, down = ("all others", "all others") if more else ("the column", "the row")
    lines = [
        _KeyLine("{", f"payoff {STYLES[0]}", f"the row is {players[0]}'s best answer to {across}"),
        _KeyLine("}", f"payoff {STYLES[1]}", f"the column is {players[1]}'s best answer to {down}"),
    ]
    if more:
        lines.append(_KeyLine("1", "best", "bold: the choice of whoever gets this is a best answer"))
    if zero_sum:
        lines.append(_KeyLine("2", "", f"numbers are what {players[0]} gets; {players[1]} loses as much"))
    return [*lines, _KeyLine("", "stable", "nobody gains by leaving alone: a Nash equilibrium")]
