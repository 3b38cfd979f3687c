"""Random trees: what is claimed of their order and their values, against minimax over the whole tree."""

from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import magnate
from magnate.core.game import Game
from magnate.errors import BadOption, BadSetup, IllegalAction
from magnate.runtime.interpreter import interpret
from magnate.runtime.pystate import PyState, pystate_class

rules = interpret("magnate.games.random_tree")


def root(game: Game) -> PyState:
    return pystate_class(rules.STATE)().from_record(game.start_states(1)[0])


def children(g: PyState) -> list[PyState]:
    found = []
    for k in range(rules.width(g, g.level)):
        child = g.copy()
        rules.step(child, k)
        found.append(child)
    return found


def weights(g: PyState) -> list[int]:
    out, weight = [0] * 36, [0] * 36
    return weight[: rules.chance(g, out, weight)]


def share(g: PyState) -> Fraction:
    """What a leaf is worth for seat 0 of two players."""
    out = [0.0, 0.0]
    rules.utility(g, out)
    return Fraction(out[0])


def mean(g: PyState, values: list[Fraction]) -> Fraction:
    """The expectation at a chance node."""
    weight = weights(g)
    return sum((w * v for w, v in zip(weight, values, strict=True)), Fraction(0)) / sum(weight)


def known(g: PyState, best: int) -> Fraction:
    """The value that the construction promises: that of child ``best`` of every decision."""
    turn = rules.to_move(g)
    if turn == magnate.OVER:
        return share(g)
    if turn == magnate.CHANCE:
        return mean(g, [known(child, best) for child in children(g)])
    return known(children(g)[best], best)


def searched(g: PyState, inspect: Any) -> Fraction:
    """The value by minimax; ``inspect(seat, values)`` is shown the children's values of every decision."""
    turn = rules.to_move(g)
    if turn == magnate.OVER:
        return share(g)
    values = [searched(child, inspect) for child in children(g)]
    if turn == magnate.CHANCE:
        return mean(g, values)
    inspect(turn, values)
    return max(values) if turn == 0 else min(values)


SHAPES: list[dict[str, Any]] = [
    {"branching": 2, "depth": 7},
    {"branching": 3, "depth": 5, "seed": 7},
    {"branching": 5, "depth": 3},
    {"branching": 3, "depth": 3, "chance": 1, "outcomes": 3, "seed": 3},
    {"branching": 4, "depth": 4, "chance": 2, "outcomes": 2},
]


@pytest.mark.parametrize("shape", SHAPES)
def test_in_a_best_ordered_tree_the_first_child_is_strictly_best(shape: dict) -> None:
    def inspect(seat: int, values: list[Fraction]) -> None:
        others = values[1:]
        assert values[0] > max(others) if seat == 0 else values[0] < min(others)
        assert len(set(values)) == len(values)

    g = root(magnate.load("random_tree", ordering="best", **shape))
    assert searched(g, inspect) == known(g, 0)


@pytest.mark.parametrize("shape", SHAPES)
def test_in_a_worst_ordered_tree_each_child_is_better_than_the_one_before(shape: dict) -> None:
    def inspect(seat: int, values: list[Fraction]) -> None:
        assert values == sorted(set(values), reverse=seat == 1)

    g = root(magnate.load("random_tree", ordering="worst", **shape))
    assert searched(g, inspect) == known(g, shape["branching"] - 1)


def test_in_a_random_tree_every_child_is_the_best_of_some_node() -> None:
    first: Counter[int] = Counter()
    for seed in range(4):
        g = root(magnate.load("random_tree", branching=3, depth=5, seed=seed))
        searched(g, lambda seat, values: first.update([values.index((max, min)[seat](values))]))
    assert set(first) == {0, 1, 2}
    assert min(first.values()) > sum(first.values()) / 5


