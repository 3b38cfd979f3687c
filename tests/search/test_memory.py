"""What Star, paranoid and max^n remember, what they leave out, and what that saves: never a value."""

import random

import pytest

import magnate
from magnate.errors import BadSearch
from magnate.search import search
from tests.search import trees


@pytest.mark.parametrize("algorithm", ["star1", "star2", "paranoid"])
def test_a_memory_changes_no_value_of_star(algorithm):
    dice = random.Random(40)
    for _ in range(100):
        position = trees.position(trees.grown(dice, dice.randint(2, 5), chance=0.4, turns=True))
        me = position.to_move
        plain = search(position, "expectiminimax", "depth:9")
        for slots in (2, 7, 1000):
            report = search(position, algorithm, "depth:9", slots=slots)
            assert report.value[me] == pytest.approx(plain.value[me], abs=1e-12)
            assert report.proven
            deepened = search(position, algorithm, "nodes:100000", slots=slots, every=True)
            assert deepened.value[me] == pytest.approx(plain.value[me], abs=1e-12)
            for one, other in zip(deepened.actions, plain.actions, strict=True):
                assert one.value[me] == pytest.approx(other.value[me], abs=1e-12)


def test_what_a_memory_saves_where_positions_are_met_again():
    board = magnate.load("tictactoe").new()
    pig = magnate.load("pig", target=20).setup({"points": [8, 11]})
    for position, depth, algorithm in (
        (board, 9, "star1"),
        (board, 9, "maxn"),
        (pig, 5, "star1"),
        (pig, 5, "star2"),
        (pig, 5, "maxn"),
    ):
        plain = search(position, algorithm, f"depth:{depth}")
        remembering = search(position, algorithm, f"depth:{depth}", slots=1 << 16)
        assert remembering.value == pytest.approx(plain.value, abs=1e-12)
        assert (remembering.action, remembering.proven) == (plain.action, plain.proven)
        assert remembering.hits > 0
        assert remembering.nodes < 0.7 * plain.nodes


@pytest.mark.parametrize("probe", [1, 2, 5])
def test_looking_at_more_actions_first_changes_no_value(probe):
    """Star2.5."""
    dice = random.Random(41)
    for _ in range(60):
        position = trees.position(trees.grown(dice, dice.randint(2, 5), chance=0.5, turns=True))
        plain = search(position, "expectiminimax", "depth:9")
        report = search(position, "star2", "depth:9", probe=probe, every=True)
        for one, other in zip(report.actions, plain.actions, strict=True):
            assert one.value[0] == pytest.approx(other.value[0], abs=1e-9)


@pytest.mark.parametrize("ties", ["first", "last", "worst"])
@pytest.mark.parametrize("points", [0, 3])
def test_shallow_pruning_changes_no_value(ties, points):
    saved = 0
    for seed in range(30):
        game = magnate.load("random_tree", players=3, branching=3, depth=5, chance=3, points=points, seed=seed)
        plain = search(game.new(), "maxn", "depth:9", ties=ties)
        for options in ({"shallow": True}, {"slots": 100}, {"shallow": True, "slots": 100}):
            report = search(game.new(), "maxn", "depth:9", ties=ties, **options)
            assert (report.value, report.action, report.proven) == (plain.value, plain.action, True)
            for one, other in zip(report.actions, plain.actions, strict=True):
                if one.bound == "=":
                    assert one.value == other.value
                else:
                    assert one.value[0] >= other.value[0]
                    assert one.value[1:] == (None, None)
            saved += plain.nodes - report.nodes
    assert saved > 500


def test_shallow_pruning_needs_values_with_a_bounded_sum():
    position = trees.position(trees.of([[(3, 5, 0), (1, 5, 0)], [(0, 0, 9), (2, 2, 2)]], 3), 3)
    with pytest.raises(BadSearch, match="negative or add up to more than 1, which shallow relies on"):
        search(position, "maxn", "depth:9", shallow=True)
    assert search(position, "maxn", "depth:9", shallow=True, high=9).value == search(position, "maxn", "depth:9").value
    with pytest.raises(BadSearch, match="negative or add up to more than 1"):
        search(trees.position(trees.of([(-1, 1, 0), (0, 0, 0)], 3), 3), "maxn", "depth:9", shallow=True)


# ------------------------------------------------------------------------------------- measured elsewhere


def share(algorithm, against, shapes, **options):
    """The leaves of an algorithm in random trees, as a share of another's."""
    looked = whole = 0
    for shape in shapes:
        position = magnate.load("random_tree", **shape).new()
        looked += search(position, algorithm, "depth:20", **options).evaluations
        whole += search(position, against, "depth:20").evaluations
    return looked / whole


@pytest.mark.parametrize(("branching", "depth"), [(3, 6), (4, 5)])
def test_what_pruning_saves_with_three_players(branching, depth):
    shapes = [{"players": 3, "branching": branching, "depth": depth, "seed": seed} for seed in range(40)]
    assert 0.89 <= share("maxn", "maxn", shapes, shallow=True) <= 0.95
    assert 0.31 <= share("paranoid", "maxn", shapes) <= 0.45
