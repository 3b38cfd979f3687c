"""Boards: a position of a game whose squares lie in a row or a grid, from what may be seen of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from .canvas import Picture, circle, fitting, rect, text

__all__ = ["board_picture"]

View = Mapping[str, Any]
SIDE: Final = 10
"""Squares from one corner of Monopoly's board to the next."""
CELL: Final = 68.0
BAND: Final = 10.0
GRID: Final = 44.0
HOTEL: Final = 5
DRAWN: Final = {"O": "seat1", "X": "seat0", "1": "seat0", "2": "seat1"}
"""What pieces of the grid games look like: those of seat 0 and of seat 1."""


def board_picture(game: str, title: str, view: View) -> Picture | None:
    """The board of a game that is drawn, by what :meth:`magnate.Position.view` says; None for all others."""
    if game == "monopoly":
        return _ring(title, view)
    rows = view.get("board")
    if isinstance(rows, Sequence) and rows and all(isinstance(row, str) for row in rows):
        return _grid(title, rows)
    return None


def _grid(title: str, rows: Sequence[str]) -> Picture:
    """Rows of letters: a dot is an empty place."""
    parts = list[str]()
    for down, row in enumerate(rows):
        for across, piece in enumerate(row):
            x, y = across * GRID, down * GRID
            parts.append(rect(x, y, GRID, GRID, "cell"))
            if piece != ".":
                parts.append(circle(x + GRID / 2, y + GRID / 2, GRID / 3, DRAWN.get(piece, "bar"), piece))
    return Picture(title, " / ".join(rows), GRID * max(map(len, rows)), GRID * len(rows), tuple(parts))


def _ring(title: str, view: View) -> Picture:
    """Squares round a middle that says what the players have."""
    parts, spoken = list[str](), list[str]()
    for square in view["board"]:
        parts += _square(square, *_place(square["square"]))
    whole = CELL * (SIDE + 1)
    for row, player in enumerate(view["players"]):
        seat, y = player["seat"], CELL + 36 + 26 * row
        says = "bankrupt" if player["bankrupt"] else f"${player['cash']:,}, worth ${player['net_worth']:,}"
        parts += [rect(CELL + 24, y - 11, 12, 12, f"seat{seat}"), text(CELL + 44, y, f"seat {seat}: {says}")]
        spoken.append(f"seat {seat}: {says}")
    return Picture(title, "; ".join(spoken), whole, whole, tuple(parts))


def _place(square: int) -> tuple[float, float]:
    """Where a square lies: the first in the corner at the bottom on the right, the others clockwise."""
    side, along = divmod(square, SIDE)
    far = float(SIDE)
    across, down = [(far - along, far), (0.0, far - along), (float(along), 0.0), (far, float(along))][side]
    return CELL * across, CELL * down


def _short(name: str) -> str:
    """A name without its last word, which says that it is a street, say.

    >>> _short("St. James Place"), _short("GO")
    ('St. James', 'GO')
    """
    *words, last = name.split()
    return " ".join(words) or last


def _square(square: View, x: float, y: float) -> list[str]:
    """A square: its name, and of a deed its group, its owner and what is built; M: mortgaged."""
    name = square["name"]
    parts = [rect(x, y, CELL, CELL, "cell", name)]
    if "group" in square:
        parts.append(rect(x, y, CELL, BAND, f"deed {square['group'].replace('-', '_')}", name))
    parts.append(text(x + CELL / 2, y + 24, fitting(_short(name), 1.2 * CELL), "small", "middle", name))
    owner, level = square.get("owner"), square.get("level") or 0
    if owner is not None:
        parts.append(rect(x + 4, y + CELL - 14, 10, 10, f"seat{owner}", f"seat {owner}"))
        built = "hotel" if level == HOTEL else f"{level} ⌂" if level else "M" if square["mortgaged"] else ""
        parts.append(text(x + 18, y + CELL - 5, built, "small"))
    for place, seat in enumerate(square["tokens"]):
        parts.append(circle(x + 9 + 12 * (place % 4), y + 34 + 10 * (place // 4), 5, f"seat{seat}", f"seat {seat}"))
    return parts
