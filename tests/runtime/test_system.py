"""What only some operating systems have is called in one module, which has something to do on the others."""

import ast
import os
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

import magnate
from magnate.runtime import system

ROOT = Path(magnate.__file__).parent
POSIX_MODULES = {"ctypes", "fcntl", "grp", "msvcrt", "pty", "pwd", "resource", "termios", "tty", "winreg"}
POSIX_CALLS = {
    *(f"os.{name}" for name in ("chown", "fork", "getgid", "getloadavg", "getuid", "killpg", "nice", "setsid")),
    *("os.kill", "os.name", "os.setpriority", "os.waitpid", "sys.platform"),
    "os.O_RDONLY",  # of a folder, which Windows does not open; files have a method for it
    *(f"signal.SIG{name}" for name in ("ALRM", "CHLD", "HUP", "KILL", "QUIT", "USR1", "USR2", "XCPU")),
    *("time.CLOCK_MONOTONIC", "time.clock_gettime", "time.clock_gettime_ns"),
    *("os.sched_getaffinity", "signal.alarm", "signal.setitimer", "socket.AF_UNIX", "socket.SO_REUSEPORT"),
}


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
    assert found == set()


def test_a_file_is_locked_by_one_process(tmp_path):
    place = tmp_path / "lock"
    program = f"from magnate.runtime.system import lock_file; print(lock_file(open({str(place)!r}, 'ab')))"
    with place.open("ab") as file:
        assert system.lock_file(file)
        again = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
        assert again.stdout == "False\n"
    with place.open("ab") as file:
        assert system.lock_file(file)


def test_windows_opens_no_folder(monkeypatch, tmp_path):
    system.sync_folder(tmp_path)
    monkeypatch.setattr(os, "open", None)
    monkeypatch.setattr(sys, "platform", "win32")
    system.sync_folder(tmp_path)


def test_a_process_that_has_ended_is_killed_without_an_error():
    ended = subprocess.Popen([sys.executable, "-c", ""], start_new_session=True)
    ended.wait()
    system.kill(ended.pid)
    system.end_group(ended)


def test_a_process_has_ended_when_its_number_is_free():
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    assert not system.has_ended(process.pid)
    process.communicate(b"\n")
    assert system.has_ended(process.pid) == (os.name == "posix")


def run_program(*lines):
    """What a process of its own prints."""
    done = subprocess.run([sys.executable, "-c", "\n".join(lines)], check=True, capture_output=True, text=True)
    return done.stdout.split()


@pytest.mark.skipif(not system.CAN_FORK, reason="processes cannot be copied here")
def test_a_copy_runs_the_task_and_its_exit_code_is_returned():
    lines = ("import os", "from magnate.runtime.system import run_in_copy as run", "first = os.getpid()")
    asked = (
        "print(run(lambda: print(os.getpid() == first, flush=True)), run(lambda: os._exit(7)), os.getpid() == first)"
    )
    assert run_program(*lines, asked) == ["False", "0", "7", "True"]


def test_without_copies_the_task_runs_in_the_process_itself(monkeypatch):
    ran = []
    monkeypatch.setattr(system, "CAN_FORK", False)
    assert system.run_in_copy(lambda: ran.append(os.getpid())) == 0
    assert ran == [os.getpid()]


def test_a_process_without_network_reaches_nothing_outside_of_itself():
    with socket.create_server(("127.0.0.1", 0)) as here:
        lines = ("import socket", "from magnate.runtime.system import leave_network")
        asked = f"print(leave_network(), socket.socket().connect_ex({here.getsockname()}) == 0)"
        cut, reached = run_program(*lines, asked)
    assert {cut, reached} == {"True", "False"}


@pytest.mark.parametrize("ignored", [False, True])
def test_a_process_in_the_background_is_asked_to_end(ignored, request):
    before = signal.signal(signal.SIGINT, signal.SIG_IGN if ignored else signal.default_int_handler)
    request.addfinalizer(lambda: signal.signal(signal.SIGINT, before))
    waits = "import sys, time\nprint('ready', file=sys.stderr, flush=True)\ntime.sleep(60)"
    with tempfile.TemporaryFile() as errors:
        process = system.start_in_background([sys.executable, "-c", waits], 7, errors)
        while not os.fstat(errors.fileno()).st_size:
            assert process.poll() is None
        if system.CAN_FORK:
            assert os.getpriority(os.PRIO_PROCESS, process.pid) == 7
            assert os.getsid(process.pid) == process.pid
        system.interrupt(process)
        assert process.wait(30) != 0
        errors.seek(0)
        assert ignored or b"KeyboardInterrupt" in errors.read()


@pytest.mark.parametrize("most", [64, 1 << 20])
def test_the_limit_of_open_files_is_at_most_what_is_asked_for(most):
    program = f"from magnate.runtime.system import allow_open_files as a; print(a({most}), a({most}))"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    first, again = map(int, done.stdout.split())
    assert 0 < first == again <= most


def test_the_last_lines_of_a_file_are_written(tmp_path):
    """Python writes them when it looks for circles of objects, so it still does where a file is open."""
    file, program = tmp_path / "log.txt", tmp_path / "program.py"
    program.write_text(
        f"import magnate\nmagnate.load('tictactoe')\n"
        f"class Log:\n    def __init__(self):\n        self.me, self.file = self, open({str(file)!r}, 'w')\n"
        "log = Log()\nlog.file.write('the last line')\n",
        encoding="utf-8",
    )
    subprocess.run([sys.executable, str(program)], check=True)
    assert file.read_text(encoding="utf-8") == "the last line"
