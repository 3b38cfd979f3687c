"""Compiling for a command: whoever ends it is heard at once, with a sentence and an exit code."""

import signal
import subprocess
import sys
import time

import pytest

from magnate.cli import compiling
from magnate.cli.console import Reporter
from magnate.core import progress
from magnate.errors import BrokenGame

ENDLESS = """
import hashlib
from magnate.cli.main import main
from magnate.runtime import compiler

def build(entries, progress):
    progress(0, 2, "first")
    print("compiling now", flush=True)
    hashlib.pbkdf2_hmac("sha256", b"one", b"call", 10**9)  # which hears no signal, as LLVM

compiler.build, compiler.missing = build, list
main()
"""


@pytest.mark.parametrize(
    ("sent", "code", "told"),
    [
        (signal.SIGINT, 130, "interrupted before anything was played"),
        (signal.SIGTERM, 143, "ended while compiling: nothing of yours is lost, and the next command goes on"),
    ],
)
def test_a_command_that_compiles_ends_at_once(sent, code, told, tmp_path):
    asked = ["tournament", "run", "pig", "--games", "4", "--store", str(tmp_path / "store.db")]
    with subprocess.Popen(
        [sys.executable, "-c", ENDLESS, *asked], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "compiling now\n"
        begun = time.monotonic()
        process.send_signal(sent)
        _, said = process.communicate(timeout=60)
    assert time.monotonic() - begun < 30
    assert (process.returncode, said.splitlines()[-1]) == (code, told)


def test_what_goes_wrong_in_compiling_is_told_as_ever(monkeypatch):
    def build(_entries, _progress):
        raise BrokenGame("a rule is wrong")

    monkeypatch.setattr(progress, "build", build)
    with pytest.raises(BrokenGame, match="a rule is wrong"):
        compiling._build([], Reporter("pig", quiet=True))
