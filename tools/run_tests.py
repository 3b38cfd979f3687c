"""``python tools/run_tests.py ARGUMENTS``: pytest in two processes side by side, each with these arguments.

One runs the tests of the server and of its pages, which mostly wait for a browser, and of what plays many games;
the other all the rest, which takes about as long. What the first prints comes after what the second prints. The
exit status is that of the first process that failed.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
BESIDE = ("tests/server", "tests/browser", "tests/arena")
"""Folders whose tests run beside the others."""


def command(*more: str) -> list[str]:
    """How pytest is run with what this was called with, and more."""
    return [sys.executable, "-m", "pytest", *sys.argv[1:], *more]


def main() -> int:
    """Run all tests and return an exit status for the shell."""
    with tempfile.TemporaryFile() as told:
        beside = subprocess.Popen(command(*BESIDE), cwd=ROOT, stdout=told, stderr=subprocess.STDOUT)  # noqa: S603
        try:
            rest = subprocess.run(command(*(f"--ignore={folder}" for folder in BESIDE)), cwd=ROOT, check=False)  # noqa: S603
            print(f"\n{', '.join(BESIDE)}, run meanwhile:", flush=True)
            status = beside.wait()
        finally:
            beside.kill()
        told.seek(0)
        sys.stdout.buffer.write(told.read())
        sys.stdout.flush()
    return rest.returncode or status


if __name__ == "__main__":
    sys.exit(main())
