from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from magnate.errors import BadStrategicGame, GameTooLarge
from magnate.gametheory import StrategicGame, exact_payoffs, exact_profile, extreme_equilibria, profile_of
from magnate.gametheory.extreme import most_vertices, vertices

from .drawn_games import bimatrix_games
from .games import BATTLE, DILEMMA, NOTATION, PARTLY_DEGENERATE, ROCK_PAPER_SCISSORS


def found(game, **options):
    """The extreme equilibria as a set of pairs of mixtures in fractions."""
    return {profile.mixtures for profile in extreme_equilibria(game, **options).equilibria}


def test_prisoners_dilemma():
    assert found(DILEMMA) == {((0, 1), (0, 1))}
    assert extreme_equilibria(DILEMMA).equilibria[0].payoffs == (-3, -3)


def test_battle_of_the_sexes():
    result = extreme_equilibria(BATTLE)
    assert [profile.mixtures for profile in result.equilibria] == [
        ((1, 0), (1, 0)),
        ((0, 1), (0, 1)),
        ((Fraction(2, 3), Fraction(1, 3)), (Fraction(1, 3), Fraction(2, 3))),
    ]
    assert result.equilibria[2].payoffs == (Fraction(2, 3), Fraction(2, 3))
    assert not result.is_degenerate
    assert not result.has_continua
    assert "exactly 3 equilibria" in result.note


def test_the_slides_zero_sum_game():
    (equilibrium,) = extreme_equilibria(NOTATION).equilibria
    assert equilibrium.mixtures == ((Fraction(2, 7), Fraction(5, 7), 0), (Fraction(5, 7), Fraction(2, 7)))
    assert equilibrium.payoffs == (Fraction(4, 7), Fraction(-4, 7))


def test_rock_paper_scissors():
    third = (Fraction(1, 3),) * 3
    assert found(ROCK_PAPER_SCISSORS) == {(third, third)}


def test_example_3_has_a_continuum():
    game = StrategicGame.zero_sum(
        [[1, 1, 1, 2], [2, 1, 1, 2], [2, 2, 1, 1], [2, 2, 2, 3]], rows=list("ABCD"), columns=list("EFGH")
    )
    result = extreme_equilibria(game)
    pure = {game.names_of([used[0] for used in p.supports]) for p in result.equilibria if p.rounded.is_pure}
    assert pure == {("D", "E"), ("D", "F"), ("D", "G")}
    assert {profile.payoffs for profile in result.equilibria} == {(2, -2)}
    assert result.is_degenerate
    assert result.has_continua


def test_a_segment_and_one_alone():
    result = extreme_equilibria(PARTLY_DEGENERATE)
    assert found(PARTLY_DEGENERATE) == {
        ((1, 0, 0), (1, 0)),
        ((1, 0, 0), (Fraction(2, 3), Fraction(1, 3))),
        ((0, Fraction(1, 3), Fraction(2, 3)), (Fraction(1, 3), Fraction(2, 3))),
    }
    assert [subset.equilibria for subset in result.subsets] == [(0, 1), (2,)]
    assert result.components == ((0, 1), (2,))
    assert "1 of them stands alone" in result.note


def test_a_degenerate_game_without_continua():
    game = StrategicGame.bimatrix([[1, 0], [1, 0], [0, 1]], [[1, 0], [0, 1], [0, 2]])
    result = extreme_equilibria(game)
    for profile in result.equilibria:
        assert profile.regret == 0
    same = StrategicGame.bimatrix(np.zeros((2, 3)), np.zeros((2, 3)))
    assert extreme_equilibria(same).subsets[0].equilibria == tuple(range(6))
    assert len(extreme_equilibria(same).components) == 1


def test_subsets_that_meet_are_one_component():
    # Against the first column the rows are alike, against the first row the columns: two segments with a common end.
    game = StrategicGame.bimatrix([[1, 1], [1, 0]], [[1, 1], [1, 0]])
    result = extreme_equilibria(game)
    assert [subset.equilibria for subset in result.subsets] == [(0, 1), (0, 2)]
    assert result.components == ((0, 1, 2),)


def test_games_of_one_strategy():
    assert found(StrategicGame.bimatrix([[5]], [[-1]])) == {((1,), (1,))}
    assert found(StrategicGame.bimatrix([[1, 2, 2]], [[3, 1, 3]])) == {((1,), (1, 0, 0)), ((1,), (0, 0, 1))}