class Leaves:
    """Alpha-beta (fail-soft) that counts the leaves it looks at."""

    def __init__(self, game: Game) -> None:
        self.seen = 0
        self.value = self.search(root(game), Fraction(-1), Fraction(2))

    def search(self, g: PyState, alpha: Fraction, beta: Fraction) -> Fraction:
        turn = rules.to_move(g)
        if turn == magnate.OVER:
            self.seen += 1
            return share(g)
        best = Fraction(-1) if turn == 0 else Fraction(2)
        for child in children(g):
            value = self.search(child, alpha, beta)
            if turn == 0:
                best, alpha = max(best, value), max(alpha, value)
            else:
                best, beta = min(best, value), min(beta, value)
            if alpha >= beta:
                break
        return best


@pytest.mark.parametrize(
    ("branching", "leaves"),
    [
        (2, [2, 3, 5, 7, 11, 15, 23]),
        (3, [3, 5, 11, 17, 35, 53, 107]),
        (4, [4, 7, 19, 31, 79]),
        (5, [5, 9, 29, 49, 149]),
    ],
)
def test_alpha_beta_looks_at_as_few_leaves_as_it_ever_can(branching: int, leaves: list[int]) -> None:
    for depth, expected in enumerate(leaves, 1):
        for seed in (1, 2):
            game = magnate.load("random_tree", ordering="best", branching=branching, depth=depth, seed=seed)
            assert Leaves(game).seen == expected


@pytest.mark.parametrize(("branching", "depth"), [(2, 7), (3, 5), (4, 4), (5, 3)])
def test_alpha_beta_looks_at_every_leaf_of_a_worst_ordered_tree(branching: int, depth: int) -> None:
    game = magnate.load("random_tree", ordering="worst", branching=branching, depth=depth)
    assert Leaves(game).seen == branching**depth


def test_random_utilities_are_uniform_and_independent() -> None:
    game = magnate.load("random_tree", branching=4, depth=6)
    shares = np.array([float(share(g)) for g in leaves_of(root(game))])
    assert len(set(shares)) == 4**6
    counts = np.bincount((10 * shares).astype(int), minlength=10)
    assert ((counts - 409.6) ** 2 / 409.6).sum() < 33.7  # chi-squared with 9 degrees of freedom at 1e-4
    pairs = np.corrcoef(shares[::2], shares[1::2])[0, 1]
    assert abs(pairs) < 4 / 2048**0.5


def leaves_of(g: PyState) -> list[PyState]:
    if rules.to_move(g) == magnate.OVER:
        return [g]
    return [leaf for child in children(g) for leaf in leaves_of(child)]


def test_every_node_has_draws_of_its_own() -> None:
    game = magnate.load("random_tree", branching=3, depth=6, chance=2, outcomes=2)
    g = root(game)
    seen = {rules.number(g, node, level, i) for level in range(8) for node in range(3**level) for i in (0, 1, 2, 127)}
    assert len(seen) == 4 * sum(3**level for level in range(8))
    assert rules.number(g, 1 << 40, 3, 0) not in seen


def test_the_same_tree_has_the_same_values_and_another_seed_others() -> None:
    one, again, other = (magnate.load("random_tree", seed=seed).play("random", seed=5) for seed in (1, 1, 2))
    assert one == again
    assert one.actions == other.actions
    assert one.result.utility != other.result.utility


@pytest.mark.parametrize("players", [3, 5, 8])
def test_utilities_of_several_players_are_all_different_and_add_up(players: int) -> None:
    results = magnate.load("random_tree", players=players).play_many("random", range(500))
    assert np.allclose(results.utility.sum(axis=1), 1, atol=1e-15)
    assert (results.utility > 0).all()
    assert abs(results.utility.mean(axis=0) - 1 / players).max() < 0.03


