"""The learner: a step by hand, what is left out, and what is put back."""

from dataclasses import replace

import numpy as np
import pytest

from magnate.errors import BadTraining
from magnate.learn.methods.ppo import Learner, Schedule
from magnate.learn.rollouts import Decisions
from magnate.networks import Network

pytest.importorskip("torch")

ONCE = Schedule(1, 64, 0.01, clip=0.2, entropy=0.0, value=0.0, gradient=1e6, divergence=0.0)


def decisions(inputs, masks, actions, chances, players=2):
    n = len(actions)
    legal = np.packbits(np.array(masks, bool), axis=1, bitorder="little")
    shares = np.full((n, players), 1 / players)
    logs = np.log(np.array(chances)).astype(np.float32)
    following = np.full(n, -1)
    return Decisions(
        np.array(inputs, np.float32),
        legal,
        np.array(actions),
        logs,
        shares,
        shares,
        following,
        np.zeros(n, np.int64),
        1.0,
        0.0,
        float(n),
        shares,
    )


def flat(actions=3, inputs=2, players=2, seed=1):
    """A policy for which all is alike: its last layer is 0."""
    made = Network.new([inputs, 4, actions + players], seed)
    return Network((made.weights[0], made.weights[1] * 0.0), made.biases)


def test_a_step_makes_likelier_what_was_good():
    """The gradient of the logit of what was done is -(1 - p) A, of the other +p A, and Adam's first step its sign."""
    given = decisions([[1, 0]], [[1, 0, 1]], [2], [0.5])
    learner = Learner(flat(), 3)
    learner.learn(given, np.array([2.0]), np.array([[0.5, 0.5]]), ONCE, seed=1)
    before, after = flat().biases[1], learner.network().biases[1]
    assert after - before == pytest.approx([-0.01, 0.0, 0.01, 0.0, 0.0], abs=1e-5)


def test_illegal_actions_and_inputs_that_are_0_keep_their_weights():
    given = decisions([[1, 0], [0.5, 0]], [[1, 0, 1], [1, 0, 1]], [2, 0], [0.5, 0.5])
    made = Network.new([2, 4, 5], 3)
    learner = Learner(made, 3)
    learner.learn(given, np.array([1.0, -1.0]), np.array([[0.9, 0.1]] * 2), replace(ONCE, value=0.5, entropy=0.1), 1)
    after = learner.network()
    assert (after.weights[1][:, 1] == made.weights[1][:, 1]).all()
    assert after.biases[1][1] == made.biases[1][1]
    assert (after.weights[0][1] == made.weights[0][1]).all()
    assert (after.weights[0][0] != made.weights[0][0]).any()


def test_win_shares_come_to_what_happened():
    given = decisions([[1, 0], [0, 1]] * 100, [[1, 1, 0]] * 200, [0, 1] * 100, [0.5] * 200)
    learner = Learner(flat(), 3)
    schedule = replace(ONCE, epochs=100, value=1.0, batch=50)
    noted = learner.learn(given, np.zeros(200), np.array([[0.9, 0.1], [0.3, 0.7]] * 100), schedule, 1)
    outputs = learner.network()(np.eye(2))[:, 3:]
    shares = np.exp(outputs) / np.exp(outputs).sum(axis=1, keepdims=True)
    assert shares[:, 0] == pytest.approx([0.9, 0.3], abs=0.02)
    assert noted["divergence"] < 1e-6


def test_passes_end_when_the_chances_have_moved_enough():
    given = decisions([[1, 0]] * 64, [[1, 1, 1]] * 64, [0] * 64, [1 / 3] * 64)
    moved = []
    for divergence in (0.0, 0.05):
        learner = Learner(flat(), 3)
        schedule = replace(ONCE, epochs=200, learning_rate=0.05, clip=0.9, divergence=divergence)
        learner.learn(given, np.ones(64), np.full((64, 2), 0.5), schedule, 1)
        moved.append(learner.network().biases[1][0])
    assert 0 < moved[1] < moved[0]


def test_what_is_put_back_goes_on_to_the_same_bits():
    draws = np.random.default_rng(1)
    given = decisions(draws.random((80, 2)), [[1, 1, 1]] * 80, draws.integers(3, size=80), [1 / 3] * 80)
    advantages, targets = draws.normal(size=80), np.full((80, 2), 0.5)
    schedule = replace(ONCE, epochs=3, batch=16, entropy=0.01)
    one = Learner(flat(), 3)
    one.learn(given, advantages, targets, schedule, 1)
    other = Learner(flat(seed=9), 3)
    other.restore(one.tensors())
    for learner in (one, other):
        learner.learn(given, advantages, targets, schedule, 2)
    tensors = one.tensors(), other.tensors()
    assert all(tensors[0][name].tobytes() == tensors[1][name].tobytes() for name in tensors[0])


def test_a_loss_that_is_no_number_ends_the_training():
    given = decisions([[np.inf, 0]], [[1, 1, 1]], [0], [1 / 3])
    with pytest.raises(BadTraining, match="smaller learning_rate"):
        Learner(flat(), 3).learn(given, np.ones(1), np.full((1, 2), 0.5), ONCE, 1)
