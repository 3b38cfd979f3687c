"""Pictures made of cells: win matrices as heat maps, payoff matrices, columns by colour group, and tables in HTML."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from .bars import FEW, NARROW
from .canvas import GROUPS, HEAT_LEVELS, Picture, fitting, letters, line, rect, spans, text

__all__ = ["MatrixCell", "Panel", "group_chart", "heat_level", "heat_map", "html_table", "matrix_chart"]


# ----------------------------------------------------------------------------------------- The win matrix as a heat map


HEAT_LABEL_MOST: Final = 252.0
ROOM: Final = 990.0
"""The width that cells are made to fit into, as far as they stay larger than the least."""
HEAT_LEAST: Final = 17.0
NUMBER: Final = 26.0
"""The width of a row's number."""
HEAT_NAME: Final = 20.0
"""How much higher a row is whose name stands above it."""
TOP: Final = 24.0
NUMBERS: Final = 24
"""Up to so many rows have their numbers in the cells; larger ones have them in the tips only."""
HEAT_KEY: Final = 38.0
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
class _HeatGrid:
    """Where the cells lie: beside the rows' names, or below them where the picture is narrow."""

    left: float
    cell: float
    height: float
    above: float

    @classmethod
    def of(cls, names: Sequence[str], width: float) -> _HeatGrid:
        narrow = width < NARROW
        label = NUMBER
        if not narrow:
            label += min(HEAT_LABEL_MOST, max((letters(name) for name in names), default=0.0)) + 8
        cell = min(46.0, max(HEAT_LEAST, (width - 4 - label) / max(len(names), 1)))
        return cls(label, cell, min(cell, 32.0), HEAT_NAME if narrow else 0.0)

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
            return [text(self.left, self.y(row) - 5, fitting(name, HEAT_LABEL_MOST), "", "start", name), number, column]
        return [text(self.left - NUMBER - 6, middle, fitting(name, HEAT_LABEL_MOST), "", "end", name), number, column]


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
    count, grid = len(names), _HeatGrid.of(names, width)
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
    parts += _heat_key(grid.left, bottom + 14)
    right = max(grid.x(count), grid.left + HEAT_KEY * len(KEYS)) + 4
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


def _heat_key(x: float, y: float) -> list[str]:
    """What the colours mean."""
    parts = []
    for number, share in enumerate(KEYS):
        parts.append(rect(x + HEAT_KEY * number, y, HEAT_KEY, 12, f"h{heat_level(share)}"))
        parts.append(text(x + HEAT_KEY * (number + 0.5), y + 27, f"{100 * share:g} %", "small", "middle"))
    return parts


# --------------------- What each agent buys, in columns by colour group: names, not only colours, tell the groups apart


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


# ----------------------------------------------------------------------- Payoff matrices, with best responses in braces


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

    A brace ``{`` before the payoffs marks the first player's best response to the column. A brace ``}`` after them
    marks the second player's best response to the row. Best payoffs are bold, those of further players too, and cells
    in which everybody plays a best response have a colour of their own.

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
    for number, row in enumerate(key):
        parts += row.drawn(grid.left, y + 32 + KEY * number)
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
    for at, (name, cells) in enumerate(zip(rows, panel.cells, strict=True)):
        top = y + (CELL + GAP) * at
        shown = fitting(name, NAME_MOST)
        tip = "" if shown == name else name
        parts.append(text(grid.left - 12, top + CELL / 2 + 5, shown, "", "end", tip))
        for column, cell in enumerate(cells):
            parts += _cell(grid, cell, grid.x(column), top, f"{name}, {columns[column]}")
    return parts, y + down


def _cell(grid: _Grid, cell: MatrixCell, x: float, y: float, tip: str) -> list[str]:
    """A cell: its ground, the payoffs, and the braces."""
    middle, base = x + grid.width / 2, y + CELL / 2 + 5.5
    title = f"{tip}: {', '.join(cell.payoffs)}"
    parts = [rect(x, y, grid.width, CELL, "stable" if cell.stable else "cell", title, 6)]
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
        lines.append(_KeyLine("1", "best", "bold: the choice of the player who gets this is a best answer"))
    if zero_sum:
        lines.append(_KeyLine("2", "", f"numbers are what {players[0]} gets; {players[1]} loses as much"))
    return [*lines, _KeyLine("", "stable", "nobody gains by leaving alone: a Nash equilibrium")]


# ---------------------------------------------------------------------------------- Tables as notebooks show them


def html_table(caption: str, headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table whose texts are escaped.

    >>> html_table("a < b", ["x"], [[1]])
    '<table><caption>a &lt; b</caption><thead><tr><th>x</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>'
    """
    head = "".join(f"<th>{escape(one)}</th>" for one in headings)
    body = "".join(f"<tr>{''.join(f'<td>{escape(str(one))}</td>' for one in row)}</tr>" for row in rows)
    title = f"<caption>{escape(caption)}</caption>"
    return f"<table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
