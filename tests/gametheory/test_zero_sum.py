import numpy as np
import pytest
from hypothesis import given

from magnate.errors import BadStrategicGame
from magnate.gametheory import StrategicGame, extreme_equilibria, maximin, solve_zero_sum

from .drawn_games import games_of_three, zero_sum_games
from .games import BATTLE, NOTATION, PENNIES, ROCK_PAPER_SCISSORS, SADDLE


def test_the_slides_games():
    assert solve_zero_sum(SADDLE).value == pytest.approx(-1)
    assert [list(mixture) for mixture in solve_zero_sum(SADDLE).profile.mixtures] == [[1, 0], [0, 1]]
    found = solve_zero_sum(NOTATION)
    assert found.values == pytest.approx((4 / 7, -4 / 7))
    assert found.profile.mixtures[0] == pytest.approx([2 / 7, 5 / 7, 0])
    assert found.profile.mixtures[1] == pytest.approx([5 / 7, 2 / 7])
    assert found.profile.regret == pytest.approx(0, abs=1e-12)
    example_3 = StrategicGame.zero_sum([[1, 1, 1, 2], [2, 1, 1, 2], [2, 2, 1, 1], [2, 2, 2, 3]])
    assert solve_zero_sum(example_3).value == pytest.approx(2)
    assert list(solve_zero_sum(example_3).profile.mixtures[0]) == [0, 0, 0, 1]


@pytest.mark.parametrize(("game", "size"), [(PENNIES, 2), (ROCK_PAPER_SCISSORS, 3)])
def test_even_games(game, size):
    found = solve_zero_sum(game)
    assert found.value == pytest.approx(0, abs=1e-12)
    for mixture in found.profile.mixtures:
        assert mixture == pytest.approx([1 / size] * size)


def test_payoffs_that_add_up_to_a_constant():
    shares = StrategicGame.bimatrix([[0.75, 0.25], [0.25, 0.75]], [[0.25, 0.75], [0.75, 0.25]])
    assert solve_zero_sum(shares).values == pytest.approx((0.5, 0.5))
    assert solve_zero_sum(StrategicGame.bimatrix(1e9 * np.eye(2), 2e9 - 1e9 * np.eye(2))).value == pytest.approx(5e8)


def test_no_other_games():
    with pytest.raises(BadStrategicGame, match="no zero-sum game"):
        solve_zero_sum(BATTLE)
    with pytest.raises(BadStrategicGame, match="no zero-sum game"):
        solve_zero_sum(StrategicGame(np.zeros((3, 2, 2, 2))))
    with pytest.raises(BadStrategicGame, match="no player 2"):
        maximin(BATTLE, 2)


def test_security_levels_of_a_game_that_is_not_zero_sum():
    first = maximin(BATTLE, 0)
    assert first.level == pytest.approx(2 / 3)
    assert first.mixture == pytest.approx([1 / 3, 2 / 3])
    assert first.threat == pytest.approx([1 / 3, 2 / 3])
    assert maximin(BATTLE, 1).level == pytest.approx(2 / 3)


def test_two_who_follow_a_plan_hold_a_third_down_further():
    # The third wants to choose what the other two both choose; they may agree on which, by a coin.
    payoffs = np.zeros((3, 2, 2, 2))
    payoffs[2, 0, 0, 0] = payoffs[2, 1, 1, 1] = 1
    payoffs[2, 0, 1, :] = payoffs[2, 1, 0, :] = 1
    found = maximin(StrategicGame(payoffs), 2)
    assert found.level == pytest.approx(0.5)
    assert found.threat == pytest.approx(np.array([[0.5, 0], [0, 0.5]]))  # no two mixtures have this product


def test_a_game_of_one():
    found = maximin(StrategicGame([[3, 7, 5]]), 0)
    assert found.level == 7
    assert found.threat.shape == ()


@given(zero_sum_games())
def test_the_value_is_what_both_can_make_sure_of(game):
    found = solve_zero_sum(game)
    assert maximin(game, 0).level == pytest.approx(found.value, abs=1e-9)
    assert -maximin(game, 1).level == pytest.approx(found.value, abs=1e-9)
    assert found.profile.regret < 1e-9
    first, second = found.profile.mixtures
    assert (first @ game.payoffs[0]).min() == pytest.approx(found.value, abs=1e-9)
    assert (game.payoffs[0] @ second).max() == pytest.approx(found.value, abs=1e-9)


@given(zero_sum_games(most=4))
def test_every_equilibrium_of_a_zero_sum_game_is_worth_its_value(game):
    value = solve_zero_sum(game).value
    for profile in extreme_equilibria(game).equilibria:
        assert float(profile.payoffs[0]) == pytest.approx(value, abs=1e-9)


@given(games_of_three())
def test_nobody_gets_less_than_its_level_and_the_threat_holds_it_there(game):
    for player in range(game.n):
        found = maximin(game, player)
        own = np.moveaxis(game.payoffs[player], player, 0)
        assert np.tensordot(found.mixture, own, 1).min() >= found.level - 1e-9
        assert (own * found.threat).sum(axis=(1, 2)).max() == pytest.approx(found.level, abs=1e-9)
