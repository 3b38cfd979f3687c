"""``magnate new``: packages that pass their own tests when they are installed, and what the doctor says of packages."""

import json
import os
import shutil
import subprocess
import sys
from importlib.metadata import distributions
from pathlib import Path

import pytest

from magnate.cli.packages import written
from tests.games_for_tests import nim

SOURCE = Path(__file__).parents[2] / "src"


def test_the_nim_of_the_docs_is_what_the_template_writes():
    files = dict(written("game", "nim", "nim"))
    assert files["src/nim/rules.py"] == Path(nim.__file__).read_text(encoding="utf-8")


class Site:
    """A folder with installed packages, in front of Python's path."""

    def __init__(self, folder, kernels):
        self.folder = folder
        before = [one for one in os.environ.get("PYTHONPATH", "").split(os.pathsep) if one]
        self.environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(folder), str(SOURCE), *before]),
            "MAGNATE_CACHE": str(kernels),
        }

    def install(self, package):
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
        subprocess.run([*pip, "--target", self.folder, "--upgrade", package], check=True, capture_output=True)

    def run(self, *words, fails=False):
        command, asked = [sys.executable, "-m", *words], {"capture_output": True, "text": True}
        done = subprocess.run(command, check=False, env=self.environment, cwd=self.folder, **asked)
        assert (done.returncode != 0) == fails, done.stdout + done.stderr
        return done.stdout + done.stderr

    def checks(self, fails=False):
        """The doctor's findings about packages."""
        text = self.run("magnate", "doctor", "--quick", "--json", fails=fails)
        checks = json.loads(text[text.index("{") : text.rindex("}") + 1])["result"]["checks"]
        return {one["name"]: (one["ok"], one["found"]) for one in checks if " of " in one["name"]}


@pytest.fixture
def site(tmp_path):
    from magnate.runtime.cache import root

    return Site(tmp_path / "site", root())


def test_a_new_game_passes_its_tests_when_it_is_installed(magnate, site, tmp_path):
    assert magnate("new", "game", "stones", tmp_path / "stones").code == 0
    site.install(tmp_path / "stones")
    assert {one.name for one in distributions(path=[str(site.folder)])} == {"stones"}
    shutil.copytree(tmp_path / "stones/tests", site.folder / "its_tests")
    assert "10 passed" in site.run("pytest", "-q", "-p", "no:cacheprovider", "its_tests")
    checks = site.checks()
    assert {name: found for name, found in checks.items() if name.endswith("of stones")} == {
        "games of stones": (True, "stones 0.1.0: stones.rules, 2 presets"),
        "agents of stones": (True, "stones 0.1.0: stones.agents: perfect"),
        "words of stones": (True, "stones 0.1.0: en: 12 texts, ro: 12 texts"),
        "setups of stones": (True, "stones 0.1.0: stones/lost"),
        "boards of stones": (True, "stones 0.1.0: heaps"),
        "rules of stones": checks["rules of stones"],
    }
    assert "leaves a lost position wherever it can" in site.run("magnate", "agents", "stones", "--json")
    assert "set-ups, for commands that take a position: stones/lost" in site.run("magnate", "games", "stones")
    assert "a o\nb oo\nc ooo" in site.run("magnate", "position", "stones/lost")
    assert "magnate odds stones/lost\n" in (tmp_path / "stones/README.md").read_text(encoding="utf-8")
    assert "exact: all play best" in site.run("magnate", "odds", "stones/lost")
    watched = site.run("magnate", "watch", "stones", "--agents", "perfect,random", "--lang", "ro", "--speed", "0")
    assert "din grămada" in watched
    assert "from heap" not in watched


ASKING = """
import json, sys
from starlette.testclient import TestClient
from magnate.server.app import application
from magnate.server.settings import Settings

client = TestClient(application(Settings(), None), base_url="http://127.0.0.1:8000")
print(json.dumps({path: client.get(f"/api/{path}").json() for path in sys.argv[1:]}))
"""
"""What a server answers; without tables it tells what there is."""


