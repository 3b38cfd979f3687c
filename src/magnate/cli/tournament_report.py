"""What a tournament prints: the table, the picture, the seats and how the games ended."""

from __future__ import annotations

from collections.abc import Iterator
from math import isnan
from typing import TYPE_CHECKING

from ..errors import listing
from ..skins import shown
from .console import counted, narrow, note, stdout, table
from .drawing import bar_lines

if TYPE_CHECKING:
    from ..arena.plan import Plan
    from ..arena.results import TournamentResults
    from ..arena.statistics import Estimate
    from ..arena.tournament import Summary, TableSummary
    from ..core.result_schema import Statistic
    from ..plots import Bar

__all__ = ["part", "percent", "picture", "show"]

MOST_TABLES = 100
"""Sets of agents that are listed in the terminal; ``--json`` and the report have all of them."""
SHORT = 12
"""Letters of an agent's name (or of one of its parameters) that stay in one piece in a narrow terminal."""


def percent(found: Estimate) -> str:
    """A share with its interval, whose wider side is shown: ``0.0`` is certainty, ``<0.1`` is not.

    >>> from magnate.arena.statistics import Estimate
    >>> percent(Estimate(0.512, 0.503, 0.521, 100)), percent(Estimate(0.5, 0.4998, 0.5002, 9000))
    ('51.2 % ± 0.9', '50.0 % ± <0.1')
    >>> percent(Estimate(0.5, 0.5, 0.5, 100)), percent(Estimate(0.5, None, None, 1))
    ('50.0 % ± 0.0', '50.0 %')
    """
    margin = _margin(found)
    return f"{100 * found.mean:.1f} % ± {margin}" if margin else f"{100 * found.mean:.1f} %"


def _margin(found: Estimate) -> str:
    """The interval's wider side in per cent; ``0.0`` is certainty, ``<0.1`` is not, and empty is unknown."""
    if found.margin is None:
        return ""
    return "<0.1" if 0 < found.margin < 0.0005 else f"{100 * found.margin:.1f}"


def part(count: int, whole: int) -> str:
    """How much of the whole that is; the same figure always has the same digits.

    >>> part(11, 2000), part(0, 2000), part(1, 9000), part(8999, 9000), part(9000, 9000)
    ('0.6 %', '0.0 %', '<0.1 %', '>99.9 %', '100.0 %')
    """
    if 0 < count < whole and not 0.0005 <= count / whole < 0.9995:
        return ">99.9 %" if 2 * count > whole else "<0.1 %"
    return f"{100 * count / whole:.1f} %"


def share_bars(found: Summary) -> list[Bar]:
    """The win shares as bars, best first."""
    from ..plots import Bar

    return [
        Bar(line.agent, line.win_share.mean, line.win_share.low, line.win_share.high, percent(line.win_share))
        for line in found.ranking
    ]


def picture(plan: Plan, found: Summary) -> str:
    """The win shares as an SVG."""
    from ..plots import bar_chart

    capped = f"{part(found.capped, found.games)} ended by a cap"
    chart = bar_chart(
        f"{_title(plan)}: share of the wins",
        share_bars(found),
        mark=1 / plan.players,
        mark_label=f"even {100 / plan.players:.1f} %",
    )
    games = f"{found.games:,} games on {counted(found.deals, 'deal')}"
    return chart.svg(
        subtitle=f"{plan.players} players · preset {plan.rules} · {games}",
        footer=f"95 % intervals over deals · seed {plan.seed} · {capped}",
    )


def _title(plan: Plan) -> str:
    from ..core.registry import declared_game

    return shown(declared_game(plan.game).title)


def show(findings: TournamentResults, seconds: float, played: int, *, quiet: bool = False) -> None:
    """Print everything to stdout, and how fast the ``played`` games of this run went to stderr."""
    plan, found, console = findings.plan, findings.summary, stdout()
    facts = [
        _title(plan),
        f"{plan.players} players",
        f"preset {plan.rules}",
        f"{found.games:,} games on {counted(found.deals, 'deal')}",
        f"seed {plan.seed}",
    ]
    console.print(" · ".join(facts))
    console.print()
    console.print(_ranking(findings))
    if narrow():  # the table then has no edge, which would be an empty line
        console.print()
    for line in bar_lines(share_bars(found), mark=1 / plan.players, room=console.width):
        console.print(line)
    console.print()
    console.print(_ratings(findings))
    for about in _about_ratings(findings):
        console.print(about)
    console.print()
    if 1 < len(found.tables) <= MOST_TABLES:
        console.print("win shares by table:")
        for met in _tables(found, console.width):
            console.print(met)
        console.print()
    seats = " · ".join(f"seat {seat} {percent(share)}" for seat, share in enumerate(found.seats))
    console.print(f"seat effect: {seats} (even would be {100 / plan.players:.1f} %)")
    endings = " · ".join(f"{name} {part(count, found.games)}" for name, count in found.endings.items())
    console.print(f"games ended by: {endings}")
    console.print(f"share ended by a cap: {part(found.capped, found.games)} ({counted(found.capped, 'game')})")
    for warning in _warnings(findings):
        console.print(warning, soft_wrap=True)
    if seconds and played and not quiet:
        pace = played / seconds
        speed = f"{pace:,.0f} games/s, {pace * found.decisions / found.games:,.0f} decisions/s"
        note(f"{played:,} games in {seconds:.{1 if seconds >= 1 else 2}f} s ({speed})")


