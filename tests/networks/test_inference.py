"""Compiled networks: the same as NumPy's to 1e-5, and as interpreted ones to the last bit."""

import numpy as np
import pytest

from magnate.networks import Network, inference
from magnate.networks.inference import evaluate, scratch_for
from magnate.runtime.interpreter import interpret

SHAPES = [(3, 2), (18, 32, 2), (100, 128, 64, 32, 8), (900, 128, 32, 4)]


def network(sizes):
    """A network with biases too."""
    made, draws = Network.new(sizes, seed=len(sizes)), np.random.default_rng(5)
    return Network(made.weights, tuple(draws.normal(size=len(bias)) for bias in made.biases))


def positions(inputs, number=40):
    """Inputs as of positions: from none to all of them are 0."""
    draws = np.random.default_rng(inputs)
    dense = np.linspace(0.0, 1.0, number)[:, None]
    return np.where(draws.random((number, inputs)) < dense, draws.normal(size=(number, inputs)), 0.0)


def run(made, given, module=inference):
    out = np.zeros((len(given), made.sizes[-1]))
    module.evaluate(given, np.array(made.sizes), made.table(), scratch_for(made.sizes), out)
    return out


@pytest.mark.parametrize("sizes", SHAPES, ids=str)
def test_compiled_is_numpy_to_1e_5(sizes):
    made, given = network(sizes), positions(sizes[0])
    assert np.abs(run(made, given) - made(given)).max() < 1e-5


@pytest.mark.parametrize("sizes", SHAPES, ids=str)
def test_compiled_is_interpreted_to_the_last_bit(sizes):
    made, given = network(sizes), positions(sizes[0], 4)
    assert run(made, given).tobytes() == run(made, given, interpret(inference.__name__)).tobytes()


@pytest.mark.parametrize("inputs", [1, 3, 4, 5, 59, 60, 61, 130])
@pytest.mark.parametrize("dtype", [np.float32, np.float64], ids=str)
def test_products_are_added_in_float32_in_the_order_of_the_inputs(inputs, dtype):
    """From none to all of them are 0, so that rows are left over after each four, and after each look for zeros."""
    table = np.random.default_rng(1).normal(size=(inputs + 2, 21)).astype(np.float32)
    for given in positions(inputs, 12):
        found, wanted = np.ones(30, np.float32), np.ones(30, np.float32)
        inference.add_rows(found, 21, np.append(9.0, given).astype(dtype), 1, inputs, table, 2)
        for value, row in zip(given.astype(np.float32), table[2:], strict=True):
            wanted[:21] += value * row
        assert found.tobytes() == wanted.tobytes()


def test_scratch_need_not_be_clean():
    made, given = network((18, 32, 2)), positions(18)
    out, scratch = np.zeros((len(given), 2)), np.full((2, 32), np.nan, np.float32)
    evaluate(given, np.array(made.sizes), made.table(), scratch, out)
    assert out.tobytes() == run(made, given).tobytes()


@pytest.mark.parametrize("present", [0b1, 0b11, 0b1011, 0b11111111, 0b10000000])
def test_shares_are_those_of_numpy_and_of_the_twin(present):
    draws = np.random.default_rng(present)
    for scale in (1.0, 30.0, 1e4):
        raw = draws.normal(size=8) * scale
        there = np.array([(present >> seat) & 1 for seat in range(8)], np.bool_)
        shares, interpreted = raw.copy(), raw.copy()
        inference.share_out(shares, present)
        interpret(inference.__name__).share_out(interpreted, present)
        assert shares.tobytes() == interpreted.tobytes()
        assert shares == pytest.approx(inference.win_shares(raw, there), abs=1e-14)
        assert shares.sum() == pytest.approx(1.0, abs=1e-14)
