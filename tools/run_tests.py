"""``python tools/run_tests.py ARGUMENTS``: pytest in several processes side by side, each with these arguments.

There are two processes more than cores, because many tests wait for something. The test files are dealt out in small
portions, the longest first, by the times of an earlier run (``tests/times.json``, which ``--times`` renews). Each
process takes the next portion when it has done one, so all end at about the same time. It keeps what it has imported,
and the kernels that it has loaded. The output of a portion is shown when it ends, and the tests that failed once more
at the end. The exit status is that of the first portion that failed.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from socket import socket, socketpair
from typing import Final

ROOT: Final = Path(__file__).parents[1]
TIMES: Final = ROOT / "tests/times.json"
"""Seconds of each test file that takes a second or more."""
WHOLE: Final = float("inf")
SHARING: Final = {
    "tests/arena/test_cluster": WHOLE,  # only one cluster may run
    "tests/arena/": 60.0,  # a PostgreSQL server
    "tests/browser/": 150.0,  # a browser, a server and its processes
    "tests/search/": WHOLE,  # searches of the same small games are compiled of the same parts
    "tests/server/": 100.0,  # servers and their processes
}
"""Seconds of a portion whose tests share what takes long to start."""
UNKNOWN: Final = 0.3
"""Seconds of a test file without a time."""
LEAST: Final = 20.0
"""Seconds of a portion, at least: each begins by collecting its tests."""
INTERRUPTED, NO_TESTS = 2, 5
"""Pytest's exit status when it is interrupted, and where no test of the files is left."""
IGNORE: Final = "--ignore="
PORTIONS: Final = "--portions"
"""What a process that runs portions is started with."""


def test_files() -> list[str]:
    """All test files, by their paths from the root."""
    return sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("test_*.py"))


def times() -> dict[str, float]:
    """How long each test file took, as far as it is known."""
    known: dict[str, float] = json.loads(TIMES.read_text(encoding="utf-8")) if TIMES.exists() else {}
    return known


def portions(files: Iterable[str], least: float = LEAST) -> list[list[str]]:
    """These test files in portions of so many seconds or more, the longest first; none is empty.

    Neighbours stay together, because the tests of a folder import and prepare the same things.
    """
    known = times()
    found: list[tuple[float, list[str]]] = []
    begun: dict[str, tuple[float, list[str]]] = {}
    for file in files:
        shared = next((one for one in SHARING if file.startswith(one)), "")
        taken, others = begun.pop(shared, (0.0, []))
        portion = taken + known.get(file, UNKNOWN), [*others, file]
        if portion[0] < SHARING.get(shared, least):
            begun[shared] = portion
        else:
            found.append(portion)
    return [portion for _, portion in sorted([*found, *begun.values()], key=lambda one: one[0], reverse=True)]


def renewed(measured: dict[str, float], elapsed: float, cores: int) -> dict[str, int]:
    """The times to keep of a run that took so long: seconds of a second or more, as on a machine with nothing else.

    More processes than cores make each test slower; together the tests take no longer than all cores had. A time that
    has hardly changed stays as it was, so that the file changes little.
    """
    known = times()
    share = min(1.0, elapsed * cores / max(sum(measured.values()), 1.0))
    found = {file: round(seconds * share) for file, seconds in measured.items() if seconds * share >= 1}
    kept = {file: int(known.get(file, 0)) for file in found}
    return found | {
        file: was for file, was in kept.items() if was and abs(was - found[file]) <= max(1, found[file] / 4)
    }


class Worker:
    """A process that runs portions of the tests, one after another."""

    def __init__(self) -> None:
        own, others = socketpair()
        command = [sys.executable, __file__, PORTIONS, str(others.fileno())]
        self.process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL, pass_fds=[others.fileno()])  # noqa: S603
        others.close()
        self.answers = own.makefile("rw")
        own.close()  # the file holds it

    def run(self, words: list[str], output: Path) -> int | None:
        """Pytest's exit status with these words, and what it prints in a file; None if the process has ended."""
        try:
            print(json.dumps([words, str(output)]), file=self.answers, flush=True)
            answer = self.answers.readline()
        except OSError:
            answer = ""
        return int(answer) if answer else None

    def end(self) -> int:
        """Let the process end; returns its exit status."""
        self.answers.close()
        return self.process.wait()


