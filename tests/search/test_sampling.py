"""Samples of the outcomes of chance (sparse sampling)."""

import math
import random

import pytest

import magnate
from magnate.search import search
from tests.search import trees


def dice_tree(dice, outcomes=6):
    """A decision between two throws, each followed by another one."""

    def throw(deeper):
        below = [throw(deeper - 1) if deeper else trees.of(dice.random()) for _ in range(outcomes)]
        return {"chance": [[dice.randint(1, 6), child] for child in below]}

    return {"to": 0, "next": [throw(1), throw(1)]}


def test_a_sample_of_everything_is_exact():
    dice = random.Random(30)
    for _ in range(10):
        position = trees.position(dice_tree(dice))
        plain = search(position, "expectiminimax", "depth:9")
        for outcomes in (6, 7, 100):
            report = search(position, "expectiminimax", "depth:9", outcomes=outcomes, whole=0)
            assert (report.value, report.nodes, report.exact, report.proven) == (plain.value, plain.nodes, True, True)


def test_how_many_outcomes_are_looked_at():
    equal = {"to": 0, "next": [{"chance": [[1, {"chance": [[1, [k / 20, 0]] for k in range(10)]}]] * 10}]}
    position = trees.position(equal)
    for outcomes in (1, 3, 9):
        report = search(position, "expectiminimax", "depth:9", outcomes=outcomes)
        assert report.evaluations == 10 * outcomes  # the first throw is whole
        assert (report.exact, report.proven) == (False, False)
        report = search(position, "expectiminimax", "depth:9", outcomes=outcomes, whole=0)
        assert report.evaluations == outcomes * outcomes
    assert search(position, "expectiminimax", "depth:9", outcomes=9, whole=2).exact


def test_a_sample_is_spread_over_the_outcomes():
    """One draw of each share of equal length: of 30 equal outcomes in order, a sample of 6 never strays far."""
    tree = {"to": 0, "next": [{"chance": [[1, [k / 29, 1 - k / 29]] for k in range(30)]}]}
    position = trees.position(tree)
    values = {
        search(position, "expectiminimax", "depth:9", outcomes=6, whole=0, seed=seed).value[0] for seed in range(40)
    }
    assert len(values) == 5  # one for each place in a share of five
    assert max(abs(value - 0.5) for value in values) <= 2 / 29 + 1e-12
    assert sum(values) / 5 == pytest.approx(0.5, abs=1e-12)


def test_samples_are_right_on_average():
    dice = random.Random(31)
    position = trees.position(dice_tree(dice))
    exact = [one.value[0] for one in search(position, "expectiminimax", "depth:9").actions]
    found = []
    for seed in range(400):
        report = search(position, "expectiminimax", "depth:9", outcomes=2, whole=0, seed=seed)
        if seed < 20:
            assert report == search(position, "expectiminimax", "depth:9", outcomes=2, whole=0, seed=seed)
        found.append([one.value[0] for one in report.actions])
    for i in range(2):
        values = [values[i] for values in found]
        mean = sum(values) / len(values)
        error = math.sqrt(sum((value - mean) ** 2 for value in values)) / len(values)
        assert len(set(values)) > 20
        assert abs(mean - exact[i]) < 4 * error


@pytest.mark.parametrize("algorithm", ["star1", "star2", "maxn"])
def test_the_same_position_has_the_same_sample_whoever_searches_it(algorithm):
    dice = random.Random(32)
    for _ in range(30):
        position = trees.position(trees.grown(dice, 5, chance=0.6))
        exact = search(position, "expectiminimax", "depth:9")
        for seed in range(3):
            asked = {"outcomes": 2, "whole": 0, "seed": seed}
            plain = search(position, "expectiminimax", "depth:9", **asked)
            for options in ({}, {"slots": 64}):
                report = search(position, algorithm, "depth:9", **asked, **options)
                assert report.value[0] == pytest.approx(plain.value[0], abs=1e-12)
                if report.exact:  # what was sampled could not matter
                    assert report.value[0] == pytest.approx(exact.value[0], abs=1e-12)


def test_a_sampled_search_of_backgammon_endings_is_near():
    """Bear-off from (2, 2, 2) against (1, 1, 1): exactly 185/216, and with 8 of the 21 throws not far from it."""
    position = magnate.load("bearoff").setup({"home": [[2, 2, 2], [1, 1, 1]]})
    found = [search(position, "star1", "depth:20", outcomes=8, whole=0, seed=seed) for seed in range(30)]
    mean = sum(report.value[0] for report in found) / len(found)
    assert mean == pytest.approx(185 / 216, abs=0.03)
    assert not any(report.exact for report in found)
