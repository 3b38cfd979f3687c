"""α-rank against OpenSpiel's, and against what the paper says of small games."""

import importlib
import math
import sys
from types import ModuleType

import numpy as np
import pytest

from magnate.errors import BadOption, BadStrategicGame
from magnate.gametheory import StrategicGame
from magnate.gametheory.ranking import alpha_rank, alpha_rank_of_one_population, alpha_rank_of_symmetric_game

from .test_symmetric import random_game

ALPHAS = (0.01, 0.1, 0.3, 1.0)
"""With larger ones OpenSpiel's formula overflows."""


def random_payoffs(seed, *shape):
    return np.random.default_rng(seed).normal(size=shape)


@pytest.fixture(scope="module", autouse=True)
def _no_pictures():
    """OpenSpiel's α-rank wants matplotlib, for pictures that nobody asks for here."""
    pictures = "open_spiel.python.egt.alpharank_visualizer"
    sys.modules.setdefault(pictures, ModuleType(pictures))


def theirs(tables, alpha):
    """OpenSpiel's stationary distribution."""
    alpharank = importlib.import_module("open_spiel.python.egt.alpharank")
    limits = {"use_inf_alpha": True, "inf_alpha_eps": 0.01} if math.isinf(alpha) else {"alpha": alpha}
    return alpharank.compute(tables, m=50, **limits)[2]


@pytest.mark.parametrize("alpha", [*ALPHAS, math.inf])
@pytest.mark.parametrize("size", [2, 3, 5, 12])
def test_one_population(size, alpha):
    payoffs = random_payoffs(size, size, size)
    found = alpha_rank_of_one_population(payoffs, alpha=alpha)
    assert found.shares == pytest.approx(theirs([payoffs], alpha), abs=1e-9)
    assert found.shares.sum() == pytest.approx(1.0)


@pytest.mark.parametrize("alpha", [*ALPHAS, math.inf])
@pytest.mark.parametrize("sizes", [(2, 2), (3, 4), (2, 3, 4), (2, 2, 2, 2)])
def test_a_population_a_player(sizes, alpha):
    payoffs = random_payoffs(len(sizes), len(sizes), *sizes)
    found = alpha_rank(StrategicGame(payoffs), alpha=alpha)
    assert found.shares == pytest.approx(theirs(list(payoffs), alpha), abs=1e-9)
    assert len(found.states) == math.prod(sizes)


@pytest.mark.parametrize("sizes", [(16, 20), (7, 7, 7), pytest.param((44, 45), marks=pytest.mark.long)])
def test_many_states(sizes):
    payoffs = random_payoffs(5, len(sizes), *sizes)
    found = alpha_rank(StrategicGame(payoffs))
    assert found.shares == pytest.approx(theirs(list(payoffs), math.inf), abs=1e-9)


def test_iteration_finds_what_elimination_finds(monkeypatch):
    game = StrategicGame(random_payoffs(6, 3, 6, 6, 6))
    exact = alpha_rank(game)
    monkeypatch.setattr(sys.modules[alpha_rank.__module__], "DENSE", 10)
    assert alpha_rank(game).shares == pytest.approx(exact.shares, abs=1e-8)


@pytest.mark.parametrize("alpha", [0.3, math.inf])
@pytest.mark.parametrize(("size", "players"), [(1, 3), (2, 2), (5, 2), (4, 3), (3, 4), (2, 6)])
def test_in_a_symmetric_game_multisets_are_enough(size, players, alpha):
    game = random_game(size * 10 + players, size, players)
    whole = alpha_rank(game.strategic(), alpha=alpha)
    found = alpha_rank_of_symmetric_game(game, alpha=alpha)
    for player in range(players):
        assert found == pytest.approx(whole.of_strategies(player, size), abs=1e-9)


def test_payoffs_far_apart_overflow_nothing():
    """Steps of probability exp(-5000) and below: whoever is better is simply there."""
    found = alpha_rank_of_one_population(np.array([[0.0, 100.0], [-100.0, 0.0]]), alpha=5.0)
    assert found.shares == pytest.approx([1.0, 0.0])


def test_the_dilemma_is_confessed():
    dilemma = StrategicGame.bimatrix([[-1, -5], [0, -3]], [[-1, 0], [-5, -3]])
    (cell, share), *_ = alpha_rank(dilemma, noise=1e-6).ranking()
    assert cell == (1, 1)
    assert share > 0.99


def test_equal_strategies_share_the_time():
    found = alpha_rank(StrategicGame(np.zeros((2, 3, 3))))
    assert found.shares == pytest.approx(np.full(9, 1 / 9))
    assert found.of_strategies(0, 3) == pytest.approx(np.full(3, 1 / 3))


def test_what_cannot_be_is_refused():
    with pytest.raises(BadStrategicGame, match=r"20,736 pure profiles.*leave out strategies"):
        alpha_rank(StrategicGame(np.zeros((4, 12, 12, 12, 12))))
    for wrong in ({"alpha": 0.0}, {"population": 1}, {"noise": 0.5}):
        with pytest.raises(BadOption, match="α-rank cannot have"):
            alpha_rank_of_one_population(np.zeros((2, 2)), **wrong)
