"""The report's numbers as tables, from which the page, the Markdown and the CSV files are made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np

from ..statistics import Estimate
from .data import AGENT, CAPPED, GAMES, Cell, Column, ReportData, Table
from .meta_report import choosing_tables
from .words import UNKNOWN, capped_note, value

if TYPE_CHECKING:
    from ...core.result_schema import Statistic

__all__ = ["tables"]


def tables(data: ReportData) -> Iterator[Table]:
    """All tables that have something to show."""
    note = capped_note(data)
    yield _ranking(data, note)
    yield _measures(data, note)
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
