"""``magnate tournament report | meta``: a stored tournament as pages and tables, and its empirical game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import fields, replace
from importlib.metadata import version
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from ..errors import BadOption
from .arguments import IdArgument, JsonOption, QuietOption, SeedOption, StoreOption, check_folder, check_picture
from .console import Reporter, narrow, note, print_json, stdout, table

if TYPE_CHECKING:
    from ..analysis.review import Review
    from ..arena.empirical_game import Meta, Weight
    from ..arena.report.data import ReportData, Reviewed
    from ..arena.results import TournamentResults
    from ..arena.store import Store
    from ..plots import Picture


__all__ = []


# --------------------------------------------- ``magnate tournament report``: an HTML page, Markdown, CSV files or JSON


def report(
    tournament: IdArgument,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="The page (default: report-ID.html in this folder).")
    ] = None,
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FOLDER", help="Write a CSV file for each table into this folder.")
    ] = None,
    markdown: Annotated[
        Path | None, typer.Option("--md", metavar="FILE", help="Write the report as Markdown; - prints it.")
    ] = None,
    games_csv: Annotated[
        Path | None, typer.Option("--games-csv", metavar="FILE", help="Write every game as a row of this CSV file.")
    ] = None,
    review: Annotated[
        int, typer.Option("--review", metavar="N", min=0, help="Review N of the games: each agent's errors and luck.")
    ] = 0,
    store: StoreOption = None,
    json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Make a page with pictures of what a tournament has shown.

    magnate tournament report t17
    magnate tournament report t17 --out thesis.html --csv tables --md -
    magnate tournament report t17 --review 40 --md -

    The page is one file that needs nothing else, in light and dark colours. With --csv, --md or --json it is made only
    if --out names it. A tournament that is not finished is reported as far as it is.
    """
    check_folder(out)
    check_folder(markdown)
    check_folder(games_csv)
    from ..arena.store import open_existing

    with closing(open_existing(store)) as opened:
        data, found = _collected(opened, tournament, store, quiet=quiet)
        if review:
            data = replace(data, reviews=_reviews(opened, tournament, found, data.names, review, quiet=quiet))
        name = opened.name
    if out is csv is markdown is games_csv is None and not json:
        out = Path(f"report-{data.about.id}.html")
    written = _write(data, out, csv, markdown, printed=not json)
    if games_csv is not None:
        from ..arena.report.tables import write_games

        write_games(found.games, games_csv)
        written.append(games_csv)
    if json:
        run = {"id": data.about.id, "store": name, "files": [str(file) for file in written]}
        reviews = {"reviews": [_plain(one) for one in data.reviews]} if review else {}
        digests = {"digests": dict(data.about.digests)}
        print_json("tournament.report", run={**run, **digests}, result={**found.as_dict(), **reviews})
    elif not quiet:
        for file in written:
            note(f"wrote {file}")


def _collected(
    store: Store, tournament: str, where: str | None, *, quiet: bool
) -> tuple[ReportData, TournamentResults]:
    """Everything that is shown of a tournament: for pages and tables, and as it was found."""
    from ..arena.report.collect import report_data
    from ..arena.results import tournament_results

    entry = store.entry(tournament)
    found = tournament_results(store.games(tournament), entry.plan)
    played = store.played(tournament)
    with Reporter(entry.plan.game, quiet=quiet) as reporter:
        data = report_data(
            found,
            name=entry.id,
            started=f"{entry.created:%Y-%m-%d %H:%M} UTC",
            finished="" if played is None else f"{played[1]:%Y-%m-%d %H:%M} UTC",
            store=store.name if where else "",  # a URL without its password
            versions={name: version(name) for name in ("magnate", "numpy", "numba", "scipy")},
            progress=lambda done, total: reporter.says(f"deals drawn again {done:,}/{total:,}", done / total),
        )
    return data, found


