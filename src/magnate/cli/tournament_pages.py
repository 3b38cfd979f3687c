"""``magnate tournament report``: a stored tournament as an HTML page, as Markdown, as CSV files or as JSON."""

from __future__ import annotations

from contextlib import closing
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .arguments import IdArgument, JsonOption, QuietOption, StoreOption, check_folder
from .console import note, print_json, stdout
from .progress import Reporter

if TYPE_CHECKING:
    from ..arena.report.data import ReportData
    from ..arena.results import TournamentResults
    from ..arena.store import Store

__all__ = ["report"]


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
    store: StoreOption = None,
    json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Make a page with pictures of what a tournament has shown.

    magnate tournament report t17
    magnate tournament report t17 --out thesis.html --csv tables --md -

    The page is one file that needs nothing else, in light and dark colours. With --csv, --md or --json it is made only
    if --out names it. A tournament that is not finished is reported as far as it is.
    """
    check_folder(out)
    check_folder(markdown)
    check_folder(games_csv)
    from ..arena.store import open_existing

    with closing(open_existing(store)) as opened:
        data, found = _collected(opened, tournament, store, quiet=quiet)
        name = opened.name
    if out is csv is markdown is games_csv is None and not json:
        out = Path(f"report-{data.about.id}.html")
    written = _write(data, out, csv, markdown, printed=not json)
    if games_csv is not None:
        from ..arena.report.export import write_games

        write_games(found.games, games_csv)
        written.append(games_csv)
    if json:
        run = {"id": data.about.id, "store": name, "files": [str(file) for file in written]}
        print_json("tournament.report", run={**run, "digests": dict(data.about.digests)}, result=found.as_dict())
    elif not quiet:
        for file in written:
            note(f"wrote {file}")


def _collected(
    store: Store, tournament: str, where: str | None, *, quiet: bool
) -> tuple[ReportData, TournamentResults]:
    """Everything that is told about a tournament: for pages and tables, and as it was found."""
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


def _write(data: ReportData, out: Path | None, csv: Path | None, markdown: Path | None, *, printed: bool) -> list[Path]:
    """Write what was asked for; returns the files."""
    written: list[Path] = []
    if out is not None:
        from ..arena.report.page import page

        out.write_text(page(data), encoding="utf-8")
        written.append(out)
    if csv is not None:
        from ..arena.report.export import write_csv

        written += write_csv(data, csv)
    if markdown is not None:
        from ..arena.report.export import markdown as as_markdown

        if str(markdown) != "-":
            markdown.write_text(as_markdown(data), encoding="utf-8")
            written.append(markdown)
        elif printed:
            stdout().print(as_markdown(data), markup=False, soft_wrap=True, end="")
    return written
