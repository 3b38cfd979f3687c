"""Tasks stay as they are: what is seen, paid and ended in the first steps of each; and how strength is measured."""

from hashlib import sha256

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import magnate.envs.gymnasium  # noqa: F401 - registers the tasks
from magnate.envs.tasks import TASKS, Strength, evaluate, task_of
from magnate.errors import BadOption, BadValue, UnknownGame

FROZEN = {
    "magnate/monopoly-thesis-v1": (1380, 273, "05ea800c44ebf90e"),
    "magnate/monopoly-official4-v1": (1380, 273, "63a3d313cf106853"),
    "magnate/brass-2p-v1": (1150, 286, "286d64b679cdd9d4"),
    "magnate/brass-4p-v1": (1150, 286, "178243be1f944a23"),
    "magnate/pig-2p-v1": (10, 2, "fb7cd80875fdda04"),
}
"""The length of the observation, the number of actions, and the digest of each task.

A change means that the rules, the features, the actions, the opponents or the dice of a task have changed. Then earlier
results can no longer be compared: give the task a new version, and say so in the changelog.
"""


def digest(name, games=6, steps=400):
    """What is seen, legal, paid and ended in the first steps, if legal actions are taken in a fixed pattern."""
    table = gymnasium.make_vec(name, num_envs=games)
    observations, infos = table.reset(seed=2026)
    found, ends = sha256(), 0
    for step in range(steps):
        masks = infos["action_mask"]
        picked = (step * 7919 + np.arange(games) * 104_729) % np.maximum(masks.sum(axis=1), 1)
        actions = ((masks.cumsum(axis=1) > picked[:, np.newaxis]) & (masks == 1)).argmax(axis=1)
        for part in (observations, masks, actions.astype(np.int64)):
            found.update(np.ascontiguousarray(part).tobytes())
        observations, rewards, terminations, truncations, infos = table.step(actions)
        found.update(rewards.tobytes() + terminations.tobytes() + truncations.tobytes())
        ends += int((terminations | truncations).sum())
    assert ends > 0
    return found.hexdigest()[:16]


@pytest.mark.parametrize("name", TASKS)
def test_a_task_stays_as_it_is(name):
    table = gymnasium.make(name)
    shown = table.observation_space.shape[0], int(table.action_space.n)
    assert (*shown, digest(name)) == FROZEN[name]


def test_every_task_is_kept():
    assert set(FROZEN) == set(TASKS)


def test_the_library_accepts_a_task():
    check_env(gymnasium.make("magnate/pig-2p-v1", render_mode="ansi").unwrapped)


def test_what_a_task_fixes_cannot_be_chosen():
    with pytest.raises(BadOption, match="does not let you choose players"):
        gymnasium.make("magnate/pig-2p-v1", players=3)
    with pytest.raises(BadOption, match="does not let you choose max_decisions"):
        gymnasium.make_vec("magnate/pig-2p-v1", num_envs=2, max_decisions=3)
    with pytest.raises(UnknownGame, match="no task"):
        task_of("pig-v9")
    assert task_of("pig-2p-v1").id == "magnate/pig-2p-v1"


def hold_at_20(observations, masks):
    """Hold once the turn has 20 points (the first number of Pig's observation, in parts of 100)."""
    return np.where((observations[:, 0] >= 0.2) | (masks[:, 0] == 0), 1, 0)


def test_strength_is_measured_on_fixed_deals():
    calls = []
    once = evaluate("magnate/pig-2p-v1", hold_at_20, "random", games=60, progress=calls.append)
    assert once == evaluate("magnate/pig-2p-v1", hold_at_20, "random", games=60)
    assert once.games == calls[-1] == 60
    assert once.low > 0.7  # random play holds too early
    assert calls == sorted(calls)
    other = evaluate("magnate/pig-2p-v1", hold_at_20, "random", games=60, first=5)
    assert other.low <= other.share <= other.high
    assert str(Strength(0.5, 0.4, 0.6, 100)) == "50.0% (40.0% to 60.0%, 100 games)"


def test_illegal_actions_lose_the_game():
    for action in (1, -1, 99):
        found = evaluate("magnate/pig-2p-v1", lambda _, masks, a=action: np.full(len(masks), a), "random", games=20)
        assert found.share == 0.0


def test_evaluations_that_cannot_be():
    with pytest.raises(BadOption, match="0 games"):
        evaluate("magnate/pig-2p-v1", hold_at_20, "random", games=0)
    with pytest.raises(BadValue, match="shape"):
        evaluate("magnate/pig-2p-v1", lambda _, masks: masks, "random", games=2)


def test_certain_results_have_an_interval_too():
    found = Strength.of(np.ones(100))
    assert found.share == 1.0
    assert 0.96 < found.low < found.high == 1.0
