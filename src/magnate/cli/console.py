"""What every command shares: where output goes, what errors look like, and the exit codes.

stdout carries the result and nothing else; progress, notes and errors go to stderr, so that a pipe is always clean.
"""

from __future__ import annotations

import json
import os
import sys
from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from ..errors import ClusterFailed, MagnateError, MissingExtra, SaveFailed, StoreFailed, WorkerLost

if TYPE_CHECKING:
    from rich.console import Console

__all__ = [
    "BAD_INPUT",
    "BUG",
    "CRASHED",
    "DONE",
    "ENVIRONMENT",
    "INTERRUPTED",
    "NO",
    "USAGE",
    "debugging",
    "error_json",
    "exit_with",
    "narrow",
    "note",
    "print_json",
    "print_json_line",
    "show_error",
    "stderr",
    "stdout",
    "table",
]

DONE = 0
NO = 1  # finished, and the answer is no
USAGE = 2
BAD_INPUT = 3  # a record, a rule set or a table of payoffs that does not fit
CRASHED = 4  # an agent crashed
ENVIRONMENT = 5  # a file cannot be written, something is missing
BUG = 70
INTERRUPTED = 130

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
    from rich.console import Console

    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else PIPED
    return Console(highlight=False, emoji=False, width=width)  # sims:100: is no picture


@cache
def stderr() -> Console:
    """The console for everything else."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, emoji=False)


def debugging() -> bool:
    """Whether errors are to show their traceback (``MAGNATE_DEBUG=1``)."""
    return os.environ.get("MAGNATE_DEBUG", "0") not in {"", "0"}


def note(text: str) -> None:
    """Tell something that is not part of the result."""
    stderr().print(text, markup=False, soft_wrap=True)


def narrow() -> bool:
    """Whether results are shown in fewer columns than a wide table needs, so that headings have to break."""
    return stdout().width < WIDE


def table(**options: Any) -> Any:
    """An empty table in the project's style."""
    from rich import box
    from rich.table import Table

    return Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), header_style="bold", **options)


def print_json(kind: str, **content: Any) -> None:
    """Print one result as JSON: the schema's version, the kind, and the content."""
    sys.stdout.write(json.dumps({"schema": SCHEMA, "kind": kind, **content}, indent=2, ensure_ascii=False) + "\n")


def print_json_line(kind: str, **content: Any) -> None:
    """Print one of many objects, each on a line, at once."""
    sys.stdout.write(json.dumps({"schema": SCHEMA, "kind": kind, **content}, ensure_ascii=False) + "\n")
    sys.stdout.flush()


def error_json(code: str, message: str, hint: str) -> None:
    """Print an error as JSON, for callers that asked for JSON."""
    error = {"code": code, "message": message, "hint": hint}
    sys.stdout.write(json.dumps({"schema": SCHEMA, "error": error}, indent=2, ensure_ascii=False) + "\n")


def show_error(message: str, hint: str = "") -> None:
    """Print an error for people: a sentence, and what would be right."""
    from rich.text import Text

    console = stderr()
    console.print(Text.assemble(("error: ", "bold red"), message), soft_wrap=True)
    if hint:
        console.print(Text.assemble(("hint: ", "bold"), hint), soft_wrap=True)


def exit_with(code: int) -> NoReturn:
    """End the command with an exit code."""
    raise typer.Exit(code)


def exit_code(error: MagnateError) -> int:
    """The exit code that an error of the user means."""
    if isinstance(error, SaveFailed | StoreFailed | MissingExtra | ClusterFailed | WorkerLost):
        return ENVIRONMENT
    if error.code in UNFIT:
        return BAD_INPUT
    return CRASHED if error.code == "agent_failed" else USAGE
