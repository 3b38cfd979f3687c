"""Stable-Baselines3 and sb3-contrib take the games as theirs: their checks, their learners, and the same games."""

import doctest

import gymnasium
import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3 import DQN
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.utils import obs_as_tensor
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor, VecNormalize

import magnate.envs.sb3
from magnate.envs.gymnasium import Env
from magnate.envs.sb3 import MaskableVecEnv, PastVersions, policy_of
from magnate.envs.tasks import evaluate
from magnate.envs.vector import VectorEnv
from magnate.errors import BadOption

PIG = "magnate/pig-2p-v1"


def first_legal(masks):
    return np.asarray(masks).argmax(axis=-1)


@pytest.mark.parametrize("game", ["tictactoe", "pig", "kuhn", "monopoly"])
def test_the_librarys_check_accepts_a_single_environment(game):
    check_env(Env(game), warn=False)


def test_each_game_is_that_of_a_single_environment():
    """The rewards, ends and last observations of single environments with the seeds s + i, begun anew by hand."""
    table = MaskableVecEnv("magnate/pig-v0", 5, seat=None, max_decisions=12, target=15)
    singles = [Env("pig", seat=None, max_decisions=12, target=15) for _ in range(5)]
    table.seed(31)
    shown = table.reset()
    seen = [single.reset(seed=31 + i)[0] for i, single in enumerate(singles)]
    ends = cuts = 0
    for step in range(300):
        assert np.array_equal(shown, seen)
        masks = get_action_masks(table)
        for single, mask in zip(singles, masks, strict=True):
            legal = single.action_masks()
            assert np.array_equal(mask, legal if legal.any() else np.ones_like(legal))
        actions = (masks * np.random.default_rng(step).random(masks.shape)).argmax(axis=1)
        shown, rewards, ended, infos = table.step(actions)
        for i, single in enumerate(singles):
            observation, reward, terminated, truncated, info = single.step(int(actions[i]))
            assert rewards[i] == np.float32(reward)
            assert ended[i] == (terminated or truncated)
            if ended[i]:
                assert np.array_equal(infos[i]["terminal_observation"], observation)
                assert infos[i]["TimeLimit.truncated"] == truncated
                assert (infos[i]["ending"], infos[i]["share"]) == (info["ending"], info["share"])
                observation = single.reset()[0]
                ends, cuts = ends + 1, cuts + truncated
            else:
                assert infos[i] == {}
            seen[i] = observation
    assert ends > cuts > 0


def test_seeds_count_for_one_reset():
    table = MaskableVecEnv("magnate/pig-v0", 3, seat=None)
    assert table.seed(5) == [5, 6, 7]
    first = [table.reset(), table.reset()]
    table.seed(5)
    again = [table.reset(), table.reset()]
    assert np.array_equal(first, again)
    assert {info["seat"] for info in table.reset_infos} <= {0, 1}


def test_observations_and_masks_become_tensors_without_a_copy():
    table = MaskableVecEnv("magnate/tictactoe-v0", 4)
    shown = table.reset()
    tensor = obs_as_tensor(shown, "cpu")
    assert tensor.dtype == torch.float32
    assert tensor.data_ptr() == shown.ctypes.data
    masks = table.games.action_masks()
    assert torch.from_numpy(masks).data_ptr() == masks.ctypes.data
    kept = shown.copy(), masks.copy()
    for _ in range(20):
        table.step(first_legal(get_action_masks(table)))
    assert np.array_equal(shown, kept[0])
    assert np.array_equal(masks, kept[1])


def test_what_the_library_asks_of_a_vec_env():
    table = MaskableVecEnv(PIG, 4)
    assert is_masking_supported(table)
    assert not table.has_attr("nothing")
    assert table.get_attr("render_mode") == [None] * 4
    assert table.get_attr("num_envs", indices=[1, 2]) == [4, 4]
    assert table.env_is_wrapped(gymnasium.Wrapper, indices=0) == [False]
    table.reset()
    assert len(table.env_method("action_masks", indices=[0, 3])) == 2
    with pytest.raises(AttributeError):
        table.get_attr("nothing")
    with pytest.raises(BadOption, match="cannot be set"):
        table.set_attr("gamma", 1.0)
    assert len(MaskableVecEnv("magnate/tictactoe-v0", 2, render_mode="ansi").env_method("render")) == 2
    table.close()


def test_games_that_begin_anew_later_are_refused():
    with pytest.raises(BadOption, match="same step"):
        MaskableVecEnv(VectorEnv(2, "pig"))
    games = VectorEnv(2, "pig", autoreset_mode="SameStep")
    assert MaskableVecEnv(games).num_envs == 2
    with pytest.raises(BadOption, match="have their number"):
        MaskableVecEnv(games, 5)


class Shares(BaseCallback):
    """Keeps the shares of the games that end."""

    def __init__(self):
        super().__init__()
        self.shares = []

    def _on_step(self):
        self.shares += [info["share"] for info in self.locals["infos"] if "share" in info]
        return True


def test_a_masked_learner_learns():
    table = VecMonitor(MaskableVecEnv("magnate/tictactoe-v0", 64, seat=None))
    model = MaskablePPO(
        "MlpPolicy", table, n_steps=32, batch_size=256, learning_rate=2e-3, gamma=1.0, seed=3, device="cpu"
    )
    kept = Shares()
    model.learn(24_000, callback=kept)
    assert np.mean(kept.shares[:300]) < 0.6
    assert np.mean(kept.shares[-300:]) > 0.7
    rewards, lengths = evaluate_policy(model, table, n_eval_episodes=20, return_episode_rewards=True, warn=False)
    assert set(rewards) <= {0.0, 0.5, 1.0}
    assert set(lengths) <= {3, 4, 5}