def serve(connection: socket) -> None:
    """Run each portion that is asked for, and answer with pytest's exit status."""
    connection.set_inheritable(False)
    sys.path[0] = str(ROOT)
    import pytest

    asked = connection.makefile("rw")
    for line in asked:
        words, output = json.loads(line)
        file = os.open(output, os.O_WRONLY | os.O_CREAT)
        os.dup2(file, 1)
        os.dup2(file, 2)
        os.close(file)
        code = pytest.main(words)
        sys.stdout.flush()
        gc.freeze()  # pytest ends with collecting garbage several times, which need not look at old modules again
        print(int(code), file=asked, flush=True)


def run(dealt: list[list[str]], processes: int, arguments: list[str]) -> int:
    """Run these portions, so many side by side, and return an exit status for the shell."""
    codes, failed, seconds = [0] * len(dealt), list[str](), dict[str, float]()
    printing, stopped, free, begun = threading.Lock(), threading.Event(), list[Worker](), time.monotonic()

    def run_portion(number: int) -> None:
        if stopped.is_set():
            return
        worker = free.pop() if free else Worker()
        taken, output = Path(folder) / f"{number}.json", Path(folder) / f"{number}.txt"
        code = worker.run(
            [
                "-p",
                "tests.ci_plugin",
                "--continue-on-collection-errors",
                *arguments,
                f"--times={taken}",
                *dealt[number],
            ],
            output,
        )
        if code is None:
            shown = f"\nFAILED {' '.join(dealt[number])}: the process ended with {worker.end()}\n"
        else:
            free.append(worker)
            shown = ""
        codes[number] = 1 if code is None else code
        if code == INTERRUPTED:
            stopped.set()
        with printing:
            shown = output.read_text(encoding="utf-8", errors="replace") + shown
            print(f"\nPortion {number + 1} of {len(dealt)}:\n{shown}", end="", flush=True)
            failed.extend(line for line in shown.splitlines() if line.startswith(("FAILED ", "ERROR ", "not run: ")))
            if taken.exists():
                seconds.update(json.loads(taken.read_text(encoding="utf-8")))

    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(processes) as pool:
        print(f"{len(dealt)} portions of the tests, {processes} at a time:", flush=True)
        list(pool.map(run_portion, range(len(dealt))))
        for worker in free:
            worker.end()
    print(f"\n{sum(seconds.values()):.0f} s in tests of {len(seconds)} files", *failed, sep="\n", flush=True)
    if "--times" in sys.argv:
        found = renewed(seconds, time.monotonic() - begun, os.cpu_count() or 1)
        TIMES.write_text(json.dumps(found, indent=0, sort_keys=True) + "\n", encoding="utf-8")
    return next((code for code in codes if code not in {0, NO_TESTS}), 0)


def main() -> int:
    """Run all tests but those of the paths that ``--ignore=PATH`` names: pytest would not ignore a file it is given."""
    ignored = tuple(argument.removeprefix(IGNORE) for argument in sys.argv[1:] if argument.startswith(IGNORE))
    arguments = [one for one in sys.argv[1:] if one != "--times" and not one.startswith(IGNORE)]
    files = [file for file in test_files() if not file.startswith(ignored)]
    brief = ["-q", "--durations=5", "--durations-min=2"]
    return run(portions(files), (os.cpu_count() or 2) + 2, [*brief, *arguments])


if __name__ == "__main__":
    if sys.argv[1:2] == [PORTIONS]:
        serve(socket(fileno=int(sys.argv[2])))
    else:
        sys.exit(main())
