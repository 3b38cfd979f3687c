"""The win chances of Brass in compiled code: sums, rotations, and that no hand shows that the eyes do not know."""

from __future__ import annotations

import numpy as np
import pytest

import magnate
from magnate.core.contract import OVER
from magnate.games.brass.state import ACTION
from magnate.networks import Network
from magnate.networks.seats import SeatNetwork
from magnate.values import brass
from magnate.values.chances import SeatValuer, inputs_of


def network() -> SeatNetwork:
    """A network of random weights, its last ones too."""
    new = SeatNetwork.new(brass.OWN, brass.TABLE, 24, 12, 1)
    last = np.random.default_rng(1).normal(size=(12, 1))
    return SeatNetwork(new.codes, Network((new.head.weights[0], last), new.head.biases))


@pytest.fixture(scope="module", params=[2, 3, 4])
def met(request):
    """The game, and positions of random games, within actions and at draws too."""
    game = magnate.load("brass", players=request.param)
    found = []
    for seed in range(3):
        position, draws = game.new(seed=seed), np.random.default_rng(seed)
        while position.to_move != OVER:
            if position.to_move >= 0 and draws.random() < 0.1:
                found.append(position.copy())
            position.apply(int(draws.choice(position.legal_ids())))
        found.append(position)
    return game, found


def states_of(positions) -> np.ndarray:
    return np.concatenate([position.states() for position in positions])


def said(game, states, known) -> np.ndarray:
    return SeatValuer(game, network()).chances(
        states, game.players, np.broadcast_to(known, len(states)).astype(np.int64)
    )


def turned(state, by, players):
    """The position with every player ``by`` chairs further."""
    new = state.copy()
    for name in ("lines", "tiles", "network", "money", "spent", "points", "income_space", "taken", "hand"):
        new[name][:players] = np.roll(state[name][:players], by, axis=0)
    new["order"][:players] = (state["order"][:players] + by) % players
    if state["mover"] >= 0:
        new["mover"] = (state["mover"] + by) % players
    return new


def test_chances_add_up_to_1_and_the_end_is_the_games(met):
    game, positions = met
    states = states_of(positions)
    found = said(game, states, 0)
    assert found.sum(axis=1) == pytest.approx(np.ones(len(found)), abs=1e-12)
    over = [number for number, position in enumerate(positions) if position.is_over]
    assert [tuple(found[number]) for number in over] == [positions[number].utility() for number in over]
    assert {int(state["phase"]) for state in states} > {ACTION}


@pytest.mark.parametrize("eyes", ["none", "one", "all"])
def test_a_rotation_of_the_players_rotates_the_chances_to_the_bit(met, eyes):
    game, positions = met
    players = game.players
    states = states_of([one for one in positions if not one.is_over])
    by = 1 + np.arange(len(states)) % (players - 1)
    known = {"none": 0, "one": 1, "all": (1 << players) - 1}[eyes]
    moved_known = np.where(known == 1, 1 << by, known)
    moved = np.zeros_like(states)
    for number, state in enumerate(states):
        moved[number] = turned(state, int(by[number]), players)
    before, after = said(game, states, known), said(game, moved, moved_known)
    for number in range(len(states)):
        assert np.roll(after[number], -by[number]).tobytes() == before[number].tobytes()


def test_no_hand_shows_that_the_eyes_do_not_know(met):
    game, positions = met
    going = [one for one in positions if not one.is_over]
    differ = 0
    for key, position in enumerate(going):
        seat = key % game.players
        other = position.shown_to(seat, key)
        both = states_of([position, other])
        one, two = said(game, both, 1 << seat)
        assert one.tobytes() == two.tobytes()
        one, two = said(game, states_of([position, other.shown_to((seat + 1) % game.players, key)]), 0)
        assert one.tobytes() == two.tobytes()
        one, two = said(game, both, (1 << game.players) - 1)
        differ += one.tobytes() != two.tobytes()
    assert differ > len(going) / 2


def test_inputs_are_not_negative_and_of_a_like_size(met):
    game, positions = met
    states = states_of([one for one in positions if not one.is_over])
    found = inputs_of("brass").rows(states, game.players, np.full(len(states), 1))
    assert found.shape[1] == game.players * brass.OWN + brass.TABLE
    assert found.min() >= 0
    assert found.max() <= 3
