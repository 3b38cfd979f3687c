"""``python tools/run_tests.py ARGUMENTS``: pytest in several processes side by side, each with these arguments.

There is one process more than cores, because many tests wait for something. The test files are dealt out by the times
of an earlier run (``tests/times.json``, which ``--times`` renews), so that all end at about the same time. What the
first prints is shown as it comes, the others' output after it. The exit status is that of the first that failed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
TIMES: Final = ROOT / "tests/times.json"
"""Seconds of each test file that takes a second or more."""
TOGETHER: Final = ("tests/browser/", "tests/arena/test_cluster")
"""What stays in one process: journeys share a browser and a server, and only one cluster runs at a time."""
UNKNOWN: Final = 0.3
"""Seconds of a test file without a time."""
NO_TESTS: Final = 5
"""Pytest's exit status where no test of the files is left."""


def test_files() -> list[str]:
    """All test files, by their paths from the root."""
    return sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py"))


def times() -> dict[str, float]:
    """How long each test file took, as far as it is known."""
    known: dict[str, float] = json.loads(TIMES.read_text(encoding="utf-8")) if TIMES.exists() else {}
    return known


def shares(files: Iterable[str], processes: int) -> list[list[str]]:
    """These test files dealt out so that each process has as much to do; none is empty.

    Neighbours stay together, because the tests of a folder import and prepare the same things.
    """
    known = times()
    units: dict[str, list[str]] = {name: [] for name in TOGETHER}
    for file in files:
        units.setdefault(next((one for one in TOGETHER if file.startswith(one)), file), []).append(file)
    seconds = {name: sum(known.get(file, UNKNOWN) for file in unit) for name, unit in units.items()}
    dealt: list[list[str]] = [[] for _ in range(processes)]
    done, whole = 0.0, sum(seconds.values())
    for name, unit in units.items():
        middle = done + seconds[name] / 2
        dealt[min(int(middle / whole * processes), processes - 1) if whole else 0] += unit
        done += seconds[name]
    return [sorted(share) for share in dealt if share]


def run(dealt: list[list[str]], arguments: list[str]) -> int:
    """Run these shares side by side and return an exit status for the shell."""
    with tempfile.TemporaryDirectory() as folder:
        outputs = [Path(folder) / f"{number}.txt" for number in range(len(dealt))]
        running = []
        for number, share in enumerate(dealt):
            command = [sys.executable, "-m", "pytest", "-p", "tests.ci_plugin", *arguments]
            command += [f"--times={folder}/{number}.json", *share]
            with outputs[number].open("wb") as file:
                shown = {} if number == 0 else {"stdout": file, "stderr": subprocess.STDOUT}
                running.append(subprocess.Popen(command, cwd=ROOT, **shown))  # type: ignore[call-overload]  # noqa: S603
        try:
            codes = [process.wait() for process in running[:1]]
            for output, process in zip(outputs[1:], running[1:], strict=True):
                codes.append(process.wait())
                print("\nRun meanwhile:", flush=True)
                sys.stdout.buffer.write(output.read_bytes())
                sys.stdout.flush()
        finally:
            for process in running:
                process.kill()
        taken = [json.loads(one.read_text(encoding="utf-8")) for one in sorted(Path(folder).glob("*.json"))]
    for number, one in enumerate(taken):
        print(f"process {number + 1}: {sum(one.values()):.0f} s in tests of {len(one)} files", flush=True)
    if "--times" in sys.argv:
        renewed = {file: round(seconds) for one in taken for file, seconds in one.items() if seconds >= 1}
        TIMES.write_text(json.dumps(renewed, indent=0, sort_keys=True) + "\n", encoding="utf-8")
    return next((code for code in codes if code not in {0, NO_TESTS}), 0)


def main() -> int:
    """Run all tests."""
    arguments = [argument for argument in sys.argv[1:] if argument != "--times"]
    return run(shares(test_files(), (os.cpu_count() or 2) + 1), arguments)


if __name__ == "__main__":
    sys.exit(main())
