"""Networks in NumPy against numbers worked out by hand."""

import numpy as np
import pytest

from magnate.errors import BadNetwork
from magnate.networks import Network
from magnate.networks.inference import win_shares
from magnate.networks.network import LEAST

HIDDEN = ([[1.0, -1.0, 2.0], [0.5, 1.0, -2.0]], [0.0, 1.0, -1.0])
OUTER = ([[1.0, 2.0], [-1.0, 0.0], [3.0, -0.5]], [0.25, -0.25])


def small():
    """Two inputs, three hidden units and two outputs, all by hand."""
    return Network((np.array(HIDDEN[0]), np.array(OUTER[0])), (np.array(HIDDEN[1]), np.array(OUTER[1])))


@pytest.mark.parametrize(
    ("inputs", "outputs"),
    [
        ((0.0, 0.0), (-0.75, -0.25)),  # hidden 0, 1, off: 0.25 - 1, -0.25
        ((2.0, 1.0), (5.75, 4.25)),  # hidden 2.5, off (0), 1: 2.5 + 3 + 0.25, 5 - 0.5 - 0.25
        ((-1.0, 4.0), (-4.75, 1.75)),  # hidden 1, 6, off: 1 - 6 + 0.25, 2 - 0.25
        ((0.0, -2.0), (9.25, -1.75)),  # hidden off, off, 3: 9 + 0.25, -1.5 - 0.25
    ],
)
def test_outputs_are_what_they_are_by_hand(inputs, outputs):
    network = small()
    assert network.sizes == (2, 3, 2)
    assert network(np.array([inputs, inputs])).tolist() == [list(outputs)] * 2


def test_outputs_in_another_order_give_the_same():
    network, inputs = small(), np.array([[2.0, 1.0], [-1.0, 4.0]])
    assert network.renumbered(("a", "b"), ("a", "b")) is network
    assert network.renumbered(("a",), ("a",)) is network
    turned = network.renumbered(("a", "b"), ("b", "new", "a"))
    assert turned(inputs)[:, [2, 0]].tobytes() == network(inputs).tobytes()
    assert (turned(inputs)[:, 1] == np.float32(LEAST)).all()
    assert network.renumbered(("a",), ("c",))(inputs)[:, 1].tolist() == network(inputs)[:, 1].tolist()
    with pytest.raises(BadNetwork, match="the network has 2 outputs, and 3 actions to choose from"):
        network.renumbered(("a", "b", "c"), ("a",))


def test_the_last_layer_is_not_rectified():
    network = Network((np.array([[-1.0]]),), (np.array([0.0]),))
    assert network(np.array([[3.0]])).tolist() == [[-3.0]]


def test_a_new_network_has_the_variance_of_he_and_follows_from_its_seed():
    one, again, other = (Network.new([400, 300, 5], seed) for seed in (1, 1, 2))
    assert one.digest == again.digest != other.digest
    assert one.weights[0].dtype == np.float32
    for weight in one.weights:
        variance = 2 / weight.shape[0]
        spread = variance * np.sqrt(2 / weight.size)  # of the variance that so many draws have
        assert abs(weight.var() - variance) < 4 * spread
        assert abs(weight.mean()) < 4 * np.sqrt(variance / weight.size)
    assert not any(bias.any() for bias in one.biases)


def test_a_network_stays_as_it_was_made():
    weight = np.ones((2, 2), np.float32)
    network = Network((weight,), (np.zeros(2),))
    weight[:] = 5
    assert network.weights[0].tolist() == [[1, 1], [1, 1]]
    with pytest.raises(ValueError, match="read-only"):
        network.weights[0][0, 0] = 2


def test_a_table_has_a_row_for_each_bias_and_input():
    network = small()
    rows = [HIDDEN[1], *HIDDEN[0], *([*row, 0.0] for row in (OUTER[1], *OUTER[0]))]
    assert network.table().tolist() == rows
    assert Network.of_table(network.sizes, network.table()).digest == network.digest


@pytest.mark.parametrize(
    ("weights", "biases", "says"),
    [
        ([], [], "as many weights as biases, not 0 and 0; give both for each layer, of one layer at least"),
        ([np.ones((2, 3))], [], "as many weights as biases, not 1 and 0"),
        (
            [np.ones((2, 3))],
            [np.ones(2)],
            r"layer 0 .* weights of the shape \(2, 3\) and biases of \(2,\); weights are of",
        ),
        ([np.ones((0, 3))], [np.ones(3)], r"weights of the shape \(0, 3\)"),
        ([np.ones(3)], [np.ones(3)], r"weights of the shape \(3,\)"),
        (
            [np.ones((2, 3)), np.ones((4, 1))],
            [np.ones(3), np.ones(1)],
            "layer 1 .* takes 4 numbers, the one before gives 3",
        ),
        ([np.full((2, 3), np.nan)], [np.ones(3)], "layer 0 .* not finite"),
        ([np.ones((2, 3))], [np.full(3, np.inf)], "layer 0 .* not finite .* take an earlier checkpoint"),
    ],
)
def test_what_is_no_network(weights, biases, says):
    with pytest.raises(BadNetwork, match=says):
        Network(tuple(weights), tuple(biases))


@pytest.mark.parametrize("sizes", [[], [3], [3, 0, 2]])
def test_sizes_that_no_network_has(sizes):
    with pytest.raises(BadNetwork, match="cannot have layers of the sizes"):
        Network.new(sizes, seed=1)


def test_shares_are_a_softmax_over_those_who_are_there():
    e = np.e
    assert win_shares(np.array([1.0, 0.0])) == pytest.approx([e / (e + 1), 1 / (e + 1)], abs=1e-15)
    raw = np.array([[1.0, 1.0, 500.0], [0.0, np.log(3.0), 0.0]])
    there = np.array([[True, True, False], [True, True, True]])
    assert win_shares(raw, there) == pytest.approx(np.array([[0.5, 0.5, 0.0], [0.2, 0.6, 0.2]]), abs=1e-15)
    assert win_shares(np.array([1e4, -1e4])).tolist() == [1.0, 0.0]  # nothing overflows
