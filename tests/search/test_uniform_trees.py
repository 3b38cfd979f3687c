"""How many leaves alpha-beta looks at in uniform trees: the best case, the worst, and no pruning at all."""

import pytest

from magnate.search import search
from tests.search import trees

BEST = {
    2: (2, 3, 5, 7, 11, 15, 23),
    3: (3, 5, 11, 17, 35, 53, 107),
    4: (4, 7, 19, 31, 79),
    5: (5, 9, 29, 49, 149),
}
"""Leaves with perfect order, for depths 1, 2, 3 …"""
SIZES = [(b, d) for b, counts in BEST.items() for d in range(1, len(counts) + 1)]


@pytest.mark.parametrize(("branching", "depth"), SIZES)
def test_the_best_and_the_worst_case(branching, depth):
    best = trees.uniform(branching, depth)
    expected = BEST[branching][depth - 1]
    half = depth // 2
    assert expected == (branching ** (depth - half) + branching**half - 1)
    for algorithm in ("alphabeta", "star1", "paranoid"):
        found = search(best, algorithm, "depth:9")
        assert (found.evaluations, found.value, found.action) == (expected, (0.5, 0.5), 0)
    worst = search(trees.uniform(branching, depth, worst=True), "alphabeta", "depth:9")
    assert (worst.evaluations, worst.cutoffs, worst.action) == (branching**depth, 0, branching - 1)
    plain = search(best, "minimax", "depth:9")
    assert plain.evaluations == branching**depth
    assert plain.nodes == sum(branching**ply for ply in range(depth + 1))
