"""What game theory says of a tournament's agents, on games whose answers are known."""

import json
from itertools import combinations_with_replacement

import numpy as np
import pytest

from magnate.arena.empirical_game import EmpiricalGame, meta_of
from magnate.gametheory.symmetric import SymmetricGame
from tests.gametheory.test_symmetric_equilibria import of_two


def empirical(game, noise=0.0, deals=40, seed=1):
    """An empirical game with these means; on a deal one of a table has more by chance, and the others less."""
    first = np.ones(game.multisets.shape, bool)
    first[:, 1:] = game.multisets[:, 1:] != game.multisets[:, :-1]
    views = (np.cumsum(first.ravel()) - 1).reshape(first.shape)
    luck = np.random.default_rng(seed).normal(scale=noise, size=(deals, *views.shape))
    luck -= luck.mean(axis=2, keepdims=True)
    luck -= luck.mean(axis=0)
    values = game.payoffs + luck
    sums = np.stack([np.bincount(views.ravel(), one.ravel()) for one in values])
    counts = np.tile(np.bincount(views.ravel()), (deals, 1))
    return EmpiricalGame(game, "win", sums, counts, views)


def circle():
    """Rock, paper, scissors, a copy of rock, and somebody whom all beat."""
    base = np.array([[0.5, 0.3, 0.7], [0.7, 0.5, 0.3], [0.3, 0.7, 0.5]])
    whole = np.full((5, 5), 0.5)
    kind = [0, 1, 2, 0]
    whole[:4, :4] = base[np.ix_(kind, kind)]
    whole[:4, 4], whole[4, :4] = 0.9, 0.1
    game = of_two(whole.tolist())
    return SymmetricGame(("rock", "paper", "scissors", "stone", "beginner"), game.multisets, game.payoffs)


def test_a_circle_with_a_copy_and_a_beginner():
    found = meta_of(empirical(circle()), resamples=50)
    weights = [one.mean for one in found.weights]
    assert weights == pytest.approx([1 / 6, 1 / 3, 1 / 3, 1 / 6, 0.0], abs=1e-6)
    assert [one.mean for one in found.average] == pytest.approx(weights, abs=1e-6)
    assert found.ratings == pytest.approx([0, 0, 0, 0, -0.8], abs=1e-6)
    assert [(one.agent, one.round) for one in found.gone] == [(4, 1)]
    assert found.pure == ()
    assert found.equilibrium.regret <= 1e-7
    assert found.alpha[4] < 0.01
    assert found.settled == 1.0


def test_intervals_hold_the_truth_and_narrow_with_more_deals():
    few = meta_of(empirical(circle(), noise=0.1, deals=20), resamples=100)
    many = meta_of(empirical(circle(), noise=0.1, deals=2000), resamples=100)
    for one, other, truth in zip(few.weights, many.weights, [1 / 6, 1 / 3, 1 / 3, 1 / 6, 0.0], strict=True):
        assert one.low - 1e-9 <= one.mean <= one.high + 1e-9
        assert 0.0 <= one.low <= one.high <= 1.0
        if truth == 1 / 3:
            assert other.low < truth < other.high
            assert other.high - other.low < one.high - one.low
            assert other.support == 1.0


def test_the_same_seed_gives_the_same_intervals():
    texts = {str(meta_of(empirical(circle(), noise=0.1), resamples=40, seed=3).as_dict()) for _ in range(2)}
    assert len(texts) == 1
    assert str(meta_of(empirical(circle(), noise=0.1), resamples=40, seed=4).as_dict()) not in texts


def test_a_table_of_three():
    """Whoever is alone wins all: each of two agents is played half of the time, and two of one kind lose."""
    alone = {(0, 0, 0): [1 / 3] * 3, (0, 0, 1): [0, 0, 1.0], (0, 1, 1): [1.0, 0, 0], (1, 1, 1): [1 / 3] * 3}
    found = meta_of(empirical(SymmetricGame.of(["even", "odd"], alone)), resamples=10)
    assert [one.mean for one in found.weights] == pytest.approx([0.5, 0.5])
    assert found.equilibrium.payoff == pytest.approx(1 / 3)
    assert found.pure == ((0, 0, 1), (0, 1, 1))
    assert found.alpha == pytest.approx([0.5, 0.5])
    assert found.gone == ()


def test_alpha_rank_takes_the_best_where_all_are_too_many():
    """Twelve agents at a table of four have 20,736 profiles; the eleven best have 14,641."""
    payoffs = {
        row: [float(k) / sum(row) if sum(row) else 0.25 for k in row]
        for row in combinations_with_replacement(range(12), 4)
    }
    game = SymmetricGame.of([f"a{k}" for k in range(12)], payoffs)
    found = meta_of(empirical(game, deals=3), resamples=0)
    assert found.ranked == tuple(range(1, 12))
    assert found.alpha.argmax() == 10
    assert [one.agent for one in found.gone][-1] == 10
    assert found.pure == ((11, 11, 11, 11),)
    assert [one.mean for one in found.weights] == pytest.approx([*[0.0] * 11, 1.0])


def test_what_of_the_pure_choices_is_certain():
    """Counted here game by game: a beats b by little, and both beat c by much."""
    game = of_two([[0.5, 0.52, 0.95], [0.48, 0.5, 0.8], [0.05, 0.2, 0.5]])
    few = empirical(game, noise=0.1, deals=30)
    found = meta_of(few, resamples=200, seed=5)
    assert [(one.agent, one.round, one.by) for one in found.gone] == [(1, 1, {0: 1.0}), (2, 1, {0: 1.0})]
    times = {(0, 0): 0, (1, 1): 0}
    better = np.zeros(2)
    for drawn in few.resampled(200, seed=5):
        first = drawn.strategic().payoffs[0]
        for k in (0, 1):
            times[k, k] += first[k, k] == first[:, k].max()
        better += (first[0] > first[1:]).all(axis=1)
    assert found.pure == ((0, 0),)
    assert found.stable_of((0, 0)) == times[0, 0] / 200
    assert found.stable_of((1, 1)) == times[1, 1] / 200
    assert [one.again for one in found.gone] == (better / 200).tolist()
    assert 0.5 < found.gone[0].again < 1.0 == found.gone[1].again
    said = found.as_dict()
    assert said["profiles"][0]["equilibrium_in_resamples"] == times[0, 0] / 200
    assert said["dominated"][0]["in_resamples"] == better[0] / 200
    assert said["advantages"][0] == pytest.approx([0.0, 0.04, 0.9])


def test_without_resamples_json_is_json_still():
    said = meta_of(empirical(circle()), resamples=0).as_dict()
    assert json.loads(json.dumps(said, allow_nan=False)) == said
    assert said["equilibrium"]["agents"][0]["low"] is None
    assert said["dominated"][0]["in_resamples"] is None


def test_json_has_names():
    said = meta_of(empirical(circle()), resamples=5).as_dict()
    assert said["dominated"][0]["agent"] == "beginner"
    assert said["equilibrium"]["agents"][0]["agent"] == "rock"
    assert len(said["profiles"]) == 15
    assert {line["agent"] for line in said["alpha_rank"]} == set(said["agents"])
