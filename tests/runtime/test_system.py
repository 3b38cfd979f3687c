"""What only some operating systems have is called in one module, which has something to do on the others."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import magnate
from magnate.runtime import system

ROOT = Path(magnate.__file__).parent
POSIX_MODULES = {"fcntl", "grp", "msvcrt", "pty", "pwd", "resource", "termios", "tty", "winreg"}
POSIX_CALLS = {
    *(f"os.{name}" for name in ("chown", "fork", "getgid", "getloadavg", "getuid", "killpg", "nice", "setsid")),
    *(f"signal.SIG{name}" for name in ("ALRM", "CHLD", "HUP", "KILL", "QUIT", "USR1", "USR2", "XCPU")),
    *("os.sched_getaffinity", "signal.alarm", "signal.setitimer", "socket.AF_UNIX", "socket.SO_REUSEPORT"),
}
GUARDED = {"arena/workers.py: os.fork"}
"""Called only where `system.CAN_FORK` says so."""


def posix_only(path):
    """What a module uses that not all systems have."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from POSIX_MODULES.intersection(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module in POSIX_MODULES:
            yield node.module
        elif isinstance(node, ast.Attribute) and f"{ast.unparse(node.value)}.{node.attr}" in POSIX_CALLS:
            yield ast.unparse(node)


def test_no_other_module_calls_what_only_some_systems_have():
    found = {
        f"{path.relative_to(ROOT).as_posix()}: {name}"
        for path in ROOT.rglob("*.py")
        if path != Path(system.__file__)
        for name in posix_only(path)
    }
    assert found == GUARDED


def test_a_file_is_locked_by_one_process(tmp_path):
    place = tmp_path / "lock"
    program = f"from magnate.runtime.system import lock_file; print(lock_file(open({str(place)!r}, 'ab')))"
    with place.open("ab") as file:
        assert system.lock_file(file)
        again = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
        assert again.stdout == "False\n"
    with place.open("ab") as file:
        assert system.lock_file(file)


def test_a_process_that_has_ended_is_killed_without_an_error():
    ended = subprocess.Popen([sys.executable, "-c", ""], start_new_session=True)
    ended.wait()
    system.kill(ended.pid)
    system.end_group(ended)


@pytest.mark.parametrize("most", [64, 1 << 20])
def test_the_limit_of_open_files_is_at_most_what_is_asked_for(most):
    program = f"from magnate.runtime.system import allow_open_files as a; print(a({most}), a({most}))"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    first, again = map(int, done.stdout.split())
    assert 0 < first == again <= most
