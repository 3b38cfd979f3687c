"""The report's numbers as tables, and these as Markdown and as CSV files."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..games import Games
from ..statistics import Estimate
from .data import AGENT, CAPPED, GAMES, Cell, Column, ReportData, Table
from .meta_report import CHOOSING, INTRODUCTION, choosing_tables, choosing_words
from .words import UNKNOWN, capped_note, number, parts_of, value, verdict, warnings

if TYPE_CHECKING:
    from ...core.result_schema import Statistic


__all__ = ["markdown", "tables", "write_csv", "write_games"]


def tables(data: ReportData) -> Iterator[Table]:
    """All tables that have something to show."""
    note = capped_note(data)
    yield _ranking(data, note)
    yield _measures(data, note)
    if data.reviews:
        yield _reviews(data)
    if len(data.agents) > 2:
        yield _matrix(data, note)
    if len(data.agents) > 1:
        yield _pairs(data, note)
    if data.purchases is not None:
        yield _purchases(data, note)
    if data.worths:
        yield _worths(data, note)
    yield _seats(data, note)
    yield _endings(data, note)
    yield _lengths(data, note)
    if data.cycles:
        columns = tuple(Column(key, key, "name") for key in ("first", "second", "third"))
        words = "The first beats the second, the second the third, the third the first, each at 95 %. "
        yield Table("cycles", "Intransitive triples", words + note, columns, data.cycles)
    if data.choice is not None:
        yield from choosing_tables(data, data.choice, note)
    if data.failures:
        yield _failures(data, note)


def _ranking(data: ReportData, note: str) -> Table:
    columns = (
        Column("rank", "#", "count"),
        AGENT,
        GAMES,
        Column("win_share", "wins", "share", True),
        Column("win_share_uncapped", "wins without capped", "share", True),
        *(Column(rating.key, rating.title, "elo", True) for rating in data.ratings),
        CAPPED,
    )
    rows = tuple(
        (
            at + 1,
            agent.name,
            agent.games,
            agent.win,
            agent.win_uncapped,
            *(rating.lines[at] for rating in data.ratings),
            agent.capped,
        )
        for at, agent in enumerate(data.agents)
    )
    words = f"Share of the wins, of which {value('share', data.even)} is even, with 95 % intervals over deals. "
    return Table("ranking", "Ranking", words + note, columns, rows)


def _measures(data: ReportData, note: str) -> Table:
    columns: list[Column] = [AGENT, GAMES]
    rows: list[list[Cell]] = [[agent.name, agent.games] for agent in data.agents]
    whole: list[Cell] = ["(all agents)", data.about.games]
    for one in data.statistics:
        columns += _statistic(one, data, interval=True)
        for row, agent in zip(rows, data.agents, strict=True):
            row += [agent.means.get(one.name), *_counted(one, agent.games_with)]
        whole += [data.field.get(one.name), *_counted(one, data.games_with)]
    for row, capped in zip(rows, (agent.capped for agent in data.agents), strict=True):
        row.append(capped)
    rows.append([*whole, data.capped_share])
    words = "Means over each agent's games, at the end of the game, with 95 % intervals over deals. "
    words += "Games that were kept without a statistic do not count for it. " if data.games_with else ""
    return Table("measures", "How they play", words + note, (*columns, CAPPED), tuple(map(tuple, rows)))


def _reviews(data: ReportData) -> Table:
    columns = (
        *(AGENT, Column("reviewed", "games reviewed", "count")),
        Column("error_rate", "errors/100", "points", True),
        Column("own", "own decisions", "points", True),
        Column("luck", "luck", "points", True),
        Column("luck_adjusted", "wins without luck", "share", True),
        Column("costs_most", "most is lost by", "text"),
    )
    rows = tuple(
        (one.agent, one.games, one.rate, one.own, one.luck, one.luck_adjusted, one.costs_most) for one in data.reviews
    )
    words = (
        "By reviews of a part of the games (magnate review). A point is 0.01 of the win. errors/100: points lost in "
        "100 open decisions; own decisions and luck: points a game; wins without luck: the result less luck. 95 % "
        "intervals over the games reviewed."
    )
    return Table("reviews", "Errors and luck", words, columns, rows)


def _statistic(one: Statistic, data: ReportData, *, interval: bool) -> list[Column]:
    """The column of a statistic; where some games lack it, also one for the number of games that have it."""
    found = [Column(one.name, one.heading, one.kind, interval, UNKNOWN)]
    if one.name in data.games_with:
        found.append(Column(f"{one.name}_games", f"games with {one.heading}", "count"))
    return found


def _counted(one: Statistic, games_with: Mapping[str, int]) -> list[Cell]:
    """The cell beside a statistic's that says over how many games it is, where some games lack it."""
    return [games_with[one.name]] if one.name in games_with else []


