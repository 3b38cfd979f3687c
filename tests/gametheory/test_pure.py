import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from magnate.gametheory import (
    StrategicGame,
    best_answers,
    best_responses,
    efficient_profiles,
    improvements,
    pure_equilibria,
    pure_profile,
    saddle_points,
    security,
)
from tests.gametheory.drawn import by_names, doubled, games, relabelled, rescaled


def deviations(game, cell, player):
    """What a player gets if it alone changes its strategy."""
    return {k: game.payoff((*cell[:player], k, *cell[player + 1 :]))[player] for k in range(game.sizes[player])}


@given(games(players=(1, 4)))
def test_pure_equilibria_are_what_the_definition_says(game):
    expected = []
    for cell in game.cells():
        worth = [deviations(game, cell, player) for player in range(game.n)]
        if all(own[k] == max(own.values()) for own, k in zip(worth, cell, strict=True)):
            lone = all(list(own.values()).count(own[k]) == 1 for own, k in zip(worth, cell, strict=True))
            expected.append((cell, lone))
    assert [(found.cell, found.strict) for found in pure_equilibria(game)] == expected


@given(games(players=(1, 3)))
def test_best_answers_are_best_responses_and_equilibria_have_no_regret(game):
    marks = best_answers(game)
    for cell in game.cells():
        profile = pure_profile(game, cell)
        for player in range(game.n):
            best = best_responses(game, player, profile.mixtures)
            assert (cell[player] in best) == marks[(player, *cell)]
        assert (profile.regret == 0) == (cell in [found.cell for found in pure_equilibria(game)])


@given(st.data())
def test_names_and_units_change_no_equilibrium(data):
    game = data.draw(games())
    expected = by_names(game, [found.cell for found in pure_equilibria(game)])
    for same in (data.draw(relabelled(game)), data.draw(rescaled(game))):
        assert by_names(same, [found.cell for found in pure_equilibria(same)]) == expected


@given(games(), st.data())
def test_a_copy_of_a_strategy_has_the_equilibria_of_its_twin(game, data):
    player = data.draw(st.integers(0, game.n - 1))
    copied = doubled(game, player)
    found = [copied.names_of(one.cell) for one in pure_equilibria(copied)]
    twins = {tuple(name.rstrip("+") for name in names) for names in found if names[player].endswith("+")}
    originals = {names for names in found if not names[player].endswith("+")}
    assert originals == {game.names_of(one.cell) for one in pure_equilibria(game)}
    assert twins == {names for names in originals if names[player] == game.strategies[player][0]}


def test_matching_pennies_has_none():
    assert pure_equilibria(StrategicGame.zero_sum([[1, -1], [-1, 1]])) == ()


# ------------------------------------------------------------------------------- efficiency and security levels


@given(games(players=(1, 3)))
def test_efficiency_is_what_the_definition_says(game):
    def better(one, other):
        pairs = list(zip(game.payoff(one), game.payoff(other), strict=True))
        return all(a >= b for a, b in pairs) and any(a > b for a, b in pairs)

    for cell in game.cells():
        assert improvements(game, cell) == tuple(one for one in game.cells() if better(one, cell))
    expected = tuple(cell for cell in game.cells() if not any(better(one, cell) for one in game.cells()))
    assert efficient_profiles(game) == expected


@given(games(players=(1, 3)))
def test_security_levels_are_what_the_definition_says(game):
    for one in security(game):
        own = [[game.payoff(cell)[one.player] for cell in game.cells() if cell[one.player] == k]
               for k in range(game.sizes[one.player])]  # fmt: skip
        worst = [min(cases) for cases in own]
        assert one.maximin == max(worst)
        assert one.strategies == tuple(k for k, least in enumerate(worst) if least == max(worst))
        assert one.minimax == min(max(case) for case in zip(*own, strict=True))
        assert one.minimax >= one.maximin


@given(st.lists(st.lists(st.integers(-3, 3), min_size=3, max_size=3), min_size=1, max_size=4))
def test_the_saddle_points_of_a_zero_sum_game_are_its_pure_equilibria(rows):
    game = StrategicGame.zero_sum(rows)
    assert saddle_points(game) == tuple(found.cell for found in pure_equilibria(game))


def test_no_saddle_points_but_in_constant_sum_games():
    assert saddle_points(StrategicGame.bimatrix([[2, 0], [0, 1]], [[1, 0], [0, 2]])) == ()
    shares = StrategicGame.bimatrix([[0.75, 0.5], [0.5, 0.25]], [[0.25, 0.5], [0.5, 0.75]])
    assert saddle_points(shares) == ((0, 1),)


def test_a_large_game_is_quick_enough():
    game = StrategicGame(np.arange(5 * 7**5).reshape(5, 7, 7, 7, 7, 7) % 1009)
    assert len(efficient_profiles(game)) > 0
