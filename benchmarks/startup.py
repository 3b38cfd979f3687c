"""Starting: the first ever run (compiling), ``magnate --version``, and a small tournament on a warm cache.

Every figure is the wall time of a fresh process. The first run uses an empty cache folder of its own.
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
            "first run, compiling": _seconds_of(TOURNAMENT, environment),
            "--version": min(_seconds_of(VERSION, environment) for _ in range(REPEATS)),
            "small tournament, from start to end": min(_seconds_of(TOURNAMENT, environment) for _ in range(REPEATS)),
        }
    for name, seconds in found.items():
        reached = "reached" if seconds < GOALS[name] else "missed"
        print(f"{name:38} {seconds:6.2f} s (goal {GOALS[name]:g} s: {reached})")
    return {"seconds": {name: round(seconds, 3) for name, seconds in found.items()}, "goals": GOALS}


def _seconds_of(arguments: list[str], environment: dict[str, str]) -> float:
    start = time.perf_counter()
    subprocess.run([*COMMAND, *arguments], check=True, capture_output=True, env=environment)  # noqa: S603 - our own command
    return time.perf_counter() - start
