"""The measures by which chances are judged: by hand, and that luck is 0 on average for any network."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import magnate
from magnate.analysis import gates
from magnate.analysis.chances import network_of
from magnate.core.contract import CHANCE, OVER
from magnate.learn.chances import AT_CHANCE, Met
from magnate.networks import Network
from magnate.networks.seats import SeatNetwork
from magnate.values.chances import SeatValuer
from magnate.values.monopoly import chances

GAME = magnate.load("monopoly", players=2)


def made(shares, games, weights=None) -> Met:
    """Positions that are nothing but their results."""
    shares, none = np.array(shares, np.float32), np.zeros(0, GAME.rules.STATE)
    n = len(shares)
    heavy = np.ones(n, np.float32) if weights is None else np.array(weights, np.float32)
    return Met(
        *(np.zeros(n, GAME.rules.STATE), np.zeros(n, GAME.rules.STATE), shares, np.full(n, AT_CHANCE), heavy),
        *(np.array(games), np.arange(n), shares, shares, none, none, np.zeros(n, int)),
        np.zeros((n, 3), int),
    )


def random_network() -> SeatNetwork:
    new = SeatNetwork.new(chances.OWN, chances.TABLE, 16, 8, 3)
    return SeatNetwork(
        new.codes, Network((new.head.weights[0], np.random.default_rng(3).normal(size=(8, 1))), new.head.biases)
    )


def test_true_chances_have_no_calibration_error():
    met = made([[1, 0], [1, 0], [1, 0], [0, 1]], [0, 1, 2, 3])
    found = gates.calibration(np.full((4, 2), [0.75, 0.25]), met)
    assert found.error == pytest.approx(0, abs=1e-12)
    assert [part for _, _, part in found.points] == [0.5, 0.5]
    assert gates.calibration(np.full((4, 2), [0.55, 0.45]), met).error == pytest.approx(0.2)


def test_positions_count_by_their_weights():
    met = made([[1, 0], [0, 1]], [0, 1], [3, 1])
    assert gates.calibration(np.full((2, 2), [0.75, 0.25]), met).error == pytest.approx(0, abs=1e-12)
    assert gates._mean(np.array([1.0, 5.0]), met).value == pytest.approx(2.0)


def test_a_games_positions_are_no_independent_ones():
    values = np.array([1.0, 1.0, 0.0, 0.0])
    apart, together = made([[1, 0]] * 4, [0, 1, 2, 3]), made([[1, 0]] * 4, [0, 0, 1, 1])
    assert gates._mean(values, together).margin == pytest.approx(np.sqrt(2) * gates._mean(values, apart).margin)


@pytest.fixture(scope="module")
def chance_nodes() -> Met:
    """The first chance nodes of random games, and what they became by their probabilities."""
    draws, before, after, events = np.random.default_rng(5), [], [], []
    for _ in range(60):
        position, n = GAME.new(), 0
        while position.to_move != OVER and n < 40:
            if position.to_move == CHANCE:
                outcomes = position.outcomes()
                weights = np.array([float(one.probability) for one in outcomes])
                before.append(position.states()[0])
                position.apply(outcomes[int(draws.choice(len(outcomes), p=weights))])
                after.append(position.states()[0])
                n += 1
            else:
                position.apply(int(draws.choice(position.legal_ids())))
        events.append(n)
    met = made([[1, 0]] * 60, range(60))
    return Met(
        *(getattr(met, name) for name in Met.__slots__[:9]),
        _stacked(before),
        _stacked(after),
        np.array(events),
        met.counts,
    )


def _stacked(states) -> np.ndarray:
    found = np.zeros(len(states), GAME.rules.STATE)
    for number, state in enumerate(states):
        found[number] = state
    return found


@pytest.mark.parametrize("network", [random_network(), network_of("monopoly")], ids=["random", "shipped"])
def test_luck_is_0_on_average_and_adds_up_to_0(chance_nodes, network):
    luck = gates.luck_sums(SeatValuer(GAME, network), chance_nodes)
    assert luck.sum(axis=1) == pytest.approx(np.zeros(len(luck)), abs=1e-9)
    assert abs(luck[:, 0].mean()) < 3 * luck[:, 0].std(ddof=1) / np.sqrt(len(luck))
    assert luck[:, 0].std() > 0.01


def test_a_network_that_says_nothing_sees_no_luck(chance_nodes):
    """But where an outcome may end the game."""
    constant = SeatNetwork.new(chances.OWN, chances.TABLE, 4, 4, 1)
    eyes = gates._Eyes(SeatValuer(GAME, constant), GAME.players, full=True, ahead=False)
    luck = np.abs(eyes.chances(chance_nodes.after) - eyes.means(chance_nodes.before)).max(axis=1)
    assert (luck < 1e-9).mean() > 0.9


def test_one_step_ahead_a_network_agrees_with_itself(chance_nodes):
    """At chance nodes that lead to decisions the chances are the mean of what comes; at others nearly so."""
    valuer = SeatValuer(GAME, network_of("monopoly"))
    states = chance_nodes.before[:400]
    drift = np.abs(valuer.means_ahead(states, 2) - valuer.ahead(states, 2))
    plain = np.abs(valuer.means(states, 2) - valuer.chances(states, 2))
    assert drift.mean() < 0.003 < plain.mean()
    assert np.array_equal(valuer.ahead(states, 2), valuer.means(states, 2))


def test_training_plays_no_game_that_is_measured():
    from magnate.learn.method import training_seeds

    measured = gates._seeds(1, 500) + gates._seeds(2, 500)
    assert len(set(measured)) == 1000
    assert min(training_seeds(1, 0, range(500))) > max(measured)


def test_a_part_of_the_game_is_scored_by_its_own_positions():
    met = replace(made([[1, 0]] * 8, range(8)), moments=np.arange(8))
    guessed, other = np.full((8, 2), 0.5), np.full((8, 2), 0.25)
    guessed[4:] = [1.0, 0.0]
    worse = {"other": tuple(b - a for a, b in zip(gates._losses(guessed, met), gates._losses(other, met), strict=True))}
    parts = list(gates._phases(guessed, worse, met))
    assert [(one.first, one.end) for one in parts] == [(0, 1), (1, 3), (3, 5), (5, 8)]
    assert sum(one.end - one.first for one in parts) == 8
    log = [one.better["other"][0].value for one in parts]
    half, quarter = np.log(2), np.log(4)  # what a chance of a half, and of a quarter, costs who won
    assert log == pytest.approx([quarter - half, quarter - half, quarter - half / 2, quarter])
    brier = [one.better["other"][1].value for one in parts]
    assert brier == pytest.approx([0.125, 0.125, 0.375, 0.625])
