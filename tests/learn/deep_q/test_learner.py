"""One step of learning, against numbers worked out by hand and against finite differences."""

import numpy as np
import pytest

from magnate.errors import BadValue
from magnate.learn.deep_q import Learner, targets
from magnate.learn.transitions import Transitions

from .made import layers, same, transitions

# 2 inputs, 2 hidden units, 2 outputs. The observation (1, 1) gives the hidden units 1 + 2 + 0.5 = 3.5 and
# -1 + 0.5 + 0 = -0.5, which ReLU makes 0; the values are 3.5 + 0.1 = 3.6 and 0.2.
SMALL = [
    (np.array([[1.0, -1.0], [2.0, 0.5]]), np.array([0.5, 0.0])),
    (np.array([[1.0, 0.0], [2.0, -1.0]]), np.array([0.1, 0.2])),
]


def wants(*rewards):
    """Transitions from the observation (1, 1) by action 0 to the end of the game."""
    found = Transitions.blank(len(rewards), 2, 2)
    found.observation[:] = 1
    found.mask[:] = True
    found.reward[:] = rewards
    return found


def gradients(learner, batch):
    learner._adam.zero_grad()
    learner.loss(batch).backward()
    return [[tensor.grad.numpy().copy() for tensor in layer] for layer in learner._network]


def test_values():
    assert Learner(SMALL).values(np.array([[1.0, 1.0], [0.0, 0.0]])) == pytest.approx(
        np.array([[3.6, 0.2], [0.6, 0.2]])
    )


def test_a_gradient_by_hand():
    # The error is 3.6 - 3.1 = 0.5, the loss 0.5²/2. It reaches the first hidden unit only, and with it both inputs.
    (weight, bias), (last_weight, last_bias) = gradients(Learner(SMALL), wants(3.1))
    assert last_bias == pytest.approx(np.array([0.5, 0]), abs=1e-6)
    assert last_weight == pytest.approx(np.array([[1.75, 0], [0, 0]]), abs=1e-6)
    assert bias == pytest.approx(np.array([0.5, 0]), abs=1e-6)
    assert weight == pytest.approx(np.array([[0.5, 0], [0.5, 0]]), abs=1e-6)


def test_a_large_error_counts_in_proportion_and_a_batch_its_mean():
    # Errors of 0.5 and 3: losses 0.125 and 3 - 1/2, slopes 0.5 and 1.
    learner = Learner(SMALL)
    assert learner.loss(wants(3.1, 0.6)).item() == pytest.approx((0.125 + 2.5) / 2)
    assert gradients(learner, wants(3.1, 0.6))[1][1] == pytest.approx(np.array([0.75, 0]), abs=1e-6)
    # Of the width 4: losses 0.125 and 4.5, slopes 0.5 and 3.
    wide = Learner(SMALL, huber=4.0)
    assert wide.loss(wants(3.1, 0.6)).item() == pytest.approx((0.125 + 4.5) / 2)
    assert gradients(wide, wants(3.1, 0.6))[1][1] == pytest.approx(np.array([1.75, 0]), abs=1e-6)


def test_two_steps_of_adam_by_hand():
    # The first step is the learning rate against the sign of the gradient, however large that is. At the second one the
    # moments for slopes 0.5 and 1 are 0.9·0.1·0.5 + 0.1·1 = 0.145 and 0.999·0.001·0.25 + 0.001·1 = 0.00124975. Without
    # their bias they are 0.145/0.19 = 0.763158 and 0.00124975/0.001999 = 0.625188, so the step is 0.763158/√0.625188 =
    # 0.965182 rates.
    learner = Learner(SMALL, learning_rate=0.01)
    assert learner.learn(wants(3.1)) == pytest.approx(0.125)
    (weight, bias), (last_weight, last_bias) = learner.layers()
    assert last_bias == pytest.approx(np.array([0.09, 0.2]), abs=1e-6)
    assert last_weight == pytest.approx(np.array([[0.99, 0], [2, -1]]), abs=1e-6)
    assert bias == pytest.approx(np.array([0.49, 0]), abs=1e-6)
    assert weight == pytest.approx(np.array([[0.99, -1], [1.99, 0.5]]), abs=1e-6)
    learner.learn(wants(-100.0))
    assert learner.layers()[1][1] == pytest.approx(np.array([0.09 - 0.00965182, 0.2]), abs=1e-6)


@pytest.mark.parametrize("double", [False, True])
def test_gradients_agree_with_finite_differences(double):
    batch, width = transitions(32), 0.7
    learner = Learner(layers(3, 8, 6, 4, seed=3), huber=width, double=double)
    for _ in range(5):  # the target network is another one than the network
        learner.learn(transitions(32, seed=4))
    saved = {name: array.astype(np.float64) for name, array in learner.tensors().items()}

    def forward(network, x):
        for number in range(3):
            x = x @ saved[f"{network}.{number}.weight"] + saved[f"{network}.{number}.bias"]
            x = np.maximum(x, 0) if number < 2 else x
        return x

    chooser = forward("network", batch.next_observation) if double else None
    wanted = targets(batch.reward, batch.discount, batch.next_mask, forward("target", batch.next_observation), chooser)

    def loss():
        error = np.abs(forward("network", batch.observation)[np.arange(32), batch.action] - wanted)
        return np.where(error <= width, error**2 / 2, width * (error - width / 2)).mean()

    assert learner.loss(batch).item() == pytest.approx(loss(), rel=1e-5)
    found = gradients(learner, batch)
    for number in range(3):
        for part, gradient in zip(("weight", "bias"), found[number], strict=True):
            entries = saved[f"network.{number}.{part}"]
            for place in np.ndindex(entries.shape):
                kept = entries[place]
                entries[place] = kept + 1e-6
                above = loss()
                entries[place] = kept - 1e-6
                slope = (above - loss()) / 2e-6
                entries[place] = kept
                assert gradient[place] == pytest.approx(slope, rel=1e-3, abs=1e-6)


def test_the_target_network_stays_until_it_is_copied():
    learner, batch = Learner(layers(3, 5, 4)), transitions(64)
    first = learner.tensors()
    learner.learn(batch)
    after = learner.tensors()
    for name in first:
        assert same({"": first[name]}, {"": after[name]}) == name.startswith("target"), name
    learner.copy_target()
    for name, array in learner.tensors().items():
        if name.startswith("target"):
            assert same({"": array}, {"": after[name.replace("target", "network")]})


def test_the_layers_given_and_got_are_copies():
    given = layers(3, 5, 4)
    kept = [(weight.copy(), bias.copy()) for weight, bias in given]
    learner = Learner(given)
    got = learner.layers()
    learner.learn(transitions(64))
    for pairs in (given, got):
        assert all(
            np.array_equal(a, b)
            for one, other in zip(pairs, kept, strict=True)
            for a, b in zip(one, other, strict=True)
        )


def test_a_loss_that_is_no_number_changes_nothing():
    learner = Learner(SMALL)
    before = learner.tensors()
    with pytest.raises(BadValue, match="the loss of deep Q learning is nan; lower the learning rate"):
        learner.learn(wants(np.nan))
    assert same(before, learner.tensors())


def test_a_network_of_other_sizes_is_refused():
    with pytest.raises(BadValue, match=r"network.0.weight has the shape \(3, 6\) instead of \(3, 5\)"):
        Learner(layers(3, 5, 4)).restore(Learner(layers(3, 6, 4)).tensors())
