"""Exact values of small games that are known from elsewhere: connect four, Pig and bear-off."""

from fractions import Fraction

import pytest

import magnate
from magnate.search import search


@pytest.mark.parametrize(
    ("columns", "rows", "value"),
    [
        (4, 4, 0.5),
        (5, 4, 0.5),
        (4, 5, 0.5),
        pytest.param(5, 5, 0.5, marks=pytest.mark.long),
        pytest.param(6, 4, 0.0, marks=pytest.mark.long),
        pytest.param(4, 6, 0.5, marks=pytest.mark.long),
        pytest.param(5, 6, 0.5, marks=pytest.mark.long),
        pytest.param(6, 5, 0.5, marks=pytest.mark.long),
    ],
)
def test_connect_four(columns, rows, value):
    """Alpha-beta with a table deepens until the game is solved: 5 by 6 takes 0.4 billion nodes, 6 by 5 two billion."""
    game = magnate.load("connect_four", columns=columns, rows=rows)
    slots = 1 << (18 if columns * rows < 30 else 24)
    report = search(game.new(), "ordered", "nodes:20000000000", slots=slots)
    assert report.value == (value, 1 - value)
    assert report.proven
    assert report.depth == columns * rows


@pytest.mark.parametrize("algorithm", ["star1", "star2", "maxn"])
def test_pig_to_two_points(algorithm):
    """Anything but a one wins: 5/6 + 1/6 · (1 - 6/7) = 6/7, and after 60 moves hardly any game goes on."""
    report = search(magnate.load("pig", target=2).new(), algorithm, "depth:60", slots=1 << 10)
    assert report.value[0] == pytest.approx(6 / 7, abs=1e-15)


@pytest.mark.parametrize("algorithm", ["expectiminimax", "star1", "star2", "maxn"])
@pytest.mark.parametrize(
    ("mine", "others", "exact"),
    [
        ([6], [1], Fraction(3, 4)),
        ([6, 6], [1, 1], Fraction(1, 9)),
        ([5, 2], [5, 2], Fraction(78_661, 104_976)),
    ],
)
def test_bear_off(mine, others, exact, algorithm):
    position = magnate.load("bearoff").setup({"home": [mine, others]})
    report = search(position, algorithm, "depth:60")
    assert report.value[0] == pytest.approx(float(exact), abs=1e-15)
    assert report.proven


@pytest.mark.parametrize("algorithm", ["star1", "star2", "maxn"])
@pytest.mark.parametrize(
    ("mine", "others", "exact"),
    [
        ([6, 6], [6, 6], Fraction(410_592_493, 544_195_584)),
        ([2, 2, 2], [1, 1, 1], Fraction(185, 216)),
        ([4, 3, 2], [4, 3, 2], Fraction(5_947, 6_912)),
    ],
)
def test_bear_off_from_memory(mine, others, exact, algorithm):
    position = magnate.load("bearoff").setup({"home": [mine, others]})
    report = search(position, algorithm, "depth:60", slots=1 << 18)
    assert report.value[0] == pytest.approx(float(exact), abs=1e-14)
    assert report.proven
