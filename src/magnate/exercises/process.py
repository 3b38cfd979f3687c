"""A student's file in a process of its own, with limits; what goes wrong there is a sentence here."""

from __future__ import annotations

import json
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ..runtime.system import end_group, out_of_time

__all__ = ["MOST_LATE", "Failed", "Late", "Limits", "StudentProcess"]

START: Final = 60.0
"""Seconds that a process has to start, before the file is imported."""
MOST_LATE: Final = 2
"""Answers that may be late before the rest of an exercise is not asked, and games before the rest of a tournament."""
LONGEST: Final = 4 << 20
"""Letters of an answer that are read."""
LONGEST_ERROR: Final = 300
"""Letters of an error that are shown."""
AHEAD: Final = 2
"""Answers that are kept without a question: a file that writes more waits."""


class Failed(Exception):
    """The student's file gave no answer; the text says why."""


class Late(Failed):
    """It took more time than it may."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one process may take: seconds for an answer and for a player's game, of processor time, and megabytes."""

    seconds: float = 10.0
    game: float = 120.0
    processor: int = 120
    megabytes: int = 3072


class StudentProcess:
    """The process of one file. ``offline`` says, once it has started, whether it is cut off from the network.

    It works in a copy of the file's folder. Its environment is empty but for what magnate needs. It is no sandbox: it
    may read and change what you may. A process that was late is ended, and the next question starts another.
    """

    def __init__(self, file: Path, limits: Limits) -> None:
        self.file, self.limits = file, limits
        self.offline = False
        self._folder = Path(tempfile.mkdtemp(prefix="magnate-grade-"))
        with suppress(OSError):  # what cannot be copied, such as a pipe, is missing for its author alone
            shutil.copytree(file.parent, self._folder, dirs_exist_ok=True, symlinks=True)
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str] = queue.Queue()

    def ask(self, **question: Any) -> Any:
        """The answer to a question; raises :class:`Failed`."""
        process = self._running()
        try:
            assert process.stdin is not None  # noqa: S101 - it is a pipe
            process.stdin.write(json.dumps(question) + "\n")
            process.stdin.flush()
        except OSError:
            self._end()
            raise Failed("the process has ended") from None
        said = self._read(self.limits.seconds)
        if "error" in said:
            raise Failed(str(said["error"])[:LONGEST_ERROR])
        return said.get("answer")

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None:
            source = str(Path(__file__).parents[2])
            environment = {
                "PATH": os.defpath,
                "HOME": str(self._folder),
                "PYTHONPATH": source,
                "PYTHONHASHSEED": "0",
                "NUMBA_NUM_THREADS": "1",
                "OPENBLAS_NUM_THREADS": "1",
                "MAGNATE_CACHE": _cache(),
                **{name: value for name, value in os.environ.items() if name == "MAGNATE_BOUNDSCHECK"},
            }
            # -P and -s: no file of the student's is imported in place of a library's before the limits are set.
            program = [sys.executable, "-P", "-s", "-m", "magnate.exercises.worker"]
            limits = [str(self.limits.processor), str(self.limits.megabytes)]
            self._process = subprocess.Popen(  # noqa: S603
                [*program, str(self._folder / self.file.name), *limits],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=self._folder,
                env=environment,
                start_new_session=True,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
            self._lines = queue.Queue(AHEAD)
            threading.Thread(target=_read_lines, args=(self._process, self._lines), daemon=True).start()
            self.offline = bool(self._read(START).get("offline"))
        return self._process

    def _read(self, seconds: float) -> dict[str, Any]:
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            self._end()
            raise Late(f"no answer in {seconds:g} s") from None
        if not line:
            code = self._end(patience=5.0)
            if out_of_time(code):
                raise Late("too much processor time")
            raise Failed(f"the process has ended ({code})")
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            self._end()
            raise Failed("the answer is too long, or no JSON")
        return found

    def _end(self, patience: float = 0.0) -> int:
        """End the process and all that it has started, which it may do by itself in so long; returns its exit code."""
        process, self._process = self._process, None
        if process is None:
            return 0
        with suppress(subprocess.TimeoutExpired):
            process.wait(patience)
        end_group(process)
        code = process.wait()
        if process.stdin is not None:
            with suppress(OSError):
                process.stdin.close()
        return code

    def close(self) -> None:
        """End the process, and remove its folder."""
        self._end()
        shutil.rmtree(self._folder, ignore_errors=True)


def _read_lines(process: subprocess.Popen[str], lines: queue.Queue[str]) -> None:
    assert process.stdout is not None  # noqa: S101 - it is a pipe
    with suppress(queue.Full):
        with process.stdout as out:
            while line := out.readline(LONGEST):
                lines.put(line, timeout=START)
        lines.put("", timeout=START)


def _cache() -> str:
    from ..runtime.cache import root

    return str(root())
