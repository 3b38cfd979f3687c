"""Every game as a Gymnasium environment: one learner, against agents by name.

>>> import gymnasium
>>> single = gymnasium.make("magnate/pig-v0", players=3, opponents="random")
>>> observation, info = single.reset(seed=7)
>>> over = False
>>> while not over:
...     action = single.action_space.sample(info["action_mask"])
...     observation, reward, terminated, truncated, info = single.step(action)
...     over = terminated or truncated
>>> info["ending"], reward in (0.0, 1.0)
('target', True)

A step is one decision of the learner. The other seats and the dice go on in compiled code until it is to decide again
or the game is over. The observation has the ``game.info.features`` numbers that the game shows the learner's seat;
what it cannot know is not among them. ``info["action_mask"]`` (int8) has a 1 for each legal action.

The reward is 0 until the end, and then the learner's share of the win (its utility). ``terminated`` means that the game
is over by its rules, which may have caps of their own, or by an illegal action; the reward of that is
``illegal_reward``. ``truncated`` means that the learner has taken ``max_decisions`` decisions; the reward is then 0. By
default (None) games are never cut short. At the end ``info`` has the game's ``ending``, and the learner's ``share``.

``shaping="chances"`` also pays on the way (:mod:`.shaping`): what the learner's win chance gains from one of its
decisions to the next, discounted by ``gamma``.

``gymnasium.make_vec("magnate/pig-v0", num_envs=256)`` gives hundreds of games in compiled code: :mod:`.vector`.
"""

from __future__ import annotations

import sys
from operator import index
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core.binding import FINISHED, LIMIT
from ..core.registry import game_names
from ..errors import BadOption, BadValue
from .shaping import shaping_of
from .tables import BOUND, Opponents, Tables, checked_limit, checked_reward, checked_seat, game_of, missing
from .tasks import TASKS, task_of

try:
    import gymnasium
    from gymnasium.spaces import Box, Discrete
except ModuleNotFoundError as error:
    raise missing(error) from None

if TYPE_CHECKING:
    from ..core.game import Game

ILLEGAL = -1.0
"""The reward for an illegal action, which ends the game."""


def spaces_of(game: Game) -> tuple[Box, Discrete]:
    """The spaces of a game's observations and actions."""
    return Box(-BOUND, BOUND, (game.info.features,), np.float32), Discrete(game.info.max_actions)


class Env(gymnasium.Env[np.ndarray, np.int64]):
    """One learner in seat ``seat`` (None: drawn for each game) against ``opponents``.

    ``game``, ``preset``, ``players`` and further ``options`` are those of :func:`magnate.load`. ``opponents`` sit
    clockwise from the learner on, or one is for all. They are names of agents that are compiled or play by a network or
    a search, or functions from observations and masks to actions. ``masks=False`` leaves the mask out of ``info``.
    ``max_decisions`` counts the learner's decisions alone.

    Raises what :func:`magnate.load` raises, :class:`~magnate.errors.BadSeat` and :class:`~magnate.errors.BadAgent`.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"], "render_fps": 1}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        game: str | ModuleType | Game = "monopoly",
        preset: str | None = None,
        players: int | None = None,
        *,
        opponents: Opponents = "random",
        seat: int | None = 0,
        masks: bool = True,
        illegal_reward: float = ILLEGAL,
        max_decisions: int | None = None,
        shaping: str | None = None,
        gamma: float = 1.0,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise BadOption(f"there is no render mode {render_mode!r}", hint="have ansi and human")
        self.game = game_of(game, preset, players, options)
        self.observation_space, self.action_space = spaces_of(self.game)
        self.render_mode = render_mode
        self._illegal_reward = checked_reward(illegal_reward)
        self._masks = masks
        learner, limit = checked_seat(self.game, seat), checked_limit(max_decisions)
        self._tables = Tables(self.game, opponents, learner, limit, 1)
        self._shaping = shaping_of(self.game, shaping, gamma)
        self._mask = np.zeros(self.game.info.max_actions, np.int8)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin a game; without a seed it is the next one of the seed before.

        A game that is over before the learner decides is seen as it ended, with no legal action; the first step,
        whatever its action, reports how.
        """
        super().reset(seed=seed, options=options)
        self._tables.deal(0, self.np_random)
        found = self._go_on()
        if self._shaping is not None:
            self._shaping.begin(self._tables)
        return found

    def step(self, action: int | np.integer) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Take the learner's action, and go on to its next decision or the end."""
        if self._np_random is None:
            raise BadOption("no game has begun", hint="call reset first")
        tables = self._tables
        try:
            action = index(action)
        except TypeError:
            raise BadValue(f"{action!r} is no action", hint="give the id of one, a whole number") from None
        illegal = tables.status[0] != FINISHED and not (0 <= action < len(self._mask) and self._mask[action])
        if illegal:
            tables.end(np.ones(1, np.bool_))
        else:
            tables.answers[0] = action
        observation, info = self._go_on()
        over, ending = bool(tables.status[0] == FINISHED), int(tables.endings[0])
        cut = over and ending == LIMIT
        share = float(tables.utility[0, info["seat"]])
        if over:
            info["ending"] = "illegal action" if illegal else self.game.info.ending_name(ending)
            info["share"] = share
        reward = self._illegal_reward if illegal else share
        if self._shaping is not None:
            reward += float(self._shaping.addition(tables)[0])
        if self.render_mode == "human":
            self.render()
        return observation, reward, over and not cut, cut, info

    def _go_on(self) -> tuple[np.ndarray, dict[str, Any]]:
        """Play until the learner is to decide, or the game is over."""
        self._tables.go_on()
        features, masks = self._tables.observe()
        self._mask = masks[0]
        info: dict[str, Any] = {"seat": int(self._tables.learners[0])}
        if self._masks:
            info["action_mask"] = masks[0].copy()
        return features[0], info

    def action_masks(self) -> np.ndarray:
        """Which actions the learner may take, as booleans (the name that maskable learners ask for)."""
        return self._mask.astype(np.bool_)

    def render(self) -> str | None:
        """What everybody may see, as text: returned (``ansi``) or written to the standard output (``human``)."""
        if self.render_mode is None:
            return None
        text = self.game.board_text(self._tables.states[0])
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(text + "\n")
        return None


def task_env(task: str, **free: Any) -> Env:
    """The environment of a task (:mod:`.tasks`)."""
    return Env(**task_of(task).settings(free))


for _name in game_names():
    gymnasium.register(
        id=f"magnate/{_name}-v0",
        entry_point=f"{__name__}:Env",
        vector_entry_point=f"{__package__}.vector:VectorEnv",
        kwargs={"game": _name},
    )
for _name in TASKS:
    gymnasium.register(
        id=_name,
        entry_point=f"{__name__}:task_env",
        vector_entry_point=f"{__package__}.vector:task_games",
        kwargs={"task": _name},
    )
