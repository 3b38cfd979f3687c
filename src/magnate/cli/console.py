"""What every command shares: output, errors, exit codes and live progress.

stdout carries the result and nothing else. Progress, notes and errors go to stderr, so a pipe is always clean.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable, Iterable
from functools import cache
from types import TracebackType
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from ..errors import ClusterFailed, MagnateError, MissingExtra, MissingFile, SaveFailed, StoreFailed, WorkerLost
from ..skins import all_shown, shown

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text


__all__ = [
    "COMPILING",
    "DONE",
    "ENVIRONMENT",
    "INTERRUPTED",
    "NO",
    "TERMINATED",
    "Reporter",
    "about_machine",
    "counted",
    "exit_with",
    "narrow",
    "note",
    "print_json",
    "print_json_line",
    "show_error",
    "stdout",
    "table",
]


# ---------------------------------------------------------------------------------------- Output, errors and exit codes


DONE = 0
NO = 1  # finished, and the answer is no
USAGE = 2
BAD_INPUT = 3  # a record, a rule set or a table of payoffs that does not fit
CRASHED = 4  # an agent crashed
ENVIRONMENT = 5  # a file cannot be written, something is missing
BUG = 70
INTERRUPTED = 130
TERMINATED = 143

COMPILING = "magnate-compiling"
"""The name of a thread that compiles; what LLVM does in it cannot be stopped, only left."""

UNFIT = {
    "bad_network",
    "bad_record",
    "rules_mismatch",
    "bad_setup",
    "broken_game",
    "plan_changed",
    "bad_strategic_game",
    "checkpoint_mismatch",
}
"""The errors about something that does not fit."""
PIPED = 140
"""Letters in a line where there is no terminal to ask."""
WIDE = 80
"""Letters in a line from which on tables need no broken headings."""
SCHEMA = 1
"""The version of all ``--json`` output; keys are never renamed without raising it."""


@cache
def stdout() -> Console:
    """The console for results; where the output is piped, wide enough that nothing is cut off."""
    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else PIPED
    return _console(width=width)


@cache
def stderr() -> Console:
    """The console for everything else."""
    return _console(stderr=True)


def _console(**options: Any) -> Console:
    """A console whose texts have the names of the chosen skin, in the cells of tables too."""
    from rich.console import Console

    class Shown(Console):
        def render_str(self, text: str, **options: Any) -> Text:
            return super().render_str(shown(text), **options)

    return Shown(highlight=False, emoji=False, **options)  # sims:100: is no picture


def debugging() -> bool:
    """Whether errors are to show their traceback (``MAGNATE_DEBUG=1``)."""
    return os.environ.get("MAGNATE_DEBUG", "0") not in {"", "0"}


def note(text: str) -> None:
    """Tell something that is not part of the result."""
    stderr().print(text, markup=False, soft_wrap=True)


def about_machine() -> dict[str, Any]:
    """Where a run was played, and by which versions: what may differ between two runs with the same result."""
    import platform
    from importlib.metadata import version

    return {
        "host": platform.node(),
        "system": platform.platform(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "versions": {name: version(name) for name in ("magnate", "numpy", "numba")},
    }


def narrow() -> bool:
    """Whether results are shown in fewer columns than a wide table needs, so that headings have to break."""
    return stdout().width < WIDE


def table(*texts: Any, numbers: Iterable[str] = (), **options: Any) -> Any:
    """A table without rows in the project's style: columns of texts, which may be folded, then columns of numbers."""
    from rich import box
    from rich.table import Table

    title = {"title_justify": "left", "title_style": "bold"}
    grid = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), header_style="bold", **{**title, **options})
    for heading in texts:
        grid.add_column(heading, overflow="fold")
    for heading in numbers:
        grid.add_column(heading, justify="right", no_wrap=True)
    return grid


def print_json(kind: str, **content: Any) -> None:
    """Print one result as JSON: the schema's version, the kind, and the content."""
    shown_content = all_shown({"schema": SCHEMA, "kind": kind, **content})
    sys.stdout.write(json.dumps(shown_content, indent=2, ensure_ascii=False) + "\n")


def print_json_line(kind: str, **content: Any) -> None:
    """Print one of many objects, each on a line, at once."""
    sys.stdout.write(json.dumps(all_shown({"schema": SCHEMA, "kind": kind, **content}), ensure_ascii=False) + "\n")
    sys.stdout.flush()


def error_json(code: str, message: str, hint: str) -> None:
    """Print an error as JSON, for callers that asked for JSON."""
    error = {"code": code, "message": message, "hint": hint}
    sys.stdout.write(json.dumps(all_shown({"schema": SCHEMA, "error": error}), indent=2, ensure_ascii=False) + "\n")


def show_error(message: str, hint: str = "") -> None:
    """Print an error for people: a sentence, and what would be right."""
    from rich.text import Text

    console = stderr()
    console.print(Text.assemble(("error: ", "bold red"), shown(message)), soft_wrap=True)
    if hint:
        console.print(Text.assemble(("hint: ", "bold"), shown(hint)), soft_wrap=True)


def exit_with(code: int) -> NoReturn:
    """End the command with an exit code."""
    raise typer.Exit(code)


def exit_code(error: MagnateError) -> int:
    """The exit code that an error of the user means."""
    if isinstance(error, SaveFailed | StoreFailed | MissingExtra | ClusterFailed | WorkerLost):
        return ENVIRONMENT
    if error.code in UNFIT or isinstance(error, MissingFile):
        return BAD_INPUT
    return CRASHED if error.code == "agent_failed" else USAGE


