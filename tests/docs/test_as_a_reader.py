"""The pages are followed as a reader follows them: magnate is installed from its wheel, and the folder is empty.

Two things come from the checkout. The packages that the wheel itself asks for, with its extras, are linked from the
checkout's environment, and no others. The kernels are those that `make kernels` has compiled from the same sources.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Iterable, Iterator
from functools import cached_property
from importlib.metadata import Distribution, distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tools import webbuild
from tools.printed import refreshed

ROOT = Path(__file__).parents[2]
PAGES = ["README.md", *sorted(page.relative_to(ROOT).as_posix() for page in (ROOT / "docs").rglob("*.md"))]
PAGES = [page for page in PAGES if not page.startswith(("docs/contributing/", "docs/notebooks/"))]
PAGES += ["docs/contributing/languages.md"]
WITH_EXAMPLES = [page for page in PAGES if "```python" in (ROOT / page).read_text(encoding="utf-8")]
COURSE = ("course", "course-monte-carlo", "course-games", "course-monopoly", "commons")
WITH_OUTPUTS = [*(f"understand/{name}" for name in COURSE), "how-to/search", "how-to/strategic-games"]

EXTRAS = ["cluster", "envs", "learn", "postgres", "sb3", "serve", "tensorboard", "tune"]


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

    def run(self, *words: str | Path, folder: Path, fails: bool = False) -> str:
        """Run a program in a folder; returns what it prints."""
        own = {"MAGNATE_STORE": f"{folder}/store.db", "MAGNATE_TABLES": f"{folder}/tables.db", "XDG_DATA_HOME": folder}
        done = subprocess.run(
            words,
            cwd=folder,
            env={**self.environment, **own},
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


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    return Reader(tmp_path_factory.mktemp("reader"))


@pytest.fixture
def folder(reader, tmp_path):
    """An empty folder."""
    empty = tmp_path / "empty"
    empty.mkdir()
    return empty


def prepare(reader, folder, page):
    """Do what a page asks for before its examples; returns the page's text."""
    text = (ROOT / page).read_text(encoding="utf-8")
    if "`magnate examples`" in text:
        shutil.copytree(reader.examples, folder, dirs_exist_ok=True)
    return text


def test_the_reader_has_the_wheel(reader, folder):
    python = reader.home / "bin/python"
    code = "import magnate, importlib.metadata as m; print(magnate.__file__, m.distribution('magnate')._path)"
    file, about = reader.run(python, "-c", code, folder=folder).split()
    assert Path(file).is_relative_to(reader.home)
    assert Path(about).is_relative_to(reader.home)


def test_the_wheel_contains_the_pages(reader):
    if not webbuild.is_built():
        pytest.skip("the pages are not built: `make web`")
    names = zipfile.ZipFile(reader.wheel).namelist()
    assert "magnate/server/static/index.html" in names
    assert any(name.startswith("magnate/server/static/assets/index-") for name in names)
    assert "magnate/locales/fa/ui.json" in names
    assert not any("node_modules" in name for name in names)


@pytest.mark.parametrize("named", sorted({*WITH_EXAMPLES, *(f"docs/{name}.md" for name in WITH_OUTPUTS)}))
def test_what_a_page_prints_is_what_it_says(named, reader, folder):
    text = prepare(reader, folder, named)
    copy = folder / Path(named).name
    copy.write_text(text, encoding="utf-8")
    others = reader.run(reader.home / "bin/python", ROOT / "tools/printed.py", copy.name, folder=folder)
    assert copy.read_text(encoding="utf-8") == text
    assert "Error" not in others


@pytest.mark.parametrize("named", WITH_EXAMPLES)
def test_examples_are_pasted_into_any_session(named):
    text = (ROOT / named).read_text(encoding="utf-8")
    for block in re.findall(r"^ *```python\n(.*?)^ *```$", text, re.MULTILINE | re.DOTALL):
        assert not re.search(r"^ *>>> ", block, re.MULTILINE), "a session with prompts cannot be pasted"


@pytest.mark.parametrize("name", WITH_OUTPUTS)
def test_the_page_shows_what_its_examples_print(name):
    text = (ROOT / f"docs/{name}.md").read_text(encoding="utf-8")
    assert text.count("```text\n") > 1 or "\n$ magnate " in text


