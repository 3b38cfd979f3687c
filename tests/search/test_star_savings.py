"""What Star1 and Star2 save in random trees and in perfectly ordered ones: shares that were measured elsewhere."""

import numpy as np
import pytest

import magnate
from magnate.search import search
from tests.games_for_tests import even_chance


def shares(shape, number, *, best):
    """The leaves that either algorithm looks at in so many trees, as shares of all: a row a tree."""
    found = []
    for seed in range(number):
        game = magnate.load(even_chance, seed=seed, best=best, **shape)
        exact = even_chance.solved(game.options)[0]
        leaves = (game.options.branching * game.options.outcomes) ** game.options.depth
        row = []
        for algorithm in ("star1", "star2"):
            report = search(game.new(), algorithm, "depth:9")
            assert report.value[0] == pytest.approx(exact, abs=1e-9)
            row.append(report.evaluations / leaves)
        found.append(row)
    return np.array(found)


@pytest.mark.parametrize(
    ("branching", "outcomes", "depth", "random", "ordered", "number"),
    [
        (5, 5, 2, (0.81, 0.91), (0.69, 0.359), 40),
        (10, 6, 2, (0.75, 0.77), (0.64, 0.174), 20),
        (20, 21, 2, (0.82, 0.83), (0.76, 0.090), 4),
        (6, 6, 3, (0.75, 0.92), (0.62, 0.213), 8),
    ],
)
def test_what_star_saves(branching, outcomes, depth, random, ordered, number):
    """Within four standard errors of the difference of two means of so many trees, and half a digit of rounding.

    How many trees were measured then is not known; as many are assumed.
    """
    shape = {"branching": branching, "outcomes": outcomes, "depth": depth}
    for expected, digit, best in ((random, 0.01, False), (ordered, 0.001, True)):
        found = shares(shape, number, best=best)
        error = found.std(axis=0, ddof=1) * np.sqrt(2 / number)
        digits = np.array([0.01, digit])
        assert (np.abs(found.mean(axis=0) - expected) <= 4 * error + digits / 2).all()
