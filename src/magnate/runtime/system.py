"""Calls that only some operating systems have, each with what is done on the others.

No other module makes such a call. Linux is tested; the branches for Windows and macOS follow Python's documents.
"""

from __future__ import annotations

import ctypes
import gc
import io
import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from subprocess import Popen
from typing import IO, Any, Final

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl
    import resource

__all__ = [
    "CAN_FORK",
    "CLOCK_NUMBER",
    "TICKS",
    "allow_open_files",
    "end_group",
    "end_without_search",
    "has_ended",
    "interrupt",
    "kill",
    "leave_network",
    "limit_process",
    "lock_file",
    "lower_priority",
    "out_of_time",
    "run_in_copy",
    "start_in_background",
    "sync_folder",
]

CAN_FORK: Final = hasattr(os, "fork")
"""Whether a process can be copied with all that it has loaded."""
CLOCK_NUMBER: Final = 8 if sys.platform == "darwin" else int(getattr(time, "CLOCK_MONOTONIC", -1))
"""The clock of ``time.perf_counter_ns``, as ``clock_gettime`` knows it: on macOS its CLOCK_UPTIME_RAW."""
NO_NETWORK: Final = 0x10000000 | 0x40000000
"""Linux' CLONE_NEWUSER and CLONE_NEWNET: a network of the process's own, which leads nowhere."""
LOCK_AT: Final = 1 << 40
"""The byte that is locked on Windows: far behind the end, because others cannot read a locked byte there."""
FILES_ELSEWHERE: Final = 512
"""How many files a process may open on Windows, by its C library."""


def _ticks() -> tuple[int, int] | None:
    if sys.platform != "win32":
        return None
    frequency = ctypes.c_int64()
    ctypes.windll.kernel32.QueryPerformanceFrequency(ctypes.byref(frequency))
    shared = math.gcd(10**9, frequency.value)
    return 10**9 // shared, frequency.value // shared


TICKS: Final = _ticks()
"""On Windows, so many nanoseconds are so many ticks of the counter that ``time.perf_counter_ns`` reads; else None."""


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


def sync_folder(folder: Path) -> None:
    """Return when the names in this folder are on the disk; Windows opens no folders, and nothing happens there."""
    if sys.platform != "win32":
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def kill(process: int) -> None:
    """End a process at once by its number; one that has ended already is no error."""
    with suppress(ProcessLookupError):
        # On Windows every signal but two ends the process at once, and there is no SIGKILL.
        os.kill(process, getattr(signal, "SIGKILL", signal.SIGTERM))


def has_ended(process: int) -> bool:
    """Whether no process of this machine has this number; False on Windows, where asking would end it."""
    if sys.platform == "win32":
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except OSError:  # it runs, as somebody else
        return False
    return False


def run_in_copy(task: Callable[[], object]) -> int:
    """Run a task in a copy of this process, and return the copy's exit code.

    An exception of the task leaves this function in the copy. Where processes cannot be copied, the task runs in this
    process and the answer is 0.
    """
    if not CAN_FORK:
        task()
        return 0
    copy = os.fork()
    if not copy:
        task()
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])


def interrupt(process: Popen[Any]) -> None:
    """Ask a process that :func:`start_in_background` started to end, as Ctrl-C in its terminal would.

    Where this process was started to ignore Ctrl-C, as shells start what is to run on, that one ignores it too.
    """
    if sys.platform == "win32":
        process.send_signal(signal.CTRL_BREAK_EVENT)
    else:
        ignored = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
        process.send_signal(signal.SIGTERM if ignored else signal.SIGINT)


def start_in_background(command: Sequence[str], steps: int, errors: IO[bytes]) -> Popen[bytes]:
    """Start a process that lets others come first, by so many steps of niceness, and that Ctrl-C does not reach.

    Its standard error goes to the file ``errors``. Windows has one step only.
    """
    settings: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": errors}
    if sys.platform == "win32":
        settings["creationflags"] = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.BELOW_NORMAL_PRIORITY_CLASS
    else:
        settings["start_new_session"] = True
    process = Popen(command, **settings)  # noqa: S603 - callers pass commands of their own
    if sys.platform != "win32":
        os.setpriority(os.PRIO_PROCESS, process.pid, steps)
    return process


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


def leave_network() -> bool:
    """Cut this process off from every network; returns whether it is, which only Linux may do."""
    if sys.platform != "linux":
        return False
    unshare = getattr(ctypes.CDLL(None), "unshare", None)
    return unshare is not None and unshare(NO_NETWORK) == 0


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


def end_without_search() -> None:
    """Let Python end without its last search for circles of objects, which takes long among Numba's.

    A file that is open for writing may lie in such a circle, and only that search writes its last lines. So with one
    beside the standard streams everything stays as it is.
    """
    standard = {sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__}
    known = {id(one) for stream in standard for one in (stream, getattr(stream, "buffer", None))}
    base: Any = io.IOBase.__base__  # the abstract class itself answers ten times as slowly
    files = (one for one in gc.get_objects() if issubclass(type(one), base) and id(one) not in known)
    if not any(not one.closed and one.writable() for one in files):
        gc.freeze()