def test_the_pages_are_given_a_packages_words_and_its_board(magnate, site, tmp_path):
    assert magnate("new", "game", "stones", tmp_path / "stones").code == 0
    own = tmp_path / "stones/src/stones"
    romanian = json.loads((own / "locales/ro/stones.json").read_text(encoding="utf-8"))
    site.install(tmp_path / "stones")
    (site.folder / "asking.py").write_text(ASKING, encoding="utf-8")
    [text, *_] = site.run("asking", "words/ro", "words/en", "words/xx", "boards/stones", "boards/pig").splitlines()
    found = json.loads(text)
    assert found["words/ro"] == {"domains": {"stones": romanian}, "names": {}}
    assert found["words/en"]["domains"]["stones"]["view.heaps"] == "Heaps"
    assert found["words/xx"]["error"]["code"] == "bad_value"
    [part] = found["boards/stones"]["board"]["parts"]
    assert (part["show"], part["field"], part["names"], part["count"]) == ("piles", "heaps", ["a", "b", "c"], "count")
    assert found["boards/pig"] == {"board": None}
    broken(site.folder / "stones/boards/stones.json", '"piles"', '"heaps"')
    broken(site.folder / "stones/locales/ro/stones.json", "{", "[")
    [text, *_] = site.run("asking", "words/ro", "words/en", "boards/stones").splitlines()
    found = json.loads(text)
    assert found["words/ro"] == {"domains": {}, "names": {}}
    assert "stones" in found["words/en"]["domains"]
    assert found["boards/stones"] == {"board": None}


def test_a_new_agent_passes_its_tests_and_has_a_name(magnate, site, tmp_path):
    assert magnate("new", "agent", "careful_one", tmp_path / "careful", "--game", "pig").code == 0
    site.install(tmp_path / "careful")
    shutil.copytree(tmp_path / "careful/tests", site.folder / "its_tests")
    assert "3 passed" in site.run("pytest", "-q", "-p", "no:cacheprovider", "its_tests")
    assert "looks one action ahead for the best score" in site.run("magnate", "agents", "pig", "--json")
    assert site.checks()["agents of pig"] == (True, "careful_one 0.1.0: careful_one: careful_one")
    run = "import magnate; print(magnate.load('pig').play(['careful_one:seed=2', 'random'], 1).agents)"
    (site.folder / "names.py").write_text(run)
    assert "('careful_one:seed=2', 'random')" in site.run("names")
    store = str(tmp_path / "store.db")
    played = site.run(
        "magnate", "tournament", "run", "pig", "--agents", "careful_one,random", "-n", "2", "--store", store
    )
    assert "careful_one" in played


def broken(path, before, after):
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")
    return 1 + text.split(before)[0].count("\n")


def test_the_doctor_says_what_is_wrong_with_a_package(magnate, site, tmp_path):
    assert magnate("new", "game", "stones", tmp_path / "stones").code == 0
    own = tmp_path / "stones/src/stones"
    line = broken(own / "agents.py", "SLIPS = 1", "SLIPS = one")
    colon = broken(own / "locales/en/stones.json", '"view.heaps": "Heaps"', '"view.heaps" "Heaps"')
    broken(own / "positions/lost.toml", "[1, 2, 3]", "[4, 2, 3]")
    broken(own / "boards/stones.json", '"field": "heaps"', '"field": "heap"')
    site.install(tmp_path / "stones")
    checks, installed = site.checks(fails=True), site.folder / "stones"
    assert checks["games of stones"][0]
    assert not any(checks[f"{group} of stones"][0] for group in ("agents", "words", "setups", "boards"))
    board = installed / "boards/stones.json"
    assert f'{board}: the board has the field "heap", and the view has not' in checks["boards of stones"][1]
    assert f"mistake in {installed / 'agents.py'}, line {line}: in <module>, NameError" in checks["agents of stones"][1]
    words = installed / "locales/en/stones.json"
    assert f"{words}, line {colon}: Expecting ':' delimiter" in checks["words of stones"][1]
    assert checks["setups of stones"][1].startswith("stones 0.1.0: stones/lost: a heap of 4 stones")
    left_out = site.run("magnate", "agents", "stones")
    assert "the agents of stones.agents are left out: NameError: name 'one' is not defined" in left_out


@pytest.mark.parametrize("name", ["Stones", "for", "pig", "json", "numpy", "1st"])
def test_names_that_cannot_be(magnate, tmp_path, name):
    done = magnate("new", "game", name, tmp_path / "new")
    assert done.code == 2
    assert not (tmp_path / "new").exists()


def test_a_folder_that_is_there_is_left_alone(magnate, tmp_path):
    (tmp_path / "mine").write_text("mine")
    done = magnate("new", "agent", "cautious", tmp_path / "mine")
    assert "is there already" in done.err
    assert (tmp_path / "mine").read_text() == "mine"
