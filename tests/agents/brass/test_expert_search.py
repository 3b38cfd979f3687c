"""The search over whole moves by a network: it is repeatable, does not peek, and goes by what the network says."""

from __future__ import annotations

import numpy as np
import pytest

import magnate
from magnate.agents.brass.expert import Ask, MoveSearch
from magnate.errors import BadNetwork, BadSearch
from magnate.networks import Network
from magnate.networks.moves import MoveNetwork
from magnate.search.moves import whole_moves
from magnate.values.brass import OWN, PLACES, TABLE
from magnate.values.brass_moves import MOVE_INPUTS

GAME = magnate.load("brass", players=3)


def network(scale: float) -> MoveNetwork:
    """A small network whose last weights are random."""
    new, draws = (
        MoveNetwork.new(own=OWN, table=TABLE, move=MOVE_INPUTS, codes=8, hidden=6, seed=1),
        np.random.default_rng(1),
    )
    head, policy = (
        Network((part.weights[0], scale * draws.normal(size=part.weights[1].shape)), part.biases)
        for part in (new.head, new.policy)
    )
    return MoveNetwork(new.codes, head, policy)


@pytest.fixture(scope="module")
def search() -> MoveSearch:
    found = MoveSearch(GAME, sampled=4, room=32, interpreted=True)
    found.use(network(0.3))
    return found


@pytest.fixture(scope="module")
def position():
    """A position of a random game in which two seats have hidden hands."""
    found, draws = GAME.new(seed=4), np.random.default_rng(4)
    while not (found.settled and found.state["round"] == 3):
        found.apply(int(draws.choice(found.legal_ids())))
    return found


def searched(search: MoveSearch, position, **asked):
    return search.search(position.states(), position.to_move, 9, Ask(**{"simulations": 12, "noise": 1.0, **asked}))


def test_the_same_key_finds_the_same_whatever_is_hidden(search, position) -> None:
    first = searched(search, position)
    for key in range(3):
        other = searched(search, position.shown_to(position.to_move, key))
        assert (first.best, first.moves, first.values) == (other.best, other.moves, other.values)
        assert np.array_equal(first.numbers, other.numbers)
        assert np.array_equal(first.policy, other.policy)


def test_its_moves_are_legal_whole_moves_and_its_values_those_of_all_seats(search, position) -> None:
    found = searched(search, position)
    ends = set()
    for ids in whole_moves(position, interpreted=True):
        after = position.copy()
        for id_ in ids:
            after.apply(id_)
        ends.add(after.key)
    for ids in found.moves:
        after = position.copy()
        for id_ in ids:
            after.apply(id_)
        assert after.key in ends
    assert found.best in found.moves
    assert len(found.values) == 3
    assert found.policy.sum() == pytest.approx(1.0, abs=1e-5)


def test_its_logits_are_the_priors_with_what_numpy_says_of_the_moves(search, position) -> None:
    found = searched(search, position)
    row = search.shown(position.states(), position.to_move)
    own, table = row[: PLACES * OWN].reshape(1, PLACES, OWN)[:, :3], row[None, PLACES * OWN :]
    logits = network(0.3).logits(own, table, found.numbers[None])[0]
    assert found.logits == pytest.approx(logits + 5 * found.numbers[:, 0], abs=1e-4)
    plain = searched(search, position, policy=0.0)
    assert plain.logits == pytest.approx(5 * plain.numbers[:, 0], abs=1e-5)


def test_a_line_bends_priors_and_values(search, position) -> None:
    free = searched(search, position, policy=0.0, noise=0.0)
    forced = searched(search, position, policy=0.0, noise=0.0, line="cotton", bonus=1.0)
    assert forced.moves != free.moves
    assert sum(forced.values) > sum(free.values)


def test_what_does_not_fit_is_refused(search, position) -> None:
    with pytest.raises(BadSearch, match="no room for 32 simulations"):
        searched(search, position, simulations=32)
    with pytest.raises(BadNetwork, match="3 numbers of a seat and its table and 2 of a move"):
        search.use(MoveNetwork.new(own=2, table=1, move=2, codes=3, hidden=2, seed=1))
