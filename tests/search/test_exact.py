"""Reckoning in fractions, against values that are known as fractions."""

from fractions import Fraction

import pytest

import magnate
from magnate.errors import BadSearch
from magnate.search import search
from magnate.search.workspace import Exact
from tests.search import trees


@pytest.mark.parametrize("algorithm", ["expectiminimax", "maxn", "star1", "star2"])
@pytest.mark.parametrize(
    ("mine", "others", "exact"),
    [
        ([6], [1], Fraction(3, 4)),
        ([5, 5], [1, 1], Fraction(6, 36)),
        pytest.param([6, 6], [1, 1], Fraction(1, 9), marks=pytest.mark.long),
        pytest.param([2, 2, 2], [1, 1, 1], Fraction(185, 216), marks=pytest.mark.long),
    ],
)
def test_bear_off(mine, others, exact, algorithm):
    position = magnate.load("bearoff").setup({"home": [mine, others]})
    report = search(position, algorithm, "depth:60", interpreted=True, fractions=True)
    assert report.value == (exact, 1 - exact)
    assert isinstance(report.value[0], Fraction)
    assert report.proven


def test_weights_that_no_float_holds():
    third = {"chance": [[1, trees.of(1.0)], [2, trees.of(0.0)]]}
    tree = {"to": 0, "next": [third, {"chance": [[3, third], [4, trees.of(0.5)]]}]}
    report = search(trees.position(tree), "expectiminimax", "depth:9", interpreted=True, fractions=True, plies=9)
    assert [one.value[0] for one in report.actions] == [Fraction(1, 3), Fraction(3, 7)]


def test_minimax_and_tictactoe():
    position = magnate.load("tictactoe").setup({"board": ["XOX", ".O.", "..."]})
    report = search(position, "minimax", "depth:9", interpreted=True, fractions=True, plies=10)
    assert (report.name, report.value) == ("b3", (Fraction(1, 2), Fraction(1, 2)))


def test_an_exact_number_stays_one():
    third = Exact(1, 3)
    for result, value in (
        (0.0 + third, Fraction(1, 3)),
        (third + 0.5, Fraction(5, 6)),
        (2 * third, Fraction(2, 3)),
        (third - 0.25, Fraction(1, 12)),
        (1.0 - third, Fraction(2, 3)),
        (third / 3, Fraction(1, 9)),
    ):
        assert isinstance(result, Exact)
        assert result == value


def test_where_fractions_are_refused():
    position = magnate.load("tictactoe").new()
    for asked in ({}, {"algorithm": "mcts", "interpreted": True}, {"algorithm": "ordered", "interpreted": True}):
        with pytest.raises(BadSearch, match="only interpreted depth-first searches without a table"):
            search(position, fractions=True, **asked)
