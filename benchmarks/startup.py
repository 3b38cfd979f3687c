"""Starting: the first ever run (compiling), ``magnate --version``, and a small tournament on a warm cache.

Every figure is the wall time of fresh processes, the best of several but for the first run, which has an empty cache
folder. Tournaments are timed until play begins, as they report it themselves, and to their end. Processor time stands
beside the wall time of whole processes: the two differ where the machine is not idle. Python keeps the byte code of
what it imports, as it does by default.
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
REPORTING = [*TOURNAMENT, "--json"]  # reports when play began
REPEATS = 5

FIRST, FIRST_PLAY, START = "first run, from start to end", "first run, until play begins", "--version"
PLAY, WHOLE = "small tournament, until play begins", "small tournament, from start to end"
GOALS = {FIRST_PLAY: 60.0, START: 0.3, PLAY: 1.5}
"""Seconds; the others are shown for comparison and have no goal of their own."""

Times: TypeAlias = tuple[float, float | None]
"""Wall time and, where a whole process was measured, processor time."""


def main(_seconds: float) -> dict[str, Any]:
    """Measure, print, and return the seconds."""
    print()
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "MAGNATE_CACHE": cache}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        first = _timed(REPORTING, environment)
        later = [_timed(REPORTING, environment) for _ in range(REPEATS)]
        found: dict[str, Times] = {
            FIRST: first[:2],
            FIRST_PLAY: (first[2], None),
            START: min(_timed(VERSION, environment)[:2] for _ in range(REPEATS)),
            PLAY: (min(until for _, _, until in later), None),
            WHOLE: min(_timed(TOURNAMENT, environment)[:2] for _ in range(REPEATS)),
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


def _timed(arguments: list[str], environment: dict[str, str]) -> tuple[float, float, float]:
    """The wall time and the processor time of a process, and the wall time until play began, if it tells (else 0)."""
    before, clock, start = os.times(), time.time(), time.perf_counter()
    command = [*COMMAND, *arguments]
    done = subprocess.run(command, check=True, capture_output=True, env=environment)  # noqa: S603 - our own command
    seconds, after = time.perf_counter() - start, os.times()
    processor = after.children_user + after.children_system - before.children_user - before.children_system
    if "--json" not in arguments:
        return seconds, processor, 0.0
    began = datetime.fromisoformat(json.loads(done.stdout)["run"]["play_started"])
    return seconds, processor, began.timestamp() - clock
