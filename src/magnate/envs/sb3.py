"""Our games for Stable-Baselines3: a ``VecEnv`` with action masks, as ``MaskablePPO`` of sb3-contrib asks for them.

>>> from sb3_contrib import MaskablePPO
>>> games = MaskableVecEnv("magnate/pig-2p-v1", 8)
>>> model = MaskablePPO("MlpPolicy", games, n_steps=16, batch_size=64, gamma=1.0, seed=1, device="cpu")
>>> _ = model.learn(256)
>>> from magnate.envs.tasks import evaluate
>>> evaluate("magnate/pig-2p-v1", policy_of(model), "random", games=20).games
20

Use ``gamma=1.0``: the only reward of a game is its end, unless there is ``shaping``. Observations and masks are new
arrays in each step, and ``torch.from_numpy`` takes them without a copy.

It needs the libraries stable-baselines3 and sb3-contrib, which are the extra ``sb3``.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np

from ..errors import BadOption, MissingExtra
from .gymnasium import Env  # noqa: F401 - registers the environments
from .vector import VectorEnv

try:
    from stable_baselines3.common.callbacks import BaseCallback
    from stable_baselines3.common.vec_env import VecEnv
except ModuleNotFoundError as error:
    raise MissingExtra.of("this", error.name, "sb3") from None

if TYPE_CHECKING:
    from .tables import Opponents, Policy

MASKS = "action_masks"
"""What sb3-contrib calls the method that tells legal actions."""


class MaskableVecEnv(VecEnv):
    """``num_envs`` games of a registered environment (``"magnate/monopoly-thesis-v1"``), or of a vector environment.

    ``options`` are those of the environment. A game that is over begins anew in the same step. Its last observation is
    ``infos[i]["terminal_observation"]``, and ``infos[i]["TimeLimit.truncated"]`` tells whether it was cut short. Beside
    them are its ``ending`` and the learner's ``share`` of the win, which no shaping touches.

    Game ``i`` after ``seed(s)`` is the one that the single environment plays with the seed ``s + i``.
    """

    def __init__(self, games: str | VectorEnv, num_envs: int | None = None, **options: Any) -> None:
        if isinstance(games, str):
            _check_named(games, options)
            made = gymnasium.make_vec(
                games,
                1 if num_envs is None else num_envs,
                vectorization_mode="vector_entry_point",
                autoreset_mode="SameStep",
                **options,
            )
            games = made.unwrapped  # type: ignore[assignment]
        elif num_envs is not None or options:
            raise BadOption(
                "games that are made already have their number and options",
                hint='leave num_envs and the options out, or name an environment: "magnate/pig-2p-v1"',
            )
        if not isinstance(games, VectorEnv) or games.autoreset_mode != gymnasium.vector.AutoresetMode.SAME_STEP:
            raise BadOption(
                "these are no games that begin anew in the same step",
                hint='name an environment, or give a magnate VectorEnv with autoreset_mode="SameStep"',
            )
        self.games = games
        self._actions = np.zeros(games.num_envs, np.int64)
        super().__init__(games.num_envs, games.single_observation_space, games.single_action_space)

    def reset(self) -> np.ndarray:
        """Begin all games anew, by the seeds of :meth:`seed` if there are new ones."""
        observations, infos = self.games.reset(seed=None if None in self._seeds else self._seeds)
        self.reset_infos = [{"seat": int(seat)} for seat in infos["seat"]]
        self._reset_seeds()
        self._reset_options()
        return observations

    def step_async(self, actions: np.ndarray) -> None:
        """Note the actions, one a game."""
        self._actions = np.asarray(actions)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """Take the noted actions; returns observations, rewards, which games ended, and a dictionary a game."""
        observations, rewards, terminations, truncations, more = self.games.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        ended = terminations | truncations
        for i in np.flatnonzero(ended):
            infos[i] = {name: more["final_info"][name][i] for name in ("seat", "ending", "share")}
            infos[i]["terminal_observation"] = more["final_obs"][i]
            infos[i]["TimeLimit.truncated"] = bool(truncations[i])
        return observations, rewards.astype(np.float32), ended, infos

    def action_masks(self) -> np.ndarray:
        """Which actions are legal (games, actions). A game that ended before its learner's turn takes any action."""
        masks = self.games.action_masks()
        masks[~masks.any(axis=1)] = True
        return masks

    def set_opponents(self, lineups: Sequence[Opponents], weights: Sequence[float] | None = None) -> None:
        """From now on draw the opponents of each game that begins: :meth:`.vector.VectorEnv.set_opponents`."""
        self.games.set_opponents(lineups, weights)

    def close(self) -> None:
        """Close the games."""
        self.games.close()

    def _chosen(self, indices: Any) -> list[int]:
        return list(self._get_indices(indices))

    def has_attr(self, attr_name: str) -> bool:
        """Whether the games have such an attribute."""
        return attr_name == MASKS or hasattr(self.games, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """An attribute of the games, once for each of them: they share it."""
        return [getattr(self.games, attr_name)] * len(self._chosen(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:  # noqa: ARG002 - the library's signature
        """Refused: the games share their attributes, which are chosen when they are made."""
        raise BadOption(f"{attr_name} of single games cannot be set", hint="give it when you make the games")

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """``action_masks`` and ``render`` of each game; other methods are called once, for all games together."""
        if method_name == MASKS:
            masks = self.action_masks()
            return [masks[i] for i in self._chosen(indices)]
        found = getattr(self.games, method_name)(*method_args, **method_kwargs)
        if method_name == "render" and found is not None:
            return [found[i] for i in self._chosen(indices)]
        return [found] * len(self._chosen(indices))

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:  # noqa: ARG002 - the same
        """No game is wrapped."""
        return [False] * len(self._chosen(indices))


def _check_named(games: str, options: dict[str, Any]) -> None:
    """Raise :class:`~magnate.errors.BadOption` unless the name is one of our environments, with options that it takes.

    A name of ours that is not registered is left to Gymnasium, which tells similar ones.
    """
    known, ours = gymnasium.registry.get(games), f"{VectorEnv.__module__}:"
    if not (games.startswith("magnate/") if known is None else str(known.vector_entry_point).startswith(ours)):
        raise BadOption(f"{games} is no environment of magnate", hint="its names begin with magnate/")
    if "autoreset_mode" in options or "vectorization_mode" in options:
        raise BadOption("games of a VecEnv begin anew in the same step", hint="leave the mode out")


def policy_of(model: Any, *, deterministic: bool = True) -> Policy:
    """What a model does, as a function of observations and masks that returns actions.

    A model of sb3-contrib that takes masks is given them. Of others illegal answers are replaced by the first legal
    action. Observations are normalised as by the ``VecNormalize`` of the model's environment, if it has one.
    """
    normalizer = getattr(model, "get_vec_normalize_env", lambda: None)
    maskable = any("Maskable" in one.__name__ for one in type(getattr(model, "policy", None)).__mro__)

    def policy(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        normalized = normalizer()
        if normalized is not None:
            observations = normalized.normalize_obs(observations)
        if maskable:
            given = masks.astype(np.bool_)
            return np.asarray(model.predict(observations, action_masks=given, deterministic=deterministic)[0], np.int64)
        actions = np.asarray(model.predict(observations, deterministic=deterministic)[0], np.int64)
        legal = masks[np.arange(len(masks)), actions] == 1
        return np.where(legal, actions, masks.argmax(axis=1))

    return policy


class PastVersions(BaseCallback):
    """Self-play: every ``every`` steps of the learner its policy is copied, and the copies become opponents.

    The last ``keep`` copies are kept. A game that begins has one of them in all other seats with the chance ``past``,
    and otherwise one of the line-ups ``others``. Copies draw their actions by their chances, as the learner does, and
    keep the statistics of ``VecNormalize`` of their time.
    """

    def __init__(self, every: int, keep: int = 5, past: float = 0.5, others: Sequence[Opponents] = ("random",)) -> None:
        super().__init__()
        if every < 1 or keep < 1 or not 0.0 < past <= 1.0 or (past < 1.0 and not others):
            raise BadOption(
                "past versions need every and keep of 1 or more, and past above 0", hint="past is at most 1"
            )
        self.every, self.keep, self.past, self.others = every, keep, past, list(others)
        self.versions: list[Policy] = []
        self._next = every

    def _init_callback(self) -> None:
        if not self.training_env.has_attr("set_opponents"):
            raise BadOption("these games cannot change their opponents", hint="learn on a MaskableVecEnv of magnate")

    def _on_step(self) -> bool:
        if self.num_timesteps >= self._next:
            self._next += self.every
            self.versions = [*self.versions, policy_of(_Frozen(self.model), deterministic=False)][-self.keep :]
            lineups: list[Opponents] = [*self.versions, *self.others]
            each = [self.past / len(self.versions)] * len(self.versions)
            rest = [(1.0 - self.past) / max(1, len(self.others))] * len(self.others)
            self.training_env.env_method("set_opponents", lineups, [*each, *rest])
        return True


class _Frozen:
    """What a model does now: copies of its policy, and of how its observations are normalised."""

    def __init__(self, model: Any) -> None:
        self.policy = deepcopy(model.policy)
        self.policy.set_training_mode(False)
        self.predict = self.policy.predict
        self._normalized = deepcopy(model.get_vec_normalize_env())  # a copy has no games

    def get_vec_normalize_env(self) -> Any:
        """The copy of the model's ``VecNormalize``, or None."""
        return self._normalized
