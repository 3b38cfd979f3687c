"""Symmetric games: the counts of multisets against all profiles written out."""

from itertools import combinations_with_replacement

import numpy as np
import pytest

from magnate.errors import BadStrategicGame
from magnate.gametheory.profiles import deviation_payoffs, profile_of
from magnate.gametheory.symmetric import SymmetricGame

NAMES = ["a", "b", "c", "d", "e"]


def random_game(seed, size, players):
    draw = np.random.default_rng(seed)
    payoffs = {}
    for row in combinations_with_replacement(range(size), players):
        worth = {k: float(draw.normal()) for k in sorted(set(row))}
        payoffs[row] = [worth[k] for k in row]
    return SymmetricGame.of(NAMES[:size], payoffs)


@pytest.mark.parametrize(("size", "players"), [(1, 3), (2, 2), (5, 2), (3, 3), (3, 4), (2, 6)])
def test_expectations_are_those_of_all_profiles(size, players):
    game = random_game(size * 10 + players, size, players)
    whole = game.strategic()
    assert whole.sizes == (size,) * players
    for seed in range(5):
        mixture = np.random.default_rng(seed).dirichlet(np.ones(size))
        for player in range(players):
            expected = deviation_payoffs(whole, [mixture] * players, player)
            assert game.deviation_payoffs(mixture) == pytest.approx(expected)
        assert game.regret(mixture) == pytest.approx(profile_of(whole, [mixture] * players).regret, abs=1e-12)


def test_a_pure_mixture_is_a_table_of_equals():
    game = random_game(1, 3, 4)
    worth = game.deviation_payoffs(np.array([0.0, 1.0, 0.0]))
    rows = game.multisets.tolist()
    assert worth[1] == pytest.approx(game.payoffs[rows.index([1, 1, 1, 1])][0])
    assert worth[0] == pytest.approx(game.payoffs[rows.index([0, 1, 1, 1])][0])
    assert worth[2] == pytest.approx(game.payoffs[rows.index([1, 1, 1, 2])][3])


@pytest.mark.parametrize(("size", "players"), [(2, 2), (4, 2), (3, 3), (3, 4)])
def test_own_payoffs_have_a_column_for_each_choice_of_the_others(size, players):
    game = random_game(9, size, players)
    whole = game.strategic().payoffs[0].reshape(size, -1)
    own = game.own_payoffs()
    assert {tuple(column) for column in own.T.tolist()} == {tuple(column) for column in whole.T.tolist()}


@pytest.mark.parametrize(("size", "players"), [(1, 1), (3, 1), (2, 2), (4, 2), (3, 3), (3, 4)])
def test_what_a_change_brings_is_what_the_written_out_game_says(size, players):
    game = random_game(7, size, players)
    whole, rows = game.strategic().payoffs, game.multisets.tolist()
    best = game.best_payoffs()
    for seat, (after, gains, same) in enumerate(game.changes()):
        for number, row in enumerate(rows):
            for k in range(size):
                changed = (*row[:seat], k, *row[seat + 1 :])
                assert rows[after[k, number]] == sorted(changed)
                assert gains[k, number] == whole[(seat, *changed)] - whole[(seat, *row)]
                assert same[k, number] == (k == row[seat])
            assert best[number, seat] == whole[(seat, *row[:seat], slice(None), *row[seat + 1 :])].max()


def test_other_payoffs_of_the_same_multisets():
    game, other = random_game(3, 3, 3), random_game(4, 3, 3)
    mixture = np.array([0.2, 0.3, 0.5])
    game.regret(mixture)
    assert game.with_payoffs(other.payoffs).deviation_payoffs(mixture) == pytest.approx(
        other.deviation_payoffs(mixture)
    )


def test_fewer_strategies():
    game = random_game(2, 4, 3)
    small = game.restricted([3, 1])
    assert small.strategies == ("b", "d")
    assert np.array_equal(small.strategic().payoffs, game.strategic().restricted([[1, 3]] * 3).payoffs)


def test_what_is_missing_is_named():
    with pytest.raises(BadStrategicGame, match=r"1 of the ways to choose have no payoffs: b \+ b"):
        SymmetricGame.of(["a", "b"], {(0, 0): (1, 1), (0, 1): (2, 0)})


def test_what_does_not_fit_is_refused():
    with pytest.raises(BadStrategicGame, match="do not fit"):
        SymmetricGame(("a",), np.zeros((1, 2), int), np.zeros((1, 3)))
    with pytest.raises(BadStrategicGame, match="same name"):
        SymmetricGame(("a", "a"), np.zeros((1, 2), int), np.zeros((1, 2)))
    with pytest.raises(BadStrategicGame, match="finite"):
        SymmetricGame(("a",), np.zeros((1, 2), int), np.full((1, 2), np.inf))
    rows = np.array(list(combinations_with_replacement(range(5), 9)))
    game = SymmetricGame(tuple(NAMES), rows, np.zeros(rows.shape))
    with pytest.raises(BadStrategicGame, match="17,578,125 payoffs"):
        game.strategic()
