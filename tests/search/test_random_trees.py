"""The algorithms against one another on random trees."""

import math
import random

import pytest

from magnate.search import search
from magnate.search.workspace import WorkspaceSize, bound_search
from tests.search import trees

EIGHTHS = [k / 8 for k in range(9)]
"""Values with many ties."""


@pytest.mark.parametrize("turns", [False, True])
def test_alpha_beta_is_minimax(turns):
    dice = random.Random(1)
    saved = 0
    for _ in range(100):
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
    assert saved > 250


@pytest.mark.parametrize("turns", [False, True])
def test_a_memory_and_an_order_change_no_value(turns):
    dice = random.Random(9)
    for _ in range(60):
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
    assert saved > 250


@pytest.mark.parametrize("probe", [0, 1])
def test_star_is_a_bound_outside_its_window(probe):
    dice = random.Random(4)
    failed = {"low": 0, "high": 0}
    for _ in range(100):
        position = trees.position(trees.grown(dice, dice.randint(2, 5), chance=0.5))
        exact = search(position, "expectiminimax", "depth:9").value[0]
        found = bound_search("expectiminimax.star", position.game, None, WorkspaceSize(12))
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


def beneath_chance(node, dice):
    """The same tree with a chance node that has one outcome above every other node."""
    if isinstance(node, dict):
        node = {**node, "next": [beneath_chance(child, dice) for child in node["next"]]}
    return {"chance": [[dice.randint(1, 9), node]]} if dice.random() < 0.5 else node


def test_with_one_outcome_everywhere_expectiminimax_is_minimax():
    dice = random.Random(50)
    for _ in range(100):
        tree = trees.grown(dice, dice.randint(2, 4), values=EIGHTHS, turns=True)
        plain = search(trees.position(tree), "minimax", "depth:9")
        certain = trees.position({**tree, "next": [beneath_chance(child, dice) for child in tree["next"]]})
        for name in ("expectiminimax", "star1", "star2", "maxn"):
            report = search(certain, name, "depth:9")
            assert (report.value, report.action, report.proven) == (plain.value, plain.action, True)


def test_stretched_leaves_change_no_choice():
    """Values a · v + b with a > 0, here 2 · v - 0.5; what keeps the order only may change it (see the fixtures)."""

    def stretched(node):
        if isinstance(node, list):
            return [2 * value - 0.5 for value in node]
        if "chance" in node:
            return {"chance": [[weight, stretched(child)] for weight, child in node["chance"]]}
        return {"to": node["to"], "next": [stretched(child) for child in node["next"]]}

    dice = random.Random(51)
    for _ in range(100):
        tree = trees.grown(dice, dice.randint(2, 5), chance=0.5, turns=True)
        plain, other = (search(trees.position(one), "expectiminimax", "depth:9") for one in (tree, stretched(tree)))
        assert other.action == plain.action
        assert other.value[0] == pytest.approx(2 * plain.value[0] - 0.5, abs=1e-12)


def heap(stones, seat):
    """Nim for three: take one or two stones; who takes the last has 0.9, and who would be next 0.1."""
    if stones == 0:
        return [{(seat - 1) % 3: 0.9, seat: 0.1}.get(p, 0.0) for p in range(3)]
    return {"to": seat, "next": [heap(stones - n, (seat + 1) % 3) for n in (1, 2) if n <= stones]}


def selfish(stones, seat):
    """What everybody gets from a heap, each playing for itself, as one reckons it by hand."""
    if stones == 0:
        return heap(0, seat)
    return max((selfish(stones - n, (seat + 1) % 3) for n in (1, 2) if n <= stones), key=lambda value: value[seat])


def against_all(stones, seat):
    """What seat 0 gets from a heap where the others play against it."""
    if stones == 0:
        return heap(0, seat)[0]
    return (max if seat == 0 else min)(against_all(stones - n, (seat + 1) % 3) for n in (1, 2) if n <= stones)


@pytest.mark.parametrize("stones", range(1, 9))
def test_nim_for_three(stones):
    plain = search(trees.position(heap(stones, 0), 3), "maxn", "depth:9")
    assert list(plain.value) == selfish(stones, 0)
    moved = search(trees.position(heap(stones, 1), 3), "maxn", "depth:9")
    assert moved.value == (plain.value[2], *plain.value[:2])
    assert moved.action == plain.action
    alone = search(trees.position(heap(stones, 0), 3), "paranoid", "depth:9")
    assert alone.value == (against_all(stones, 0), None, None)
