"""Monte Carlo tree search where chance decides: open loops, few outcomes, and back-ups by weight."""

import importlib
import math
import random

import numpy as np
import pytest

import magnate
from magnate.search import search
from magnate.search.mcts_driver import grown, write_options
from magnate.search.options import SIMULATING
from tests.search import trees
from tests.search.test_mcts import pig_table

GUIDE = "tests.games_for_tests.tree_guide"


def grow(position, simulations, *, pool=100_000, seed=1, **options):
    """A tree of so many simulations from a position, to look into."""
    asked = {**{name: one.default for name, one in SIMULATING.items()}, **options}
    guide = importlib.import_module(GUIDE) if position.game.name == "tree" else None
    found = grown(position.game, guide, pool, 512, options=asked)
    found.place(position.states())
    write_options(found.run, found.extra, asked, 1.0)
    found.run.key, found.run.limit = seed, simulations
    found.search()
    return found


def figures(report):
    return report.value, [(one.value, one.visits, one.error) for one in report.actions], report.variation


# ---------------------------------------------------------------------------------------------- open loop


def test_without_chance_an_open_loop_is_a_closed_one():
    dice = random.Random(11)
    for _ in range(10):
        position = trees.position(trees.grown(dice, 4, players=3, turns=True), 3)
        closed, opened = (
            search(position, "mcts", "sims:2000", seed=2, guide=GUIDE, chance=loop) for loop in ("closed", "open")
        )
        assert figures(opened) == figures(closed)
        assert (opened.plies, opened.depth, opened.nodes) == (closed.plies, closed.depth, closed.nodes)


DIFFERENT = {
    "to": 0,
    "next": [
        {
            "chance": [
                [3, {"to": 0, "next": [[0, 1], [1, 0]]}],
                [2, {"to": 1, "next": [[0.9, 0.1], [0.2, 0.8], [0.5, 0.5]]}],
                [1, {"to": 0, "next": [[0, 1], [1, 0], [0.5, 0.5], [0.25, 0.75]]}],
            ]
        },
        [0.6, 0.4],
    ],
}
"""After action 0 it is chance who decides, and with how many actions: worth (3 · 1 + 2 · 0.2 + 1 · 1) / 6 = 0.733."""


def test_an_open_loop_matches_actions_by_seat_and_id():
    found = grow(trees.position(DIFFERENT), 20_000, chance="open")
    (gamble, safe), nodes = found.children(0), found.workspace.tree.nodes
    below = [(int(found.node(i).by), int(found.node(i).id)) for i in found.children(gamble)]
    assert below == [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2)]
    assert sum(int(found.node(i).visits) for i in found.children(gamble)) == found.node(gamble).visits - 1
    assert found.node(gamble).visits + found.node(safe).visits == 20_000
    seen = found.notes.seen
    assert all(seen[i] >= found.node(i).visits for i in found.children(gamble))
    assert seen[found.children(gamble)[0]] == seen[found.children(gamble)[1]] > 2.5 * seen[found.children(gamble)[2]]
    assert found.value(gamble)[0] == pytest.approx(4.4 / 6, abs=0.02)
    assert (nodes["visits"] > 0).sum() == found.run.visited


@pytest.mark.long
def test_pig_is_played_in_an_open_loop():
    """One node stands for all totals of a turn, so this is no way to play Pig perfectly; but it is to play it well."""
    target, dice, regrets = 20, random.Random(4), []
    game = magnate.load("pig", target=target)
    win = pig_table(game, target)
    for _ in range(40):
        own, other, total = dice.randrange(15), dice.randrange(20), dice.randint(2, 12)
        if own + total < target:
            rolled = (1 - win[other, own, 0] + sum(min(1.0, win[own, other, total + face]) for face in range(2, 7))) / 6
            held = 1 - win[other, own + total, 0]
            position = game.setup({"points": [own, other], "total": total})
            report = search(position, "mcts", "sims:4000", chance="open")
            regrets.append(max(rolled, held) - (rolled if report.name == "roll" else held))
            assert sum(one.visits for one in report.actions) == 4_000
    assert np.mean(regrets) < 0.01


