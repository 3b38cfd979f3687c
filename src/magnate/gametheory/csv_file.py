r"""Games of two as comma-separated values, as a spreadsheet keeps them.

The first row names the columns and the first column the rows. A cell is a number, what the row player gets in a
zero-sum game, or a pair in quotes such as ``"-5,0"``. The corner may name the game and its players, as
``Matching pennies: Rose \ Colin`` does; without a backslash it is the title alone.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from ..errors import BadStrategicGame
from .payoff_text import exact, parse_payoff
from .strategic import StrategicGame

__all__ = ["from_csv", "to_csv"]

PAIRS = 'a pair stands in quotes: "1,2"'


def from_csv(text: str) -> StrategicGame:
    r"""The game of two in a text of comma-separated values.

    Raises :class:`~magnate.errors.BadStrategicGame` naming the line and the cell.

    >>> game = from_csv('Rose \\ Colin,C,D\nA,"1,3","4,2"\nB,"2,4","7,1"\n')
    >>> game.players, game.strategies, game.payoff(("B", "C"))
    (('Rose', 'Colin'), (('A', 'B'), ('C', 'D')), (2.0, 4.0))
    """
    lines = _lines(text)
    if len(lines) < 2 or len(lines[0][1]) < 2:
        raise BadStrategicGame(
            "there is no table with a row and a column of payoffs",
            hint="name the columns in the first row and the rows in the first column, separated by commas",
        )
    corner, *columns = lines[0][1]
    for number, cells in lines[1:]:
        if len(cells) != len(columns) + 1:
            raise BadStrategicGame(
                f"line {number} has {len(cells) - 1} payoffs for {len(columns)} columns",
                hint=PAIRS if len(cells) > len(columns) + 1 else "give a payoff for every column",
            )
    rows = [cells[0] for _, cells in lines[1:]]
    payoffs = [
        [_payoffs(cell, f"line {number}, {row} against {column}") for column, cell in zip(columns, cells, strict=True)]
        for row, (number, (_, *cells)) in zip(rows, lines[1:], strict=True)
    ]
    lengths = {
        len(cell): (row, column)
        for row, own in zip(rows, payoffs, strict=True)
        for column, cell in zip(columns, own, strict=True)
    }
    if len(lengths) > 1:
        (row, column), (other, one) = lengths[1], lengths[2]
        raise BadStrategicGame(
            f"{row} against {column} is one number and {other} against {one} is a pair",
            hint="write numbers everywhere (a zero-sum game) or pairs everywhere",
        )
    players, title = _corner(corner)
    if 1 in lengths:
        own = [[cell[0] for cell in line] for line in payoffs]
        return StrategicGame.zero_sum(own, rows=rows, columns=columns, players=players, title=title)
    own, other_payoffs = ([[cell[player] for cell in line] for line in payoffs] for player in (0, 1))
    return StrategicGame.bimatrix(own, other_payoffs, rows=rows, columns=columns, players=players, title=title)


def to_csv(game: StrategicGame) -> str:
    """A game of two as comma-separated values: numbers where it is zero-sum, and else pairs.

    Raises :class:`~magnate.errors.BadStrategicGame` for any other number of players.
    """
    if game.n != 2:
        raise BadStrategicGame(f"a table cannot hold {game.n} players", hint="write a .toml or an .nfg file")
    rows, columns = game.strategies
    own, other = game.payoffs
    zero_sum = bool((own == -other).all())
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    title = f"{game.title}: " if game.title else ""
    writer.writerow([title + " \\ ".join(game.players), *columns])
    for row, name in enumerate(rows):
        pairs = zip(own[row].tolist(), other[row].tolist(), strict=True)
        writer.writerow([name, *(exact(mine) if zero_sum else f"{exact(mine)},{exact(its)}" for mine, its in pairs)])
    return out.getvalue()


def _lines(text: str) -> list[tuple[int, list[str]]]:
    """The lines that are not empty, with their numbers and their cells."""
    reader = csv.reader(io.StringIO(text), skipinitialspace=True, strict=True)
    try:
        found = [(reader.line_num, [cell.strip() for cell in cells]) for cells in reader]
    except csv.Error as error:
        raise BadStrategicGame(
            f"line {reader.line_num} cannot be read ({error})", hint="close the quotes that you open"
        ) from error
    return [(number, cells) for number, cells in found if any(cells)]


def _payoffs(cell: str, where: str) -> list[float]:
    """The number or the pair in a cell."""
    inside = cell[1:-1] if cell.startswith("(") and cell.endswith(")") else cell
    parts = inside.split(",")
    if len(parts) > 2:
        raise BadStrategicGame(f'{where}: "{cell}" has {len(parts)} numbers', hint='write 2 or "1,2" in a cell')
    try:
        return [parse_payoff(part) for part in parts]
    except BadStrategicGame as error:
        raise BadStrategicGame(f"{where}: {error.message}", hint=error.hint) from None


def _corner(corner: str) -> tuple[Sequence[str], str]:
    """The players' names and the title, as far as they stand in the corner."""
    title, _, names = corner.rpartition(": ")
    players = [name.strip() for name in names.split("\\")]
    return ((), corner) if len(players) != 2 else (players, title.strip())
