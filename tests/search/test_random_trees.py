"""The algorithms against one another, compiled against interpreted, on random trees."""

import math
import random

import pytest

from magnate.search import search
from magnate.search.desk import bench
from tests.search import trees

EIGHTHS = [k / 8 for k in range(9)]
"""Values with many ties."""


@pytest.mark.parametrize("turns", [False, True])
def test_alpha_beta_is_minimax(turns):
    dice = random.Random(1)
    saved = 0
    for _ in range(200):
        position = trees.position(trees.grown(dice, dice.randint(2, 5), values=EIGHTHS, turns=turns))
        plain = search(position, "minimax", "depth:9")
        for name in ("alphabeta", "star1", "star2", "paranoid"):
            pruned = search(position, name, "depth:9")
            assert (pruned.value, pruned.action, pruned.proven) == (plain.value, plain.action, True)
            assert pruned.evaluations <= plain.evaluations
            saved += plain.evaluations - pruned.evaluations
            every = search(position, name, "depth:9", every=True)
            assert every.best() == plain.best()
            assert [one.value for one in every.actions] == [one.value for one in plain.actions]
        shallow = search(position, "alphabeta", "depth:9", deep=False)
        assert (shallow.value, shallow.action) == (plain.value, plain.action)
        assert shallow.evaluations >= search(position, "alphabeta", "depth:9").evaluations
    assert saved > 500


@pytest.mark.parametrize("turns", [False, True])
def test_a_memory_and_an_order_change_no_value(turns):
    dice = random.Random(9)
    for _ in range(100):
        position = trees.position(trees.grown(dice, dice.randint(2, 5), values=EIGHTHS, turns=turns))
        plain = search(position, "minimax", "depth:9")
        for options in ({}, {"slots": 1}, {"slots": 7, "killers": False}, {"slots": 64, "history": False}):
            ordered = search(position, "ordered", "depth:9", **options)
            assert (ordered.value, ordered.proven) == (plain.value, True)
            assert ordered.action in plain.best()
            deepened = search(position, "ordered", "nodes:100000", **options)
            assert (deepened.value, deepened.proven) == (plain.value, True)
            assert deepened.action in plain.best()
            every = search(position, "ordered", "depth:9", every=True, **options)
            assert every.best() == plain.best()


def test_max_n_and_expectiminimax_are_minimax_for_two():
    dice = random.Random(2)
    for _ in range(100):
        position = trees.position(trees.grown(dice, dice.randint(2, 5), values=EIGHTHS))
        plain = search(position, "minimax", "depth:9")
        for name in ("maxn", "expectiminimax"):
            other = search(position, name, "depth:9")
            assert (other.value, other.actions, other.variation) == (plain.value, plain.actions, plain.variation)
            assert (other.nodes, other.evaluations) == (plain.nodes, plain.evaluations)


@pytest.mark.parametrize("turns", [False, True])
def test_star_is_expectiminimax(turns):
    dice = random.Random(3)
    saved = 0
    for _ in range(200):
        position = trees.position(trees.grown(dice, dice.randint(2, 5), chance=0.5, turns=turns))
        plain = search(position, "expectiminimax", "depth:9")
        assert search(position, "maxn", "depth:9").value[0] == pytest.approx(plain.value[0], abs=1e-9)
        for name in ("star1", "star2", "paranoid"):
            pruned = search(position, name, "depth:9", every=True)
            assert pruned.value[0] == pytest.approx(plain.value[0], abs=1e-9)
            for one, other in zip(pruned.actions, plain.actions, strict=True):
                assert one.value[0] == pytest.approx(other.value[0], abs=1e-9)
        saved += plain.evaluations - search(position, "star1", "depth:9").evaluations
    assert saved > 500


@pytest.mark.parametrize("probe", [0, 1])
def test_star_is_a_bound_outside_its_window(probe):
    dice = random.Random(4)
    failed = {"low": 0, "high": 0}
    for _ in range(100):
        position = trees.position(trees.grown(dice, dice.randint(2, 5), chance=0.5))
        exact = search(position, "expectiminimax", "depth:9").value[0]
        found = bench("star", position.game, None, 12)
        found.work.high, found.work.probe = 1.0, probe
        for _ in range(5):
            found.place(position.states())
            middle = dice.random()
            value = found.run(9, 0, middle, math.nextafter(middle, 1.0))
            if value <= middle:
                assert exact <= value + 1e-9
                failed["low"] += 1
            else:
                assert exact >= value - 1e-9
                failed["high"] += 1
    assert min(failed.values()) > 50


