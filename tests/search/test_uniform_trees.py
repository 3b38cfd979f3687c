"""How many leaves alpha-beta looks at in uniform trees: the best case, the worst, and no pruning at all."""

import random

import pytest

import magnate
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
def test_a_remembering_search_has_the_best_case_too(branching, depth):
    """Where the order is perfect already, what it puts first is first."""
    report = search(trees.uniform(branching, depth), "ordered", "depth:9", slots=1, killers=False, history=False)
    assert report.evaluations == BEST[branching][depth - 1]


def test_an_order_saves_nodes_on_the_whole():
    """Values as before, and fewer nodes at every depth, over thirty positions of connect four."""
    game, dice = magnate.load("connect_four", columns=5, rows=4), random.Random(60)
    positions = []
    while len(positions) < 30:
        position = game.new()
        for _ in range(len(positions) % 10):
            position.apply(dice.choice([action.id for action in position.legal()]))
            if position.is_over:
                break
        else:
            positions.append(position)
    for depth in (4, 6, 8):
        plain, ordered = (
            [search(position, name, f"depth:{depth}") for position in positions] for name in ("alphabeta", "ordered")
        )
        assert [one.value for one in ordered] == [one.value for one in plain]
        assert sum(one.nodes for one in ordered) < sum(one.nodes for one in plain)


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
