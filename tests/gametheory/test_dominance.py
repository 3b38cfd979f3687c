from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnate.gametheory import (
    StrategicGame,
    dominance_of,
    dominant_equilibrium,
    dominant_strategies,
    dominated_strategies,
    pure_equilibria,
)
from tests.gametheory.drawn import doubled, games, relabelled, rescaled


def named(game, found):
    return {(game.players[one.player], game.strategies[one.player][one.strategy], one.strict) for one in found}


def cases(game, player):
    """What the others can choose, each with the player's own payoffs."""
    other = [range(size) for at, size in enumerate(game.sizes) if at != player]
    for choice in np.ndindex(*map(len, other)):
        place = list(choice)
        place.insert(player, slice(None))
        yield [int(value) for value in game.payoffs[player][tuple(place)]]


def beats(own, other, *, strict):
    if strict:
        return all(a > b for a, b in zip(own, other, strict=True))
    return all(a >= b for a, b in zip(own, other, strict=True)) and own != other


def pure_by_hand(game, *, strict):
    """Every strategy that another one dominates, by the definition."""
    found = set()
    for player in range(game.n):
        rows = list(zip(*cases(game, player), strict=True))
        found |= {(player, k) for k, row in enumerate(rows) if any(beats(other, row, strict=strict) for other in rows)}
    return found


@given(games(players=(1, 3), strategies=(1, 4)))
def test_pure_dominance_is_what_the_definition_says(game):
    strict = {(one.player, one.strategy) for one in dominated_strategies(game, mixed=False)}
    weak = {(one.player, one.strategy) for one in dominated_strategies(game, weak=True, mixed=False)}
    assert strict == pure_by_hand(game, strict=True)
    assert weak == pure_by_hand(game, strict=False)


def shares_that_dominate(first, second, target, *, strict):
    """Whether some mixture of two rows dominates a third, in fractions: by the shares of the first that do."""
    low, high = Fraction(0), Fraction(1)
    open_low, open_high = False, False
    for a, b, t in zip(first, second, target, strict=True):
        slope, need = a - b, t - b  # share * slope must be more than need (or at least it)
        if slope == 0:
            if (need >= 0) if strict else (need > 0):
                return False
        elif slope > 0:
            bound = Fraction(need, slope)
            if bound > low or (bound == low and strict):
                low, open_low = bound, strict
        else:
            bound = Fraction(need, slope)
            if bound < high or (bound == high and strict):
                high, open_high = bound, strict
    if strict:
        return low < high or (low == high and not open_low and not open_high)
    if low > high:
        return False
    totals = [sum(share * a + (1 - share) * b - t for a, b, t in zip(first, second, target, strict=True))
              for share in (low, high)]  # fmt: skip
    return max(totals) > 0


@given(st.lists(st.tuples(*[st.integers(-4, 4)] * 3), min_size=1, max_size=5))
def test_dominance_by_mixtures_of_two_is_found_exactly(columns):
    game = StrategicGame.bimatrix(np.array(columns).T, np.zeros((3, len(columns))))
    rows = [[case[k] for case in columns] for k in range(3)]
    for target in range(3):
        first, second = (rows[k] for k in range(3) if k != target)
        strict = shares_that_dominate(first, second, rows[target], strict=True)
        weak = shares_that_dominate(first, second, rows[target], strict=False)
        found = dominance_of(game, 0, target, weak=True)
        assert (found is not None) == (strict or weak)
        assert (found is not None and found.strict) == strict
        assert (dominance_of(game, 0, target) is not None) == strict


@given(games(players=(2, 3), strategies=(2, 4)))
def test_what_is_named_as_dominating_dominates(game):
    for one in dominated_strategies(game, weak=True):
        assert abs(one.by.sum() - 1) < 1e-9
        assert one.by[one.strategy] == 0
        gains = [float(one.by @ case) - case[one.strategy] for case in map(np.array, cases(game, one.player))]
        assert min(gains) > 0 if one.strict else min(gains) > -1e-9
        assert max(gains) > 0


