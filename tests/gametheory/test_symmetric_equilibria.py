"""Equilibria of symmetric games: known ones, and each checked against all profiles written out."""

from itertools import product

import numpy as np
import pytest

from magnate.gametheory.profiles import profile_of
from magnate.gametheory.symmetric import SymmetricGame, pure_multisets, symmetric_equilibria

from .test_symmetric import random_game


def of_two(matrix, names="abcdefgh"):
    """A symmetric game of two: ``matrix[i][j]`` is what i gets against j."""
    size = len(matrix)
    rows = [(i, j) for i in range(size) for j in range(i, size)]
    return SymmetricGame.of(list(names[:size]), {(i, j): (matrix[i][j], matrix[j][i]) for i, j in rows})


def test_hawk_and_dove():
    """V = 2, C = 6: a third of hawks (Maynard Smith and Price 1973); one of each is the pure equilibrium."""
    game = of_two([[-2.0, 2.0], [0.0, 1.0]])
    mixed = symmetric_equilibria(game)[0]
    assert mixed.weights == pytest.approx([1 / 3, 2 / 3])
    assert mixed.payoff == pytest.approx(2 / 3)
    assert pure_multisets(game) == [(0, 1)]


def test_a_circle_is_played_evenly():
    found = symmetric_equilibria(of_two([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]))
    assert found[0].weights == pytest.approx(np.full(3, 1 / 3))
    assert pure_multisets(of_two([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])) == []


def test_an_agreement_has_three_equilibria():
    game = of_two([[2.0, 0.0], [0.0, 1.0]])
    weights = sorted(one.weights[0] for one in symmetric_equilibria(game))
    assert weights[0] == pytest.approx(0.0, abs=1e-9)
    assert weights[-1] == pytest.approx(1.0)
    assert pure_multisets(game) == [(0, 0), (1, 1)]


def test_volunteers_of_four():
    """Diekmann 1985: one of n must pay c for all to have b; each volunteers with 1 - (c / b)^(1 / (n - 1))."""
    cost, benefit = 1.0, 4.0
    payoffs = {}
    for idle in range(5):
        row = (0,) * (4 - idle) + (1,) * idle
        payoffs[row] = [benefit - cost] * (4 - idle) + [benefit if idle < 4 else 0.0] * idle
    game = SymmetricGame.of(["volunteer", "wait"], payoffs)
    found = [one for one in symmetric_equilibria(game) if 0.01 < one.weights[0] < 0.99]
    assert found[0].weights[0] == pytest.approx(1 - (cost / benefit) ** (1 / 3))
    assert pure_multisets(game) == [(0, 1, 1, 1)]


@pytest.mark.parametrize(("size", "players"), [(2, 2), (4, 2), (3, 3), (4, 3), (3, 4)])
def test_they_are_equilibria_of_all_profiles(size, players):
    found = 0
    for seed in range(6):
        game = random_game(100 + seed, size, players)
        whole = game.strategic()
        for one in symmetric_equilibria(game):
            profile = profile_of(whole, [one.weights] * players)
            assert profile.regret <= 1e-8
            assert profile.payoffs == pytest.approx([one.payoff] * players)
            found += 1
        stable = {
            tuple(sorted(cell))
            for cell in product(range(size), repeat=players)
            if profile_of(whole, [np.eye(size)[k] for k in cell]).regret <= 1e-12
        }
        assert sorted(stable) == pure_multisets(game)
    assert found >= 5
