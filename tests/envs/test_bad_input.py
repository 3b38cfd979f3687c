"""What is no action, seed, reward or number of games is refused with a sentence, and the games go on unchanged."""

import gymnasium
import numpy as np
import pyspiel
import pytest

import magnate.envs.gymnasium
from magnate.envs.registered import PREFIX
from magnate.envs.tasks import evaluate
from magnate.envs.vector import VectorEnv
from magnate.errors import BadOption, BadValue

NO_ACTIONS = {
    "too few": [0, 0, 0],
    "a table": [[0], [0], [0], [0]],
    "no number": [0, 0, 0, float("nan")],
    "between": [0, 0, 0, 0.5],
    "endless": [0, 0, 0, float("inf")],
    "words": ["roll"] * 4,
    "nothing": None,
    "some nothing": [0, 0, None, 0],
}


@pytest.mark.parametrize("actions", NO_ACTIONS.values(), ids=NO_ACTIONS)
def test_what_is_no_action_a_game_changes_nothing(actions):
    asked, alone = (VectorEnv(4, "pig") for _ in range(2))
    for games in (asked, alone):
        games.reset(seed=3)
    with pytest.raises(BadValue, match="the actions"):
        asked.step(actions)
    with pytest.raises(BadValue, match="the actions"):
        evaluate("magnate/pig-2p-v1", lambda observations, masks: actions, "random", games=4)
    for _ in range(20):
        here, there = asked.step(np.zeros(4, np.int64)), alone.step(np.zeros(4))
        assert all(np.array_equal(one, other) for one, other in zip(here[:4], there[:4], strict=True))


@pytest.mark.parametrize("action", [0.5, float("nan"), "roll", None])
def test_what_is_no_action_of_a_single_game_changes_nothing(action):
    asked, alone = (magnate.envs.gymnasium.Env("pig") for _ in range(2))
    for table in (asked, alone):
        table.reset(seed=3)
    with pytest.raises(BadValue, match="is no action; give the id of one"):
        asked.step(action)
    assert np.array_equal(asked.step(np.int32(0))[0], alone.step(0)[0])


@pytest.mark.parametrize("count", [0, -2, 2.5, True, "4"])
def test_so_many_games_cannot_be(count):
    with pytest.raises(BadOption, match="there cannot be .* games; give num_envs a whole number from 1"):
        VectorEnv(count, "pig")


@pytest.mark.parametrize("seeds", [[1, 2], "ab", [1] * 5])
def test_seeds_are_one_a_game(seeds):
    with pytest.raises(BadValue, match=f"{len(seeds)} seeds for 4 games; give one seed, or one a game"):
        VectorEnv(4, "pig").reset(seed=seeds)


@pytest.mark.parametrize("reward", ["-1", None, float("nan"), True])
def test_an_illegal_action_is_paid_a_number(reward):
    with pytest.raises(BadOption, match="an illegal action cannot be paid"):
        gymnasium.make("magnate/pig-v0", illegal_reward=reward)
    with pytest.raises(BadOption, match="an illegal action cannot be paid"):
        VectorEnv(2, "pig", illegal_reward=reward)


def test_a_game_of_openspiel_cannot_end_before_it_begins():
    with pytest.raises(BadOption, match="a game cannot end after -1 decisions"):
        pyspiel.load_game(f"{PREFIX}pig(max_decisions=-1)")
