"""How the test files are dealt out to processes, and what the plugin adds to a run."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import run_tests

ROOT = Path(__file__).parents[2]


@pytest.fixture
def timed(tmp_path, monkeypatch):
    """Sets the times of test files."""

    def write(**seconds: float) -> None:
        (tmp_path / "times.json").write_text(json.dumps({f"{name}.py": one for name, one in seconds.items()}))
        monkeypatch.setattr(run_tests, "TIMES", tmp_path / "times.json")

    return write


def test_the_shares_take_about_as_long_and_neighbours_stay_together(timed):
    timed(a=10, b=20, c=28, d=1, e=1, f=60)
    files = [f"{name}.py" for name in "abcdef"]
    assert run_tests.shares(files, 2) == [files[:5], files[5:]]
    assert run_tests.shares(files, 4) == [["a.py", "b.py"], ["c.py", "d.py", "e.py"], ["f.py"]]


def test_journeys_stay_in_one_process(timed):
    timed(a=0.4)
    journeys = ["tests/browser/test_b.py", "tests/browser/test_c.py", "tests/browser/test_d.py"]
    assert run_tests.shares(["a.py", *journeys], 2) == [journeys, ["a.py"]]


def test_no_share_is_empty(timed):
    timed()
    assert run_tests.shares(["a.py"], 4) == [["a.py"]]


def test_every_test_file_is_dealt_out_once():
    files = run_tests.test_files()
    assert "tests/tools/test_run_tests.py" in files
    assert sorted(file for share in run_tests.shares(files, 3) for file in share) == files


def test_the_times_are_seconds_of_test_files():
    known = run_tests.times()
    assert len(set(known) & set(run_tests.test_files())) > 100
    assert all(seconds >= 1 for seconds in known.values())


def started(folder: Path, *arguments: str) -> str:
    """What pytest prints of a folder's tests, run with the plugin."""
    command = [sys.executable, "-m", "pytest", "-v", "-p", "tests.ci_plugin", "--rootdir", str(folder), *arguments]
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # the others take seconds to import
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_the_plugin_writes_the_times_of_files(tmp_path):
    for name in ("one", "two"):
        (tmp_path / f"test_{name}.py").write_text("def test_a():\n    pass\n")
    started(tmp_path, f"--times={tmp_path / 'times.json'}", str(tmp_path))
    times = json.loads((tmp_path / "times.json").read_text())
    assert {Path(file).name for file in times} == {"test_one.py", "test_two.py"}
    assert all(seconds >= 0 for seconds in times.values())


def test_of_the_tests_of_pages_only_those_that_are_asked_for_run(tmp_path):
    (tmp_path / "test_pages.py").write_text(
        "import pytest\n\n@pytest.mark.parametrize('named', ['docs/a.md', 'docs/b.md', 'none'])\n"
        "def test_page(named):\n    pass\n\ndef test_all():\n    pass\n"
    )
    shown = started(tmp_path, "--pages=docs/b.md,README.md", str(tmp_path))
    for name in ("test_page[docs/b.md]", "test_page[none]", "test_all"):
        assert f"{name} PASSED" in shown
    assert "test_page[docs/a.md]" not in shown
