"""Nash averaging: an equilibrium, the most even one, and copies of an agent change nothing."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from magnate.errors import BadStrategicGame
from magnate.gametheory.ranking import nash_average

CIRCLE = np.array([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]])


def antisymmetric(seed, size):
    found = np.random.default_rng(seed).normal(size=(size, size))
    return found - found.T


def copied(game, agents):
    """The game in which the agent in place k is ``agents[k]``."""
    return game[np.ix_(agents, agents)]


def entropy(weights):
    used = weights[weights > 0]
    return -(used * np.log(used)).sum()


@pytest.mark.parametrize("seed", range(30))
def test_it_is_an_equilibrium(seed):
    game = antisymmetric(seed, 2 + seed % 12)
    found = nash_average(game)
    assert found.weights.sum() == pytest.approx(1.0)
    assert (found.weights >= 0).all()
    assert found.ratings.max() <= 1e-7
    assert found.ratings[found.weights > 1e-6] == pytest.approx(0.0, abs=1e-7)


@pytest.mark.parametrize("seed", range(30))
def test_copies_change_nothing(seed):
    """Games with one equilibrium (as all with independent payoffs): the copies share what the one had, evenly."""
    game = antisymmetric(seed, 3 + seed % 7)
    size = len(game)
    alone = nash_average(game)
    agents = [*range(size), *np.random.default_rng(seed).integers(0, size, 1 + seed % 4).tolist()]
    found = nash_average(copied(game, agents))
    for agent in range(size):
        weights = found.weights[np.array(agents) == agent]
        assert weights.sum() == pytest.approx(alone.weights[agent], abs=1e-6)
        assert weights == pytest.approx(np.full(len(weights), weights.mean()), abs=1e-5)
    assert found.ratings == pytest.approx(alone.ratings[agents], abs=1e-6)


def test_rock_paper_scissors_and_a_copy():
    """The three types have a third each; an average over opponents would prefer what beats the copied one."""
    game = copied(CIRCLE, [0, 1, 2, 2])
    assert game.mean(axis=1).tolist() == [0.25, -0.25, 0.0, 0.0]
    found = nash_average(game)
    assert found.weights == pytest.approx([1 / 3, 1 / 3, 1 / 6, 1 / 6], abs=1e-6)
    assert found.ratings == pytest.approx(np.zeros(4), abs=1e-7)


def test_where_all_are_even_all_have_the_same():
    assert nash_average(np.zeros((7, 7))).weights == pytest.approx(np.full(7, 1 / 7), abs=1e-7)


def test_the_best_of_all_has_everything():
    game = np.array([[0.0, 1.0, 2.0], [-1.0, 0.0, 3.0], [-2.0, -3.0, 0.0]])
    found = nash_average(game)
    assert found.weights.tolist() == [1.0, 0.0, 0.0]
    assert found.ratings.tolist() == [0.0, -1.0, -2.0]


@pytest.mark.parametrize("seed", range(20))
def test_no_equilibrium_is_more_even(seed):
    """Against equilibria in all directions, in games with many of them (payoffs -1, 0 and 1)."""
    draw = np.random.default_rng(seed)
    upper = np.triu(draw.integers(-1, 2, (6, 6)), 1).astype(float)
    game = upper - upper.T
    best = nash_average(game)
    assert best.ratings.max() <= 1e-7
    for _ in range(20):
        other = linprog(draw.normal(size=6), A_ub=game, b_ub=np.zeros(6), A_eq=np.ones((1, 6)), b_eq=[1.0]).x
        for part in (0.01, 0.1, 1.0):
            mixed = (1 - part) * best.weights + part * np.maximum(other, 0.0)
            assert entropy(mixed) <= entropy(best.weights) + 1e-6


@settings(deadline=None, derandomize=True, max_examples=50)
@given(seed=st.integers(0, 10**6), size=st.integers(2, 8), factor=st.floats(0.01, 100.0))
def test_names_and_units_do_not_matter(seed, size, factor):
    game = antisymmetric(seed, size)
    order = np.random.default_rng(seed).permutation(size)
    found, other = nash_average(game), nash_average(factor * copied(game, order))
    assert other.weights == pytest.approx(found.weights[order], abs=1e-6)
    assert other.ratings == pytest.approx(factor * found.ratings[order], abs=1e-5 * factor)


def test_what_is_no_table_of_advantages_is_refused():
    with pytest.raises(BadStrategicGame, match="not antisymmetric"):
        nash_average(np.ones((2, 2)))
    for wrong in (np.zeros((2, 3)), np.zeros((0, 0)), np.full((2, 2), np.nan)):
        with pytest.raises(BadStrategicGame, match="square table"):
            nash_average(wrong)