def _matrix(data: ReportData, note: str) -> Table:
    columns = (AGENT, *(Column(name, str(at + 1), "share") for at, name in enumerate(data.names)), CAPPED)
    rows = tuple(
        (agent.name, *(_known(share) for share in data.pairs.share[at]), agent.capped)
        for at, agent in enumerate(data.agents)
    )
    words = "What part of what both won together the row won; columns have the numbers of the rows. "
    return Table("matrix", "Win matrix", words + note, columns, rows)


def _pairs(data: ReportData, note: str) -> Table:
    pairs = data.pairs
    shown = [one for one in data.statistics if one.name in pairs.means]
    columns = (
        AGENT,
        Column("opponent", "against", "name"),
        GAMES,
        Column("share", "wins", "share", True),
        Column("superiority", "stronger", "likelihood"),
        Column("correlation", "ρ", "number"),
        *(column for one in shown for column in _statistic(one, data, interval=False)),
        CAPPED,
    )
    rows = tuple(
        (
            data.names[row],
            data.names[column],
            int(pairs.games[row, column]),
            _estimate(data, row, column),
            _known(pairs.superiority[row, column]),
            _known(pairs.correlation[row, column]),
            *(
                cell
                for one in shown
                for cell in (
                    _known(pairs.means[one.name][row, column]),
                    *_counted(one, {name: int(count[row, column]) for name, count in pairs.games_with.items()}),
                )
            ),
            _known(pairs.capped[row, column]),
        )
        for row in range(len(data.agents))
        for column in range(len(data.agents))
        if pairs.games[row, column] and row != column
    )
    words = (
        "What part of what both won together the agent won, the likelihood that it is the stronger, the correlation ρ "
        "of the games of a deal (in duels), and its means. "
    )
    return Table("pairs", "Pairs", words + note, columns, rows)


def _estimate(data: ReportData, row: int, column: int) -> Estimate:
    low, high = _known(data.pairs.low[row, column]), _known(data.pairs.high[row, column])
    return Estimate(float(data.pairs.share[row, column]), low, high, 0)


def _purchases(data: ReportData, note: str) -> Table:
    assert data.purchases is not None  # noqa: S101 - asked before
    counted = [Column("purchases_games", "games with purchases", "count")] if "purchases" in data.games_with else []
    columns = (
        AGENT,
        *(Column(group, group.replace("_", " "), "number", unknown=UNKNOWN) for group in data.groups),
        Column("all", "all", "number", unknown=UNKNOWN),
        *counted,
        CAPPED,
    )
    rows = tuple(
        (
            agent.name,
            *map(_known, (*bought, bought.sum())),
            *(agent.games_with["purchases"] for _ in counted),
            agent.capped,
        )
        for agent, bought in zip(data.agents, data.purchases, strict=True)
    )
    words = "Deeds bought from the bank in a game, at the printed price or by auction, by colour group. "
    return Table("purchases", "Purchases", words + note, columns, rows)


