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


def test_the_longest_portions_come_first_and_neighbours_stay_together(timed):
    timed(a=5, b=12, c=4, d=30, e=9, f=2)
    files = [f"{name}.py" for name in "abcdef"]
    assert run_tests.portions(files, 20) == [["d.py"], ["a.py", "b.py", "c.py"], ["e.py", "f.py"]]


def test_journeys_share_a_process_and_so_do_clusters(timed):
    timed(**{"a": 0.4, "tests/browser/test_b": 100, "tests/browser/test_c": 60, "tests/browser/test_d": 30})
    journeys = [f"tests/browser/test_{name}.py" for name in "bcd"]
    clusters = ["tests/arena/test_cluster.py", "tests/arena/test_cluster_running.py"]
    found = run_tests.portions(["a.py", *clusters, *journeys], 20)
    assert found == [journeys[:2], journeys[2:], clusters, ["a.py"]]


def test_no_portion_is_empty(timed):
    timed()
    assert run_tests.portions(["a.py"]) == [["a.py"]]
    assert run_tests.portions([]) == []


def test_every_test_file_is_in_one_portion():
    files = run_tests.test_files()
    assert "tests/tools/test_run_tests.py" in files
    assert sorted(file for portion in run_tests.portions(files) for file in portion) == files


def test_what_is_ignored_is_not_dealt_out(monkeypatch):
    dealt = []
    monkeypatch.setattr(run_tests, "run", lambda portions, _processes, arguments: dealt.extend([portions, arguments]))
    monkeypatch.setattr(sys, "argv", ["run_tests.py", "-x", "--ignore=tests/learn/", "--ignore=tests/envs/test_sb3.py"])
    run_tests.main()
    files = {file for portion in dealt[0] for file in portion}
    assert files < set(run_tests.test_files())
    assert not [file for file in files if file.startswith(("tests/learn/", "tests/envs/test_sb3"))]
    assert dealt[1][-1] == "-x"


def test_renewed_times_are_those_of_an_idle_machine_and_keep_what_hardly_changed(timed):
    timed(a=10, b=10, c=1)
    measured = {"a.py": 22.0, "b.py": 60.0, "c.py": 4.0, "d.py": 1.6, "e.py": 12.4}
    assert run_tests.renewed(measured, elapsed=25.0, cores=2) == {"a.py": 10, "b.py": 30, "c.py": 1, "e.py": 6}
    idle = {"a.py": 22, "b.py": 60, "c.py": 4, "d.py": 2, "e.py": 12}
    assert run_tests.renewed(measured, elapsed=99.0, cores=2) == idle


@pytest.fixture
def failing(tmp_path, monkeypatch):
    """Two files with tests, of which one fails."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # the others take seconds to import
    (tmp_path / "test_good.py").write_text("def test_a():\n    pass\n")
    (tmp_path / "test_bad.py").write_text("def test_b():\n    assert 1 == 2\n")
    return [str(tmp_path / "test_good.py")], [str(tmp_path / "test_bad.py")]


def test_what_failed_is_told_again_at_the_end(failing, capfd):
    good, bad = failing
    assert run_tests.run([bad, good], 2, ["-q"]) == 1
    shown = capfd.readouterr().out
    assert shown.index("Portion 1 of 2") > 0
    assert shown.index("Portion 2 of 2") > 0
    assert shown.rstrip().splitlines()[-1].startswith("FAILED ")
    assert run_tests.run([good], 2, ["-q", "-k", "none"]) == 0


def test_a_process_that_ends_fails_its_portion_alone(failing, capfd, tmp_path):
    good, _ = failing
    (tmp_path / "test_ends.py").write_text("import os\n\ndef test_c():\n    os._exit(3)\n")
    assert run_tests.run([[str(tmp_path / "test_ends.py")], good], 1, ["-q"]) == 1
    shown = capfd.readouterr().out
    assert "test_ends.py: the process ended with 3" in shown.splitlines()[-1]
    assert "1 passed" in shown


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
