"""The tables as Markdown and as CSV files, and all games as one."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..games import Games
from ..statistics import Estimate
from .data import Cell, Column, ReportData, Table
from .meta_report import CHOOSING, INTRODUCTION, choosing_words
from .tables import tables
from .words import number, parts_of, value, verdict, warnings

__all__ = ["markdown", "write_csv", "write_games"]

AT_ONCE = 20_000
"""Games that are written at a time."""
SIGNS = re.compile(r"[\\`*\[\]<>|]|(?<![^\W_])_|_(?![^\W_])")
LONG = 150
"""Tables with more rows are left to the CSV files."""


def markdown(data: ReportData) -> str:
    """The whole report as Markdown: sentences, tables, and how to play it again."""
    about = data.about
    lines = [f"# Tournament {_plain(about.id)}", "", _plain(" · ".join(parts_of(data))), ""]
    lines += [f"> **{_plain(warning)}**\n" for warning in warnings(data)]
    lines += [f"- {_plain(sentence)}" for sentence in verdict(data)]
    for table in tables(data):
        if data.choice is not None and table.key == "choosing":
            lines += ["", f"## {CHOOSING}", "", INTRODUCTION, ""]
            lines += [f"- {_plain(sentence)}" for sentence in choosing_words(data, data.choice)]
        if len(table.rows) <= LONG and not table.drawn:
            lines += ["", f"## {table.title}", "", _plain(table.note), "", *_table(table)]
        else:
            lines += [
                "",
                f"## {table.title}",
                "",
                f"{len(table.rows):,} rows: see {table.key}.csv of --csv. {table.note}",
            ]
    ratings = [f"- **{_plain(rating.title)}.** {_plain(rating.about)}" for rating in data.ratings]
    if ratings:
        lines += ["", "## Ratings", "", *ratings]
    lines += ["", "## Again", "", "```", about.command, "```", ""]
    lines += [f"- {_plain(name)}: code `{digest}`" for name, digest in about.digests.items()]
    lines += [f"- report made with {', '.join(f'{name} {number}' for name, number in about.versions.items())}"]
    return "\n".join(lines) + "\n"


def write_csv(data: ReportData, folder: Path) -> list[Path]:
    """Write a CSV file for each table into the folder (made if it is not there); returns the files.

    An estimate has three columns: its mean, and the ends of its interval.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for table in tables(data):
        file = folder / f"{table.key}.csv"
        with file.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream, lineterminator="\n")
            writer.writerow([name for column in table.columns for name in _names(column)])
            writer.writerows(_values(table.columns, row) for row in table.rows)
        files.append(file)
    return files


def write_games(games: Games, file: Path) -> None:
    """Write a CSV file with a row for each game, in their order.

    ``game`` is the name that ``magnate replay ID:GAME`` knows it by; what belongs to a seat has its number behind it.
    A cell is empty where the game was kept without that number.
    """
    with file.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        for first in range(0, len(games), AT_ONCE):
            rows = np.zeros(len(games), bool)
            rows[first : first + AT_ONCE] = True
            columns = _game_columns(games.where(rows))
            if first == 0:
                writer.writerow(columns)
            writer.writerows(zip(*columns.values(), strict=True))


def _game_columns(games: Games) -> dict[str, list[Any]]:
    """The columns of some games by their names."""
    columns: dict[str, list[Any]] = {
        "game": [games.label(game) for game in range(len(games))],
        "table": games.table.tolist(),
        "deal": games.deal.tolist(),
        "rotation": games.rotation.tolist(),
        "ending": [games.info.ending_name(code) for code in games.ending.tolist()],
        "capped": games.capped.astype(int).tolist(),
        **{name: _known(games, name, values) for name, values in games.facts.items()},
    }
    for seat in range(games.players):
        columns[f"agent_{seat}"] = [games.names[entrant] for entrant in games.seating[:, seat].tolist()]
        columns[f"share_{seat}"] = games.shares[:, seat].round(6).tolist()
        for name, values in games.seats.items():
            if values.ndim == 2:
                columns[f"{name}_{seat}"] = _known(games, name, values[:, seat])
                continue
            for at, part in enumerate(games.parts(name)):
                columns[f"{name}_{part}_{seat}"] = _known(games, name, values[:, seat, at])
    return columns


def _known(games: Games, name: str, values: np.ndarray) -> list[Any]:
    """A column; its cells are empty where a game lacks the fact."""
    if name not in games.missing:
        found: list[Any] = values.tolist()
        return found
    known = games.known(name).tolist()
    return [value if there else None for value, there in zip(values.tolist(), known, strict=True)]


def _table(table: Table) -> list[str]:
    """A table in Markdown."""
    rule = ["---" if column.words else "--:" for column in table.columns]
    rows = [[_shown(column, cell) for column, cell in zip(table.columns, row, strict=True)] for row in table.rows]
    return [_line(_plain(column.heading) for column in table.columns), _line(rule), *map(_line, rows)]


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _shown(column: Column, cell: Cell) -> str:
    if isinstance(cell, str):
        return _plain(cell)
    return number(column.kind, cell) if isinstance(cell, Estimate) else value(column.kind, cell) or column.unknown


def _plain(text: str) -> str:
    r"""A text without anything that Markdown or HTML would take for itself (an underscore inside a word is none).

    >>> _plain("late_game | *best*")
    'late_game \\| \\*best\\*'
    """
    return SIGNS.sub(r"\\\g<0>", " ".join(text.split()))


def _names(column: Column) -> list[str]:
    return [column.key, f"{column.key}_low", f"{column.key}_high"] if column.interval else [column.key]


def _values(columns: Sequence[Column], row: Sequence[Cell]) -> list[str | float | None]:
    values: list[str | float | None] = []
    for column, cell in zip(columns, row, strict=True):
        if isinstance(cell, Estimate):
            values += [_rounded(cell.mean), _rounded(cell.low), _rounded(cell.high)]
        else:
            values.append(cell if isinstance(cell, str) else _rounded(cell))
            values += [None, None] if column.interval else []
    return values


def _rounded(number: float | None) -> float | None:
    """Six digits behind the point, whole numbers as such."""
    if number is None:
        return None
    return int(number) if float(number).is_integer() else round(float(number), 6)
