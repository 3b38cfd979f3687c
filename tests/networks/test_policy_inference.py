"""Policies: chances of legal actions and win shares, compiled as in NumPy and as interpreted."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from magnate.networks import Network, inference
from magnate.networks.inference import scratch_for, win_shares
from magnate.runtime.interpreter import interpret

ACTIONS, SEATS = 40, 3
SIZES = (30, 24, 16, ACTIONS + SEATS)


def network():
    made, draws = Network.new(SIZES, seed=1), np.random.default_rng(2)
    return Network(made.weights, tuple(draws.normal(size=len(bias)) for bias in made.biases))


def worked_out(given, legal, temperature=1.0, parts=(inference, inference)):
    """The chances of the legal actions and the win shares, by the compiled rules or their twins."""
    first, second = parts
    made = network()
    sizes, table, scratch = np.array(SIZES), made.table(), scratch_for(SIZES)
    layers = len(SIZES) - 2
    row = first.through(given, sizes, table, layers, scratch)
    chances, shares = np.zeros(len(legal)), np.zeros(SEATS)
    second.weigh(scratch[layers & 1], SIZES[layers], table, row, legal, len(legal), temperature, chances)
    second.expect(scratch[layers & 1], SIZES[layers], table, row, ACTIONS, shares)
    return chances, shares


def cases():
    draws = np.random.default_rng(3)
    for number in range(1, 20):
        yield draws.normal(size=SIZES[0]), np.sort(draws.choice(ACTIONS, number, replace=False))


def test_compiled_is_numpy_to_1e_5():
    for given, legal in cases():
        raw = network()(given[None])[0]
        mask = np.isin(np.arange(ACTIONS), legal)
        chances, shares = worked_out(given, legal)
        assert np.abs(np.log(chances) - inference.log_chances(raw[:ACTIONS], mask)[legal]).max() < 1e-5
        assert np.abs(shares - win_shares(raw[ACTIONS:])).max() < 1e-5
        assert chances.sum() == pytest.approx(1.0)


def test_compiled_is_interpreted_to_the_last_bit():
    parts = (interpret(inference.__name__), interpret(inference.__name__))
    for given, legal in cases():
        for one, other in zip(worked_out(given, legal, 0.7), worked_out(given, legal, 0.7, parts), strict=True):
            assert one.tobytes() == other.tobytes()


def test_what_is_illegal_has_no_chance():
    logs = inference.log_chances(np.array([[5.0, 1.0, 2.0], [0.0, 0.0, 0.0]]), np.array([[0, 1, 1], [1, 0, 1]], bool))
    assert np.exp(logs) == pytest.approx(
        np.array([[0, 1 / (1 + math.e), math.e / (1 + math.e)], [0.5, 0, 0.5]]), abs=1e-12
    )


def test_the_temperature_divides_the_logits():
    """One hidden unit makes the logits: their chances are as e², e and 1, at the temperature 0.5 as e⁴, e² and 1."""
    hidden, table = np.ones(1, np.float32), np.array([[0, 0, 0, 0], [2, 1, 0, 9]], np.float32)
    for temperature, first in ((1.0, 1.0), (0.5, 2.0)):
        chances = np.zeros(3)
        inference.weigh(hidden, 1, table, 0, np.arange(3), 3, temperature, chances)
        wanted = np.exp(first * np.array([2.0, 1.0, 0.0]))
        assert chances == pytest.approx(wanted / wanted.sum())


def test_huge_logits_are_no_trouble():
    hidden, table = np.ones(1, np.float32), np.array([[0, 0, 0], [1e30, -1e30, 1e30]], np.float32)
    chances = np.zeros(3)
    inference.weigh(hidden, 1, table, 0, np.arange(3), 3, 1.0, chances)
    assert chances.tolist() == [0.5, 0.0, 0.5]


@pytest.mark.parametrize(("u", "place"), [(0.0, 1), (0.249, 1), (0.25, 2), (0.999, 2), (1.0, 2)], ids=str)
def test_a_number_draws_a_place(u, place):
    """What has no chance is never drawn, not even where rounding leaves a rest."""
    assert inference.draw(np.array([0.0, 0.25, 0.75, 0.0]), 4, u) == place


def test_the_first_of_the_likeliest():
    assert inference.likeliest(np.array([0.2, 0.4, 0.4, 0.9]), 3) == 1


def test_a_network_may_be_worked_through_in_parts():
    made, given = network(), np.random.default_rng(4).normal(size=SIZES[0])
    run = SimpleNamespace(sizes=np.array(SIZES), table=made.table(), scratch=scratch_for(SIZES))
    row = inference.through(given, run.sizes, run.table, 2, run.scratch)
    parts = [inference.output(run.scratch[0], 16, run.table, row, j) for j in range(SIZES[-1])]
    whole = np.zeros(SIZES[-1])
    inference.forward(given, run.sizes, run.table, run.scratch, whole)
    assert parts == whole.tolist()
