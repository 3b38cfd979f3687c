import numpy as np
import pytest
from hypothesis import given, settings

from magnate.errors import BadOption, BadStrategicGame
from magnate.gametheory import (
    StrategicGame,
    correlated_equilibrium,
    distribution_of,
    extreme_equilibria,
    find_equilibria,
    product_distribution,
    solve_zero_sum,
)

from .drawn_games import bimatrix_games, games_of_three, zero_sum_games
from .games import BATTLE, CHICKEN, DILEMMA, ROCK_PAPER_SCISSORS

KINDS = ["correlated", "coarse"]


def test_aumanns_game_of_chicken():
    best = correlated_equilibrium(CHICKEN)
    assert best.welfare == pytest.approx(10.5)
    assert best.probabilities == pytest.approx(np.array([[0, 0.25], [0.25, 0.5]]))
    assert best.payoffs == pytest.approx((5.25, 5.25))
    nash = [profile.payoffs for profile in extreme_equilibria(CHICKEN).equilibria]
    assert max(sum(payoffs) for payoffs in nash) < best.welfare


def test_a_coin_decides_the_battle_of_the_sexes():
    fair = correlated_equilibrium(BATTLE, "fair")
    assert fair.payoffs == pytest.approx((1.5, 1.5))
    assert fair.probabilities == pytest.approx(np.array([[0.5, 0], [0, 0.5]]))
    assert correlated_equilibrium(BATTLE, "player 1").payoffs == pytest.approx((2, 1))
    assert correlated_equilibrium(BATTLE, "player 2").payoffs == pytest.approx((1, 2))
    assert correlated_equilibrium(BATTLE, [1, 0]).payoffs == pytest.approx((2, 1))
    assert correlated_equilibrium(BATTLE, [-1, -1]).welfare == pytest.approx(4 / 3)


@pytest.mark.parametrize("kind", KINDS)
def test_the_dilemma_has_one_only(kind):
    for objective in ("welfare", "fair", "player 1", [-1, -1]):
        found = correlated_equilibrium(DILEMMA, objective, kind=kind)
        assert found.support == ((1, 1),)
        assert found.payoffs == pytest.approx((-3, -3))


def test_coarse_equilibria_may_be_better():
    # Moulin and Vial: rock, paper, scissors in which the same choice of both costs them dearly.
    payoffs = np.array([[-3, 0, 1], [1, -3, 0], [0, 1, -3]])
    game = StrategicGame.bimatrix(payoffs, payoffs.T)
    coarse = correlated_equilibrium(game, kind="coarse")
    assert coarse.welfare >= correlated_equilibrium(game).welfare - 1e-9
    assert coarse.regret < 1e-9
    follow = np.full((3, 3), 1 / 6) * (1 - np.eye(3))
    assert distribution_of(ROCK_PAPER_SCISSORS, follow, "coarse").regret == pytest.approx(0)
    assert distribution_of(ROCK_PAPER_SCISSORS, follow, "correlated").regret == pytest.approx(0.5)


def test_the_regret_of_what_is_no_equilibrium():
    both_deny = distribution_of(DILEMMA, np.array([[1.0, 0], [0, 0]]))
    assert both_deny.regret == 1
    assert both_deny.payoffs == (-1, -1)
    with pytest.raises(BadStrategicGame, match="do not fit"):
        distribution_of(DILEMMA, np.ones(4) / 4)
    with pytest.raises(BadStrategicGame, match="no probabilities"):
        distribution_of(DILEMMA, np.ones((2, 2)))


def test_what_cannot_be_asked():
    with pytest.raises(BadOption, match='no player "welfair".*welfare'):
        correlated_equilibrium(BATTLE, "welfair")
    with pytest.raises(BadOption, match="give 2 finite numbers"):
        correlated_equilibrium(BATTLE, [1, 2, 3])
    with pytest.raises(BadOption, match="no kind"):
        correlated_equilibrium(BATTLE, kind="course")


def test_json():
    data = correlated_equilibrium(CHICKEN).as_dict(CHICKEN)
    assert [one["profile"] for one in data["profiles"]] == [["dare", "chicken"], ["chicken", "dare"], ["chicken"] * 2]


@settings(max_examples=50)
@given(bimatrix_games())
def test_nash_equilibria_are_among_them_and_no_better_than_the_best(game):
    best = {kind: correlated_equilibrium(game, kind=kind) for kind in KINDS}
    fair = {kind: correlated_equilibrium(game, "fair", kind=kind) for kind in KINDS}
    for one in (*best.values(), *fair.values()):
        assert one.regret < 1e-7
    for profile in extreme_equilibria(game).equilibria:
        product = product_distribution(profile.rounded.mixtures)
        for kind in KINDS:
            assert distribution_of(game, product, kind).regret < 1e-9
            assert best[kind].welfare >= float(sum(profile.payoffs)) - 1e-7
            assert min(fair[kind].payoffs) >= float(min(profile.payoffs)) - 1e-7
    assert best["coarse"].welfare >= best["correlated"].welfare - 1e-7
    assert distribution_of(game, best["correlated"].probabilities, "coarse").regret < 1e-7


@settings(max_examples=20)
@given(games_of_three())
def test_the_same_with_three_players(game):
    best = {kind: correlated_equilibrium(game, kind=kind) for kind in KINDS}
    for profile in find_equilibria(game, starts=6).equilibria:
        product = product_distribution(profile.mixtures)
        for kind in KINDS:
            assert distribution_of(game, product, kind).regret < 1e-7
            assert best[kind].welfare >= sum(profile.payoffs) - 1e-7


@settings(max_examples=30)
@given(zero_sum_games(most=4))
def test_in_zero_sum_games_all_are_worth_the_value(game):
    value = solve_zero_sum(game).value
    for kind in KINDS:
        for objective in ("player 1", "player 2"):
            assert correlated_equilibrium(game, objective, kind=kind).payoffs[0] == pytest.approx(value, abs=1e-6)
