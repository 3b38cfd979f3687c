"""Expert iteration for Brass: what is learned from games, that it goes on to the bit, and that it learns a tiny Brass."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

import magnate
from magnate.agents.brass.expert import Ask, MoveSearch
from magnate.errors import BadTraining
from magnate.games.brass.board import SEATS
from magnate.learn import expert_games
from magnate.learn.config import from_text
from magnate.learn.expert_games import Budget, League, Lessons, Table, covered
from magnate.learn.method import Task
from magnate.learn.methods import expert
from magnate.learn.methods.expert import METRICS, Expert, Settings
from magnate.learn.run_dir import Run
from magnate.learn.training import train
from magnate.networks.moves import MoveNetwork

from .tiny_brass import after, solved, tiny_game, tiny_setup, worth

pytest.importorskip("torch")

SMALL = {
    "codes": 8,
    "hidden": 8,
    "steps": 4,
    "games": 2,
    "alone": 1,
    "sampled": 3,
    "many": 6,
    "few": 3,
    "full": 0.5,
    "every": 2,
    "batch": 8,
    "device": "cpu",
    "population": {"self": 3.0, "past": 2.0, "planner": 1.0},
    "starts": [tiny_setup(2)],
    "start_part": 1.0,
}


@pytest.fixture(autouse=True)
def _small(monkeypatch) -> None:
    """Tiny games, whose searches need not be compiled."""
    monkeypatch.setattr(expert, "table_of", lambda game, name: tiny_game())
    monkeypatch.setattr(expert_games, "MoveSearch", partial(MoveSearch, interpreted=True))


def begun(**changes) -> Expert:
    return Expert(Task(magnate.load("brass", players=2), Settings(**{**SMALL, **changes}), 7))


def league(lines: float, **budget) -> League:
    table = Table(tiny_game(), {"self": 1.0}, [tiny_setup(2)], 1.0, {"cotton": 1.0}, lines, 0.05)
    return League(table, [], Budget(**{"many": 6, "few": 3, "full": 1.0, "trust": 0.0, "policy": 0.0, **budget}), 3)


def test_lessons_are_seen_from_their_seats_and_say_what_these_won() -> None:
    for one in league(0.0).play([1, 2], 5):
        lessons, players = one.lessons, len(one.shares)
        assert one.shares.sum() == pytest.approx(1.0)
        assert lessons.there.sum(axis=1).tolist() == [players] * len(lessons.inputs)
        assert lessons.at.tolist() == sorted(set(lessons.at))
        for row, shares, points in zip(lessons.inputs, lessons.shares, lessons.points, strict=True):
            own, _ = expert_games.own_numbers(row[None])
            assert sorted(points[:players]) == sorted(one.points)
            assert shares[np.argmax(points[:players])] == one.shares.max()
            assert own[0, players:].any() == np.False_
            assert len(row) == expert_games.INPUTS
        assert lessons.policy.sum(axis=1) == pytest.approx(np.ones(len(lessons.at)), abs=1e-5)


def test_moves_that_a_line_has_bent_are_not_learned() -> None:
    free, forced = (Lessons.joined([one.lessons for one in league(part).play([1, 2], 5)]) for part in (0.0, 1.0))
    assert len(free.at) > 0
    assert len(forced.at) == 0
    assert len(forced.inputs) > 0


def test_few_simulations_give_values_and_no_policy() -> None:
    lessons = Lessons.joined([one.lessons for one in league(0.0, full=1e-9).play([1], 5)])
    assert len(lessons.at) == 0
    assert len(lessons.inputs) > 0


def test_tiles_of_the_dear_half_are_counted() -> None:
    start = {
        **tiny_setup(2),
        "tiles": [
            {"at": "birmingham.0", "owner": 0, "tile": "cotton 2", "flipped": True},
            {"at": "tamworth.0", "owner": 1, "tile": "cotton 2", "flipped": False},
        ],
    }
    start["players"] = [{**one, "taken": {**one["taken"], "cotton": 4}} for one in start["players"]]
    assert covered(tiny_game().setup(start).state).tolist() == [[1.0, 0.0, 0.0], [0.0, 0.0, 0.0]]


def test_a_step_notes_all_metrics_and_changes_the_network() -> None:
    method = begun()
    before = method.network()
    noted = method.step(0)
    assert noted.keys() == METRICS.keys()
    assert all(np.isfinite(value) for value in noted.values())
    assert noted["uncovered"] >= 2  # there is no manufacturer and no pottery in the tiny game
    assert method.network().codes.digest != before.codes.digest


def test_absent_seats_change_nothing() -> None:
    method = begun()
    lessons = Lessons.joined([one.lessons for one in league(0.0).play([1, 2], 5)])
    torch = method._torch
    weights = {name: torch.tensor(tensor) for name, tensor in begun(seed := 0 or {}).__dict__["_kept"].items()}
    place = np.full(len(lessons.inputs), -1)
    place[lessons.at] = np.arange(len(lessons.at))
    rows = np.arange(len(lessons.inputs))
    noted = expert.errors(method.network(), lessons)
    found = float(method._error(weights, lessons, rows, place))
    entropy = -(lessons.policy * np.log(np.maximum(lessons.policy, 1e-9))).sum() / len(rows)
    policy = noted["policy_error"] * len(lessons.at) / len(rows) + entropy
    assert found == pytest.approx(noted["share_error"] + (noted["points_error"] / 100) ** 2 + policy, rel=1e-3)
    assert SEATS == 4
    assert seed == {}
