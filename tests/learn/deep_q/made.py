"""Networks and transitions for the tests of deep Q learning."""

from itertools import pairwise

import numpy as np

from magnate.learn.transitions import Transitions


def layers(*sizes, seed=0):
    """A network's first weights, as He draws them, and biases of 0."""
    generator = np.random.default_rng(seed)
    return [
        (generator.normal(0, np.sqrt(2 / inputs), (inputs, outputs)).astype(np.float32), np.zeros(outputs, np.float32))
        for inputs, outputs in pairwise(sizes)
    ]


def transitions(n, inputs=3, outputs=4, seed=0):
    """Any transitions: some to the end of a game, some actions illegal."""
    generator = np.random.default_rng(seed)
    mask, next_mask = (generator.random((n, outputs)) < 0.6 for _ in range(2))
    action = generator.integers(outputs, size=n)
    mask[np.arange(n), action] = True
    over = generator.random(n) < 0.3
    next_mask[over] = False
    discount = np.where(over | ~next_mask.any(axis=1), 0, 0.99).astype(np.float32)
    observation, ahead = generator.normal(size=(2, n, inputs)).astype(np.float32)
    reward = generator.normal(size=n).astype(np.float32)
    return Transitions(observation, mask, action, reward, discount, ahead, next_mask)


def numbered(first, last):
    """Transitions that are told apart by their rewards, ``first`` to ``last - 1``."""
    found = Transitions.blank(last - first, 1, 1)
    found.mask[:] = True
    found.reward[:] = np.arange(first, last)
    return found


def same(one, other):
    """Whether two dicts of arrays agree to the last bit."""
    return one.keys() == other.keys() and all(
        one[name].dtype == other[name].dtype and one[name].tobytes() == other[name].tobytes() for name in one
    )
