"""Searches for parameters that an earlier magnate began or finished: their journals are read, and they go on."""

import json
import shutil
import sys
from pathlib import Path

import pytest

import magnate
from magnate.arena.tuning.search import tune
from magnate.arena.tuning.space import Setting, make_space
from tests.arena.tuning.conftest import Silent
from tests.games_for_tests import pig_agents

STORED = Path(__file__).parents[1] / "data" / "stored"
NAMES = ["tunings"]
"""The folders, one a format of journals."""


def stored_setting() -> Setting:
    """The search whose journals are stored; the agents of ``pig_agents`` must be those of Pig."""
    small = {"configurations": 10, "games": 8, "gate_games": 40, "final_games": 40}
    pool = ("holder", "holder:hold=30")
    return Setting(magnate.load("pig"), make_space("pig", "holder"), "rounds", pool, 1, **small)


@pytest.fixture
def setting(monkeypatch: pytest.MonkeyPatch) -> Setting:
    monkeypatch.setitem(sys.modules, pig_agents.NAME, pig_agents.agents())
    return stored_setting()


def test_all_stored_searches_are_read_here() -> None:
    assert {f"{one.parent.name}/{one.name}" for one in STORED.glob("tunings*/*")} == {
        f"{name}/{kind}" for name in NAMES for kind in ("cut", "whole")
    }


@pytest.mark.parametrize("name", NAMES)
def test_a_finished_search_is_read_again(name: str, setting: Setting, tmp_path: Path) -> None:
    whole, watcher = shutil.copytree(STORED / name / "whole", tmp_path / "whole"), Silent()
    found = tune(setting, whole, watcher, resume=True)
    assert watcher.games == 0
    assert json.loads(json.dumps(found.as_dict())) == json.loads((whole / "result.json").read_text())


@pytest.mark.parametrize("name", NAMES)
def test_an_interrupted_search_goes_on_to_the_same_end(name: str, setting: Setting, tmp_path: Path) -> None:
    cut, watcher = shutil.copytree(STORED / name / "cut", tmp_path / "cut"), Silent()
    before = (cut / "journal.jsonl").read_bytes()
    found = tune(setting, cut, watcher, resume=True)
    assert watcher.games > 0
    whole = STORED / name / "whole"
    assert json.loads(json.dumps(found.as_dict())) == json.loads((whole / "result.json").read_text())
    after = (cut / "journal.jsonl").read_bytes()
    assert after.startswith(before[: before.rfind(b"\n") + 1])
    assert after == (whole / "journal.jsonl").read_bytes()
