"""Somebody who follows the pages: magnate is installed from its wheel, and the folder is empty.

Two things come from the checkout. The packages that the wheel itself asks for, with its extras, are linked from the
checkout's environment, and no others. The kernels are those that `make kernels` has compiled from the same sources.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterable, Iterator
from functools import cached_property
from importlib.metadata import Distribution, distributions
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
PAGES = ["README.md", *sorted(page.relative_to(ROOT).as_posix() for page in (ROOT / "docs").rglob("*.md"))]
PAGES = [page for page in PAGES if not page.startswith(("docs/contributing/", "docs/notebooks/"))]
PAGES += ["docs/contributing/languages.md"]
EXTRAS = ["cluster", "envs", "learn", "postgres", "sb3", "serve", "tensorboard", "tune"]
PACKAGES = "packages"
"""The folder below a reader's own where packages of one's own are installed."""


class Reader:
    """Somebody who has installed magnate, with all its extras, into a fresh environment."""

    def __init__(self, home: Path) -> None:
        self.home = home / "venv"
        self.environment = {
            **{name: value for name, value in os.environ.items() if name != "MAGNATE_STORE"},
            "PYTHONPATH": os.pathsep.join(
                folder
                for folder in os.environ.get("PYTHONPATH", "").split(os.pathsep)
                if folder and not (Path(folder) / "magnate").exists()
            ),
            "PATH": os.pathsep.join([str(self.home / "bin"), os.environ["PATH"]]),
            "COLUMNS": "120",
        }
        self.wheel = _built(home / "wheel")
        venv.create(self.home, with_pip=False, symlinks=True)
        _pip(f"--python={self.home}/bin/python", "install", "--no-deps", "--no-compile", str(self.wheel))
        site = next(self.home.glob("lib/python*/site-packages"))
        (own,) = distributions(name="magnate", path=[str(site)])
        for name in {name for one in needed(own, EXTRAS) for name in _names(one)}:
            (site / name).symlink_to(Path(sysconfig.get_path("purelib")) / name)

    @cached_property
    def examples(self) -> Path:
        """A folder where `magnate examples` has written what it brings."""
        folder = self.home.parent / "with-examples"
        folder.mkdir()
        self.run("magnate", "examples", folder=folder)
        return folder

    def variables(self, folder: Path) -> dict[str, str]:
        """The environment of a program in a folder, where everything that is stored goes too."""
        own = {
            "MAGNATE_STORE": f"{folder}/store.db",
            "MAGNATE_TABLES": f"{folder}/tables.db",
            "XDG_DATA_HOME": str(folder),
        }
        python = os.pathsep.join(filter(None, [str(folder / PACKAGES), self.environment["PYTHONPATH"]]))
        return {**self.environment, **own, "PYTHONPATH": python}

    def install(self, package: str, folder: Path) -> None:
        """Install a package of one's own, for the programs of this folder."""
        _pip("install", "--no-deps", "--no-build-isolation", f"--target={folder / PACKAGES}", str(folder / package))

    def run(self, *words: str | Path, folder: Path, fails: bool = False) -> str:
        """Run a program in a folder; returns what it prints."""
        done = subprocess.run(
            words,
            cwd=folder,
            env=self.variables(folder),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode != 0) == fails, f"{words}: {done.stdout}{done.stderr}"
        return done.stdout


def needed(asking: Distribution, extras: Iterable[str], found: set[str] | None = None) -> Iterator[Distribution]:
    """What an installed package asks for, and what those ask for, each once."""
    found = set() if found is None else found
    for requirement in map(Requirement, asking.requires or ()):
        wanted = [one for one in ("", *extras) if not requirement.marker or requirement.marker.evaluate({"extra": one})]
        if not wanted:
            continue
        (one,) = distributions(name=requirement.name, path=[sysconfig.get_path("purelib")])
        for extra in {"", *requirement.extras}:
            key = f"{one.name}[{extra}]"
            if key not in found:
                found.add(key)
                yield one
                yield from needed(one, [extra] if extra else [], found)


def _names(package: Distribution) -> set[str]:
    """The folders and files of a package right below site-packages."""
    names = {file.parts[0] for file in package.files or ()}
    return {name for name in names if name not in {"..", "__pycache__"} and not name.endswith(".pth")}


def _built(folder: Path) -> Path:
    """The wheel of the checkout."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def _pip(*words: str) -> None:
    command = [sys.executable, "-m", "pip", *words, "--quiet", "--no-index", "--disable-pip-version-check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def prepare(reader: Reader, folder: Path, page: str) -> str:
    """Do what a page asks for before its examples; returns the page's text."""
    text = (ROOT / page).read_text(encoding="utf-8")
    if "`magnate examples`" in text:
        shutil.copytree(reader.examples, folder, dirs_exist_ok=True)
    return text
