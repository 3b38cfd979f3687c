"""``magnate tune``: search for the parameters with which an agent plays best."""

from __future__ import annotations

import json as json_text
import os
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..errors import BadTuning
from ..skins import shown
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
from .console import INTERRUPTED, NO, Reporter, about_machine, exit_with, narrow, note, print_json, stdout, table
from .match import signed
from .tournament_report import part, percent

if TYPE_CHECKING:
    from rich.console import Console

    from ..arena.statistics import Estimate
    from ..arena.tuning.search import FinalFigure, Gate, Tuned
    from ..arena.tuning.space import Setting, Space
    from ..core.game import Game


__all__ = []


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
    from ..arena.tuning.evaluation import check_run
    from ..arena.tuning.search import tune as search
    from ..arena.tuning.space import Setting, default_pool
    from ..core.validation import checked_seed

    started = datetime.now(UTC)
    threads = jobs or os.cpu_count() or 1
    with Reporter("search", quiet=quiet) as reporter:
        loaded = load_game(game, preset, players, option)
        space = _space(loaded, agent, start, fix or [], within or [])
        setting = Setting(
            game=loaded,
            space=space,
            method=method,
            pool=tuple(dict.fromkeys(split_agents(pool) or default_pool(game, space.incumbent))),
            seed=checked_seed(seed),
            configurations=configurations,
            games=games,
            sigma=sigma,
            elo=_pair("--sprt", sprt, ","),
            gate_games=gate_games,
            final_games=final_games,
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


def _space(game: Game, agent: str, start: str | None, fixes: list[str], ranges: list[str]) -> Space:
    """What the options say is searched."""
    from ..arena.tuning.space import make_space

    fixed = dict(_fix(text) for text in fixes)
    return make_space(game.name, agent, fixed, dict(_range(text) for text in ranges), start)


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
        **about_machine(),
    }


def _picture(found: Tuned) -> str:
    """The search as an SVG."""
    from ..arena.report.pictures import search_picture
    from ..core.wording import rules_message

    setting, players = found.setting, found.setting.game.players
    relative = found.found.relative
    game = f"{shown(setting.game.info.title)}, {players} players, preset {rules_message(setting.game)}"
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


# --------------------------------------------------------------------------------------------------------------- Output


def show(found: Tuned) -> None:
    """Print everything to stdout."""
    from ..core.wording import rules_message

    setting, console = found.setting, stdout()
    facts = [
        setting.game.info.title,
        f"{setting.game.players} players",
        f"preset {rules_message(setting.game)}",
        f"{found.found.evaluated:,} configurations by {setting.method}",
        f"{setting.games:,} games a pair",
        f"seed {setting.seed}",
    ]
    console.print(" · ".join(facts))
    console.print(f"pool: {', '.join(setting.pool)}", soft_wrap=True, markup=False)
    console.print()
    console.print("last round:")
    console.print(_last_round(found))
    console.print(_parameters(found))
    console.print(f"candidate: {found.candidate}", soft_wrap=True, markup=False)
    console.print()
    console.print(f"gate: {_gate_line(found.gate)}", soft_wrap=True, markup=False)
    _show_final(console, found.final, setting.space.incumbent)
    console.print()
    verdict = "better" if found.gate.passed else "not shown to be better"
    console.print(f"The candidate is {verdict} than {setting.space.incumbent}.", soft_wrap=True, markup=False)


def _gate_line(gate: Gate) -> str:
    """The sequential test in a line."""
    test = gate.test
    answers = {"H1": "passed", "H0": "failed", None: "undecided"}
    return (
        f"{answers[gate.answer]} · LLR {signed(gate.llr, 2)} ({signed(test.lower, 2)} … {signed(test.upper, 2)}) · "
        f"Elo [{test.elo0:g}, {test.elo1:g}] · {gate.games:,} games · share {100 * gate.share:.1f} % · "
        f"ended by a cap {part(gate.capped, gate.games)}"
    )


def _last_round(found: Tuned) -> object:
    """The finalists; long specs would hide the numbers, so the candidate's stands below and all are in the result."""
    grid = table(show_edge=not narrow())
    opponents = list(dict.fromkeys(name for line in found.found.finalists for name in line.against))
    named = found.setting.method == "evolution" and not narrow() and len(opponents) <= 4
    grid.add_column("#", justify="right")
    grid.add_column("configuration", overflow="fold")
    for heading in ("win share", "deals", "capped", *(opponents if named else ())):
        grid.add_column(heading, justify="right")
    incumbent = found.setting.space.incumbent
    for rank, line in enumerate(found.found.finalists, 1):
        name = f"{incumbent} (incumbent)" if line.spec == incumbent else f"found {rank}"
        name += " (candidate)" if line.spec == found.candidate else ""
        against = [f"{100 * line.against[name]:.1f} %" for name in opponents] if named else []
        capped = part(line.capped, line.games) if line.games else ""
        grid.add_row(str(rank), name, percent(line.share), f"{line.share.deals:,}", capped, *against)
    return grid


def _parameters(found: Tuned) -> object:
    """What the candidate changes."""
    from ..arena.tuning.space import compiled

    setting = found.setting
    ours, theirs = (compiled(setting.game.name, spec).row for spec in (found.candidate, setting.space.incumbent))
    grid = table(show_edge=not narrow())
    grid.add_column("parameter")
    for heading in ("incumbent", "candidate", "searched"):
        grid.add_column(heading, justify="right")
    for one in setting.space.parameters:
        searched = f"{one.low:g} to {one.high:g}" if one.free else "fixed"
        grid.add_row(one.name, f"{theirs[one.index]:g}", f"{ours[one.index]:g}", searched)
    return grid


def _show_final(console: Console, final: FinalFigure, incumbent: str) -> None:
    from ..arena.tuning.search import elo_interval

    mean, low, high = elo_interval(final.duel, final.players)
    elo = "" if mean is None else f" · Elo {signed(mean)}"
    elo += "" if low is None or high is None else f" ({signed(low)} to {signed(high)})"
    even = f"even is {100 / final.players:.1f} %"
    console.print(f"final figure, {final.games:,} games a pair on deals of their own ({even}):", soft_wrap=True)
    console.print(f"  against {incumbent}: {percent(final.duel)}{elo}", soft_wrap=True, markup=False)
    both = f"{percent(final.pool)}, the incumbent {percent(final.incumbent_pool)}"
    console.print(f"  against the pool: {both}, a gain of {_points(final.gain)}", soft_wrap=True, markup=False)
    for spec, (ours, theirs) in final.against.items():
        console.print(f"    {100 * ours:5.1f} % ({100 * theirs:.1f} %) {spec}", soft_wrap=True, markup=False)
    if final.played:
        console.print(f"  ended by a cap: {part(final.capped, final.played)} of these games", soft_wrap=True)


def _points(gain: Estimate) -> str:
    """A difference of shares in points, with its interval."""
    margin = "" if gain.margin is None else f" ± {100 * gain.margin:.1f}"
    return f"{signed(100 * gain.mean)}{margin} points"
