"""Calls that only some operating systems have, each with what is done on the others.

No other module makes such a call. Linux is tested; the branches for Windows and macOS follow Python's documents.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from subprocess import Popen
from typing import IO, Any, Final

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl
    import resource

__all__ = [
    "CAN_FORK",
    "allow_open_files",
    "end_group",
    "kill",
    "limit_process",
    "lock_file",
    "lower_priority",
    "out_of_time",
]

CAN_FORK: Final = hasattr(os, "fork")
"""Whether a process can be copied with all that it has loaded."""
LOCK_AT: Final = 1 << 40
"""The byte that is locked on Windows: far behind the end, because others cannot read a locked byte there."""
FILES_ELSEWHERE: Final = 512
"""How many files a process may open on Windows, by its C library."""


def lock_file(file: IO[Any]) -> bool:
    """Keep other processes from locking this open file until it is closed; False if another one has locked it."""
    if sys.platform == "win32":
        at = file.tell()
        file.seek(LOCK_AT)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            file.seek(at)
    else:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


def kill(process: int) -> None:
    """End a process at once by its number; one that has ended already is no error."""
    with suppress(ProcessLookupError):
        # On Windows every signal but two ends the process at once, and there is no SIGKILL.
        os.kill(process, getattr(signal, "SIGKILL", signal.SIGTERM))


def end_group(process: Popen[Any]) -> None:
    """End a process that was started with ``start_new_session``, and all that it has started where there are groups."""
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def out_of_time(code: int) -> bool:
    """Whether a process with this exit code was ended because it took too much processor time."""
    return sys.platform != "win32" and code == -signal.SIGXCPU


def lower_priority(steps: int) -> None:
    """Let other processes come first, by so many steps of niceness; nothing happens on Windows."""
    if sys.platform != "win32":
        with suppress(OSError):
            os.nice(steps)


def limit_process(seconds: int, megabytes: int, file_bytes: int) -> None:
    """Limit this process' processor time, memory and the size of its files; nothing happens on Windows.

    What the system does not know is left out: macOS has no limit of memory.
    """
    if sys.platform != "win32":
        limits = (
            (resource.RLIMIT_AS, megabytes << 20, megabytes << 20),
            (resource.RLIMIT_CPU, seconds, seconds + 1),
            (resource.RLIMIT_FSIZE, file_bytes, file_bytes),
            (resource.RLIMIT_CORE, 0, 0),
        )
        for which, soft, hard in limits:
            try:
                resource.setrlimit(which, (soft, hard))
            except (OSError, ValueError):
                if sys.platform == "linux":
                    raise


def allow_open_files(most: int) -> int:
    """Raise the limit of this process' open files as far as it goes, to ``most`` at most; returns the limit."""
    if sys.platform == "win32":
        return FILES_ELSEWHERE
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = most if hard == resource.RLIM_INFINITY else min(hard, most)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return most if soft == resource.RLIM_INFINITY else min(soft, most)
