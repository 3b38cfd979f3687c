"""``magnate tournament``: agents play each other by the thousand and are ranked."""

from __future__ import annotations

import os
import platform
import time
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .arguments import (
    AgentsOption,
    GameArgument,
    JsonOption,
    OptionOption,
    PlayersOption,
    PresetOption,
    SeedOption,
    check_folder,
    default_agents,
    load_game,
    split_agents,
)
from .compiling import GAMES, compile_game
from .console import INTERRUPTED, exit_with, note, print_json
from .progress import Reporter

if TYPE_CHECKING:
    from ..arena.standings import Standings
    from ..arena.tournament import Tournament

__all__ = ["run"]


def run(
    game: GameArgument,
    agents: AgentsOption = None,
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, help="Games for each pairing (each set of agents at a larger table).")
    ] = 1000,
    seed: SeedOption = 1,
    players: PlayersOption = None,
    preset: PresetOption = None,
    option: OptionOption = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=0, help="Threads; 0: one for each core.")] = 0,
    json: JsonOption = False,
    svg: Annotated[Path | None, typer.Option("--svg", help="Also draw the win shares into this file.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no notes.")] = False,
) -> None:
    """Let agents play each other and rank them.

    magnate tournament run monopoly --agents baseline,random --games 2000 --seed 1
    magnate tournament run monopoly -a baseline,random -p 4 --preset thesis --json

    Every deal (its dice and cards) is played in all rotations of the seats, and intervals are taken over deals. The
    result depends on the seed and not on --jobs.
    """
    from ..arena.tournament import Tournament

    check_folder(svg)
    started = datetime.now(UTC)
    threads = jobs or os.cpu_count() or 1
    with Reporter(game, quiet=quiet) as reporter:
        loaded = load_game(game, preset, players, option)
        meeting = Tournament(loaded, split_agents(agents) or default_agents(game), games, seed)
        plan = meeting.schedule
        if plan.games_per_table != games and not quiet:
            note(
                f"{games} games are rounded up to {plan.games_per_table}: whole deals, each in {plan.players} rotations"
            )
        if len(meeting.names) < plan.players and not quiet:
            seats = ", ".join(meeting.names[entrant] for entrant in plan.tables[0])
            note(f"fewer agents than seats: the list is repeated ({seats})")
        clock = _Clock(reporter)
        try:
            compile_game(loaded, GAMES, reporter)
            found = meeting.play(threads, clock.tell)
        except KeyboardInterrupt:
            reporter.close()
            note(f"interrupted: {clock.done:,} of {plan.games:,} games were played; nothing was kept")
            exit_with(INTERRUPTED)
    if svg is not None:
        svg.write_text(_picture(meeting, found), encoding="utf-8")
    if json:
        running = _about_run(started, clock, plan.games, threads)
        print_json("tournament.run", run=running, result=_result(meeting, found))
    else:
        from .tournament_report import show

        show(meeting, found, clock.seconds, quiet=quiet)
    if svg is not None and not quiet:
        note(f"picture: {svg}")


class _Clock:
    """Passes progress on, and knows how long the games took."""

    def __init__(self, reporter: Reporter) -> None:
        self.reporter = reporter
        self.done = 0
        self.began = datetime.now(UTC)
        self.started = time.perf_counter()
        self.seconds = 0.0

    def tell(self, done: int, total: int) -> None:
        if done == 0:
            self.began = datetime.now(UTC)
            self.started = time.perf_counter()
        self.done = done
        self.seconds = time.perf_counter() - self.started
        self.reporter.playing(done, total)


def _about_run(started: datetime, clock: _Clock, games: int, threads: int) -> dict[str, Any]:
    """All that may differ between two runs with the same result; ``seconds`` count from ``play_started``."""
    seconds = clock.seconds
    return {
        "started": started.isoformat(timespec="milliseconds"),
        "play_started": clock.began.isoformat(timespec="milliseconds"),
        "seconds": round(seconds, 3),
        "games_per_second": round(games / seconds, 1) if seconds else None,
        "jobs": threads,
        "host": platform.node(),
        "system": platform.platform(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "versions": {name: version(name) for name in ("magnate", "numpy", "numba")},
    }


def _result(meeting: Tournament, found: Standings) -> dict[str, Any]:
    """What the seed alone decides."""
    game = meeting.game
    return {
        "game": game.name,
        "rules_version": game.info.rules_version,
        "preset": game.preset,
        "options": game.options.model_dump(mode="json"),
        "players": game.players,
        "agents": meeting.names,
        "seed": meeting.schedule.seed,
        **found.as_dict(),
    }


def _picture(meeting: Tournament, found: Standings) -> str:
    """The win shares as an SVG."""
    from ..arena.charts import bar_chart
    from .tournament_report import part, share_bars

    game = meeting.game
    capped = f"{part(found.capped, found.games)} ended by a cap"
    picture = bar_chart(
        f"{game.info.title}: share of the wins",
        share_bars(found),
        mark=1 / game.players,
        mark_label=f"even {100 / game.players:.1f} %",
    )
    return picture.svg(
        subtitle=f"{game.players} players · preset {game.preset} · {found.games:,} games on {found.deals:,} deals",
        footer=f"95 % intervals over deals · seed {meeting.schedule.seed} · {capped}",
    )
