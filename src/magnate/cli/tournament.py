"""``magnate tournament run | resume | extend``: agents play each other by the thousand and are ranked.

Every tournament is kept in a store while it is played, so that it can be interrupted at any moment and grow later.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from contextlib import closing, redirect_stdout
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import typer

from ..errors import PlanChanged
from .arguments import (
    AgentsOption,
    AgentTimeoutOption,
    ClusterOption,
    ForceOption,
    GameArgument,
    IdArgument,
    JobsOption,
    JsonOption,
    OnFailureOption,
    OptionOption,
    PlayersOption,
    PresetOption,
    PurposeOption,
    QuietOption,
    SeedOption,
    StoreOption,
    SvgOption,
    check_folder,
    load_game,
    split_agents,
)
from .compiling import compile_game, needed_by
from .console import INTERRUPTED, Reporter, about_machine, exit_with, note, print_json
from .tournament_store import accepted_text, store_option

if TYPE_CHECKING:
    from ..arena.plan import Plan
    from ..arena.store import Store


__all__ = ["Clock"]


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
    tables: Annotated[
        int | None, typer.Option("--tables", min=1, help="Only so many of the sets of agents, sampled (default: all).")
    ] = None,
    with_copies: Annotated[
        bool,
        typer.Option("--with-copies", help="An agent may have several seats: play every way to fill a table."),
    ] = False,
    anchor: Annotated[
        str | None, typer.Option("--anchor", metavar="NAME=VALUE", help="Fix this agent's rating; the others follow.")
    ] = None,
    purpose: PurposeOption = "final",
    on_failure: OnFailureOption = "abort",
    agent_timeout: AgentTimeoutOption = None,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    store: StoreOption = None,
    no_store: Annotated[bool, typer.Option("--no-store", help="Keep nothing; an interrupted run is lost.")] = False,
    json: JsonOption = False,
    svg: SvgOption = None,
    quiet: QuietOption = False,
) -> None:
    """Let agents play each other and rank them.

    magnate tournament run monopoly --agents baseline,random --games 2000 --seed 1
    magnate tournament run monopoly -a 'strategic*2,random*2' -p 4 --preset thesis --json

    Every deal (its dice and cards) is played in all rotations of the seats, and intervals are taken over deals. The
    result depends on the seed and not on --jobs. What is played is kept at once: see `magnate tournament list`.
    """
    check_folder(svg)
    with Reporter(game, quiet=quiet) as reporter:
        loaded = load_game(game, preset, players, option)
        from ..agents import default_agents
        from ..arena.blocks import most_games
        from ..arena.database import MEMORY
        from ..arena.plan import make_plan, parse_anchor, parse_failure_policy, parse_purpose
        from ..arena.store import open_store

        plan = make_plan(
            loaded,
            split_agents(agents) or _enough(default_agents(game), 1 if with_copies else loaded.players),
            games,
            seed=seed,
            purpose=parse_purpose(purpose),
            tables=tables,
            copies=with_copies,
            on_failure=parse_failure_policy(on_failure),
            agent_timeout=agent_timeout,
            anchor=None if anchor is None else parse_anchor(anchor),
        )
        _tell_rounding(games, plan, quiet=quiet)
        with closing(open_store(MEMORY if no_store else store)) as opened:

            def begin(plan: Plan) -> str:
                made = opened.create(plan, most_games(plan))
                if not no_store and not quiet:
                    note(f"tournament {made} in {opened.name}")
                return made

            shown = Shown(jobs, cluster, json, svg, quiet)
            play_and_show("run", opened, plan, begin, reporter, shown, fingerprints=not no_store)


def resume(
    tournament: IdArgument,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    store: StoreOption = None,
    force: ForceOption = False,
    json: JsonOption = False,
    svg: SvgOption = None,
    quiet: QuietOption = False,
) -> None:
    """Play what is missing of a tournament, and print its result.

    magnate tournament resume t17
    magnate tournament resume t17 --jobs 1 --json

    The result is that of a run that was never interrupted. When the engine, the rules or an agent plays otherwise than
    when it began, nothing is played unless you say --force, which the result then tells.
    """
    _continue("resume", tournament, store, lambda plan: plan, Shown(jobs, cluster, json, svg, quiet), force=force)


def extend(
    tournament: IdArgument,
    games: Annotated[
        int | None, typer.Option("--games", "-n", min=1, help="The new number of games for each pairing, in all.")
    ] = None,
    add: Annotated[list[str] | None, typer.Option("--add", metavar="A,B,…", help="Agents that join it.")] = None,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    store: StoreOption = None,
    force: ForceOption = False,
    json: JsonOption = False,
    svg: SvgOption = None,
    quiet: QuietOption = False,
) -> None:
    """Make a tournament larger, and play only what is missing.

    magnate tournament extend t17 --games 10000
    magnate tournament extend t17 --add random

    The result is that of a new run of that size.
    """

    def larger(kept: Plan) -> Plan:
        plan = kept.extended(games=games, add=split_agents(add))
        if games is not None:
            _tell_rounding(games, plan, quiet=quiet)
        return plan

    _continue("extend", tournament, store, larger, Shown(jobs, cluster, json, svg, quiet), force=force)


def _continue(
    verb: str, tournament: str, where: str | None, change: Callable[[Plan], Plan], shown: Shown, *, force: bool
) -> None:
    """Go on with a stored tournament, whose plan ``change`` turns into the one to play."""
    check_folder(shown.svg)
    from ..arena.blocks import most_games
    from ..arena.store import open_existing

    with closing(open_existing(where)) as store:
        kept = store.plan(tournament)
        with Reporter(kept.game, quiet=shown.quiet) as reporter:
            plan = change(_as_of_today(store, tournament, kept, reporter, force=force))

            def update(plan: Plan) -> str:
                if plan != kept:
                    store.change(tournament, plan, most_games(plan), kept)
                return tournament

            complete = plan == kept and store.progress(tournament) == plan.schedule.games  # it may not be writable
            play_and_show(verb, store, plan, update, reporter, shown, fingerprints=not complete)


def _as_of_today(store: Store, tournament: str, kept: Plan, reporter: Reporter, *, force: bool) -> Plan:
    """The plan with the code of today, where that plays alike; with ``force`` also where it does not."""
    from ..arena.replay_game import with_todays_code

    if kept.readable and kept.changes():
        compile_game(kept.load_game(), needed_by(kept), reporter, kept.agents)
    try:
        with redirect_stdout(sys.stderr):  # what an agent prints must not get between the lines of the result
            plan, accepted = with_todays_code(store, tournament, reporter.playing, _taking(reporter))
    except PlanChanged:
        if not force:
            raise
        return kept.checked(force=True)
    finally:
        reporter.stage(kept.game)
    if accepted and not reporter.quiet:
        note(accepted_text(accepted))
    return plan


def _enough(specs: list[str], players: int) -> list[str]:
    """The agents that play when none are named: at least as many as seats."""
    return [specs[seat % len(specs)] for seat in range(max(players, len(specs)))]


def _tell_rounding(games: int, plan: Plan, *, quiet: bool) -> None:
    if plan.games != games and not quiet:
        note(f"{games} games are rounded up to {plan.games}: whole deals, each in {plan.players} rotations")


# ------------------------------------------------------------------------------ Playing, with progress and interruption


MOST_FAILURES: Final = 10
"""Failures of agents that are shown while a tournament runs."""


class Shown(NamedTuple):
    """How games are played and shown, as the options say."""

    jobs: int | None
    cluster: str | None
    json: bool
    svg: Path | None
    quiet: bool


def play_and_show(
    verb: str,
    store: Store,
    plan: Plan,
    keep: Callable[[Plan], str],
    reporter: Reporter,
    shown: Shown,
    *,
    fingerprints: bool,
) -> None:
    """Play what is missing of a tournament, and print its result.

    ``keep(plan)`` writes the plan into the store and returns the tournament's id. It is called once everything is
    compiled and the cluster, if one is named, has been reached. ``fingerprints`` says whether the plan gets them. A
    first Ctrl-C finishes the games that are being played. Either way what was committed is kept and the line that
    resumes it is printed.
    """
    from ..arena.executors import executor_for
    from ..arena.fingerprints import fingerprints_of
    from ..arena.runner import run_tournament

    clock = Clock(reporter)
    executor = tournament = None
    try:
        executor = executor_for(plan, shown.jobs or 0, _Failures(reporter, quiet=shown.quiet).tell, shown.cluster)
        compile_game(plan.load_game(), needed_by(plan), reporter, plan.agents)
        if fingerprints and plan.fingerprints is None:
            plan = plan.with_code(fingerprints_of(plan, _taking(reporter)))
            reporter.stage(plan.game)
        tournament = keep(plan)
        run_tournament(store, tournament, executor, progress=clock.tell)
    except KeyboardInterrupt:
        reporter.close()
        _tell_interruption(store, tournament, plan)
        exit_with(INTERRUPTED)
    finally:
        if executor is not None:
            executor.shutdown(wait=False)
    if store.plan(tournament) != plan:
        raise PlanChanged(
            f"{tournament} was changed by another process while it was played here, so this is not its result",
            hint=f"play what is missing, and see it: magnate tournament resume {tournament}{store_option(store)}",
        )
    from ..arena.results import tournament_results

    found = tournament_results(store.games(tournament), plan)
    if shown.svg is not None:
        from .tournament_report import picture

        shown.svg.write_text(picture(plan, found.summary), encoding="utf-8")
    if shown.json:
        running = {"id": tournament, "store": store.name, **clock.about_run(executor.jobs), **_hashes(plan)}
        print_json(f"tournament.{verb}", run=running, result=found.as_dict())
    else:
        from .tournament_report import show

        show(found, clock.seconds, clock.played, quiet=shown.quiet)
    if shown.svg is not None and not shown.quiet:
        note(f"picture: {shown.svg}")


def _taking(reporter: Reporter) -> Callable[[int, int], None]:
    """Tells how many fingerprints have been taken, where this machine has not seen the sources yet."""

    def tell(done: int, total: int) -> None:
        reporter.says(f"taking fingerprints of the rules and the agents: {done} of {total}", done / total)

    return tell


def _hashes(plan: Plan) -> dict[str, Any]:
    """The hashes of the sources, and the fingerprints of what they do."""
    prints = None if plan.fingerprints is None else plan.fingerprints.model_dump(mode="json")
    return {"digests": plan.digests.model_dump(mode="json"), "fingerprints": prints}


def _tell_interruption(store: Store, tournament: str | None, plan: Plan) -> None:
    from ..arena.database import MEMORY

    total = plan.schedule.games
    if tournament is None:
        note("interrupted before anything was played")
        return
    done = store.progress(tournament)
    if store.where == MEMORY:
        note(f"interrupted: {done:,} of {total:,} games were played; nothing was kept")
        return
    note(f"interrupted: {done:,} of {total:,} games are kept. Resume with:")
    note(f"  magnate tournament resume {tournament}{store_option(store)}")


class _Failures:
    """Tells of the first failures of agents as they happen; all of them are in the result."""

    def __init__(self, reporter: Reporter, *, quiet: bool) -> None:
        self.reporter = reporter
        self.left = 0 if quiet else MOST_FAILURES

    def tell(self, message: str) -> None:
        """Print a failure; called in threads of the executor."""
        if self.left > 0:
            self.left -= 1
            self.reporter.console.print(message, markup=False, soft_wrap=True)
            if not self.left:
                self.reporter.console.print("more failures are counted, but no longer shown")


class Clock:
    """Passes progress on, and knows how many games this process saw played and how long that took."""

    def __init__(self, reporter: Reporter) -> None:
        self.reporter = reporter
        self.made = datetime.now(UTC)
        self.began: datetime | None = None
        self.started = 0.0
        self.first = 0
        self.played = 0
        self.seconds = 0.0

    def tell(self, done: int, total: int) -> None:
        """Note the progress, and show it."""
        self.note(done)
        self.reporter.playing(done, total)

    def note(self, done: int) -> None:
        """Note the progress; the first call starts the clock."""
        if self.began is None:
            self.began = datetime.now(UTC)
            self.started = time.perf_counter()
            self.first = done
        self.played = done - self.first
        self.seconds = time.perf_counter() - self.started

    def about_run(self, jobs: int) -> dict[str, Any]:
        """All that may differ between two runs with the same result; ``seconds`` count from ``play_started``."""
        return {
            "started": self.made.isoformat(timespec="milliseconds"),
            "play_started": (self.began or self.made).isoformat(timespec="milliseconds"),
            "seconds": round(self.seconds, 3),
            "games_played": self.played,
            "games_per_second": round(self.played / self.seconds, 1) if self.seconds else None,
            "jobs": jobs,
            **about_machine(),
        }
