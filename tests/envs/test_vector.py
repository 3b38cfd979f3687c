"""The vector environment plays the games of single ones, whatever is played beside them."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import magnate.envs.gymnasium
from magnate.envs.vector import VectorEnv
from magnate.errors import BadOption, BadValue
from tools.compile_kernels import GAMES


class Chooser:
    """Draws legal actions (0 where there is none), from numbers of its own."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def __call__(self, mask):
        drawn, legal = int(self.rng.integers(1 << 30)), np.flatnonzero(mask)
        return int(legal[drawn % len(legal)]) if len(legal) else 0


def single(game, seed, steps, chooser, **options):
    """What one environment shows, begun again after each end in a step of its own."""
    table = magnate.envs.gymnasium.Env(game, **options)
    observation, info = table.reset(seed=seed)
    shown, over = [(observation, 0.0, False, False, info["action_mask"])], False
    for _ in range(steps):
        action = chooser(info["action_mask"])
        if over:
            (observation, info), reward, terminated, truncated = table.reset(), 0.0, False, False
        else:
            observation, reward, terminated, truncated, info = table.step(action)
        over = terminated or truncated
        shown.append((observation, reward, terminated, truncated, info["action_mask"]))
    return shown


def many(game, seed, steps, choosers, **options):
    """The same of a vector environment: one list a game."""
    table = VectorEnv(len(choosers), game, **options)
    observations, infos = table.reset(seed=seed)
    none = np.zeros(len(choosers))
    steps_shown = [(observations, none, none > 0, none > 0, infos["action_mask"])]
    for _ in range(steps):
        actions = [choose(mask) for choose, mask in zip(choosers, infos["action_mask"], strict=True)]
        *results, infos = table.step(np.array(actions))
        steps_shown.append((*results, infos["action_mask"]))
    return [[tuple(part[i] for part in one) for one in steps_shown] for i in range(len(choosers))]


def assert_same(one, other):
    for here, there in zip(one, other, strict=True):
        for a, b in zip(here, there, strict=True):
            assert np.array_equal(a, b)


@pytest.mark.parametrize("game", GAMES)
def test_each_game_is_that_of_a_single_environment(game):
    options = {"seat": None, "max_decisions": 40}
    steps = 60
    found = many(game, 11, steps, [Chooser(i) for i in range(3)], **options)
    for i, shown in enumerate(found):
        assert_same(single(game, 11 + i, steps, Chooser(i), **options), shown)
    assert any(one[2] or one[3] for shown in found for one in shown)


def test_a_game_does_not_depend_on_those_beside_it():
    few = many("pig", 5, 80, [Chooser(i) for i in range(2)])
    more = many("pig", 5, 80, [Chooser(i) for i in range(9)])
    for one, other in zip(few, more, strict=False):
        assert_same(one, other)


def run(mode, steps):
    """The steps of three games under a mode, with actions that do not depend on it: always the first legal one."""
    table = VectorEnv(3, "tictactoe", autoreset_mode=mode)
    observations, infos = table.reset(seed=2)
    shown = [(observations, infos)]
    for _ in range(steps):
        observations, _rewards, _terminations, _truncations, infos = step = table.step(infos["action_mask"].argmax(1))
        shown.append((observations, infos, *step[1:4]))
    return shown


def test_games_begin_again_in_the_same_step_if_asked_to():
    first = {}
    for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
        shown = run(mode, 9)
        ended = next(k for k in range(1, 9) if shown[k][3][0])
        last, fresh = shown[ended], shown[ended + (mode == AutoresetMode.NEXT_STEP)]
        final = last[0][0] if mode == AutoresetMode.NEXT_STEP else last[1]["final_obs"][0]
        first[mode] = (ended, final.tolist(), fresh[0][0].tolist(), fresh[1]["action_mask"][0].tolist(), last[2][0])
    assert first[AutoresetMode.NEXT_STEP] == first[AutoresetMode.SAME_STEP]
    assert last[1]["final_info"]["ending"][0] in {"line", "full board"}
    assert last[1]["_final_obs"].tolist() == (last[3] | last[4]).tolist()


def test_games_may_be_begun_again_by_hand():
    table = VectorEnv(4, "tictactoe", autoreset_mode="Disabled")
    _observations, infos = table.reset(seed=2)
    over = np.zeros(4, np.bool_)
    while not over.any():
        observations, _rewards, over, _truncations, infos = table.step(infos["action_mask"].argmax(1))
    with pytest.raises(BadOption, match="reset_mask"):
        table.step(infos["action_mask"].argmax(1))
    again, _infos = table.reset(options={"reset_mask": over})
    assert np.array_equal(again[~over], observations[~over])
    assert again[over].sum() <= over.sum()  # at most the opponent's first mark
    table.step(table.reset()[1]["action_mask"].argmax(1))


def test_illegal_actions_end_their_games_only():
    table = VectorEnv(3, "tictactoe")
    table.reset(seed=1)
    _observations, rewards, terminations, truncations, infos = table.step(np.array([0, 99, 8]))
    assert rewards.tolist() == [0.0, -1.0, 0.0]
    assert terminations.tolist() == [False, True, False]
    assert not truncations.any()
    assert infos["ending"][1] == "illegal action"
    assert infos["_ending"].tolist() == [False, True, False]


@pytest.mark.parametrize("actions", [[0], [0, 0, 0], [[0, 0]], 0])
def test_every_game_needs_one_action(actions):
    table = VectorEnv(2, "tictactoe")
    table.reset(seed=1)
    with pytest.raises(BadValue, match=r"not \(2,\); give one action a game"):
        table.step(actions)


def test_what_was_handed_out_is_not_written_to():
    table = VectorEnv(8, "pig")
    observations, infos = table.reset(seed=1)
    kept = observations.copy(), infos["action_mask"].copy()
    for _ in range(20):
        table.step(infos["action_mask"].argmax(1))
    assert np.array_equal(observations, kept[0])
    assert np.array_equal(infos["action_mask"], kept[1])


def test_seeds_may_be_given_one_by_one():
    one, two = VectorEnv(3, "pig"), VectorEnv(3, "pig")
    one.reset(seed=7)
    two.reset(seed=[7, 8, 9])
    for _ in range(30):
        moves = one.step(np.zeros(3, np.int64))[0], two.step(np.zeros(3, np.int64))[0]
        assert np.array_equal(*moves)
    with pytest.raises(ValueError, match="2 seeds for 3 games"):
        one.reset(seed=[1, 2])


def test_the_library_makes_and_wraps_it():
    table = RecordEpisodeStatistics(gymnasium.make_vec("magnate/tictactoe-v0", num_envs=16))
    assert isinstance(table.unwrapped, VectorEnv)
    assert table.observation_space.shape == (16, 18)
    _observations, infos = table.reset(seed=1)
    lengths = []
    for _ in range(30):
        *_, infos = table.step(infos["action_mask"].argmax(1))
        lengths += infos["episode"]["l"][infos["_episode"]].tolist() if "episode" in infos else []
    assert min(lengths) >= 3
    assert max(lengths) <= 5


def test_rendering_shows_every_board():
    table = VectorEnv(2, "tictactoe", render_mode="ansi")
    table.reset(seed=1)
    assert [text.split()[:3] for text in table.render()] == [["a", "b", "c"]] * 2
    assert VectorEnv(2, "tictactoe").render() is None
    with pytest.raises(BadOption, match="no render mode"):
        VectorEnv(2, "tictactoe", render_mode="human")
