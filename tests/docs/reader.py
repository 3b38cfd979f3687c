"""Somebody who follows the pages: magnate is installed from its wheel, and the folder is empty.

Two things come from the checkout. The packages that the wheel itself asks for, with its extras, are linked from the
checkout's environment, and two more that pages ask for. All kernels are shared with the tests: each is compiled once.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from importlib.metadata import Distribution, distributions
from pathlib import Path

from packaging.requirements import Requirement

from tests.docs.commands import Step, steps_of
from tests.docs.sizes import HELP, TOOL, sized, why_not

ROOT = Path(__file__).parents[2]
PAGES = ["README.md", *sorted(page.relative_to(ROOT).as_posix() for page in (ROOT / "docs").rglob("*.md"))]
PAGES = [page for page in PAGES if not page.startswith("docs/notebooks/")]
EXTRAS = ["cluster", "envs", "learn", "mcp", "postgres", "sb3", "serve", "tensorboard", "tune"]
BESIDE = ("playwright", "pytest")
"""Packages that pages tell a reader to install beside magnate."""
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
        beside = [one for name in BESIDE for one in distributions(name=name, path=[sysconfig.get_path("purelib")])]
        wanted = [*beside, *needed(own, EXTRAS), *(found for one in beside for found in needed(one, []))]
        for name in {name for one in wanted for name in _names(one)}:
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

    @cached_property
    def walker(self) -> subprocess.Popen:
        """The process that follows pages (`walker.py`)."""
        command = [str(self.home / "bin/python"), str(Path(__file__).with_name("walker.py"))]
        return subprocess.Popen(
            command, env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def end(self) -> None:
        """End the process that follows pages."""
        if walker := self.__dict__.get("walker"):
            walker.communicate()

    def follow(self, page: str, steps: Sequence[Step], folder: Path, *, whole: bool = False) -> None:
        """Run a page's steps in their order; what a page shows is compared with what is printed."""
        give(self, folder, page)
        wanted = [one for one in steps if one.kind == "python" or not why_not(one.text)]
        lines = [step.text if step.kind == "python" else sized(step.text, whole, page) for step in wanted]
        answer = folder.parent / "answer.json"
        request = {
            "page": page,
            "folder": str(folder),
            "packages": PACKAGES,
            "environment": self.variables(folder),
            "pip": [sys.executable, "-m", "pip", *PIP, f"--target={folder / PACKAGES}"],
            "steps": [
                {"kind": one.kind, "text": line, "fails": one.fails} for one, line in zip(wanted, lines, strict=True)
            ],
            "answer": str(answer),
        }
        print(json.dumps(request), file=self.walker.stdin, flush=True)
        assert self.walker.stdout.readline() == "done\n"
        answers = json.loads(answer.read_text(encoding="utf-8"))
        for step, line, one in zip(wanted, lines, answers, strict=False):
            assert not one["error"], f"{line}\n{one['error']}"
            if TOOL.fullmatch(step.text) and line.endswith(HELP):
                missing = [word for word in words_of(line) if word not in one["printed"]]
                assert not missing, f"{step.text}: its help does not know {missing}"
            if step.printed is not None and (step.kind == "python" or line == step.text):
                assert shown(one["printed"]) == shown(step.printed), line
        assert len(answers) == len(wanted)

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


def words_of(line: str) -> list[str]:
    """The options of a command line, and which parts of the benchmarks it names."""
    parts = re.search(r"-m benchmarks((?: \w+)*)", line)
    return [*re.findall(r"(?<= )--[a-z-]+", line), *(parts[1].split()[:1] if parts else ())]


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


PIP = ("install", "--quiet", "--no-index", "--disable-pip-version-check", "--no-deps", "--no-build-isolation")


def shown(printed: str) -> list[str]:
    """What is printed, without what nobody sees."""
    return [line.rstrip() for line in printed.strip().splitlines()]


def _pip(*words: str) -> None:
    command = [sys.executable, "-m", "pip", *words, "--quiet", "--no-index", "--disable-pip-version-check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


LOG = ROOT / "tests/games/brass/games/synthetic_4p.json"
"""A game that another program has logged, as a reader of the page on Brass has one."""


def give(reader: Reader, folder: Path, page: str) -> str:
    """Put into the folder what a page asks for or takes for granted; returns the page's text."""
    text = (ROOT / page).read_text(encoding="utf-8")
    steps = list(steps_of(text))
    if "`magnate examples`" in text:
        shutil.copytree(reader.examples, folder, dirs_exist_ok=True)
    blocks = [step.text for step in steps if step.kind == "python"]
    bots = [("bots.py", block) for block in blocks if "\nclass " in block][: "`bots.py`" in text]
    handed_in = [("minimax.py", block) for block in blocks if block.startswith("def minimax")]
    shown = re.findall(r"^\$ cat (\S+)\n(.*?)^\$ ", text, re.MULTILINE | re.DOTALL)
    for name, content in [*shown, *bots, *handed_in]:
        (folder / name).write_text(content, encoding="utf-8")
    if "import brass-log" in text:
        shutil.copy(LOG, folder / "game.json")
    if any(re.search(r"python (tools/|examples/|-m benchmarks)|(docs|src)/", step.text) for step in steps):
        for name in ("tools", "benchmarks", "examples", "docs", "src"):
            left_out = shutil.ignore_patterns("static", "__pycache__")
            shutil.copytree(ROOT / name, folder / name, ignore=left_out, dirs_exist_ok=True)
        (folder / "tests").symlink_to(ROOT / "tests")
    return text
