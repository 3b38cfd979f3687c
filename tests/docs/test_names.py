"""The pages name only files, folders and modules that exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OLD_NAMES = ROOT / "docs/contributing/names.md"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted({*(ROOT / "docs").rglob("*.md")} - {OLD_NAMES})]
FOLDERS = ("src", "tests", "tools", "docs", "examples", "benchmarks", "web/src")
SOURCES = {path.relative_to(ROOT).as_posix() for folder in FOLDERS for path in (ROOT / folder).rglob("*")}
MODULES = {
    name.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", "."): ROOT / name
    for name in SOURCES
    if name.startswith("src/magnate/") and name.endswith(".py")
}
PARTS = {name.split(".")[1] for name in MODULES if "." in name}
CODE = re.compile(r"`([^`\n]+)`")
FILE = re.compile(rf"(?<![\w:/.<{{*-])((?:[\w-]+/)*[\w-]+\.py\b|(?:{'|'.join({*FOLDERS, *PARTS})})/[\w/.-]*\w)")
DOTTED = re.compile(rf"\bmagnate(?:\.\w+)+|^(?:{'|'.join(PARTS)}|engine|charts)(?:\.\w+)+")
OF_READERS = {"bots.py", "magnate_taskset.py", "magnate.dice", "magnate.v1"}
"""Files that readers write, a word that is hashed, and one of a protocol."""
ENDINGS = (".py", ".svg", ".toml", ".html", ".json")


def exists(file):
    """Whether a path names a file or folder by its end, a module without its ``.py`` too."""
    return any(f"/{name}".endswith((f"/{file}", f"/{file}.py")) for name in SOURCES)


def defined(dotted):
    """Whether a dotted name is a module, or its longest beginning is a module with the next word in it."""
    words = (dotted if dotted.startswith("magnate.") else f"magnate.{dotted}").split(".")
    best = max(n for n in range(1, len(words) + 1) if n == 1 or ".".join(words[:n]) in MODULES)
    text = MODULES["magnate" if best == 1 else ".".join(words[:best])].read_text(encoding="utf-8")
    return best == len(words) or re.search(rf"\b{words[best]}\b", text) is not None


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_what_a_page_names_exists(path):
    codes = CODE.findall(path.read_text(encoding="utf-8"))
    missing = [file for code in codes for file in FILE.findall(code) if file not in OF_READERS and not exists(file)]
    for code in codes:
        names = [name for name in DOTTED.findall(code) if name not in OF_READERS and not name.endswith(ENDINGS)]
        missing += [name for name in names if not defined(name)]
    assert not missing


def test_the_new_names_exist():
    rows = [line for line in OLD_NAMES.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    new = [code for row in rows for code in CODE.findall(row.rstrip(" |").rpartition("|")[2])]
    names = [name for code in new for name in DOTTED.findall(code)]
    assert len(names) > 200
    assert [name for name in names if not defined(name)] == []


def test_what_is_gone_is_found():
    assert exists("core/binding.py")
    assert exists("methods/ppo")
    assert not exists("core/asking.py")
    assert defined("magnate.core.game.Position")
    assert defined("runtime.stream.choice")
    assert not defined("engine.stream.choice")
    assert not defined("magnate.core.asking")
