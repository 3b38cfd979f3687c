"""Recorded games in compiled code: as the interpreted rules record them, on any number of threads."""

import numpy as np
import pytest

import magnate
from magnate.agents import resolve
from magnate.agents.monopoly.deep_q import outputs
from magnate.agents.monopoly.deep_q.agent import Shape, new_networks
from magnate.agents.monopoly.deep_q.outputs import BUY, DOWNGRADE, MORTGAGE
from magnate.learn import thesis
from magnate.learn.thesis import NETWORKS_SEAT, NetworkPlay, Recorder, outcome_transitions, thesis_transitions
from magnate.runtime.stream import deal_seed

from ...agents.monopoly.deep_q import test_recording as interpreted

ROWS = np.array([resolve("monopoly", spec).row for spec in interpreted.SPECS])


@pytest.fixture(scope="module")
def recorder():
    return Recorder(magnate.load("monopoly", preset="thesis", players=2), ROWS[0])


def same(one, other):
    """Whether two recordings agree to the last bit."""
    return all(getattr(one, name).tobytes() == getattr(other, name).tobytes() for name in thesis.Recorded.__slots__)


@pytest.mark.parametrize("seats", [(0, 1), (NETWORKS_SEAT, 1)])
def test_compiled_games_are_recorded_as_interpreted_ones(recorder, seats):
    networks = new_networks(Shape(), 1, hidden=(8,))
    for seed in range(2):
        n, notes, terms, inputs, utility, worths, broke, ending = interpreted.recorded(("recorded", seed), seats=seats)
        found = recorder.play([deal_seed("recorded", seed)], np.array([seats]), ROWS, networks, sparse=False)
        assert found.notes.tolist() == notes[:n].tolist()
        assert (found.terms == terms[:n]).all()
        assert found.inputs.tobytes() == inputs[:n].tobytes()
        assert (found.shares == utility).all()
        assert (found.worths == worths).all()
        assert (found.broke == broke).all()
        assert (found.ending == ending).all()


def test_threads_blocks_and_room_change_nothing(recorder, monkeypatch):
    seeds, seats = list(range(40)), np.array([[NETWORKS_SEAT, 0], [1, NETWORKS_SEAT]] * 20)
    settings = {
        "networks": new_networks(Shape(), 3),
        "play": NetworkPlay(epsilon=0.1),
        "watched": np.array([1, 2] * 20),
    }
    one = recorder.play(seeds, seats, ROWS, **settings)
    monkeypatch.setattr(thesis, "BLOCK", 7)
    monkeypatch.setattr(thesis, "ROOM", 5)
    two = Recorder(recorder._game, ROWS[0], threads=2).play(seeds, seats, ROWS, **settings)
    assert same(one, two)
    assert np.unique(one.notes[:, outputs.GAME]).tolist() == seeds
    assert ((one.notes[:, outputs.SEAT] == 0) == (one.notes[:, outputs.GAME] % 2 == 0)).all()


def test_the_gate_and_the_lack_of_one(recorder):
    seeds, seats = range(20), np.full((20, 2), NETWORKS_SEAT)
    sales = {}
    for gated in (1 << DOWNGRADE | 1 << MORTGAGE, 0):
        found = recorder.play(seeds, seats, ROWS, new_networks(Shape(), 7), play=NetworkPlay(gated=gated, epsilon=0.3))
        window = (found.notes[:, outputs.NETWORK] == DOWNGRADE) & (found.notes[:, outputs.DEBT] == 0)
        sales[gated] = int((found.notes[window, outputs.OUTPUT] >= 0).sum())
        if gated:  # what has no consent is not legal, so the network that sells is not even asked
            assert not (found.notes[:, outputs.NETWORK] == DOWNGRADE).any()
            assert (found.notes[:, outputs.LEGAL] > 0).all()
    assert sales[1 << DOWNGRADE | 1 << MORTGAGE] == 0 < sales[0]


def test_what_is_recorded_can_be_learned_from(recorder):
    found = recorder.play(range(20), np.array([[0, 1]] * 20), ROWS, sparse=False)
    shape = Shape(nothing=True)
    for network in range(7):
        faithful = thesis_transitions(found, network, Shape().outputs[network])
        faithful.check()
        by_outcome = outcome_transitions(found, network, shape.outputs[network])
        by_outcome.check()
        assert len(by_outcome) >= len(faithful)
        assert np.abs(faithful.reward).max() < 3
    assert len(thesis_transitions(found, BUY, 2)) > 300