def _worths(data: ReportData, note: str) -> Table:
    quantiles = ("5 %", "25 %", "median", "75 %", "95 %")
    keys = ("q05", "q25", "median", "q75", "q95")
    columns = (
        AGENT,
        Column("seats", "games", "count"),
        *(Column(key, heading, "money") for key, heading in zip(keys, quantiles, strict=True)),
        CAPPED,
    )
    rows = tuple(
        (agent.name, worth.seats, *(worth.quantiles if worth.seats else (None,) * 5), agent.capped)
        for agent, worth in zip(data.agents, data.worths, strict=True)
    )
    words = "Net worth at the end, of those who were not bankrupt: so much at most in that share of their games. "
    return Table("net_worth", "Net worth", words + note, columns, rows)


def _seats(data: ReportData, note: str) -> Table:
    columns = (Column("seat", "seat", "count"), Column("win_share", "wins", "share", True), CAPPED)
    rows = tuple((seat, found, data.capped_share) for seat, found in enumerate(data.seats))
    return Table(
        "seats", "Seats", f"Seats are counted from 0; {value('share', data.even)} is even. {note}", columns, rows
    )


def _endings(data: ReportData, note: str) -> Table:
    columns = (Column("ending", "ending", "text"), GAMES, Column("share", "share", "part"))
    rows = tuple((name, count, count / max(data.about.games, 1)) for name, count in data.endings.items())
    return Table("endings", "How games ended", note, columns, rows)


def _lengths(data: ReportData, note: str) -> Table:
    found = data.lengths
    columns = (
        Column("from", "from", "count"),
        Column("below", "below", "count"),
        GAMES,
        Column("capped_games", "of them capped", "count"),
        CAPPED,
    )
    bins: list[tuple[Cell, ...]] = [
        (found.edges[at], found.edges[at + 1], count, capped, capped / count if count else None)
        for at, (count, capped) in enumerate(zip(found.counts, found.capped, strict=True))
    ]
    if found.beyond:
        bins.append((found.edges[-1], None, found.beyond, found.beyond_capped, found.beyond_capped / found.beyond))
    words = f"Games by their number of {data.unit}; the median is {found.median:,g}. "
    return Table("lengths", "Length of games", words + note, columns, tuple(bins), drawn=True)


def _failures(data: ReportData, note: str) -> Table:
    columns = (
        AGENT,
        Column("game", "game", "text"),
        Column("seat", "seat", "count"),
        Column("deal_seed", "seed of the deal", "text"),
        Column("command", "again", "text"),
    )
    rows = tuple(
        (
            one.agent,
            one.game,
            one.seat,
            str(one.deal_seed),
            f"magnate replay {data.about.id}:{one.game}{data.about.store_option}",
        )
        for one in data.failures
    )
    return Table("failures", "Failures", f"Games that an agent's failure ended. {note}", columns, rows)


def _known(found: float) -> float | None:
    return None if np.isnan(found) else float(found)


# ------------------------------------------------------ The tables as Markdown and as CSV files, and all games as one


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
            lines += ["", f"## {table.title}", "", _plain(table.note), "", *_markdown_table(table)]
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
    for what, hashes in (("code", about.digests), ("fingerprint", about.fingerprints)):
        lines += [f"- {_plain(name)}: {what} `{hashed}`" for name, hashed in hashes.items()]
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
        **{name: _known_column(games, name, values) for name, values in games.facts.items()},
    }
    for seat in range(games.players):
        columns[f"agent_{seat}"] = [games.names[entrant] for entrant in games.seating[:, seat].tolist()]
        columns[f"share_{seat}"] = games.shares[:, seat].round(6).tolist()
        for name, values in games.seats.items():
            if values.ndim == 2:
                columns[f"{name}_{seat}"] = _known_column(games, name, values[:, seat])
                continue
            for at, part in enumerate(games.parts(name)):
                columns[f"{name}_{part}_{seat}"] = _known_column(games, name, values[:, seat, at])
    return columns


def _known_column(games: Games, name: str, values: np.ndarray) -> list[Any]:
    """A column; its cells are empty where a game lacks the fact."""
    if name not in games.missing:
        found: list[Any] = values.tolist()
        return found
    known = games.known(name).tolist()
    return [value if there else None for value, there in zip(values.tolist(), known, strict=True)]


def _markdown_table(table: Table) -> list[str]:
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