def test_a_model_is_evaluated_at_a_task():
    table = MaskableVecEnv(PIG, 8)
    model = MaskablePPO("MlpPolicy", table, n_steps=16, batch_size=64, seed=3, device="cpu")
    once = evaluate(PIG, policy_of(model), "random", games=20)
    assert once == evaluate(PIG, policy_of(model), "random", games=20)


def test_a_learner_without_masks_is_kept_to_legal_actions():
    table = MaskableVecEnv("magnate/tictactoe-v0", 8)
    model = DQN("MlpPolicy", table, learning_starts=64, buffer_size=1_000, seed=1, device="cpu").learn(200)
    shown = table.reset()
    masks = table.games.action_masks()
    masks[:, :5] = False
    actions = policy_of(model)(shown, masks.astype(np.int8))
    assert masks[np.arange(8), actions].all()


class Own(MaskableActorCriticPolicy):
    """A policy of another name."""


def test_a_policy_of_ones_own_is_given_masks():
    class Model:
        policy = object.__new__(Own)

        def predict(self, _observations, action_masks, deterministic):
            assert deterministic
            return 8 - action_masks[:, ::-1].argmax(axis=1), None  # the last legal action

    masks = np.zeros((3, 9), np.int8)
    masks[:, 4:6] = 1
    assert policy_of(Model())(np.zeros((3, 18), np.float32), masks).tolist() == [5, 5, 5]


def test_past_versions_may_be_the_only_opponents():
    table = MaskableVecEnv("magnate/tictactoe-v0", 8, seat=None)
    model = MaskablePPO("MlpPolicy", table, n_steps=32, batch_size=64, seed=1, device="cpu")
    callback = PastVersions(every=256, past=1.0, others=())
    model.learn(512, callback=callback)
    assert {one.policy for one in table.games._tables._seated[-2:]} == set(callback.versions)


def test_past_versions_become_opponents():
    table = MaskableVecEnv("magnate/tictactoe-v0", 8, seat=None)
    model = MaskablePPO("MlpPolicy", table, n_steps=32, batch_size=64, seed=1, device="cpu")
    callback = PastVersions(every=256, keep=2, past=0.75)
    model.learn(1_024, callback=callback)
    assert len(callback.versions) == 2
    seated = table.games._tables._seated
    assert [one.policy for one in seated[-3:]] == [*callback.versions, None]
    weights = np.diff(table.games._tables._bounds, prepend=0.0)
    assert weights.round(6).tolist() == [0.375, 0.375, 0.25]
    kept = [value.clone() for value in model.policy.state_dict().values()]
    shown, masks = table.reset(), table.games.action_masks().astype(np.int8)
    callback.versions[0](shown, masks)
    assert all(torch.equal(a, b) for a, b in zip(kept, model.policy.state_dict().values(), strict=True))
    with pytest.raises(BadOption, match="past"):
        PastVersions(every=0)


def test_observations_are_normalised_as_the_model_learnt_them():
    """By the statistics of the model's own environment; a past version keeps those of its time."""
    games = VecMonitor(VecNormalize(MaskableVecEnv("magnate/tictactoe-v0", 8, seat=None)))
    model = MaskablePPO("MlpPolicy", games, n_steps=32, batch_size=64, seed=1, device="cpu", learning_rate=0.0)
    callback = PastVersions(every=256, past=1.0, others=())
    model.learn(256, callback=callback)
    (version,), normalizer = callback.versions, model.get_vec_normalize_env()
    rng = np.random.default_rng(1)
    shown = rng.integers(0, 2, (400, *games.observation_space.shape)).astype(np.float32)
    masks = np.ones((400, 9), np.int8)

    def by_hand(deterministic):
        torch.manual_seed(5)
        return model.predict(normalizer.normalize_obs(shown), action_masks=masks == 1, deterministic=deterministic)[0]

    def drawn():
        torch.manual_seed(5)
        return version(shown, masks)

    first = by_hand(True)
    assert np.array_equal(policy_of(model)(shown, masks), first)
    assert not np.array_equal(model.predict(shown, action_masks=masks == 1, deterministic=True)[0], first)
    kept = by_hand(False)
    assert np.array_equal(drawn(), kept)
    normalizer.obs_rms.update(np.full((500, *shown.shape[1:]), 9.0))
    assert not np.array_equal(by_hand(True), first)
    assert np.array_equal(policy_of(model)(shown, masks), by_hand(True))
    assert np.array_equal(drawn(), kept)


def test_what_is_no_environment_of_ours_is_told_in_a_sentence():
    for name in ("CartPole-v1", "CartPole", "Acrobot-v1", "pig-2p-v1"):
        with pytest.raises(BadOption, match=f"{name} is no environment of magnate"):
            MaskableVecEnv(name, 2)
    with pytest.raises(gymnasium.error.VersionNotFound):
        MaskableVecEnv("magnate/pig-v9", 2)
    with pytest.raises(BadOption, match="there cannot be 0 games"):
        MaskableVecEnv(PIG, 0)
    with pytest.raises(BadOption, match="in the same step"):
        MaskableVecEnv(PIG, 2, autoreset_mode="NextStep")
    model = MaskablePPO("MlpPolicy", DummyVecEnv([lambda: Env("pig")]), n_steps=16, batch_size=16, device="cpu")
    with pytest.raises(BadOption, match="cannot change their opponents"):
        model.learn(16, callback=PastVersions(every=8))
    with pytest.raises(BadOption, match="have not begun"):
        MaskableVecEnv(PIG, 2).step(np.zeros(2, np.int64))
    with pytest.raises(BadOption, match="no game has begun"):
        Env("pig").step(0)


def test_the_example_in_the_docstring_is_true():
    failed, tried = doctest.testmod(magnate.envs.sb3)
    assert (failed, tried) == (0, 6)
