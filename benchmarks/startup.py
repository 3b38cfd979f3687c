"""Starting: the first ever run (compiling), ``magnate --version``, and a small tournament on a warm cache.

Every figure is the wall time of a fresh process, the best of several. The small tournament is timed twice: from the
start of the process until play begins, as the tournament itself reports it, and to its end, table included. Processor
time stands beside the wall time of whole processes: the two differ where the machine is not idle. The first run uses
an empty cache folder of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from datetime import datetime
from typing import Any, TypeAlias

COMMAND = [sys.executable, "-c", "from magnate.cli.main import main; main()"]
TOURNAMENT = ["tournament", "run", "monopoly", "--games", "20", "--seed", "1", "--quiet"]
VERSION = ["--version"]
REPEATS = 5

FIRST, START = "first run, compiling", "--version"
PLAY, WHOLE = "small tournament, until play begins", "small tournament, from start to end"
GOALS = {FIRST: 60.0, START: 0.3, PLAY: 1.5}
"""Seconds; the whole tournament is shown for comparison and has no goal of its own."""

Times: TypeAlias = tuple[float, float | None]
"""Wall time and, where a whole process was measured, processor time."""


def main(_seconds: float) -> dict[str, Any]:
    """Measure, print, and return the seconds."""
    print()
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "MAGNATE_CACHE": cache}
        found: dict[str, Times] = {
            FIRST: _whole(TOURNAMENT, environment),
            START: min(_whole(VERSION, environment) for _ in range(REPEATS)),
            PLAY: (min(_until_play(environment) for _ in range(REPEATS)), None),
            WHOLE: min(_whole(TOURNAMENT, environment) for _ in range(REPEATS)),
        }
    rows = []
    for name, (seconds, processor) in found.items():
        print(f"{name:36} {seconds:6.2f} s{_beside(name, seconds, processor)}")
        rounded = None if processor is None else round(processor, 3)
        rows.append({"what": name, "seconds": round(seconds, 3), "processor_seconds": rounded})
    return {"rows": rows, "goals": GOALS}


def _beside(name: str, seconds: float, processor: float | None) -> str:
    """What stands after the wall time: the processor time and the goal, as far as there are any."""
    spent = "" if processor is None else f", processor {processor:6.2f} s"
    if name not in GOALS:
        return spent
    return f"{spent} (goal {GOALS[name]:g} s: {'reached' if seconds < GOALS[name] else 'missed'})"


def _whole(arguments: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """The wall time and the processor time of a process."""
    before, start = os.times(), time.perf_counter()
    _run(arguments, environment)
    seconds, after = time.perf_counter() - start, os.times()
    return seconds, after.children_user + after.children_system - before.children_user - before.children_system


def _until_play(environment: dict[str, str]) -> float:
    """The wall time from the start of a process to its first game, which the tournament tells to the millisecond."""
    start = time.time()
    told = json.loads(_run([*TOURNAMENT, "--json"], environment))
    return datetime.fromisoformat(told["run"]["play_started"]).timestamp() - start


def _run(arguments: list[str], environment: dict[str, str]) -> str:
    """What a process of the command line prints."""
    command = [*COMMAND, *arguments]
    done = subprocess.run(command, check=True, capture_output=True, env=environment, text=True)  # noqa: S603 - our own command
    return done.stdout