def _reviews(
    store: Store, tournament: str, found: TournamentResults, order: list[str], most: int, *, quiet: bool
) -> tuple[Reviewed, ...]:
    """What reviews of so many games, spread evenly over the tournament, say of each agent.

    Games that a failure or a limit ended are left out.
    """
    from ..analysis.players import Interval, summed
    from ..analysis.review import review
    from ..arena.replay_game import parse_game_name, replay_game
    from ..arena.report.data import Reviewed
    from ..arena.statistics import Estimate

    games = found.games
    numbers = sorted({number * len(games) // most for number in range(most)})
    reviews: list[Review] = []
    with Reporter(found.plan.game, quiet=quiet) as reporter:
        for done, number in enumerate(numbers):
            reporter.says(f"games reviewed {done:,}/{len(numbers):,}", done / len(numbers))
            name = parse_game_name(f"{tournament}:{games.label(number)}")
            record = None if name is None else replay_game(store, name).record
            if record is None or record.result is None:
                continue
            reviewed = review(record)
            names = [games.names[entrant] for entrant in games.seating[number].tolist()]
            seats = tuple(replace(seat, name=names[seat.seat]) for seat in reviewed.seats)
            reviews.append(replace(reviewed, seats=seats, decisions=(), events=(), curve=()))
    played = {seat.name for one in reviews for seat in one.seats}

    def estimate(of: Interval, count: int, scale: float = 1.0) -> Estimate:
        mean = scale * of.mean
        if of.margin is None:
            return Estimate(mean, None, None, count)
        return Estimate(mean, mean - scale * of.margin, mean + scale * of.margin, count)

    rows = []
    for agent in (agent for agent in order if agent in played):
        one = summed(reviews, agent)
        rows.append(
            Reviewed(
                *(agent, one.games, estimate(one.rate, one.games), estimate(one.luck, one.games, 100)),
                *(estimate(one.own, one.games, 100), estimate(one.luck_adjusted, one.games), one.costs_most),
            )
        )
    return tuple(rows)


def _plain(one: Reviewed) -> dict[str, object]:
    """A line of the reviews for JSON."""
    values = {field.name: getattr(one, field.name) for field in fields(one)}
    return {name: value.as_dict() if hasattr(value, "as_dict") else value for name, value in values.items()}


def _write(data: ReportData, out: Path | None, csv: Path | None, markdown: Path | None, *, printed: bool) -> list[Path]:
    """Write what was asked for; returns the files."""
    written: list[Path] = []
    if out is not None:
        from ..arena.report.page import page

        out.write_text(page(data), encoding="utf-8")
        written.append(out)
    if csv is not None:
        from ..arena.report.tables import write_csv

        written += write_csv(data, csv)
    if markdown is not None:
        from ..arena.report.tables import markdown as as_markdown

        if str(markdown) != "-":
            markdown.write_text(as_markdown(data), encoding="utf-8")
            written.append(markdown)
        elif printed:
            stdout().print(as_markdown(data), markup=False, soft_wrap=True, end="")
    return written


# ---------------------------------------------------------------------- ``magnate tournament meta``: the empirical game


LISTED: Final = 12
"""Pure equilibria and intransitive triples that are listed."""
BEATS: Final = "beats"
PICTURES: Final = ("equilibrium", BEATS)


def meta(
    tournament: IdArgument,
    payoff: Annotated[
        str, typer.Option("--payoff", metavar="NAME", help="What agents want: win, or a number that the game keeps.")
    ] = "win",
    resamples: Annotated[
        int, typer.Option("--resamples", min=0, help="How often the deals are drawn again, for the intervals.")
    ] = 1000,
    seed: SeedOption = 1,
    store: StoreOption = None,
    svg: Annotated[Path | None, typer.Option("--svg", help="Also draw a picture into this file.")] = None,
    which: Annotated[
        str, typer.Option("--picture", metavar="NAME", help="What --svg draws: equilibrium, or who beats whom (beats).")
    ] = "equilibrium",
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="FILE", help="Also write the game: FILE.csv (two players), FILE.toml or .nfg."),
    ] = None,
    json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Analyse the game of choosing an agent: who is dominated, who is played in equilibrium, who stays.

    magnate tournament run monopoly -a strategic,algorithmic,random --with-copies
    magnate tournament meta t17 --svg beats.svg --picture beats

    Every way to fill the table must have been played (--with-copies). Intervals are over resampled deals. With --save
    agents.toml the game is kept for `magnate matrix`.
    """
    check_picture(which, PICTURES, svg)
    if which == BEATS and payoff != "win":
        raise BadOption("who beats whom is measured by wins", hint=f"leave out --picture {BEATS} or --payoff")
    check_folder(save)
    from ..arena.empirical_game import empirical_game, meta_of
    from ..arena.results import tournament_results
    from ..arena.store import open_existing
    from ..gametheory import save_game

    with closing(open_existing(store)) as opened:
        plan = opened.plan(tournament)
        findings = tournament_results(opened.games(tournament), plan)
        name = opened.name
    game = empirical_game(findings.games, payoff)
    if save is not None:
        save_game(game.game.strategic(f"{plan.game}, {tournament}"), save)
    with Reporter(plan.game, quiet=quiet) as reporter:
        found = meta_of(
            game,
            resamples=resamples,
            seed=seed,
            progress=lambda done, total: reporter.says(f"deals drawn again {done:,}/{total:,}", done / total),
        )
    if svg is not None:
        svg.write_text(picture(found, which).svg(subtitle=about(findings, found)), encoding="utf-8")
    if json:
        run = {"id": tournament, "store": name, "seed": seed}
        print_json(
            "tournament.meta", run=run, result={**found.as_dict(), "cycles": findings.strength.as_dict()["cycles"]}
        )
    else:
        _show(findings, found)
    for what, written in (("picture", svg), ("game", save)):
        if written is not None and not quiet:
            note(f"{what}: {written}")


def about(findings: TournamentResults, found: Meta) -> str:
    """What was played, in a line."""
    plan = findings.plan
    games = f"{findings.summary.games:,} games on {found.empirical.deals:,} deals"
    return f"{plan.game} · {plan.players} players · preset {plan.rules} · {games} · payoff {found.empirical.payoff}"


def picture(found: Meta, which: str) -> Picture:
    """The equilibrium as bars with intervals, or who beats whom as a heat map."""
    from ..arena.report.meta_report import beats_picture, equilibrium_picture

    return beats_picture(found) if which == BEATS else equilibrium_picture(found)


def _show(findings: TournamentResults, found: Meta) -> None:
    """Print everything."""
    console = stdout()
    console.print(about(findings, found), soft_wrap=True)
    console.print()
    console.print(_table(found))
    for line in _lines(findings, found):
        console.print(line, markup=False)


def _table(found: Meta) -> object:
    """A line for each agent, those first that are played most."""
    from ..arena.report.meta_report import by_weight

    grid = table(show_edge=not narrow())
    grid.add_column("agent", overflow="fold", min_width=8)
    for heading in ("equilibrium", "95 %", "in support", "Nash average", "95 %", "rating", "α-rank"):
        grid.add_column(heading, justify="right", no_wrap=True)
    alpha = dict(zip(found.ranked, found.alpha, strict=True))
    for k in by_weight(found):
        grid.add_row(
            found.names[k],
            *_cells(found.weights[k]),
            "" if isnan(found.weights[k].support) else _percent(found.weights[k].support),
            *_cells(found.average[k]),
            _rating(found, k),
            _percent(alpha[k]) if k in alpha else "left out",
        )
    return grid


def _rating(found: Meta, k: int) -> str:
    """What an agent gets more than its opponent: of the win in points of 100 games."""
    if found.empirical.payoff == "win":
        return f"{round(100 * float(found.ratings[k]), 1) + 0.0:+.1f}"  # not -0.0
    return f"{float(found.ratings[k]):+.4g}"


def _cells(weight: Weight) -> tuple[str, str]:
    """A probability and its interval."""
    interval = "" if isnan(weight.low) else f"{100 * weight.low:.0f}–{100 * weight.high:.0f}"
    return _percent(weight.mean), interval


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _lines(findings: TournamentResults, found: Meta) -> Iterator[str]:
    """What the table does not tell."""
    names = found.names
    for one in found.gone:
        by = " + ".join(
            names[k] if len(one.by) == 1 else f"{100 * part:.0f} % {names[k]}" for k, part in one.by.items()
        )
        again = f", in {_percent(one.again)} of the resamples too" if found.resamples else ""
        yield f"dominated, round {one.round}: {names[one.agent]}, by {by}{again}"
    if not found.gone:
        yield "nobody is dominated"
    stable = [
        " + ".join(names[k] for k in row) + (f" ({_percent(found.stable_of(row))})" if found.resamples else "")
        for row in found.pure
    ]
    counted = ", and in how many of the resamples" if found.resamples else ""
    yield f"pure equilibria{counted}: {'; '.join(stable[:LISTED]) or 'none'}" + (
        f" … ({len(stable)} in all)" if len(stable) > LISTED else ""
    )
    played = found.equilibrium
    yield f"in equilibrium everybody gets {played.payoff:.4g} on average (regret {played.regret:.1g})"
    if found.resamples and found.settled < 1:
        yield f"an equilibrium was found in {_percent(found.settled)} of the {found.resamples:,} resamples"
    cycles = findings.strength.cycles
    yield f"intransitive triples that are certain: {len(cycles.triples)} of {cycles.possible}"
    yield from ("  " + " → ".join(names[k] for k in (*one, one[0])) for one in cycles.triples[:LISTED])
    if len(found.ranked) < len(names):
        yield f"α-rank is of the {len(found.ranked)} agents with the best mean payoffs"