def test_max_n_sees_seats_alike():
    """Exchanging the players exchanges the values; what is added to one player's values is added to its result."""
    dice = random.Random(5)
    order = (2, 0, 1)  # who was seat p is now order[p]

    def exchanged(node):
        if isinstance(node, list):
            return [node[order.index(p)] for p in range(3)]
        if "chance" in node:
            return {"chance": [[weight, exchanged(child)] for weight, child in node["chance"]]}
        return {"to": order[node["to"]], "next": [exchanged(child) for child in node["next"]]}

    def raised(node):
        if isinstance(node, list):
            return [node[0], node[1] + 4, node[2]]
        if "chance" in node:
            return {"chance": [[weight, raised(child)] for weight, child in node["chance"]]}
        return {"to": node["to"], "next": [raised(child) for child in node["next"]]}

    for _ in range(100):
        tree = trees.grown(dice, 4, players=3, chance=0.3, turns=True)
        plain = search(trees.position(tree, 3), "maxn", "depth:9")
        other = search(trees.position(exchanged(tree), 3), "maxn", "depth:9")
        assert (other.action, other.value) == (plain.action, tuple(plain.value[order.index(p)] for p in range(3)))
        more = search(trees.position(raised(tree), 3), "maxn", "depth:9")
        assert more.action == plain.action
        assert more.value == pytest.approx((plain.value[0], plain.value[1] + 4, plain.value[2]))


def test_paranoid_is_never_more_than_max_n_for_the_one_who_searches():
    dice = random.Random(6)
    for _ in range(100):
        position = trees.position(trees.grown(dice, 4, players=3, chance=0.2), 3)
        paranoid = search(position, "paranoid", "depth:9")
        assert paranoid.value[position.to_move] <= search(position, "maxn", "depth:9").value[position.to_move] + 1e-12


CASES = [
    ("minimax", 2, 0.0, {}),
    ("alphabeta", 2, 0.0, {}),
    ("alphabeta", 2, 0.0, {"deep": False}),
    ("ordered", 2, 0.0, {"slots": 16}),
    ("expectiminimax", 2, 0.5, {}),
    ("star1", 2, 0.5, {}),
    ("star2", 2, 0.5, {}),
    ("maxn", 3, 0.3, {"ties": "random"}),
    ("maxn", 3, 0.3, {"ties": "worst"}),
    ("paranoid", 3, 0.3, {}),
    ("paranoid", 3, 0.3, {"slots": 16}),
    ("star1", 2, 0.5, {"slots": 16, "outcomes": 2, "whole": 0}),
    ("star2", 2, 0.5, {"slots": 16, "probe": 2}),
    ("expectiminimax", 2, 0.5, {"outcomes": 2, "whole": 0}),
    ("maxn", 3, 0.3, {"shallow": True, "high": 3.0, "slots": 16}),
    ("selective", 2, 0.0, {"noisy": 2, "beam": 2, "min_ply": 1, "alike": True, "null": 1}),
    ("selective", 2, 0.0, {"extra": 1}),
]


@pytest.mark.parametrize(("algorithm", "players", "chance", "options"), CASES)
def test_compiled_is_interpreted(algorithm, players, chance, options):
    dice = random.Random(7)
    for _ in range(3):
        values = EIGHTHS if algorithm == "maxn" else ()
        tree = trees.grown(dice, 3, players=players, chance=chance, values=values)
        for budget in ("depth:9", "depth:2", "nodes:15"):
            asked = {"guide": "tests.games_for_tests.tree_guide", "seed": 3, "plies": 4, **options}
            position = trees.position(tree, players)
            compiled = search(position, algorithm, budget, **asked)
            assert compiled == search(position, algorithm, budget, interpreted=True, **asked)
            assert compiled == search(position, algorithm, budget, **asked)
