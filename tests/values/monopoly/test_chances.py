"""The inputs of the win chances, and the chances themselves in compiled code."""

from __future__ import annotations

import numpy as np
import pytest

import magnate
from magnate.core.contract import CHANCE, OVER
from magnate.games.monopoly.setup_model import mirrored
from magnate.games.monopoly.state import AUCTION, DEBT, STATE, TRADE
from magnate.networks import Network
from magnate.networks.seats import SeatNetwork
from magnate.runtime.interpreter import interpret
from magnate.values.chances import SeatValuer, inputs_of
from magnate.values.monopoly import chances

from ...games.monopoly.observing import PAIRS, turned
from ...games.monopoly.walk import some_states
from .showing import position

GAME = magnate.load("monopoly")


def network(seed: int = 1, codes: int = 24, hidden: int = 12) -> SeatNetwork:
    """A network of random weights, its last ones too."""
    draws = np.random.default_rng(seed)
    new = SeatNetwork.new(chances.OWN, chances.TABLE, codes, hidden, seed)
    last = draws.normal(size=(hidden, 1))
    return SeatNetwork(new.codes, Network((new.head.weights[0], last), new.head.biases))


@pytest.fixture(scope="module")
def met() -> tuple[np.ndarray, np.ndarray]:
    """Positions of all kinds, within debts, auctions and offers too, and how many players they have."""
    found = [(players, state) for _, players, state in some_states(7)]
    found += [(3, make()) for pair in PAIRS.values() for make in pair]
    sizes, states = zip(*found, strict=True)
    return aligned(states), np.array(sizes)


def aligned(states) -> np.ndarray:
    """States as compiled code takes them."""
    found = np.empty(len(states), STATE)
    for row, state in enumerate(states):
        found[row] = state
    return found


def said(states: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """The chances (n, 8)."""
    valuer, found = SeatValuer(GAME, network()), np.zeros((len(states), 8))
    for players in np.unique(sizes):
        rows = sizes == players
        found[rows, :players] = valuer.chances(states[rows], int(players))
    return found


def test_every_position_has_chances_that_add_up_to_1(met):
    states, sizes = met
    found = said(states, sizes)
    there = (states["alive"][:, None] >> np.arange(8)) & 1 == 1
    going = states["mover"] != OVER
    assert found.sum(axis=1) == pytest.approx(np.ones(len(found)), abs=1e-12)
    assert (found[going][there[going]] > 0).all()
    assert not found[going][~there[going]].any()
    assert {DEBT, AUCTION, TRADE} <= set(states["fkind"].ravel().tolist())


def test_a_rotation_of_the_players_rotates_the_chances_to_the_bit(met):
    states, sizes = met
    by = 1 + np.arange(len(states)) % (sizes - 1)
    moved = aligned([turned(*one) for one in zip(states, by.tolist(), sizes.tolist(), strict=True)])
    before, after = said(states, sizes), said(moved, sizes)
    going = np.flatnonzero(states["mover"] != OVER)
    assert len(going) > 300
    for row in going:
        players = sizes[row]
        assert np.roll(after[row, :players], -by[row]).tobytes() == before[row, :players].tobytes()


def test_compiled_numpy_and_interpreted_agree(met):
    states, sizes = met
    layout, model = inputs_of("monopoly"), network()
    found = said(states, sizes)
    interpreted, room = interpret(chances.__name__), np.zeros(chances.INPUTS)
    for players in (2, 4, 8):
        rows = np.flatnonzero((sizes == players) & (states["mover"] != OVER))[:40]
        inputs = layout.rows(states[rows], players)
        first = states["current"][rows]
        own, table = (
            inputs[:, : players * layout.own].reshape(-1, players, layout.own),
            inputs[:, players * layout.own :],
        )
        turn = (first[:, None] + np.arange(players)) % players
        there = np.take_along_axis(layout.there(states[rows], players), turn, axis=1)
        assert model(own, table, there) == pytest.approx(np.take_along_axis(found[rows], turn, axis=1), abs=2e-5)
        for row, seat, given in list(zip(rows, first, inputs, strict=True))[:10]:
            interpreted.inputs(mirrored(states[row]), int(seat), room)
            both = np.concatenate([room[: players * layout.own], room[8 * layout.own :]])
            assert np.array_equal(both.astype(np.float32), given)
    assert len(rows) > 10


def test_inputs_lie_between_0_and_1_and_are_none_for_who_is_out(met):
    states, sizes = met
    layout = inputs_of("monopoly")
    for players in np.unique(sizes):
        some = states[(sizes == players) & (states["mover"] != OVER)]
        found = layout.rows(some, int(players))
        assert found.min() >= 0
        assert found.max() <= 1
        turn = (some["current"][:, None] + np.arange(players)) % players
        there = np.take_along_axis(layout.there(some, int(players)), turn, axis=1)
        own = found[:, : players * layout.own].reshape(-1, players, layout.own)
        assert not own[~there].any()


def test_cards_do_not_show():
    """Neither those that nobody has seen nor those that are known are among the numbers."""
    looks = [
        said(aligned([position([{"square": 7}, {}], decks={"chance": chance})]), np.array([2])).tobytes()
        for chance in ({}, {"known": ["advance_go"]}, {"top": "go_to_jail"})
    ]
    assert len(set(looks)) == 1


def test_how_seats_stand_beside_each_other():
    players = [{"cash": 300}, {"cash": 100, "deeds": ["boardwalk"]}, {"cash": 600, "jail": 2}]
    row = inputs_of("monopoly").rows(aligned([position(players)]), 3)[0]
    own = row[: 3 * chances.OWN].reshape(3, chances.OWN)[:, chances.AT_WORTH :]
    assert own[:, 0] == pytest.approx(np.array([300, 500, 600]) / 1400)
    assert own[:, 1] == pytest.approx(np.array([300, 100, 600]) / 1001)
    assert own[:, 2] == pytest.approx(np.array([300, 300, 600]) / 1200)
    assert own[:, 3] == pytest.approx(np.array([2, 1, 0]) / 8)


def test_the_mean_over_the_outcomes_is_that_of_the_rules():
    valuer, game = SeatValuer(GAME, network()), magnate.load("monopoly", players=3)
    thrown = game.new()
    assert thrown.to_move == CHANCE
    mean = np.zeros(3)
    for outcome in thrown.outcomes():
        mean += float(outcome.probability) * valuer.chances(thrown.copy().apply(outcome).states(), 3)[0]
    assert valuer.means(thrown.states(), 3)[0] == pytest.approx(mean, abs=1e-12)


def test_the_end_is_worth_what_the_game_says():
    for winners in (0b001, 0b110):
        over = aligned([position([{}, {}, {}])])
        over["mover"], over["winners"] = OVER, winners
        won = (winners >> np.arange(3)) & 1
        assert said(over, np.array([3]))[0, :3].tolist() == (won / won.sum()).tolist()