def test_the_players_take_turns_and_chance_comes_after_every_kth_decision() -> None:
    def turns(**options: Any) -> list[int]:
        game = magnate.load("random_tree", **options)
        return [position.to_move for position in game.play("random").positions()]

    assert turns(depth=4) == [0, 1, 0, 1, -2]
    assert turns(depth=4, players=3, chance=3) == [0, 1, 2, -1, 0, -2]
    assert turns(depth=2, chance=1) == [0, -1, 1, -1, -2]
    assert turns(depth=2, chance=5) == [0, 1, -2]


def test_points_are_given_out_one_by_one() -> None:
    results = magnate.load("random_tree", players=3, points=4).play_many("random", range(2_000))
    points = results.utility * 4
    assert (points == np.rint(points)).all()
    assert (points.sum(axis=1) == 4).all()
    assert len({tuple(row) for row in points.tolist()}) == 15  # all ways to part 4 points among 3
    won = magnate.load("random_tree", points=1).play_many("random", range(100)).utility
    assert {tuple(row) for row in won.tolist()} == {(0.0, 1.0), (1.0, 0.0)}


def test_outcomes_have_weights_of_their_own() -> None:
    game = magnate.load("random_tree", chance=1, outcomes=6, depth=2)
    met = set()
    for first in ("m1", "m2", "m3"):
        outcomes = game.new().apply(first).outcomes()
        met.add(tuple(outcome.weight for outcome in outcomes))
        assert sum(outcome.probability for outcome in outcomes) == 1
        assert {outcome.weight for outcome in outcomes} <= set(range(1, 7))
    assert len(met) == 3


def test_the_score_is_the_share_in_thousandths() -> None:
    position = magnate.load("random_tree").new()
    assert position.score() == (0, 0)
    while not position.is_over:
        position.apply("m2")
    assert position.score() == tuple(int(1000 * one) for one in position.utility())


def test_a_path_leads_to_its_position() -> None:
    game = magnate.load("random_tree", preset="chance")
    position = game.setup({"path": ["m2", "c3", "m1"]})
    assert position == game.new().apply("m2").apply("c3").apply("m1")
    assert str(position) == "decision 2 of 4; path: m2 c3 m1"
    assert position.to_move == magnate.CHANCE
    with pytest.raises(IllegalAction, match=r"legal: c1, c2, c3"):
        position.apply("c4")
    with pytest.raises(IllegalAction, match="each node has 3 children"):
        game.new().apply("m4")


@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        (["c1"], "step 1 of the path cannot be 'c1'"),
        (["m1", "m1"], "step 2 of the path cannot be 'm1'"),
        (["m4"], "one of m1, m2, m3"),
        (["m1", "c1"] * 5, "the path has 10 steps"),
        ("m1", "path"),
    ],
)
def test_an_impossible_path_is_refused(path: Any, wrong: str) -> None:
    with pytest.raises(BadSetup, match=wrong):
        magnate.load("random_tree", preset="chance").setup({"path": path})


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        ({"branching": 2, "depth": 49}, "depth must be at most 48"),
        ({"branching": 3, "depth": 31}, "617673396283947 leaves"),
        ({"branching": 2, "depth": 48, "chance": 1}, "lower depth or branching"),
        ({"ordering": "best", "points": 3}, "leave points at 0"),
        ({"ordering": "sorted"}, "ordering"),
        ({"seed": 2**32}, "seed"),
    ],
)
def test_impossible_options_are_refused(options: dict, wrong: str) -> None:
    with pytest.raises(BadOption, match=wrong):
        magnate.load("random_tree", **options)


def test_an_order_is_for_two_players() -> None:
    with pytest.raises(BadOption, match="trees for 3 players cannot be ordered best first"):
        magnate.load("random_tree", players=3, ordering="best").new()


def test_the_largest_ordered_tree_still_tells_leaves_apart() -> None:
    game = magnate.load("random_tree", ordering="worst", branching=2, depth=48)
    one, other = (game.setup({"path": ["m2"] * 47 + [last]}).utility() for last in ("m1", "m2"))
    assert one[1] < other[1]  # seat 1 decides last
    assert sum(one) == sum(other) == 1
