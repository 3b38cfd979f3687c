"""``magnate tune``: search for the parameters with which an agent plays best."""

from __future__ import annotations

import json as json_text
import os
import platform
import time
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.wording import rules_message
from ..errors import BadTuning
from .arguments import (
    GameArgument,
    JobsOption,
    JsonOption,
    OptionOption,
    PlayersOption,
    PresetOption,
    QuietOption,
    SeedOption,
    complete_agents,
    load_game,
    split_agents,
)
from .compiling import GAMES, compile_game
from .console import INTERRUPTED, NO, exit_with, note, print_json
from .progress import Reporter

if TYPE_CHECKING:
    from ..arena.tuning.search import Tuned
    from ..arena.tuning.setting import Setting
    from ..core.game import Game

__all__ = ["tune"]

RESULT, PICTURE = "result.json", "search.svg"
"""The files that a finished search leaves beside its journal."""


def tune(
    game: GameArgument,
    agent: Annotated[
        str,
        typer.Argument(metavar="AGENT", help="The agent to be improved.", autocompletion=complete_agents),
    ],
    method: Annotated[
        str, typer.Option("--method", "-m", help="evolution (CMA-ES), or rounds of random configurations.")
    ] = "evolution",
    players: PlayersOption = None,
    preset: PresetOption = None,
    option: OptionOption = None,
    configurations: Annotated[int, typer.Option("--configurations", "-c", min=1, help="How many are tried.")] = 100,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Games for each pair.")] = 1000,
    pool: Annotated[
        list[str] | None, typer.Option("--pool", metavar="A,B,…", help="The opponents (default: all that there are).")
    ] = None,
    start: Annotated[
        str | None, typer.Option("--start", metavar="SPEC", help="Where the search begins (default: at AGENT).")
    ] = None,
    sigma: Annotated[
        float, typer.Option("--sigma", help="How far the first generation strays, as a part of the ranges.")
    ] = 0.2,
    fix: Annotated[
        list[str] | None, typer.Option("--fix", metavar="NAME[=VALUE]", help="Do not search this parameter.")
    ] = None,
    within: Annotated[
        list[str] | None, typer.Option("--range", metavar="NAME=LOW:HIGH", help="Search a parameter in this range.")
    ] = None,
    sprt: Annotated[str, typer.Option("--sprt", metavar="ELO0,ELO1", help="The gate's hypotheses.")] = "0,10",
    gate_games: Annotated[int, typer.Option("--gate-games", min=1, help="The most games of the gate.")] = 100_000,
    final_games: Annotated[
        int, typer.Option("--final-games", min=1, help="Games of the final figure, a pair.")
    ] = 10_000,
    seed: SeedOption = 1,
    jobs: JobsOption = None,
    out: Annotated[Path | None, typer.Option("--out", help="The run's folder (default: in your data folder).")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the search that the folder holds.")] = False,
    json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Search for the parameters with which an agent plays best.

    magnate tune monopoly baseline --preset thesis --players 2
    magnate tune monopoly baseline --method rounds --games 200 --fix trades

    The best configuration has to pass a sequential test against AGENT, on deals that the search never saw; then its
    strength is measured on deals that nothing saw. Everything played is kept in a folder, so a search that was stopped
    goes on with --resume. The result depends on the seed and not on --jobs. The exit code is 0 when the configuration
    is better and 1 when that was not shown.
    """
    from ..arena.tuning.journal import check_run
    from ..arena.tuning.search import tune as search

    started = datetime.now(UTC)
    threads = jobs or os.cpu_count() or 1
    with Reporter("search", quiet=quiet) as reporter:
        loaded = load_game(game, preset, players, option)
        setting = _setting(
            *(loaded, agent, start, method, split_agents(pool), fix or [], within or [], sprt, seed),
            numbers={
                "sigma": sigma,
                "configurations": configurations,
                "games": games,
                "gate_games": gate_games,
                "final_games": final_games,
            },
        )
        setting.check()
        folder = out if out is not None else _folder(setting)
        check_run(folder, resume=resume)  # before anything is compiled for it
        stages = _Stages(reporter)
        try:
            compile_game(loaded, GAMES, reporter)
            found = search(setting, folder, stages, jobs=threads, resume=resume)
        except KeyboardInterrupt:
            reporter.close()
            note(f"interrupted; what was played is kept in {folder}: the same command with --resume goes on")
            exit_with(INTERRUPTED)
    result = found.as_dict()
    (folder / RESULT).write_text(json_text.dumps(result, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    (folder / PICTURE).write_text(_picture(found), encoding="utf-8")
    if json:
        print_json("tune", run=_about_run(started, stages, threads, folder), result=result)
    else:
        from .tune_report import show

        show(found)
        if not quiet:
            note(f"played {stages.games:,} games in {stages.seconds:,.1f} s; journal, result and picture: {folder}")
    if not found.gate.passed:
        exit_with(NO)


class _Stages:
    """Passes progress on, stage by stage, and knows how much was played and how long it took."""

    def __init__(self, reporter: Reporter) -> None:
        self.reporter = reporter
        self.started: float | None = None
        self.games = self.done = self.total = 0

    @property
    def seconds(self) -> float:
        return 0.0 if self.started is None else time.perf_counter() - self.started

    def begin(self, stage: str, games: int) -> None:
        if self.started is None:  # everything is compiled
            self.started = time.perf_counter()
        self.reporter.stage(stage)
        self.done, self.total = 0, games
        if games:
            self.reporter.playing(0, games)

    def more(self, games: int) -> None:
        self.games += games
        self.done += games
        self.total = max(self.total, self.done)
        self.reporter.playing(self.done, self.total)


def _setting(
    game: Game,
    agent: str,
    start: str | None,
    method: str,
    pool: list[str],
    fixes: list[str],
    ranges: list[str],
    sprt: str,
    seed: int,
    numbers: dict[str, Any],
) -> Setting:
    """The arguments, checked and resolved."""
    from ..arena.tuning.setting import Setting, default_pool
    from ..arena.tuning.space import make_space
    from ..core.validation import checked_seed

    fixed = dict(_fix(text) for text in fixes)
    space = make_space(game.name, agent, fixed, dict(_range(text) for text in ranges), start)
    opponents = tuple(dict.fromkeys(pool or default_pool(game.name, space.incumbent)))
    return Setting(game, space, method, opponents, checked_seed(seed), elo=_pair("--sprt", sprt, ","), **numbers)


def _fix(text: str) -> tuple[str, float | None]:
    """``NAME`` or ``NAME=VALUE``."""
    name, equals, value = (part.strip() for part in text.partition("="))
    try:
        return name, float(value) if equals else None
    except ValueError:
        raise BadTuning(f'--fix needs NAME or NAME=NUMBER, not "{text}"') from None


def _range(text: str) -> tuple[str, tuple[float, float]]:
    """``NAME=LOW:HIGH``."""
    name, _, ends = text.partition("=")
    return name.strip(), _pair("--range", ends, ":")


def _pair(option: str, text: str, between: str) -> tuple[float, float]:
    """Two numbers."""
    try:
        low, high = (float(part) for part in text.split(between))
    except ValueError:
        raise BadTuning(
            f'{option} needs two numbers with "{between}" between them, not "{text}"',
            hint="write for example --sprt 0,10 or --range reserve=0:500",
        ) from None
    return low, high


def _folder(setting: Setting) -> Path:
    """Where a run is kept that names no folder."""
    from platformdirs import user_data_path

    game, agent = setting.game, setting.space.incumbent.partition(":")[0]
    name = f"{game.name}-{game.preset}-{game.players}p-{agent}-{setting.method}-{setting.seed}"
    return user_data_path("magnate") / "tuning" / name


def _about_run(started: datetime, stages: _Stages, threads: int, folder: Path) -> dict[str, Any]:
    """All that may differ between two runs with the same result; ``games`` are those played by this process."""
    return {
        "started": started.isoformat(timespec="milliseconds"),
        "seconds": round(stages.seconds, 3),
        "games": stages.games,
        "jobs": threads,
        "folder": str(folder),
        "host": platform.node(),
        "system": platform.platform(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "versions": {name: version(name) for name in ("magnate", "numpy", "numba")},
    }


def _picture(found: Tuned) -> str:
    """The search as an SVG."""
    from ..arena.tuning.picture import search_picture

    setting, players = found.setting, found.setting.game.players
    relative = found.found.relative
    game = f"{setting.game.info.title}, {players} players, preset {rules_message(setting.game)}"
    measured = "win share minus the incumbent's, in points" if relative else "share of the wins in its round"
    footer = (
        f"the line joins the means of the generations · seed {setting.seed}" if relative else f"seed {setting.seed}"
    )
    return search_picture(
        f"The search for {setting.space.incumbent.partition(':')[0]}'s parameters",
        found.found.points,
        mark=0.0 if relative else 1 / players,
        mark_label="the incumbent" if relative else "even",
        relative=relative,
    ).svg(subtitle=f"{game} · {measured}", footer=footer)
