"""Starting: the first ever run (compiling), ``magnate --version``, and a small tournament on a warm cache.

Every figure is the wall time of a fresh process, with its processor time beside it: the two differ where the machine is
not idle. The first run uses an empty cache folder of its own.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from typing import Any

COMMAND = [sys.executable, "-c", "from magnate.cli.main import main; main()"]
TOURNAMENT = ["tournament", "run", "monopoly", "--games", "20", "--seed", "1", "--quiet"]
VERSION = ["--version"]
REPEATS = 5
GOALS = {"first run, compiling": 60.0, "--version": 0.3, "small tournament, from start to end": 1.5}


def main(_seconds: float) -> dict[str, Any]:
    """Measure, print, and return the seconds."""
    print()
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "MAGNATE_CACHE": cache}
        found = {
            "first run, compiling": _measured(TOURNAMENT, environment),
            "--version": min(_measured(VERSION, environment) for _ in range(REPEATS)),
            "small tournament, from start to end": min(_measured(TOURNAMENT, environment) for _ in range(REPEATS)),
        }
    rows = []
    for name, (seconds, processor) in found.items():
        reached = "reached" if seconds < GOALS[name] else "missed"
        print(f"{name:36} {seconds:6.2f} s, processor {processor:6.2f} s (goal {GOALS[name]:g} s: {reached})")
        rows.append({"what": name, "seconds": round(seconds, 3), "processor_seconds": round(processor, 3)})
    return {"rows": rows, "goals": GOALS}


def _measured(arguments: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """The wall time and the processor time of a process."""
    before, start = os.times(), time.perf_counter()
    subprocess.run([*COMMAND, *arguments], check=True, capture_output=True, env=environment)  # noqa: S603 - our own command
    seconds, after = time.perf_counter() - start, os.times()
    return seconds, after.children_user + after.children_system - before.children_user - before.children_system
