"""The method `league`: who sits at its tables, what it starts from, and that it goes on to the bit."""

from __future__ import annotations

import hashlib
import json
from types import SimpleNamespace

import numpy as np
import pytest

from magnate.agents import resolve
from magnate.analysis.measured import network_of
from magnate.errors import BadTraining
from magnate.learn.answers import Answers, Questions
from magnate.learn.chances import Tables, table_of
from magnate.learn.config import read
from magnate.learn.method import Task
from magnate.learn.methods.league import ADDED, League, Settings
from magnate.learn.run_dir import _belongs, _lasting
from magnate.values.chances import SeatInputs

from .test_chances import GAME, met

START = "magnate/analysis/weights/monopoly.safetensors"
SMALL = {
    "codes": 16,
    "hidden": 8,
    "steps": 6,
    "batch": 64,
    "learning_rate": 0.01,
    "device": "cpu",
    "every": 2,
    "past": 2,
}


@pytest.fixture
def method(monkeypatch) -> League:
    """A small training whose games are made up."""
    monkeypatch.setattr(League, "_played", lambda self, number: {"official/4": met(100 + number, 4)})
    return League(Task(GAME, Settings(**SMALL), 7))


def test_earlier_versions_are_kept_and_play(method: League) -> None:
    first = method.network()
    method.step(0)
    assert [one.network.network.codes.digest for one in method._sitters()][1] == first.codes.digest
    for number in range(1, 5):
        method.step(number)
    assert len(method._past) == 2
    assert {one.network.sizes for one in method._sitters()} == {method._sitters()[0].network.sizes}


def test_it_goes_on_to_the_bit(method: League) -> None:
    for number in range(3):
        method.step(number)
    other = League(Task(GAME, Settings(**SMALL), 7))
    other.restore({name: tensor.copy() for name, tensor in method.tensors().items()})
    for number in range(3, 6):
        assert method.step(number) == other.step(number)
    assert method.tensors().keys() == other.tensors().keys()
    assert all(np.array_equal(tensor, other.tensors()[name]) for name, tensor in method.tensors().items())


def test_answers_after_which_another_seat_is_on_turn_are_left_out(monkeypatch) -> None:
    ends = np.zeros(4, GAME.rules.STATE)
    ends["alive"], ends["current"] = 0b111, [0, 1, 2, 2]
    monkeypatch.setattr(Questions, "found", lambda *_: ends)
    monkeypatch.setattr(Questions, "played_on", lambda _, ends, *__: Answers(ends, np.eye(3)[: len(ends)]))
    monkeypatch.setattr(SeatInputs, "rows", lambda _, states, *__: np.zeros((len(states), 1)))
    method = League(Task(GAME, Settings(**SMALL, tables={"official/3": 1.0}, questions=5), 7))
    [data] = method._more({"official/3": SimpleNamespace(states=ends)}, 0)
    assert data.together == 2
    assert data._wanted.tolist() == [[0, 1, 0], [0, 0, 1]]  # from the seat on turn, which is number 2


def test_who_plays_questions_on_is_checked_before_the_first_game() -> None:
    with pytest.raises(BadTraining, match='"self" cannot play questions on'):
        League(Task(GAME, Settings(**SMALL, questions=5, judges={"self": 1.0}), 7))


def test_it_starts_from_a_file_of_the_same_sizes() -> None:
    method = League(Task(GAME, Settings(begins_with=START, codes=128, hidden=64), 7))
    file = network_of("monopoly")
    assert file is not None
    assert method.network().codes.digest == file.codes.digest
    with pytest.raises(BadTraining, match="other sizes"):
        League(Task(GAME, Settings(begins_with=START, codes=64, hidden=64), 7))


def test_it_starts_from_an_agent_that_plays_by_such_a_network() -> None:
    method = League(Task(GAME, Settings(begins_with="magnate:negotiator", codes=128, hidden=64), 7))
    agent = resolve("monopoly", "magnate:negotiator", 4)
    assert method.network().codes.digest == agent.network.network.codes.digest
    with pytest.raises(BadTraining, match="does not play by a network"):
        League(Task(GAME, Settings(begins_with="strategic", codes=128, hidden=64), 7))


def test_seats_are_counted_with_the_networks_that_learn() -> None:
    game = table_of("monopoly", "official/4")
    near, wide = {"self": 1.0, "past": 1.0, "strategic": 2.0}, {"random": 1.0, "self": 1.0, "baseline": 2.0}
    tables = Tables(game, near, wide, 0.5, 3, "chances")
    seats = tables._seats(4000, 1, np.random.default_rng(1), 3)
    assert set(np.unique(seats)) == {-3, -2, -1, 1, 2, 3}
    assert np.mean(seats == 2) == pytest.approx(0.125, abs=0.02)
    assert np.mean(seats == -1) == pytest.approx(0.25, abs=0.02)


def test_settings_that_are_newer_leave_the_hashes_of_older_runs() -> None:
    config = read("monopoly_negotiator")
    settings = {name: value for name, value in config.resolved["league"].items() if name not in ADDED}
    assert settings.keys() != config.resolved["league"].keys()
    content = json.dumps({**config.resolved, "league": settings, "options": _lasting(config)}, sort_keys=True).encode()
    assert _belongs(config)["configuration"] == hashlib.blake2b(content, digest_size=16).hexdigest()


def test_the_configuration_that_comes_with_magnate_is_read() -> None:
    config = read("monopoly_negotiator")
    assert config.plan.method == "league"
    assert set(config.settings.tables) >= {"official/2", "official/4", "official/8", "official-pre2008/4"}
