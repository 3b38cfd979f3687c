"""A release says why there is none, its notes are those of its version, and other systems have wheels of the lock."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from magnate.cli.main import application

ROOT = Path(__file__).parents[2]
CHANGES = """# Changelog

## [Unreleased]

### Added

- Later.

## [1.0.0] - 2027-01-02

### Fixed

- One fault.

## [0.1.0] - 2026-01-01
"""


@pytest.fixture
def release(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    import release

    return release


def test_the_notes_are_those_of_the_version(release):
    assert release.notes(CHANGES, "1.0.0") == "# magnate 1.0.0\n\n### Fixed\n\n- One fault.\n"


@pytest.mark.parametrize("wanted", ["0.1.0", "2.0.0"])
def test_a_version_without_notes_is_no_release(release, wanted):
    with pytest.raises(release.NotReady, match=rf"CHANGELOG.md says nothing of {re.escape(wanted)}"):
        release.notes(CHANGES, wanted)


@pytest.mark.parametrize(
    ("version", "why"),
    [
        ("1.0.0", None),
        ("0.9.0", r"CITATION.cff does not name version 0.9.0"),
        ("2.0.0", r"CHANGELOG.md has no heading \[2.0.0\]"),
        ("3.0.0", r"CHANGELOG.md names no date of 3.0.0"),
    ],
)
def test_the_version_stands_everywhere_with_its_date(release, monkeypatch, tmp_path, version, why):
    monkeypatch.setattr(release, "ROOT", tmp_path)
    cited = "1.0.0" if version == "0.9.0" else version
    (tmp_path / "pyproject.toml").write_text(f'[project]\nversion = "{version}"\n')
    (tmp_path / "CITATION.cff").write_text(f"title: magnate\nversion: {cited}\n")
    (tmp_path / "CHANGELOG.md").write_text(CHANGES + "\n## [3.0.0]\n")
    if why is None:
        release.check_versions()
    else:
        with pytest.raises(release.NotReady, match=why):
            release.check_versions()


def test_a_command_that_fails_ends_the_release(release):
    with pytest.raises(release.NotReady, match="ended with 3"):
        release.run([sys.executable, "-c", "raise SystemExit(3)"])


def test_what_a_newcomer_runs_are_commands_with_their_options(release):
    for words in release.TRIALS:
        command = typer.main.get_command(application())
        for word in words:
            command = getattr(command, "commands", {}).get(word, command)
        known = {name for one in command.params for name in (*one.opts, *one.secondary_opts)}
        assert {word for word in words if word.startswith("--")} <= known, words


def test_the_version_is_cited(release):
    assert f"\nversion: {release.version()}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.parametrize("python", ["3.11.9", "3.14"])
@pytest.mark.parametrize("system", ["win_amd64", "macosx_14_0_arm64"])
def test_other_systems_have_wheels_of_the_lock(tmp_path, system, python):
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    (tmp_path / "lock.txt").write_text("\n".join(line for line in lines if "==" in line))
    pip = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--dry-run",
        "--no-deps",
        "--ignore-installed",
        "--only-binary=:all:",
    ]
    where = ["--platform", system, "--python-version", python, "--target", str(tmp_path / "none")]
    done = subprocess.run([*pip, *where, "-r", str(tmp_path / "lock.txt")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "numba-" in done.stdout.rpartition("Would install")[2]


@pytest.mark.long
def test_the_wheel_alone_does_what_a_newcomer_does(release, monkeypatch, tmp_path):
    monkeypatch.setattr(release, "DIST", tmp_path / "dist")
    release.try_wheel(release.build())
