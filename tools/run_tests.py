"""``python tools/run_tests.py ARGUMENTS``: pytest in several processes side by side, each with these arguments.

There are two processes more than cores, because many tests wait for something. Each runs a portion of the test files,
then the next one. The portions get smaller by the times of an earlier run (``tests/times.json``, which ``--times``
renews), so that all processes end at about the same time. The output of a portion is shown when it ends, and the tests
that failed once more at the end. The exit status is that of the first portion that failed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
TIMES: Final = ROOT / "tests/times.json"
"""Seconds of each test file that takes a second or more."""
TOGETHER: Final = ("tests/browser/", "tests/arena/test_cluster")
"""What stays in one process: journeys share a browser and a server, and only one cluster runs at a time."""
UNKNOWN: Final = 0.3
"""Seconds of a test file without a time."""
LEAST: Final = 45
"""Seconds of a portion, at least: to start a process takes some, too."""
INTERRUPTED, NO_TESTS = 2, 5
"""Pytest's exit status when it is interrupted, and where no test of the files is left."""


def test_files() -> list[str]:
    """All test files, by their paths from the root."""
    return sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py"))


def times() -> dict[str, float]:
    """How long each test file took, as far as it is known."""
    known: dict[str, float] = json.loads(TIMES.read_text(encoding="utf-8")) if TIMES.exists() else {}
    return known


def portions(files: Iterable[str], processes: int) -> list[list[str]]:
    """These test files in portions, the long ones first; none is empty.

    Neighbours stay together, because the tests of a folder import and prepare the same things.
    """
    known = times()
    units: dict[str, list[str]] = {name: [] for name in TOGETHER}
    for file in files:
        units.setdefault(next((one for one in TOGETHER if file.startswith(one)), file), []).append(file)
    seconds = [(unit, sum(known.get(file, UNKNOWN) for file in unit)) for unit in units.values() if unit]
    left, found, room = sum(taken for _, taken in seconds), list[list[str]](), 0.0
    for unit, taken in seconds:
        if room <= 0:
            found.append([])
            room = max(left / (1.2 * processes), LEAST)
        found[-1] += unit
        room -= taken
        left -= taken
    return found


def run(dealt: list[list[str]], processes: int, arguments: list[str]) -> int:
    """Run these portions, so many side by side, and return an exit status for the shell."""
    codes, failed, seconds = [0] * len(dealt), list[str](), dict[str, float]()
    printing, stopped = threading.Lock(), threading.Event()

    def run_portion(number: int) -> None:
        if stopped.is_set():
            return
        taken = Path(folder) / f"{number}.json"
        command = [sys.executable, "-m", "pytest", "-p", "tests.ci_plugin", *arguments, f"--times={taken}"]
        done = subprocess.run(  # noqa: S603
            [*command, *dealt[number]], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
        codes[number] = done.returncode
        if done.returncode == INTERRUPTED:
            stopped.set()
        with printing:
            print(f"\nPortion {number + 1} of {len(dealt)}:", flush=True)
            sys.stdout.buffer.write(done.stdout)
            sys.stdout.flush()
            lines = done.stdout.decode(errors="replace").splitlines()
            failed.extend(line for line in lines if line.startswith(("FAILED ", "ERROR ", "not run: ")))
            if taken.exists():
                seconds.update(json.loads(taken.read_text(encoding="utf-8")))

    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(processes) as pool:
        print(f"{len(dealt)} portions of the tests, {processes} at a time:", flush=True)
        list(pool.map(run_portion, range(len(dealt))))
    print(f"\n{sum(seconds.values()):.0f} s in tests of {len(seconds)} files", *failed, sep="\n", flush=True)
    if "--times" in sys.argv:
        renewed = {file: round(one) for file, one in seconds.items() if one >= 1}
        TIMES.write_text(json.dumps(renewed, indent=0, sort_keys=True) + "\n", encoding="utf-8")
    return next((code for code in codes if code not in {0, NO_TESTS}), 0)


def main() -> int:
    """Run all tests."""
    arguments = [argument for argument in sys.argv[1:] if argument != "--times"]
    processes = (os.cpu_count() or 2) + 2
    return run(portions(test_files(), processes), processes, arguments)


if __name__ == "__main__":
    sys.exit(main())
