"""Playing a stored tournament from the command line: progress, interruption, and the result."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..errors import PlanChanged
from .compiling import compile_game, needed_by
from .console import INTERRUPTED, exit_with, note, print_json
from .progress import Reporter
from .tournament_store import store_option

if TYPE_CHECKING:
    from ..arena.plan import Plan
    from ..arena.store import Store

__all__ = ["Clock", "play_and_show"]

MOST_FAILURES: Final = 10
"""Failures of agents that are told while a tournament runs."""


def play_and_show(
    verb: str,
    store: Store,
    plan: Plan,
    keep: Callable[[], str],
    reporter: Reporter,
    *,
    jobs: int | None,
    cluster: str | None,
    json: bool,
    svg: Path | None,
    quiet: bool,
) -> None:
    """Play what is missing of a tournament, and print its result.

    ``keep()`` writes the plan into the store and returns the tournament's id; it is called once everything is compiled
    and the cluster, if one is named, has been reached. A first Ctrl-C finishes the games that are being played; either
    way what was committed is kept and the line that resumes it is printed.
    """
    from ..arena.executors import executor_for
    from ..arena.runner import run_tournament

    clock = Clock(reporter)
    executor = tournament = None
    try:
        executor = executor_for(plan, jobs or 0, _Failures(reporter, quiet=quiet).tell, cluster)
        compile_game(plan.load_game(), needed_by(plan), reporter, plan.agents)
        tournament = keep()
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
    if svg is not None:
        from .tournament_report import picture

        svg.write_text(picture(plan, found.summary), encoding="utf-8")
    if json:
        running = {"id": tournament, "store": store.name, **clock.about_run(executor.jobs), "digests": _digests(plan)}
        print_json(f"tournament.{verb}", run=running, result=found.as_dict())
    else:
        from .tournament_report import show

        show(found, clock.seconds, clock.played, quiet=quiet)
    if svg is not None and not quiet:
        note(f"picture: {svg}")


def _digests(plan: Plan) -> dict[str, Any]:
    return plan.digests.model_dump(mode="json")


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
                self.reporter.console.print("more failures are counted, but no longer told")


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
            "host": platform.node(),
            "system": platform.platform(),
            "cores": os.cpu_count(),
            "python": platform.python_version(),
            "versions": {name: version(name) for name in ("magnate", "numpy", "numba")},
        }
