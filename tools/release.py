"""``python tools/release.py [--only versions|checks|wheel|notes]``: makes a release in ``dist/``.

It uploads nothing. The wheel is tried in an environment of its own, away from the checkout. There a compiler, Node and
git are out of reach, so whatever needs one of them fails. Run by ``make release``.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
import urllib.request
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
DIST: Final = ROOT / "dist"
HEADING: Final = re.compile(r"^## \[(?P<version>[^\]]+)\](?: - (?P<date>\S+))?$", re.MULTILINE)
TRIALS: Final = (
    ["--version"],
    ["games"],
    ["watch", "pig", "--agents", "mcts:sims=50,random", "--seed", "3", "--save", "pig.json"],
    ["watch", "monopoly", "--agents", "strategic,baseline", "--seed", "3", "--speed", "0", "--save", "game.json"],
    ["verify", "game.json"],
    ["search", "tictactoe", "--algorithm", "alphabeta"],
    ["review", "game.json", "--html", "review.html"],
    ["tournament", "run", "pig", "--agents", "mcts:sims=50,random", "--games", "20", "--store", "sqlite:///games.db"],
    ["doctor"],
)
"""Commands that a user of the wheel alone runs, in an empty folder."""
TRAINING: Final = (
    ["train", "run", "pig", "--set", "values.rounds=1", "--out", "pig"],
    ["train", "export", "pig", "--out", "pig.safetensors"],
    ["match", "network:pig.safetensors", "random", "--game", "pig", "--preset", "short", "--games", "50"],
)
"""What they run with the extra ``learn``."""
SERVING: Final = ["serve", "--port", "0", "--no-open"]
"""And with the extra ``serve``: its first page is asked for."""
PATIENCE: Final = 120.0
"""Seconds that a server may take to begin."""


class NotReady(Exception):
    """Why there is no release."""


def version() -> str:
    """The version of the package."""
    return str(settings()["project"]["version"])


def settings() -> dict[str, Any]:
    """What pyproject.toml says."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def check_versions() -> None:
    """Version and address stand alike in all files that name them, and the changelog has its date."""
    wanted = version()
    address = settings()["tool"]["hatch"]["metadata"]["hooks"]["custom"]["address"]
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    for what, key, value in (("version", "version", wanted), ("address", "repository-code", address)):
        cited = re.search(rf"^{key}: (\S+)$", citation, re.MULTILINE)
        if (cited[1] if cited else "") != value:
            raise NotReady(f"CITATION.cff does not name {what} {value}" if value else "pyproject.toml names no address")
    if not address:
        print("note: pyproject.toml names no address of the project, so the package has no links")
    headings = {found["version"]: found["date"] for found in HEADING.finditer(changelog())}
    if wanted not in headings:
        raise NotReady(f"CHANGELOG.md has no heading [{wanted}]")
    try:
        date.fromisoformat(headings[wanted] or "")
    except ValueError:
        raise NotReady(f"CHANGELOG.md names no date of {wanted}: ## [{wanted}] - YYYY-MM-DD") from None


def changelog() -> str:
    """The whole changelog."""
    return (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def notes(text: str, wanted: str) -> str:
    """What the changelog says of a version; raises :class:`NotReady` where it says nothing."""
    found = list(HEADING.finditer(text))
    for this, following in zip(found, [*found[1:], None], strict=True):
        if this["version"] == wanted:
            body = text[this.end() : following.start() if following else len(text)].strip()
            if body:
                return f"# magnate {wanted}\n\n{body}\n"
    raise NotReady(f"CHANGELOG.md says nothing of {wanted}")


def write_notes() -> None:
    """The notes of the release."""
    DIST.mkdir(exist_ok=True)
    (DIST / "NOTES.md").write_text(notes(changelog(), version()), encoding="utf-8")


def check() -> None:
    """All checks of a clean checkout."""
    if subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, check=True, capture_output=True).stdout:  # noqa: S607
        raise NotReady("the checkout has changes: commit them first")
    for target in ("lint", "test", "docs"):
        run(["make", target])


