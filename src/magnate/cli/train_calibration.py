"""``magnate train calibration``: how true a network's win probabilities are on games that it has not learned from."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .arguments import JobsOption, JsonOption, QuietOption, SeedOption, split_agents
from .console import INTERRUPTED, exit_with, note, print_json, stdout, table
from .progress import Reporter
from .train import RunArgument, opened, restored

if TYPE_CHECKING:
    from ..learn.calibration import Phase, Reliability

__all__ = ["calibration"]


def calibration(
    name: RunArgument,
    against: Annotated[
        list[str] | None,
        typer.Option("--against", "-a", metavar="A,B,…", help="Who else plays (default: nobody but the network)."),
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=100, help="How many games are played.")] = 20_000,
    positions: Annotated[int, typer.Option("--positions", min=1, help="Positions that are looked at of each.")] = 16,
    seed: SeedOption = 1,
    picture: Annotated[
        Path | None, typer.Option("--picture", metavar="FILE.svg", help="Also draw the curve of the whole game there.")
    ] = None,
    jobs: JobsOption = 0,
    json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Compare a network's win probabilities with what happens.

    magnate train calibration monopoly_student-1 --against strategic,algorithmic
    magnate train calibration pig-1 --games 5000 --json

    Games are played on deals that no training plays: half of the seats are the network's, the others those of the
    agents named. The positions that the network's choices lead to are what it is asked about. The page with the curves,
    by phases of the game, is written into the run's folder.
    """
    from ..learn.evaluation import calibrated
    from ..learn.page.reliability import picture as drawn
    from ..learn.page.reliability import reliability_page

    started = time.perf_counter()
    found = opened(name)
    with Reporter("calibration", quiet=quiet) as reporter:
        try:
            game = found.configuration.game(reporter.compiling)
            opponents = split_agents(against) if against else []
            whole, parts = calibrated(
                found, restored(found), game, opponents, games, positions, seed, jobs or os.cpu_count() or 1
            )
        except KeyboardInterrupt:
            reporter.close()
            note("interrupted; nothing was kept")
            exit_with(INTERRUPTED)
    who = f"against {', '.join(opponents)} and itself" if opponents else "against itself"
    facts = [f"{game.info.title}, {game.players} players, preset {game.preset}", who, f"{games:,} games, seed {seed}"]
    page = found.path / "calibration.html"
    page.write_text(reliability_page(found.name, facts, whole, parts), encoding="utf-8")
    if picture is not None:
        title = f"Win probabilities of {found.name}"
        picture.write_text(drawn(title, whole).svg(f"on {games:,} games, seed {seed}"), encoding="utf-8")
    if json:
        running = {"seconds": round(time.perf_counter() - started, 3), "page": str(page)}
        result = {"name": found.name, "games": games, "against": opponents, "seed": seed, "whole": _shown(whole)}
        result["phases"] = [{"first": part.first, "last": part.last, **_shown(part.found)} for part in parts]
        print_json("train.calibration", run=running, result=result)
        return
    _show(f"{found.name} · {' · '.join(facts)}", whole, parts)
    if not quiet:
        note(f"the curves: {page}")


def _shown(found: Reliability) -> dict[str, Any]:
    return {
        "error": round(found.error, 6),
        "noise": round(found.noise, 6),
        "positions": found.positions,
        "games": found.games,
        "curve": [
            {"said": round(x, 6), "happened": round(y, 6), "part": round(part, 6)} for x, y, part in found.points
        ],
    }


def _show(title: str, whole: Reliability, parts: list[Phase]) -> None:
    console = stdout()
    console.print(title, soft_wrap=True, markup=False)
    grid = table()
    for heading in ("choices of a game", "positions", "games", "calibration error", "by luck alone"):
        grid.add_column(heading, justify="left" if heading.startswith("choices") else "right", no_wrap=True)
    rows = [("all", whole), *((f"{part.first:,} to {part.last:,}", part.found) for part in parts)]
    for about, found in rows:
        shares = (f"{100 * value:.2f} %" for value in (found.error, found.noise))
        grid.add_row(about, f"{found.positions:,}", f"{found.games:,}", *shares)
    console.print(grid)