def test_an_output_is_written_below_its_example():
    page = "```python\nx = 2\n```\n\nText.\n\n```python\nprint(x)\nprint(x + 1)\n```\n\n```text\nold\n```\n\nMore.\n"
    assert refreshed(page) == page.replace("old\n", "2\n3\n")
    assert refreshed(refreshed(page)) == refreshed(page)


# ------------------------------------------------------------------------------------------- command lines

BLOCK = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"(?:\$ )?(?:\.venv/bin/)?(magnate .*?)(?: {3}.*|  # .*)?$")
A_FILE = re.compile(r"^\$ cat (\S+)\n(.*?)^\$ ", re.MULTILINE | re.DOTALL)

NEVER = (
    r"magnate (play|serve|mcp|league|import|replay game.record|grade class|watch monopoly --agents cautious"
    r"|(games|odds|tournament run) stones)"
)
"""These are not run: somebody plays or stops the server, or has a model, a log, a class or a package of their own."""
HOURS = r"magnate (tune|train (run (?!pig)|eval dqn|calibration)|match (dqn:runs|network:value))"
"""Nor are these: they take hours, or use what takes hours."""
FEWER = {
    r"magnate tournament run (?!.*(--games 64|--tables))": ["--games", "8"],
    r"magnate tournament run .*--tables": ["--games", "40"],
    r"magnate match (?!.*--sprt)": ["--games", "400"],
    r"magnate match magnate:": ["--games", "100"],
}
"""What is added to a command, so that it is done in seconds: the last of two equal options counts."""
GIVEN = {
    "board.json": '{"board": ["XX.", "O..", "O.."]}',
    "mine.json": "[[[1, 2, 3], [3, 2, 1]], [[0, 0, 5], [2, 2, 2]]]",
    "late.json": '{"era": "rail", "round": 10, "players": [{"hand": ["birmingham"]}, {"hand": ["dudley"]}]}',
}
"""Files that a page takes for granted."""
RECORD = "import magnate; magnate.load('brass').play(['random'] * 2, seed=1).save('game.json')"
MOST_READ = ["README.md", "docs/how-to/strategic-games.md", "docs/how-to/write-a-player.md"]
"""Pages whose command lines run in the short tests too."""


def lines_of(text):
    """The command lines of a page, and whether an error is shown below."""
    for language, block in BLOCK.findall(text):
        lines = re.sub(r"\\\n *", "", block).splitlines()
        for line, after in zip(lines, [*lines[1:], ""], strict=True):
            found = COMMAND.match(line)
            if language != "python" and found and "…" not in line and not re.match(HOURS, found[1]):
                yield found[1], after.startswith("error:")


WITH_COMMANDS = [page for page in PAGES if any(lines_of((ROOT / page).read_text(encoding="utf-8")))]


def follow(page, reader, folder):
    """Run a page's command lines in their order."""
    text = prepare(reader, folder, page)
    own = [block for language, block in BLOCK.findall(text) if language == "python" and "\nclass " in block]
    bots = [("bots.py", own[0])] if "`bots.py`" in text else []
    for name, content in [*GIVEN.items(), *A_FILE.findall(text), *bots]:
        (folder / name).write_text(content, encoding="utf-8")
    if "game.json" in text:
        reader.run(reader.home / "bin/python", "-c", RECORD, folder=folder)
    if "make run" in text:
        reader.run("magnate", "tournament", "run", "pig", "--agents=random,random", "--games=8", folder=folder)
    for line, fails in lines_of(text):
        if not re.match(NEVER, line):
            if " ID " in line:  # the page means the tournament that was played last
                listed = reader.run("magnate", "tournament", "list", folder=folder)
                last = max(int(number) for number in re.findall(r"^\s*t(\d+)\b", listed, re.MULTILINE))
                line = line.replace(" ID ", f" t{last} ")
            more = [word for pattern, words in FEWER.items() if re.match(pattern, line) for word in words]
            answer = "; test $? -le 1" if "--sprt" in line else ""  # 1: not stronger
            reader.run("bash", "-c", " ".join([line, *more]) + answer, folder=folder, fails=fails)


@pytest.mark.parametrize("named", MOST_READ)
def test_command_lines_run(named, reader, folder):
    follow(named, reader, folder)


@pytest.mark.long
@pytest.mark.parametrize("named", [page for page in WITH_COMMANDS if page not in MOST_READ])
def test_command_lines_of_every_page_run(named, reader, folder):
    follow(named, reader, folder)
