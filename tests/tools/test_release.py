"""A release says why there is none, its notes are those of its version, and other systems have wheels of the lock."""

import json
import re
import shutil
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
    ("version", "address", "cites", "why"),
    [
        ("1.0.0", "", "", None),
        ("1.0.0", "https://a.example/magnate", "https://a.example/magnate", None),
        ("1.0.0", "https://a.example/magnate", "", r"CITATION.cff does not name address https://a.example/magnate"),
        ("1.0.0", "", "https://a.example/magnate", r"pyproject.toml names no address"),
        ("0.9.0", "", "", r"CITATION.cff does not name version 0.9.0"),
        ("2.0.0", "", "", r"CHANGELOG.md has no heading \[2.0.0\]"),
        ("3.0.0", "", "", r"CHANGELOG.md names no date of 3.0.0"),
    ],
)
def test_version_and_address_stand_everywhere(release, monkeypatch, tmp_path, version, address, cites, why):
    monkeypatch.setattr(release, "ROOT", tmp_path)
    cited = "1.0.0" if version == "0.9.0" else version
    (tmp_path / "pyproject.toml").write_text(
        f'[project]\nversion = "{version}"\n[tool.hatch.metadata.hooks.custom]\naddress = "{address}"\n'
    )
    code = f"repository-code: {cites}\n" if cites else ""
    (tmp_path / "CITATION.cff").write_text(f"title: magnate\nversion: {cited}\n{code}")
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
    for words in (*release.TRIALS, *release.TRAINING, release.SERVING):
        command = typer.main.get_command(application())
        for word in words:
            command = getattr(command, "commands", {}).get(word, command)
        known = {name for one in command.params for name in (*one.opts, *one.secondary_opts)}
        assert {word for word in words if word.startswith("--")} <= known, words


@pytest.mark.parametrize("address", ["", "https://a.example/magnate"])
def test_the_package_has_the_links_of_its_address(release, tmp_path, address):
    for name in ("hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "tools", tmp_path / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(
        re.sub(r'^address = "[^"]*"', f'address = "{address}"', project, flags=re.MULTILINE)
    )
    printed = subprocess.run(
        [sys.executable, "-m", "hatchling", "metadata"], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    metadata = json.loads(printed.stdout)
    readme = metadata["readme"]["text"]
    if not address:
        assert readme == (ROOT / "README.md").read_text(encoding="utf-8")
    tagged = f"{address}/blob/v{release.version()}"
    assert (f"]({tagged}/CHANGELOG.md)" in readme) == bool(address)
    assert (f"]({address}/raw/v{release.version()}/docs/images/review.png)" in readme) == bool(address)
    assert bool(re.findall(r"\]\((?!http)", readme)) != bool(address)
    assert metadata.get("urls", {}) == (
        {
            "Documentation": f"{tagged}/docs/index.md",
            "Source": address,
            "Changelog": f"{tagged}/CHANGELOG.md",
            "Issues": f"{address}/issues",
        }
        if address
        else {}
    )


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