def test_coordination_has_an_equilibrium_for_each_set_of_strategies():
    assert len(found(StrategicGame.bimatrix(np.eye(7), np.eye(7)))) == 2**7 - 1


def test_payoffs_are_read_as_written_or_as_they_are():
    # 0.1 + 0.2 = 0.3 as written: the first player does not care about its rows against (1/2, 1/2).
    game = StrategicGame.bimatrix([[0.1, 0.2], [0.3, 0.0]], [[0.7, 0.1], [0.1, 0.7]])
    (mixed,) = extreme_equilibria(game).equilibria
    assert mixed.mixtures == ((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 2), Fraction(1, 2)))
    (binary,) = extreme_equilibria(game, numbers="binary").equilibria
    assert binary.mixtures[1] != mixed.mixtures[1]
    assert binary.regret == 0
    assert exact_payoffs(game)[0, 0, 0] == Fraction(1, 10)
    assert exact_payoffs(game, "binary")[0, 0, 0] == Fraction(0.1)


def test_huge_and_tiny_payoffs_are_exact():
    game = StrategicGame.bimatrix([[2e200, 0], [0, 1e-200]], [[1e-200, 0], [0, 2e200]])
    assert len(found(game)) == 3
    assert all(profile.regret == 0 for profile in extreme_equilibria(game).equilibria)


def test_a_game_on_which_lemke_and_howsons_method_is_known_to_hang():
    """The smallest one on which nashpy's implementation does not end (with its first label)."""
    game = StrategicGame.bimatrix(
        [[-27, 28, -43, -9, -22], [23, 24, 21, 42, 43], [-32, -39, -37, 22, 47], [42, 16, 46, 37, -49],
         [-39, 36, -42, 48, 32]],
        [[45, -14, -36, 1, 47], [-14, 38, -12, 32, -28], [-3, -18, -27, 39, 30], [-37, 42, 47, -24, -8],
         [3, 15, -6, -36, 43]],
    )  # fmt: skip
    result = extreme_equilibria(game)
    assert len(result.equilibria) % 2 == 1
    assert not result.is_degenerate
    assert all(profile.regret == 0 for profile in result.equilibria)


def test_too_large_a_game_says_what_it_would_take():
    game = StrategicGame.bimatrix(np.eye(20), np.eye(20))
    with pytest.raises(GameTooLarge, match=r"20 × 20 may have 80,120,040 vertices.*magnate\[gambit\]"):
        extreme_equilibria(game)
    with pytest.raises(GameTooLarge, match="may have 16 vertices.*the limit is 10"):
        extreme_equilibria(ROCK_PAPER_SCISSORS, limit=10)


def test_only_games_of_two():
    with pytest.raises(BadStrategicGame, match="not of 3"):
        extreme_equilibria(StrategicGame(np.zeros((3, 2, 2, 2))))


def test_json():
    as_data = extreme_equilibria(BATTLE).as_dict()
    assert as_data["equilibria"][2]["exact"] == [{"1": "2/3", "2": "1/3"}, {"1": "1/3", "2": "2/3"}]
    assert as_data["components"] == [[0], [1], [2]]


# ------------------------------------------------------------------------------------------------- properties


@settings(max_examples=50)
@given(bimatrix_games())
def test_all_are_equilibria_and_all_pure_ones_are_there(game):
    result = extreme_equilibria(game)
    assert result.equilibria
    payoffs = exact_payoffs(game)
    for profile in result.equilibria:
        assert profile.regret == 0
        assert all(sum(mixture) == 1 and min(mixture) >= 0 for mixture in profile.mixtures)
        assert profile.rounded.regret <= 1e-12
    pure = {tuple(used[0] for used in p.supports) for p in result.equilibria if p.rounded.is_pure}
    for row, column in game.cells():
        stable = payoffs[0][row, column] == max(payoffs[0][:, column]) and payoffs[1][row, column] == max(
            payoffs[1][row]
        )
        assert ((row, column) in pure) == stable