# -------------------------------- Live progress on stderr: a line that moves in a terminal, sparse plain lines in a log
#
# In a log a line is written after 10 seconds or 5 % of the work, whichever comes first, but never twice within 2
# seconds. So a quick run stays quiet and CI output readable.


SLOWEST = 10.0  # seconds between plain lines at most
STEP = 0.05  # share of the work after which a plain line is due
FASTEST = 2.0  # seconds between plain lines at least


def counted(count: int, what: str) -> str:
    """So many of something.

    >>> counted(1, "deal"), counted(1200, "deal")
    ('1 deal', '1,200 deals')
    """
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"


def duration(seconds: float) -> str:
    """A time for people.

    >>> duration(7.4), duration(61), duration(3725)
    ('0:07', '1:01', '1:02:05')
    """
    whole = round(seconds)
    hours, minutes, rest = whole // 3600, whole // 60 % 60, whole % 60
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


class Reporter:
    """Shows compiling and playing; use it as a context manager around the work.

    ``compiles`` names what has to be compiled. ``compiling`` is the engine's compile progress, ``playing`` the arena's,
    and ``says`` is for work with its own words. They may be called from any thread, but only one at a time. ``label``
    names the work.
    """

    def __init__(
        self,
        label: str,
        console: Console | None = None,
        *,
        quiet: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.console = console if console is not None else stderr()
        self.label = label
        self.quiet = quiet
        self.clock = clock
        self._live = self.console.is_terminal and not quiet
        self._bar: Any = None
        self._task: Any = None
        self._started = 0.0
        self._shown_at = 0.0
        self._shown_share = 0.0
        self._before: int | None = None  # games that were played before the clock started

    def __enter__(self) -> Reporter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Take the moving line away."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def compiles(self, what: str, *, kept: bool = True) -> None:
        """Tell that something is going to be compiled, and that this happens once if it can be ``kept``."""
        if self.quiet:
            return
        self.close()
        self._begin()
        once = "once; later starts will not" if kept else "which cannot be kept: see magnate doctor"
        self.console.print(f"compiling {what}, {once}", markup=False, soft_wrap=True)

    def compiling(self, done: int, total: int, name: str) -> None:
        """Tell how much is compiled, and what is next."""
        if self.quiet:
            return
        if done == total:
            self.close()
            self._begin()
        elif self._live:
            self._move("compiling", done, total, self._next(done, total, name))
        elif self._due(done / total):
            self.console.print(f"compiling {self._next(done, total, name)}", markup=False)

    def _next(self, done: int, total: int, name: str) -> str:
        """How much is compiled, the function that is next, and the time left."""
        from ..core.progress import eta

        left = eta(self.clock() - self._started, done, total)
        text = f"{100 * done // total} % {name}"
        return f"{text}  eta {left}" if left else text

    def playing(self, done: int, total: int) -> None:
        """Tell how many games are played; the first call starts the clock, with what was played before."""
        if self.quiet:
            return
        if self._before is None:
            self._before = done
            self.close()
            self._begin()
        if self._live:
            self._move(self.label, done, total, f"{done}/{total} {self._pace(done, total)}")
            if done == total:
                self.close()
        elif done > self._before and (self._due(done / total) or (done == total and self._shown_share)):
            share = 100 * done / total
            self.console.print(f"{self.label}  {done}/{total}  {share:.0f}%  {self._pace(done, total)}", markup=False)

    def stage(self, label: str) -> None:
        """Another piece of work begins, with a label and a clock of its own."""
        self.close()
        self.label = label
        self._before = None

    def says(self, text: str, share: float) -> None:
        """Show how the work stands in the caller's words; ``share`` is how much of it is done (0 starts the clock)."""
        if self.quiet:
            return
        if share == 0:
            self.close()
            self._begin()
        if self._live:
            self._replace(text)
        elif share and self._due(share):
            self.console.print(f"{self.label}  {text}", markup=False, soft_wrap=True)

    def _begin(self) -> None:
        self._started = self._shown_at = self.clock()
        self._shown_share = 0.0

    def _due(self, share: float) -> bool:
        """Whether a plain line should be written now; remembers that it was."""
        now = self.clock()
        waited = now - self._shown_at
        if waited < FASTEST or (waited < SLOWEST and share < self._shown_share + STEP):
            return False
        self._shown_at, self._shown_share = now, share
        return True

    def _pace(self, done: int, total: int) -> str:
        """Games per second and the time left."""
        seconds = self.clock() - self._started
        fresh = done - (self._before or 0)
        if not fresh or seconds <= 0:
            return "starting"
        speed = fresh / seconds
        text = f"{speed:,.0f}" if speed >= 100 else f"{speed:.1f}"
        return f"{text} games/s  eta {duration((total - done) / speed)}"

    def _replace(self, text: str) -> None:
        """Change the live line of text, which starts with the first call."""
        from rich.text import Text

        if self._bar is None:
            from rich.live import Live

            self._bar = Live(Text(text), console=self.console, transient=True)
            self._bar.start()
        self._bar.update(Text(text))

    def _move(self, label: str, done: int, total: int, text: str) -> None:
        """Move the live line, which starts with the first call."""
        if self._bar is None:
            from rich.progress import BarColumn, Progress, TextColumn

            columns = (
                TextColumn("{task.description}"),
                BarColumn(32),
                TextColumn("{task.fields[text]}"),
            )
            self._bar = Progress(*columns, console=self.console, transient=True)
            self._bar.start()
            self._task = self._bar.add_task(label, total=total, text=text)
        self._bar.update(self._task, description=label, completed=done, total=total, text=text)
