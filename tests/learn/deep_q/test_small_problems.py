"""Deep Q learning on problems whose values are known."""

import numpy as np
import pytest

from magnate.learn.deep_q import DeepQ, Learner, Linear, Settings
from magnate.learn.transitions import Transitions, own_transitions

from .made import layers

# A chain of five places: 0 goes left, 1 goes right, 2 is not legal. Off the left end the game is over with 0.2, off the
# right end with 1. After a move of the player somebody else moves, which costs it 0.1; a value after the player's move
# counts 0.9. So Q(s, a) = -0.9·0.1 + 0.9·V(next), and going right is best everywhere.
PLACES, ENDS = 5, {-1: 0.2, 5: 1.0}
MASK = np.array([True, True, False])
BEST = [0.34659, 0.4851, 0.639, 0.81, 1.0]
LEFT = [0.2, 0.221931, 0.34659, 0.4851, 0.639]
EYE = np.eye(PLACES)


def game(player, number):
    """One game from a random place; its transitions."""
    place = int(np.random.default_rng(number).integers(PLACES))
    places, actions, rewards, discounts = [], [], [], []
    while place not in ENDS and len(places) < 30:
        action = int(player.act(EYE[[place]], MASK[None], 1000 * number + len(places))[0])
        places.append(place)
        actions.append(action)
        place += 2 * action - 1
        rewards += [ENDS.get(place, 0.0), -0.1]
        discounts += [0.0 if place in ENDS else 0.9, 1.0]
    decisions = 2 * np.arange(len(places))
    masks = np.tile(MASK, (len(places), 1))
    return own_transitions(EYE[places], masks, actions, decisions, np.array(rewards), np.array(discounts))


@pytest.mark.parametrize("double", [False, True])
def test_a_chain_is_learnt_exactly(double):
    settings = Settings(learning_rate=0.003, double=double, epsilon=Linear(1.0, 0.3, 100))
    player = DeepQ(layers(PLACES, 32, 3), 1, settings)
    for number in range(220):
        player.remember(game(player, number))
        for _ in range(4):
            player.practise()
        player.end_episode()
    values = player.learner.values(EYE)
    assert np.abs(values[:, 1] - BEST).max() < 1e-4
    assert np.abs(values[:, 0] - LEFT).max() < 1e-4


def over_estimation(double):
    """Example 6.7 of Sutton and Barto (2018): the mean value of going left in A while learning; the truth is -0.1.

    In A, going right (0) ends the game with 0 and going left (1) leads to B. There each of ten actions ends it with
    a reward from a normal distribution with the mean -0.1 and the standard deviation 1.
    """
    learner = Learner([(np.zeros((2, 10)), np.zeros(10))], learning_rate=0.02, double=double)
    generator, said = np.random.default_rng(4), []
    batch = Transitions.blank(64, 2, 10)
    batch.observation[:32, 0], batch.mask[:32, :2] = 1, True
    batch.observation[32:, 1], batch.mask[32:] = 1, True
    for update in range(1200):
        batch.action[:32] = generator.integers(2, size=32)
        batch.action[32:] = generator.integers(10, size=32)
        left = np.flatnonzero(batch.action[:32])
        batch.discount[:], batch.next_mask[:], batch.next_observation[:] = 0, False, 0
        batch.discount[left], batch.next_mask[left], batch.next_observation[left, 1] = 1, True, 1
        batch.reward[32:] = generator.normal(-0.1, 1, 32)
        learner.learn(batch)
        if update % 60 == 59:
            learner.copy_target()
        if update >= 400:
            said.append(learner.values(np.eye(2)[:1])[0, 1])
    return np.mean(said) + 0.1


def test_double_learning_over_estimates_less():
    plain, double = over_estimation(double=False), over_estimation(double=True)
    assert plain > 0.1
    assert abs(double) < plain / 2
