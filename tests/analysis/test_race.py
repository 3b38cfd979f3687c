"""Intervals from games, and who is stopped and goes on."""

from __future__ import annotations

import math

import numpy as np
import pytest

from magnate.analysis.race import BLOCK, Race, estimate, student


def test_students_points():
    for freedom, point in ((4, 2.776), (9, 2.262), (35, 2.030), (1000, 1.962)):
        assert student(freedom) == pytest.approx(point, abs=2e-2 if freedom == 4 else 1e-3)


def test_intervals_come_from_means_of_blocks_once_there_are_enough():
    draws = np.random.default_rng(1)
    within = np.tile(np.linspace(0, 1, BLOCK), 40) + np.repeat(draws.normal(0, 0.01, 40), BLOCK)
    found = estimate(within[:, None])
    means = within.reshape(40, BLOCK).mean(axis=1)
    assert found.margins[0] == pytest.approx(student(39) * means.std(ddof=1) / math.sqrt(40))
    few = estimate(within[: 9 * BLOCK, None])
    assert few.margins[0] == pytest.approx(student(323) * within[: 9 * BLOCK].std(ddof=1) / math.sqrt(324))


@pytest.mark.parametrize("n", [1, 2, 36, 324, 3600])
def test_all_games_alike_leave_three_of_n(n):
    for value in (0.0, 1.0):
        found = estimate(np.full((n, 1), value))
        assert found.means == (value,)
        assert found.margins[0] == (math.inf if n == 1 else 3 / n)


def test_no_games_tell_nothing():
    assert estimate(np.zeros((0, 2))).margins == (math.inf, math.inf)


@pytest.mark.parametrize("wins", [1, 2, 5, 9])
def test_rare_wins_have_an_interval_that_reaches_what_may_well_be(wins):
    results = np.zeros((324, 1))
    results[:wins] = 1
    assert estimate(results).margins[0] > 1.95 * math.sqrt((wins + 2) / 328 * (1 - (wins + 2) / 328) / 324)


@pytest.mark.parametrize("chance", [0.01, 0.1, 0.5])
def test_intervals_hold_the_truth_95_times_of_100(chance):
    draws = np.random.default_rng(5)
    hits = 0
    for _ in range(1000):
        found = estimate((draws.random((720, 1)) < chance).astype(float))
        hits += abs(found.means[0] - chance) <= found.margins[0]
    assert 930 <= hits <= 985


def coins(draws, n, *chances):
    """Results of candidates with these chances of the first of two seats, with the same luck."""
    luck = draws.random(n)
    return [np.stack([(luck < one) * 1.0, (luck >= one) * 1.0], axis=1) for one in chances]


def test_who_is_clearly_behind_is_stopped_but_not_before_324_games():
    draws = np.random.default_rng(2)
    race = Race(3, 0, 2)
    for number, found in enumerate(coins(draws, 300, 0.6, 0.59, 0.2)):
        race.add(number, found)
    race.judge()
    assert race.running == [0, 1, 2]
    for number, found in enumerate(coins(draws, 60, 0.6, 0.59, 0.2)):
        race.add(number, found)
    race.judge()
    assert race.stopped == {2}
    assert race.ranked()[-1] == 2
    assert race.difference(race.ranked()[0], 2).means[0] > 0.3


def test_a_candidate_goes_on_when_the_best_comes_down_to_it():
    draws = np.random.default_rng(3)
    race = Race(2, 0, 2)
    best, other = coins(draws, 360, 0.62)[0], coins(draws, 360, 0.45)[0]
    race.add(0, best)
    race.add(1, other)
    race.judge()
    assert race.stopped == {1}
    race.add(0, coins(draws, 3600, 0.42)[0])  # it was lucky before
    race.judge()
    assert 1 in race.running
    assert race.least == race.games(1) == 360


def test_what_the_others_lack_is_no_reason_to_stop_them_where_all_games_agree():
    race = Race(2, 0, 2)
    for number in range(2):
        race.add(number, np.tile([1.0, 0.0], (360, 1)))
    race.judge()
    assert race.stopped == set()
    assert race.difference(0, 1).margins == (3 / 360, 3 / 360)
    assert race.widest(compared=True) == 3 / 360


def test_the_seat_that_asks_decides_who_is_best():
    draws = np.random.default_rng(4)
    for seat, best in ((0, 0), (1, 1)):
        race = Race(2, seat, 2)
        for number, found in enumerate(coins(draws, 360, 0.7, 0.3)):
            race.add(number, found)
        race.judge()
        assert race.ranked()[0] == best
