"""A learner of Monopoly in plain NumPy: a policy gradient (REINFORCE) over hundreds of games at once.

    python examples/learner.py [UPDATES]

The policy is as simple as can be: one number an action, whatever the position, and the legal actions are drawn with
probabilities in proportion to exp(number). What it can learn by that is what is good in general: to buy, to build, not
to sell. A game's only reward is its end, so every game is played to its end.
"""

import sys

import gymnasium
import numpy as np

import magnate.envs.gymnasium  # noqa: F401 - makes magnate/NAME-v0 known

GAMES = 256
"""Played side by side; each update takes a batch of as many finished ones."""


def shares(weights, masks):
    """The probabilities of all actions in each game; 0 for those that are not legal."""
    powers = np.exp(weights - weights.max()) * masks
    return powers / powers.sum(axis=1, keepdims=True)


def learn(updates, seed=1, rate=1.0):
    """Yield the share of its games that the learner has won, with each update."""
    many = gymnasium.make_vec(
        "magnate/monopoly-v0", num_envs=GAMES, preset="thesis", players=2, opponents="random", seat=None
    )
    rng = np.random.default_rng(seed)
    size = many.single_action_space.n
    weights = np.zeros(size)
    slopes = np.zeros((GAMES, size))  # of the logarithm of the probability of all that a game's learner has done
    _observations, infos = many.reset(seed=seed)
    ended = np.zeros(GAMES, bool)  # in the last step: the next one begins a new game and ignores its action
    won, moved = [], []
    for _ in range(updates):
        while len(won) < GAMES:
            masks = infos["action_mask"]
            masks[~masks.any(axis=1)] = 1  # a game that is over takes any action
            probabilities = shares(weights, masks)
            actions = (probabilities.cumsum(axis=1) > rng.random((GAMES, 1))).argmax(axis=1)
            slopes += np.where(ended[:, None], 0.0, np.eye(size)[actions] - probabilities)
            _observations, rewards, terminations, truncations, infos = many.step(actions)
            ended = terminations | truncations
            won += list(rewards[ended])
            moved += list(slopes[ended])
            slopes[ended] = 0.0
        result = np.array(won)
        gain = (result - result.mean()) @ np.array(moved) / len(won)
        weights += rate * gain
        won, moved = [], []
        yield result.mean()


def main(updates=12):
    """Print how often the learner has won the games before each update."""
    for number, share in enumerate(learn(updates), 1):
        print(f"{number:3} {share:6.1%} {'█' * round(40 * share)}", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