def build() -> Path:
    """Both distributions in ``dist/``; returns the wheel."""
    shutil.rmtree(DIST, ignore_errors=True)
    pip = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--wheel-dir",
        str(DIST),
    ]
    run([*pip, str(ROOT)])
    run([sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", str(DIST)])
    (wheel,) = DIST.glob("*.whl")
    return wheel


def try_wheel(wheel: Path, trials: Sequence[Sequence[str]] = TRIALS) -> None:
    """Install the wheel alone, at the versions of the lock, and run what a newcomer runs."""
    with tempfile.TemporaryDirectory(prefix="magnate release ") as folder:
        home = Path(folder)
        run([sys.executable, "-m", "venv", str(home / "venv")])
        scripts = home / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
        pip = [str(scripts / "python"), "-m", "pip", "install", "--quiet", "--only-binary=:all:"]
        run([*pip, "--constraint", str(ROOT / "constraints.txt"), str(wheel)])
        empty = home / "work"
        empty.mkdir()
        alone = {"PATH": str(scripts), "HOME": str(home), "MAGNATE_CACHE": str(home / "cache"), "LANG": "C.UTF-8"}
        kept = {name: os.environ[name] for name in ("SYSTEMROOT", "TEMP") if name in os.environ}  # Windows needs them
        variables = {**kept, **alone}
        for words in trials:
            run([str(scripts / "magnate"), *words], folder=empty, variables=variables)
        run([*pip, "--constraint", str(ROOT / "constraints.txt"), f"{wheel}[learn,serve]"])
        try_server([str(scripts / "magnate"), *SERVING], empty, variables)
        for words in TRAINING:
            run([str(scripts / "magnate"), *words], folder=empty, variables=variables)


def try_server(command: Sequence[str], folder: Path, variables: dict[str, str]) -> None:
    """Start a server, and ask for its first page and the games."""
    print("$", " ".join(command), flush=True)
    log = folder / "server.log"
    with log.open("w", encoding="utf-8") as output:
        server = subprocess.Popen(command, cwd=folder, env=variables, stdout=output, stderr=output)  # noqa: S603
    try:
        until = time.monotonic() + PATIENCE
        while (found := re.search(r"http://127\.0\.0\.1:\d+", log.read_text(encoding="utf-8"))) is None:
            if server.poll() is not None or time.monotonic() > until:
                raise NotReady(f"no server began: {log.read_text(encoding='utf-8')}")
            time.sleep(0.2)
        for path, wanted in (("/", b"<script"), ("/api/specs", b"monopoly")):
            with urllib.request.urlopen(found[0] + path, timeout=PATIENCE) as got:  # noqa: S310 - of this machine
                if wanted not in got.read():
                    raise NotReady(f"the server's {path} has no {wanted.decode()}")
    except OSError as error:
        raise NotReady(f"the server does not answer: {error}") from None
    finally:
        server.terminate()
        server.wait(PATIENCE)


def run(command: Sequence[str], folder: Path = ROOT, variables: dict[str, str] | None = None) -> None:
    """Run a command; raises :class:`NotReady` when it fails."""
    print("$", " ".join(command), flush=True)
    if code := subprocess.run(command, cwd=folder, env=variables, check=False).returncode:  # noqa: S603
        raise NotReady(f"{' '.join(command)} ended with {code}")


def main() -> int:
    """All steps, or the one that is asked for."""
    steps = {
        "versions": check_versions,
        "checks": check,
        "wheel": lambda: try_wheel(build()),
        "notes": write_notes,
    }
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--only", choices=[*steps])
    asked = parser.parse_args().only
    try:
        for name, step in steps.items():
            if asked in (None, name):
                step()
    except NotReady as error:
        print(f"No release: {error}", file=sys.stderr)
        return 1
    print(f"Ready: {', '.join(sorted(path.name for path in DIST.iterdir())) if DIST.exists() else 'nothing in dist'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
