"""What the newest network wins against its own past, by seats and shares made by hand."""

import numpy as np
import pytest

from magnate.learn import population
from magnate.learn.population import PastVersions

SEATS = [
    [-1, -2, 0, 0],  # the newest, an earlier one, and agents by rules
    [-3, -1, -1, 1],
    [-2, -1, -4, 0],
    [-1, -1, 0, 1],  # no earlier network: not counted
    [-2, -3, 0, 1],  # not the newest
    [-1, -5, 0, 0],  # the last one never learns
]
"""Who sat where, with four networks that have learned and one that never does."""
WINS = [
    [1.0, 0.0, 0.0, 0.0],
    [0.25, 0.0, 0.5, 0.25],
    [0.25, 0.5, 0.25, 0.0],
    [1.0, 0.0, 0.0, 0.0],
    [0.0, 0.0, 1.0, 0.0],
    [0.0, 1.0, 0.0, 0.0],
]


@pytest.fixture
def few(monkeypatch):
    """Three games at a table of four are enough."""
    monkeypatch.setattr(population, "ENOUGH", 3 / 4)


def test_mean_shares_of_seats_are_compared(few):
    """The newest wins 1 + 0.5 + 0.5 in four seats, earlier ones 0 + 0.25 + 0.5 in four."""
    found = PastVersions().noted(np.array(SEATS), np.array(WINS), learned=4)
    assert found == {"against_past": pytest.approx(0.5 / (0.5 + 0.1875))}


def test_as_strong_is_a_half_however_many_seats_each_has(few):
    seats = np.array([[-1, -2, -2, -3]] * 4)
    assert PastVersions().noted(seats, np.eye(4), learned=3) == {"against_past": pytest.approx(0.5)}


def test_nothing_is_noted_before_enough_games_are_together_and_then_it_begins_anew(few):
    counted = PastVersions()
    seats, wins = np.array(SEATS[:2]), np.array(WINS[:2])
    assert counted.noted(seats, wins, learned=4) == {}
    went_on = PastVersions(counted.counts.copy())
    assert counted.noted(seats, wins, learned=4) == {"against_past": pytest.approx(0.5 / (0.5 + 0.125))}
    assert went_on.noted(seats, wins, learned=4) == {"against_past": pytest.approx(0.5 / (0.5 + 0.125))}
    assert (counted.counts == 0).all()


def test_where_there_is_no_past_nothing_is_counted(few):
    """Before the first network one that never learns has the place -1, and with one network nobody is its past."""
    counted = PastVersions()
    for seats, learned in (([[-1, -2]], 0), ([[-1, -1]], 1), ([[-1, -2]], 1)):
        assert counted.noted(np.array(seats * 9), np.array([[0.0, 1.0]] * 9), learned) == {}
    assert (counted.counts == 0).all()


def test_where_both_win_nothing_there_is_nothing_to_compare(few):
    assert PastVersions().noted(np.array([[-1, -2, 0, 0]] * 9), np.array([[0.0, 0.0, 1.0, 0.0]] * 9), learned=2) == {}


@pytest.mark.parametrize("players", [2, 4])
def test_luck_alone_gives_no_alarm(players):
    """The games that are enough have a standard error of 0.025, so 0.43 is nearly three of them away."""
    draws = np.random.default_rng(players)
    games = population.ENOUGH * players
    seats = np.tile([-1, -2, 0, 0][:players], (games, 1))
    found = [
        PastVersions().noted(seats, np.eye(players)[draws.integers(players, size=games)], learned=2)["against_past"]
        for _ in range(2000)
    ]
    assert np.mean(found) == pytest.approx(0.5, abs=0.002)
    assert np.std(found) == pytest.approx(0.025, abs=0.0015)
    assert np.mean(np.array(found) < 0.43) < 0.01