def test_a_full_pool_goes_on_in_an_open_loop():
    found = grow(magnate.load("pig", target=20).new(), 2_000, pool=40, chance="open")
    assert found.run.simulations == found.node(0).visits == 2_000
    assert found.run.used <= 40
    assert found.run.refused > 100


# ----------------------------------------------------------------------------------------------- widening


@pytest.mark.parametrize("asked", [{"width": 1e9}, {"width": 2.0, "growth": 1.0}])
def test_widening_without_bounds_is_the_closed_loop(asked):
    dice = random.Random(12)
    for _ in range(10):
        position = trees.position(trees.grown(dice, 4, players=2, chance=0.5))
        plain = search(position, "mcts", "sims:1500", seed=4, guide=GUIDE)
        wide = search(position, "mcts", "sims:1500", seed=4, guide=GUIDE, widen="outcomes", **asked)
        assert figures(wide) == figures(plain)


def test_few_outcomes_are_tried_while_there_are_few_visits():
    many = {"chance": [[1 + k % 2, {"to": 1, "next": [[k / 20, 1 - k / 20]]}] for k in range(20)]}
    position = trees.position({"to": 0, "next": [many, {"to": 0, "next": [many, many]}]})
    for simulations in (10, 100, 3_000):
        found = grow(position, simulations, widen="outcomes", width=1.5, growth=0.4)
        for node in range(int(found.run.used)):
            if found.node(node).children and found.node(node).mover == -1:
                visits = [int(found.node(i).visits) for i in found.children(node)]
                assert sum(n > 0 for n in visits) <= max(1, math.ceil(1.5 * sum(visits) ** 0.4))
    node = found.children(0)[0]
    below = [found.node(i) for i in found.children(node)]
    assert min(int(one.visits) for one in below) > 0  # 1.5 · 1500 ** 0.4 are more than all
    heavy, light = (np.mean([int(one.visits) for one in below if one.weight == w]) for w in (2, 1))
    assert 1.6 < heavy / light < 3.2  # the likelier ones were there earlier


# --------------------------------------------------------------------------------------- back-ups by weight


def certain(dice, plies):
    """A tree in which only chance decides, though there are players: everybody has one action."""
    if plies == 0:
        share = dice.random()
        return [share, 1 - share]
    if plies % 2:
        return {"to": plies // 2 % 2, "settled": False, "next": [certain(dice, plies - 1)]}
    return {"chance": [[dice.randint(1, 9), certain(dice, plies - 1)] for _ in range(dice.randint(2, 4))]}


def test_by_weight_a_fully_expanded_tree_has_the_value_of_expectiminimax():
    dice = random.Random(13)
    for _ in range(10):
        position = trees.position({"to": 0, "next": [certain(dice, 4) for _ in range(3)]})
        report = search(position, "mcts", "sims:6000", guide=GUIDE, backup="expected", c=1000.0)
        exact = search(position, "maxn", "depth:9")
        for one, other in zip(report.actions, exact.actions, strict=True):
            assert one.value == pytest.approx(other.value, abs=1e-12)
        drawn = search(position, "mcts", "sims:6000", guide=GUIDE, c=1000.0)
        assert drawn.actions[0].value != pytest.approx(exact.actions[0].value, abs=1e-12)


def test_by_weight_the_sums_of_a_node_are_those_of_its_children():
    found = grow(magnate.load("pig", target=20).new(), 3_000, backup="expected")
    totals = found.workspace.tree.totals
    for i in range(int(found.run.used)):
        one = found.node(i)
        if one.children and one.mover >= 0 and one.visits > 1:
            own = 0 if i == 0 else 1  # its first simulation was its own
            below = sum(totals[child] for child in found.children(i))
            assert (totals[i] - below).sum() == pytest.approx(own, abs=1e-9)
    assert found.node(0).visits == 3_000