def _ratings(findings: TournamentResults) -> object:
    """The table of the ratings, and of the wins among the games that no cap ended."""
    found, names = findings.summary, list(findings.strength.names)
    elo, margins = findings.strength.ratings.elo, findings.strength.ratings.margins
    grid = table(show_edge=not narrow())
    grid.add_column("agent", overflow="fold", min_width=8)
    for heading in ("Elo", "± 95 %", "capped", "win share uncapped", "± 95 %"):
        grid.add_column(heading.replace(" ", "\n", 1) if narrow() else heading, justify="right", no_wrap=True)
    for line in found.ranking:
        number = names.index(line.agent)
        rating = (f"{elo[number]:+,.1f}", "" if isnan(margins[number]) else f"{margins[number]:,.1f}")
        rest = ("", "") if line.uncapped is None else (f"{100 * line.uncapped.mean:.1f} %", _margin(line.uncapped))
        agent = _broken(line.agent) if narrow() else line.agent
        grid.add_row(agent, *rating, part(line.capped, line.games), *rest)
    return grid


def _about_ratings(findings: TournamentResults) -> Iterator[str]:
    """Where the scale's zero is, and what no rating can show."""
    anchor, cycles = findings.plan.anchor, findings.strength.cycles
    zero = "the field's mean is 0" if anchor is None else f"{anchor.name} is {anchor.value:g}"
    yield f"Elo by Bradley and Terry with a term for the seat and one virtual draw an agent; {zero}"
    if cycles.possible:
        yield f"intransitive triples (a beats b, b beats c, c beats a): {len(cycles.triples)} of {cycles.possible}"


def _shown(findings: TournamentResults) -> list[Statistic]:
    """The statistics that have a column of the table."""
    return [one for one in findings.games.statistics if one.brief]


def _warnings(findings: TournamentResults) -> Iterator[str]:
    """What readers of the table must know besides."""
    plan, found = findings.plan, findings.summary
    if found.failures:
        games = "their deals were dropped" if found.void else "they count as lost"
        agents = listing(dict.fromkeys(failure.agent for failure in found.failures))
        yield f"games in which an agent failed: {len(found.failures):,} ({agents}); {games}"
    for one in _shown(findings):
        if one.name in found.field.games_with:
            count = found.field.games_with[one.name]
            yield f"{one.heading}: of {count:,} of {counted(found.games, 'game')}; the others were kept without it"
    if plan.mixed:
        yield f"played by more than one version of: {listing(plan.mixed)}"


def _ranking(findings: TournamentResults) -> object:
    """The table of the agents, with the statistics that the game marks as brief."""
    from ..arena.report.words import UNKNOWN, value

    found, grid = findings.summary, table(show_edge=not narrow())
    shown = _shown(findings)
    names = [_broken(line.agent) if narrow() else line.agent for line in found.ranking]
    longest = max(len(piece) for name in names for piece in name.splitlines())
    for heading in ("#", "agent", "games", "win share", "± 95 %", *(one.heading for one in shown)):
        if heading == "agent":  # the only column that gives way in a narrow terminal, but not altogether
            grid.add_column(heading, overflow="fold", min_width=min(longest, SHORT) if narrow() else 8)
        else:
            grid.add_column(heading.replace(" ", "\n", 1) if narrow() else heading, justify="right", no_wrap=True)
    for name, line in zip(names, found.ranking, strict=True):
        share = (f"{100 * line.win_share.mean:.1f} %", _margin(line.win_share))
        means = [
            UNKNOWN if (mean := line.means.get(one.name)) is None else value(one.kind, mean.mean).replace("−", "-")
            for one in shown
        ]
        grid.add_row(str(line.rank), name, f"{line.games:,}", *share, *means)
    return grid


def _broken(agent: str) -> str:
    """An agent's spec with each parameter on a line of its own.

    >>> _broken("baseline:reserve=600,trades=0").splitlines()
    ['baseline:', 'reserve=600,', 'trades=0']
    """
    return agent.replace(":", ":\n").replace(",", ",\n")


def _seated(name: str, table: TableSummary) -> str:
    """The agent, and how many seats it had where they were several."""
    return f"{name} ×{table.seats[name]}" if table.seats[name] > 1 else name


def _tables(found: Summary, room: int) -> list[str]:
    """Who met whom: a line for each set, with its members' shares, or a line for each member where that is too long."""
    shown = [[(_seated(name, one), percent(share)) for name, share in one.win_shares.items()] for one in found.tables]
    capped = [f"capped {part(one.capped, one.games)}" for one in found.tables]
    label, number = (max(len(pair[side]) for line in shown for pair in line) for side in (0, 1))
    wide = 2 + max(map(len, shown)) * (label + number + 4) + max(map(len, capped)) <= room
    between = " · " if wide else "\n    "
    return [
        "  " + between.join([*(f"{name:<{label}} {share:>{number}}" for name, share in line), last])
        for line, last in zip(shown, capped, strict=True)
    ]
