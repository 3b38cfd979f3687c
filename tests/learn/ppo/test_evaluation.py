"""What a policy expects beside what it won: at its own decisions, as it plays, some of each game."""

import numpy as np
import pytest

import magnate
from magnate.agents.learned.spec import PolicyAgent
from magnate.core.binding import PARAMS
from magnate.learn.evaluation import calibrated
from magnate.learn.rollouts import Rollouts, as_played, expected
from magnate.networks import Network
from magnate.networks.inference import win_shares
from magnate.values.schema import schema_for

GAMES = 60
ACTIONS = magnate.load("connect_four").info.max_actions


@pytest.fixture(scope="module")
def rollouts():
    game = magnate.load("connect_four")
    return Rollouts(game, schema_for(game.name))


@pytest.fixture(scope="module")
def policy():
    return Network.new([schema_for("connect_four").size, 12, ACTIONS + 2], 1)


def test_it_decides_as_the_agent_of_its_temperature_does(rollouts, policy):
    seats = np.full((GAMES, 2), -1)
    found = rollouts.play(range(GAMES), seats, np.zeros((1, PARAMS)), [as_played(policy, ACTIONS, 0.0)])
    logits = np.where(found.masks(ACTIONS), policy(found.inputs)[:, :ACTIONS], -np.inf)
    two = np.sort(logits, axis=1)[:, -2:]
    clear = two[:, 1] - two[:, 0] > 0.005  # 50 at that temperature
    assert clear.mean() > 0.8
    assert (found.actions == logits.argmax(axis=1))[clear].all()
    assert found.shares == pytest.approx(win_shares(policy(found.inputs)[:, ACTIONS:]), abs=1e-5)


def test_some_decisions_of_each_game_are_asked_about(rollouts, policy):
    seats = np.array([[-1, 0], [0, -1]] * (GAMES // 2))
    rows = np.zeros((1, PARAMS))
    asked = expected(rollouts, 3, rows, range(GAMES), seats, policy)
    every = rollouts.play(range(GAMES), seats, rows, [policy])
    assert (np.bincount(asked.games, minlength=GAMES) == np.minimum(np.bincount(every.games), 3)).all()
    begins = np.searchsorted(every.games, asked.games)
    row = begins + asked.moments - 1
    assert (every.games[row] == asked.games).all()
    assert np.abs(asked.guessed - win_shares(policy(every.inputs[row])[:, ACTIONS:])[:, :1]).max() < 1e-5
    assert (asked.shares == every.results[row, :1]).all()
    assert len(np.unique(asked.moments)) > 8  # drawn from the whole game


def test_its_calibration_is_measured(policy):
    game, agent = magnate.load("connect_four"), PolicyAgent.of("connect_four", policy)
    calls = []
    whole, parts = calibrated(agent, game, ["random"], 300, 4, seed=1, on_progress=lambda *done: calls.append(done))
    assert calls == [(0, 300), (200, 300), (300, 300)]
    assert whole.games > 200  # a quarter of the games is random play alone
    assert sum(part.found.positions for part in parts) == whole.positions
    assert calibrated(agent, game, ["random"], 300, 4, seed=1, threads=2)[0] == whole
