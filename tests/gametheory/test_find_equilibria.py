from itertools import product
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings

from magnate.gametheory import StrategicGame, extreme_equilibria, find_equilibria, profile_of
from magnate.gametheory.equilibria import found_among

from .drawn_games import bimatrix_games, games_of_three
from .games import BATTLE, NOTATION, PENNIES


def volunteers(players, cost):
    """A. Diekmann's dilemma (1985): everybody gets 1 if anybody volunteers (strategy 1), who pays for it."""
    payoffs = np.empty((players, *[2] * players))
    for cell in product(range(2), repeat=players):
        for player in range(players):
            payoffs[(player, *cell)] = (1.0 if any(cell) else 0.0) - cost * cell[player]
    return StrategicGame(payoffs)


@pytest.mark.parametrize(("players", "cost"), [(3, 0.25), (3, 0.5), (4, 0.3), (5, 0.7)])
def test_volunteers(players, cost):
    found = find_equilibria(volunteers(players, cost))
    pure = [profile for profile in found.equilibria if profile.is_pure]
    assert len(pure) == players  # one of them volunteers
    lazy = cost ** (1 / (players - 1))  # with three players and cost 1/2, √(1/2): no fraction
    symmetric = [[lazy, 1 - lazy]] * players
    assert any(np.allclose(profile.mixtures, symmetric, atol=1e-9) for profile in found.equilibria)
    assert all(profile.regret <= found.tolerance for profile in found.equilibria)


def test_all_equilibria_of_three_volunteers():
    # One of them is sure not to volunteer, and the others mix: then it would have to be content.
    found = find_equilibria(volunteers(3, 0.5), starts=60)
    supports = {profile.supports for profile in found.equilibria}
    assert ((0, 1), (0, 1), (0, 1)) in supports
    assert all(sum(len(used) == 2 for used in one) in {0, 3} or ((0,) in one) for one in supports)
    whole = next(profile for profile in found.equilibria if profile.supports == ((0, 1),) * 3)
    assert whole.mixtures[0][0] == pytest.approx(sqrt(0.5))


def test_games_of_two():
    assert len(find_equilibria(BATTLE).equilibria) == 3
    (only,) = find_equilibria(NOTATION).equilibria
    assert only.mixtures[0] == pytest.approx([2 / 7, 5 / 7, 0])
    assert only.supports == ((0, 1), (0, 1))


def test_one_player():
    found = find_equilibria(StrategicGame([[1, 3, 3, 2]]))
    assert [profile.supports for profile in found.equilibria] == [((1,),), ((2,),)]


def test_the_same_seed_finds_the_same():
    game = StrategicGame(np.random.default_rng(3).normal(size=(3, 3, 3, 3)))
    first, second = (find_equilibria(game, starts=10, seed=4) for _ in range(2))
    assert [one.mixtures[0].tolist() for one in first.equilibria] == [
        one.mixtures[0].tolist() for one in second.equilibria
    ]


def test_nothing_is_called_an_equilibrium_that_is_none():
    rough = profile_of(PENNIES, [[0.6, 0.4], [0.5, 0.5]])
    found = found_among(PENNIES, [rough], None, "guessing", "")
    assert found.equilibria == ()
    assert found.best is rough
    assert "No equilibrium was found by guessing" in found.note
    assert found_among(PENNIES, [rough], 0.3, "guessing", "").equilibria == (rough,)
    crooked = StrategicGame.zero_sum([[2, -1], [-1, 1]])
    assert find_equilibria(crooked, starts=0).equilibria == ()


@pytest.mark.parametrize("sizes", [(2, 2, 2), (3, 3, 3), (4, 4, 4), (5, 5, 5), (3, 3, 3, 3), (2,) * 6, (12, 12)])
def test_random_games(sizes):
    for seed in range(3):
        game = StrategicGame(np.random.default_rng(seed).normal(size=(len(sizes), *sizes)))
        found = find_equilibria(game, starts=16)
        assert found.equilibria
        assert found.best.regret < 1e-12


@settings(max_examples=25)
@given(games_of_three())
def test_all_pure_equilibria_and_no_false_ones(game):
    found = find_equilibria(game, starts=4)
    pure = {tuple(used[0] for used in profile.supports) for profile in found.equilibria if profile.is_pure}
    for cell in game.cells():
        gains = [
            game.payoffs[(player, *cell[:player], other, *cell[player + 1 :])] - game.payoffs[(player, *cell)]
            for player in range(3)
            for other in range(game.sizes[player])
        ]
        assert (cell in pure) == (max(gains) <= 0)
    for profile in found.equilibria:
        assert profile_of(game, profile.mixtures).regret <= found.tolerance


@settings(max_examples=25)
@given(bimatrix_games(most=3))
def test_of_non_degenerate_games_of_two_it_finds_a_part_of_all(game):
    exact = extreme_equilibria(game)
    if not exact.is_degenerate:
        every = [profile.rounded.mixtures for profile in exact.equilibria]
        for profile in find_equilibria(game, starts=6).equilibria:
            assert any(all(np.allclose(a, b) for a, b in zip(profile.mixtures, known, strict=True)) for known in every)