def test_a_mixture_dominates_where_no_pure_strategy_does():
    game = StrategicGame.bimatrix([[3, 0], [0, 3], [1, 1]], np.zeros((3, 2)))
    assert dominance_of(game, 0, 2, mixed=False) is None
    found = dominance_of(game, 0, 2)
    assert (found.by.tolist(), found.strict, found.dominator) == ([0.5, 0.5, 0], True, None)


def test_a_mixture_that_ties_in_a_case_dominates_weakly():
    game = StrategicGame.bimatrix([[4, 0, 1], [0, 4, 1], [2, 1, 1]], np.zeros((3, 3)))
    assert dominance_of(game, 0, 2) is None
    found = dominance_of(game, 0, 2, weak=True)
    assert found is not None
    assert not found.strict
    assert 0.5 <= found.by[0] <= 0.75


def test_one_enormous_payoff_does_not_hide_the_others():
    # The mixture gains 0.5 in two cases, in the third a billion is at stake.
    game = StrategicGame.bimatrix([[3, 0, 0], [0, 3, 0], [1, 1, -1e12]], np.zeros((3, 3)))
    assert dominance_of(game, 0, 2).strict
    unequal = StrategicGame.bimatrix([[3, 0, -1e12], [0, 3, -1e12], [2, 2, -1e12]], np.zeros((3, 3)))
    assert dominance_of(unequal, 0, 2, weak=True) is None


def test_equal_strategies_do_not_dominate_each_other():
    game = StrategicGame.bimatrix([[1, 2], [1, 2]], np.zeros((2, 2)))
    assert dominated_strategies(game, weak=True) == ()
    assert dominant_strategies(game) == (None, None)


def test_the_dominator_is_not_dominated_itself():
    game = StrategicGame.bimatrix([[0, 0], [1, 1], [2, 2]], np.zeros((3, 2)))
    assert dominance_of(game, 0, 0).dominator == 2


def test_an_only_strategy_is_dominant():
    game = StrategicGame.bimatrix([[1, 2]], [[0, 1]])
    assert dominant_equilibrium(game, strict=True) == (0, 1)


@pytest.mark.parametrize(("own", "strict"), [([[1, 2], [0, 2]], False), ([[1, 3], [0, 2]], True)])
def test_dominant_strategies_are_weak_or_strict(own, strict):
    game = StrategicGame.bimatrix(own, [[1, 0], [1, 0]])
    assert dominant_equilibrium(game) == (0, 0)
    assert (dominant_equilibrium(game, strict=True) == (0, 0)) == strict


@given(games())
def test_a_dominant_strategy_equilibrium_is_an_equilibrium(game):
    weak, strict = dominant_equilibrium(game), dominant_equilibrium(game, strict=True)
    if weak is not None:
        assert weak in [found.cell for found in pure_equilibria(game)]
    if strict is not None:
        assert [(found.cell, found.strict) for found in pure_equilibria(game)] == [(strict, True)]


@given(st.data())
def test_names_and_units_change_nothing(data):
    game = data.draw(games(strategies=(2, 4)))
    expected = named(game, dominated_strategies(game, weak=True))
    for same in (data.draw(relabelled(game)), data.draw(rescaled(game))):
        assert named(same, dominated_strategies(same, weak=True)) == expected


@given(games(), st.data())
def test_a_copy_of_a_strategy_changes_nothing_about_others(game, data):
    player = data.draw(st.integers(0, game.n - 1))
    expected = named(game, dominated_strategies(game, weak=True))
    copied = doubled(game, player)
    found = named(copied, dominated_strategies(copied, weak=True))
    assert {one for one in found if not one[1].endswith("+")} == expected
    twins = {(one, name.rstrip("+"), strict) for one, name, strict in found if name.endswith("+")}
    assert twins <= expected