@settings(max_examples=50)
@given(bimatrix_games(), st.integers(1, 9))
def test_what_lies_between_the_corners_of_a_subset_are_equilibria(game, weight):
    for subset in extreme_equilibria(game).subsets:
        sides = []
        for corners in (subset.first, subset.second):
            shares = [weight ** (k % 3) for k in range(len(corners))]
            sides.append(
                [
                    sum(s * c[i] for s, c in zip(shares, corners, strict=True)) / Fraction(sum(shares))
                    for i in range(len(corners[0]))
                ]
            )
        assert exact_profile(game, sides).regret == 0


@settings(max_examples=50)
@given(bimatrix_games())
def test_subsets_hold_all_extreme_equilibria_and_none_holds_another(game):
    result = extreme_equilibria(game)
    sets = [set(subset.equilibria) for subset in result.subsets]
    assert set.union(*sets) == set(range(len(result.equilibria)))
    assert not any(one < other for one, other in product(sets, sets))
    assert sorted(k for component in result.components for k in component) == list(range(len(result.equilibria)))
    if not result.is_degenerate:
        assert all(len(one) == 1 for one in sets)
        assert len(result.equilibria) % 2 == 1  # J. Harsanyi, 1973; R. Wilson, 1971


@settings(max_examples=50)
@given(bimatrix_games(), st.randoms(use_true_random=False))
def test_names_do_not_matter(game, generator):
    rows, columns = (generator.sample(range(size), size) for size in game.sizes)
    moved = {(tuple(first[k] for k in rows), tuple(second[k] for k in columns)) for first, second in found(game)}
    assert found(game.restricted([rows, columns])) == moved


@settings(max_examples=50)
@given(bimatrix_games())
def test_players_do_not_matter(game):
    swapped = StrategicGame.bimatrix(game.payoffs[1].T, game.payoffs[0].T)
    assert found(swapped) == {(second, first) for first, second in found(game)}


@settings(max_examples=50)
@given(bimatrix_games(), st.integers(1, 5), st.integers(-9, 9), st.data())
def test_units_and_what_one_cannot_change_do_not_matter(game, factor, shift, data):
    added = np.array(data.draw(st.lists(st.integers(-5, 5), min_size=game.sizes[1], max_size=game.sizes[1])))
    first = factor * game.payoffs[0] + shift + added  # more for a column is nothing that the row player can choose
    assert found(StrategicGame.bimatrix(first, game.payoffs[1])) == found(game)


@settings(max_examples=50)
@given(bimatrix_games(most=3), st.data())
def test_a_copy_of_a_strategy_changes_nothing(game, data):
    row = data.draw(st.integers(0, game.sizes[0] - 1))
    copied = game.payoffs[:, [*range(game.sizes[0]), row]]
    merged = set()
    for first, second in found(StrategicGame(copied)):
        whole = list(first[:-1])
        whole[row] += first[-1]
        merged.add((tuple(whole), second))
    assert merged == found(game)


@given(st.integers(1, 5), st.integers(1, 5), st.randoms(use_true_random=False))
def test_vertices_are_corners_and_no_more_than_the_upper_bound(rows, dimension, generator):
    matrix = [[generator.randint(1, 6) for _ in range(dimension)] for _ in range(rows)]
    corners = vertices(matrix)
    assert len(corners) + 1 <= most_vertices(dimension, dimension + rows)
    assert len({corner.tight for corner in corners}) == len(corners)
    for direction, tight in corners:
        reach = max(sum(a * z for a, z in zip(row, direction, strict=True)) for row in matrix)
        left = [reach - sum(a * z for a, z in zip(row, direction, strict=True)) for row in matrix]
        slack = [*direction, *left]
        assert min(slack) == 0
        assert tight == sum(1 << k for k, value in enumerate(slack) if value == 0)
        normals = [*np.eye(dimension), *np.array(matrix)]
        assert np.linalg.matrix_rank([normals[k] for k in range(len(slack)) if slack[k] == 0]) == dimension


@settings(max_examples=20)
@given(st.integers(0, 10**6))
def test_gaussian_payoffs(seed):
    generator = np.random.default_rng(seed)
    game = StrategicGame(generator.normal(size=(2, 3, 5)))
    result = extreme_equilibria(game, numbers="binary")
    assert len(result.equilibria) % 2 == 1
    assert not result.is_degenerate
    for profile in result.equilibria:
        assert profile.regret == 0
        assert profile_of(game, profile.rounded.mixtures).regret < 1e-12
