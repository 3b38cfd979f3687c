import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magnate.errors import BadOption, BadStrategicGame
from magnate.gametheory import StrategicGame, fictitious_play, replicator, solve_zero_sum

from .drawn_games import zero_sum_games
from .games import BATTLE, DILEMMA, NOTATION, PENNIES, ROCK_PAPER_SCISSORS, SHAPLEY

HAWK_DOVE = StrategicGame.bimatrix([[-1, 4], [0, 2]], [[-1, 0], [4, 2]])
"""V = 4, C = 6: hawks are 2/3 of a stable population (J. Maynard Smith)."""


def test_the_solution_of_two_strategies_is_logistic():
    # One strategy is worth 1 more whatever the others do: its odds grow as e^t.
    game = StrategicGame.bimatrix([[1, 1], [0, 0]], [[0, 0], [0, 0]])
    found = replicator(game, [[0.2, 0.8], [0.5, 0.5]], steps=40, step=0.1)
    odds = 0.25 * np.exp(found.times)
    assert found.mixtures[0][:, 0] == pytest.approx(odds / (1 + odds), abs=1e-12)
    assert found.mixtures[1] == pytest.approx(np.full((41, 2), 0.5))


def test_hawks_and_doves_settle():
    found = replicator(HAWK_DOVE, [[0.1, 0.9], [0.1, 0.9]], steps=3000)
    assert np.array_equal(*found.mixtures)
    assert found.profile().mixtures[0] == pytest.approx([2 / 3, 1 / 3], abs=1e-9)
    assert found.profile().regret < 1e-8


def test_defection_takes_over():
    assert replicator(DILEMMA, [[0.99, 0.01]] * 2).profile().mixtures[0] == pytest.approx([0, 1], abs=1e-9)


def test_rock_paper_scissors_goes_round():
    found = replicator(ROCK_PAPER_SCISSORS, [[0.5, 0.3, 0.2]] * 2, steps=4000, step=0.05)
    product = np.prod(found.mixtures[0], axis=1)
    assert product == pytest.approx(np.full(4001, 0.03), rel=1e-6)  # E. Zeeman: an invariant of the motion
    rock = found.mixtures[0][:, 0]
    assert rock.min() < 0.2
    assert rock.max() > 0.49
    assert found.mean().regret < 0.02


def test_steps_of_fourth_order():
    start = [[0.6, 0.4], [0.3, 0.7]]
    ends = [replicator(BATTLE, start, steps=4 * k, step=1 / k).profile().mixtures[0][0] for k in (1, 2, 4, 64)]
    errors = np.abs(np.array(ends[:3]) - ends[3])
    assert errors[0] / errors[1] > 10
    assert errors[1] / errors[2] > 10


def test_who_is_not_there_never_comes():
    found = replicator(DILEMMA, [[1, 0], [0.5, 0.5]])
    assert (found.mixtures[0] == [1, 0]).all()


@settings(max_examples=30)
@given(zero_sum_games(most=4), st.floats(1e-3, 100))
def test_mixtures_stay_mixtures_whatever_the_step(game, step):
    found = replicator(game, [np.full(size, 1 / size) for size in game.sizes], steps=20, step=step)
    for mixture in found.mixtures:
        assert (mixture >= 0).all()
        assert mixture.sum(axis=1) == pytest.approx(np.ones(21))


def test_pennies_by_hand():
    found = fictitious_play(PENNIES, (0, 0), rounds=5)
    assert found.choices.tolist() == [[0, 0], [0, 1], [0, 1], [1, 1], [1, 1], [1, 1]]
    assert found.mixtures[0][-1] == pytest.approx([0.5, 0.5])
    assert found.mixtures[1][-1] == pytest.approx([1 / 6, 5 / 6])


def test_ties():
    alike = StrategicGame.zero_sum(np.zeros((3, 3)))
    assert fictitious_play(alike, (1, 1), rounds=2, ties="first").choices.tolist() == [[1, 1], [0, 0], [0, 0]]
    assert fictitious_play(alike, (1, 1), rounds=2, ties="last").choices.tolist() == [[1, 1], [2, 2], [2, 2]]
    assert fictitious_play(alike, (1, 1), rounds=2, ties="stay").choices.tolist() == [[1, 1], [1, 1], [1, 1]]


def test_in_turn_players_see_the_round():
    assert fictitious_play(BATTLE, (0, 1), rounds=1).choices.tolist() == [[0, 1], [1, 0]]
    # The second already sees that the first now came over: one each, of which its own is worth more to it.
    assert fictitious_play(BATTLE, (0, 1), rounds=1, alternating=True).choices.tolist() == [[0, 1], [1, 1]]


@pytest.mark.parametrize("game", [PENNIES, ROCK_PAPER_SCISSORS, NOTATION])
def test_zero_sum_frequencies_approach_optimal_play(game):
    found = fictitious_play(game, rounds=5000)
    value = solve_zero_sum(game).value
    early, late = found.profile(100), found.profile()
    assert late.regret < 0.05 * game.spread
    assert late.regret < early.regret
    assert late.payoffs[0] == pytest.approx(value, abs=0.05 * game.spread)


def test_shapleys_game_never_settles():
    found = fictitious_play(SHAPLEY, (0, 1), rounds=5000)
    shares = found.mixtures[0][500:]
    assert (np.ptp(shares, axis=0) > 0.2).all()


def test_what_cannot_be_played():
    with pytest.raises(BadOption, match="no tie rule"):
        fictitious_play(BATTLE, ties="coin")
    with pytest.raises(BadStrategicGame, match="no profile"):
        fictitious_play(BATTLE, (0, 2))
    with pytest.raises(BadOption, match="no play"):
        fictitious_play(BATTLE, rounds=0)
    with pytest.raises(BadOption, match="length above 0"):
        replicator(BATTLE, [[1, 0], [1, 0]], step=-1)
