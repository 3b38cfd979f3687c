"""``magnate train rounds``: the networks of a training's last rounds against one another."""

from __future__ import annotations

import os
import time
from typing import Annotated

import typer

from .arguments import JobsOption, JsonOption, QuietOption, SeedOption
from .console import INTERRUPTED, exit_with, note, print_json, stdout, table
from .progress import Reporter
from .train import RunArgument, opened, restored

__all__ = ["about_rings", "rounds"]


def rounds(
    name: RunArgument,
    last: Annotated[int, typer.Option("--last", min=2, help="How many of the last rounds.")] = 10,
    games: Annotated[int, typer.Option("--games", "-n", min=2, help="Games of each ordered pair.")] = 1000,
    seed: SeedOption = 1,
    jobs: JobsOption = None,
    json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Play the networks of a training's rounds against one another.

    magnate train rounds pig-1
    magnate train rounds pig-1 --last 6 --games 4000

    A training that gets on beats its past; one that goes in circles has rounds that beat each other in a ring, which
    are counted.
    """
    from ..learn.evaluation import payoffs

    started = time.perf_counter()
    run = opened(name)
    with Reporter("rounds", quiet=quiet) as reporter:
        try:
            game = run.configuration.game(reporter.compiling)
            found = payoffs(run, restored(run), game, last, games, seed, jobs or os.cpu_count() or 1)
        except KeyboardInterrupt:
            reporter.close()
            note("interrupted; nothing was kept")
            exit_with(INTERRUPTED)
    if json:
        result = {
            "name": run.name,
            "rounds": list(found.rounds),
            "games": found.games,
            "shares": [[round(share, 6) for share in row] for row in found.shares.tolist()],
            "cycles": found.cycles,
            "margin": round(found.margin, 6),
        }
        print_json("train.rounds", run={"seconds": round(time.perf_counter() - started, 3)}, result=result)
        return
    console = stdout()
    title = (
        f"{run.name} · {found.games:,} games a pair · ± {100 * found.margin:.1f} · the round's share of the wins, in %"
    )
    console.print(title, soft_wrap=True, markup=False)
    grid = table()
    grid.add_column("round", justify="right")
    for number in found.rounds:
        grid.add_column(f"v {number}", justify="right", no_wrap=True)
    for number, row in zip(found.rounds, found.shares, strict=True):
        cells = [f"{100 * share:.1f}" for share in row]
        cells[found.rounds.index(number)] = "·"
        grid.add_row(str(number), *cells)
    console.print(grid)
    console.print(about_rings(found.cycles), soft_wrap=True, markup=False)


def about_rings(cycles: int) -> str:
    """What so many rings mean.

    >>> about_rings(0)
    'rings of three in which each clearly beats the next: none'
    """
    said = "rings of three in which each clearly beats the next: "
    if not cycles:
        return f"{said}none"
    return f"{said}{cycles}; it learns in circles: more of past and of rule-based agents in the population helps"
