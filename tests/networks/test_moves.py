"""The network over whole moves: compiled code says what NumPy says, seats are alike, and wrong parts are refused."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from magnate.errors import BadNetwork
from magnate.networks import Network
from magnate.networks.moves import MoveNetwork, assess

OWN, TABLE, MOVE, CODES, HIDDEN = 7, 5, 6, 9, 4


def network(seed: int = 1) -> MoveNetwork:
    """A network of random weights and biases everywhere."""
    draws = np.random.default_rng(seed)

    def part(*sizes: int) -> Network:
        layers = list(itertools.pairwise(sizes))
        return Network(
            tuple(draws.normal(size=layer) for layer in layers), tuple(draws.normal(size=given) for _, given in layers)
        )

    return MoveNetwork(part(OWN + TABLE, CODES), part(2 * CODES, HIDDEN, 2), part(2 * CODES + MOVE, HIDDEN, 1))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_compiled_code_says_what_numpy_says(seats: int) -> None:
    draws, n = np.random.default_rng(seats), 20
    own, table = draws.normal(size=(n, seats, OWN)), draws.normal(size=(n, TABLE))
    own[draws.random(own.shape) < 0.3] = 0.0
    moves, inputs = draws.normal(size=(n, MOVE)), np.concatenate([own.reshape(n, -1), table], axis=1)
    (found, scored), added = np.zeros((2, n, seats)), np.zeros(n)
    assess(inputs, OWN, seats, moves, network().tables(seats), found, scored, added)
    shares, points = network()(own, table)
    assert np.abs(found - shares).max() < 1e-5
    assert np.abs(scored - points).max() < 1e-5 * np.abs(points).max()
    logits = network().logits(own, table, moves[:, None])[:, 0]
    assert np.abs(added - logits).max() < 1e-5 * max(1.0, np.abs(logits).max())


def test_seats_in_another_order_have_their_values_in_that_order() -> None:
    draws = np.random.default_rng(1)
    own, table, order = draws.normal(size=(6, 4, OWN)), draws.normal(size=(6, TABLE)), [2, 0, 3, 1]
    for before, after in zip(network()(own, table), network()(own[:, order], table), strict=True):
        assert after == pytest.approx(before[:, order], rel=1e-4)


def test_one_that_has_learned_nothing_leaves_priors_and_gives_equal_shares() -> None:
    new = MoveNetwork.new(own=OWN, table=TABLE, move=MOVE, codes=CODES, hidden=HIDDEN, seed=3)
    own, table = np.ones((1, 3, OWN)), np.ones((1, TABLE))
    shares, points = new(own, table)
    assert shares[0] == pytest.approx([1 / 3] * 3)
    assert points.tolist() == [[0.0] * 3]
    assert new.logits(own, table, np.ones((1, 5, MOVE))).tolist() == [[0.0] * 5]


@pytest.mark.parametrize(
    ("head", "policy", "complaint"),
    [
        ([2 * CODES, 3, 1], [2 * CODES + 1, 3, 1], "18 inputs and 2 outputs, not 18 and 1"),
        ([CODES, 3, 2], [2 * CODES + 1, 3, 1], "18 inputs and 2 outputs, not 9 and 2"),
        ([2 * CODES, 3, 2], [2 * CODES, 3, 1], "more than 18 inputs and 1 output, not 18 and 1"),
        ([2 * CODES, 2], [2 * CODES + 1, 3, 1], "the codes are one layer"),
    ],
)
def test_parts_that_do_not_fit_are_refused(head, policy, complaint) -> None:
    with pytest.raises(BadNetwork, match=complaint):
        MoveNetwork(Network.new([5, CODES], 1), Network.new(head, 1), Network.new(policy, 1))
