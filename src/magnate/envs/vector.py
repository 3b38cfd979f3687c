"""Hundreds of games at once as a Gymnasium vector environment, stepped in compiled code.

>>> many = VectorEnv(num_envs=100, game="pig")
>>> observations, infos = many.reset(seed=7)
>>> actions = infos["action_mask"].argmax(axis=1)
>>> observations, rewards, terminations, truncations, infos = many.step(actions)
>>> observations.shape, infos["action_mask"].shape
((100, 10), (100, 2))

Game ``i`` of ``reset(seed=s)`` is the one that :class:`.gymnasium.Env` plays with the seed ``s + i``, whatever the
number of games. Observations, masks, rewards and endings are as in the single environment. The mask is always in
``infos["action_mask"]``, with a row a game.

By default a game that is over begins anew in the next step, whose action it ignores. With another ``autoreset_mode`` it
begins anew in the same step, with the last observation in ``infos["final_obs"]`` and ``infos["final_info"]``, or only
when ``reset`` is called with a ``reset_mask``.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import BadOption, BadValue
from .gymnasium import ILLEGAL, spaces_of
from .shaping import shaping_of
from .tables import (
    Opponents,
    Tables,
    action_ids,
    checked_count,
    checked_limit,
    checked_reward,
    checked_seat,
    game_of,
    missing,
)
from .tasks import task_of

try:
    import gymnasium
    from gymnasium.utils.seeding import np_random
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    raise missing(error) from None

if TYPE_CHECKING:
    from ..core.game import Game


class VectorEnv(gymnasium.vector.VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """``num_envs`` games, each with one learner; the other arguments are those of :class:`.gymnasium.Env`.

    ``seat=None`` draws the learner's seat anew for each game. Arrays that are handed out are never written to again.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        num_envs: int,
        game: str | ModuleType | Game = "monopoly",
        preset: str | None = None,
        players: int | None = None,
        *,
        opponents: Opponents = "random",
        seat: int | None = 0,
        illegal_reward: float = ILLEGAL,
        max_decisions: int | None = None,
        shaping: str | None = None,
        gamma: float = 1.0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode not in {None, "ansi"}:
            raise BadOption(f"there is no render mode {render_mode!r}", hint="have ansi")
        self.game = game_of(game, preset, players, options)
        self.num_envs = num_envs = checked_count(num_envs)
        self.render_mode = render_mode
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space, self.single_action_space = spaces_of(self.game)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._illegal_reward = checked_reward(illegal_reward)
        learner, limit = checked_seat(self.game, seat), checked_limit(max_decisions)
        self._tables = Tables(self.game, opponents, learner, limit, num_envs)
        self._shaping = shaping_of(self.game, shaping, gamma)
        self._dice: list[np.random.Generator] = []
        self._masks = np.zeros((num_envs, self.game.info.max_actions), np.int8)
        self._ended = np.zeros(num_envs, np.bool_)

    def set_opponents(self, lineups: Sequence[Opponents], weights: Sequence[float] | None = None) -> None:
        """From now on draw the opponents of each game that begins from ``lineups``; games that go on keep theirs.

        A line-up is one opponent for all other seats, or one for each. An opponent is an agent by name, or a function
        of observations (n, features) and masks (n, actions) that returns n actions, such as an earlier version of the
        learner. ``weights`` say how often each line-up is drawn; without them all are drawn as often.
        """
        self._tables.set_opponents(lineups, weights)

    def action_masks(self) -> np.ndarray:
        """Which actions the learners may take (games, actions), as booleans."""
        return self._masks.astype(np.bool_)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin all games anew, or those of ``options["reset_mask"]``; without a seed with the seeds' next ones."""
        self._seed(seed)
        asked = (options or {}).get("reset_mask")
        which = np.ones(self.num_envs, np.bool_) if asked is None else np.asarray(asked, np.bool_)
        self._deal(which)
        features = self._go_on()
        if self._shaping is not None:
            self._shaping.begin(self._tables)
        return features, self._infos()

    def _seed(self, seed: int | Sequence[int | None] | None) -> None:
        """Give each game its own generator."""
        if seed is None and self._dice:
            return
        if seed is None or isinstance(seed, int | np.integer):
            seeds: list[int | None] = [None if seed is None else int(seed) + i for i in range(self.num_envs)]
        else:
            seeds = list(seed)
        if len(seeds) != self.num_envs:
            raise BadValue(f"{len(seeds)} seeds for {self.num_envs} games", hint="give one seed, or one a game")
        known: list[np.random.Generator | None] = list(self._dice) or [None] * self.num_envs
        self._dice = [
            np_random(one)[0] if one is not None or old is None else old for one, old in zip(seeds, known, strict=True)
        ]

    def _deal(self, which: np.ndarray) -> None:
        for i in np.flatnonzero(which):
            self._tables.deal(int(i), self._dice[i])
        self._ended[which] = False

    def _go_on(self) -> np.ndarray:
        """Play until all learners are to decide or their games are over; returns what they see."""
        self._tables.go_on()
        features, self._masks = self._tables.observe()
        return features

    def _infos(self) -> dict[str, Any]:
        every = np.ones(self.num_envs, np.bool_)
        seats = self._tables.learners.copy()
        return {"action_mask": self._masks.copy(), "_action_mask": every, "seat": seats, "_seat": every.copy()}

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Take an action in every game; raises :class:`~magnate.errors.BadValue` unless there is a number for each."""
        if not self._dice:
            raise BadOption("the games have not begun", hint="call reset first")
        tables, answers = self._tables, action_ids(actions, self.num_envs)
        again = self._ended & (self.autoreset_mode == AutoresetMode.NEXT_STEP)
        if self._ended.any() and self.autoreset_mode == AutoresetMode.DISABLED:
            raise BadOption("some games are over", hint='call reset(options={"reset_mask": …}) for them first')
        illegal = ~again & ~tables.over & ~self._allowed(answers)
        tables.answers[:] = answers
        tables.end(illegal)
        self._deal(again)
        features = self._go_on()
        # A game that was begun in this step and is over already says so in the next one.
        over, cut = tables.over & ~again, tables.cut & ~again
        rewards = np.where(over, tables.shares(), 0.0)
        rewards[illegal] = self._illegal_reward
        if self._shaping is not None:
            rewards += np.where(again, 0.0, self._shaping.addition(tables))
        self._ended = over.copy()
        infos = self._infos()
        if over.any():
            infos = self._tell(infos, over, illegal)
            if self.autoreset_mode == AutoresetMode.SAME_STEP:
                features, infos = self._begin_again(features, infos, over)
        return features, rewards, over & ~cut, cut, infos

    def _allowed(self, answers: np.ndarray) -> np.ndarray:
        """Which answers are legal actions."""
        known = (answers >= 0) & (answers < self._masks.shape[1])
        found: np.ndarray = known & (self._masks[np.arange(self.num_envs), np.where(known, answers, 0)] == 1)
        return found

    def _tell(self, infos: dict[str, Any], over: np.ndarray, illegal: np.ndarray) -> dict[str, Any]:
        """Add how games have ended."""
        shares = self._tables.shares()
        for i in np.flatnonzero(over):
            ending = self.game.info.ending_name(int(self._tables.endings[i]))
            infos = self._add_info(
                infos, {"ending": "illegal action" if illegal[i] else ending, "share": shares[i]}, int(i)
            )
        return infos

    def _begin_again(
        self, features: np.ndarray, infos: dict[str, Any], over: np.ndarray
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Begin games anew in the step that ended them."""
        last: dict[str, Any] = {}
        for i in np.flatnonzero(over):
            final = {name: infos[name][i] for name in ("action_mask", "seat", "ending", "share")}
            last = self._add_info(last, {"final_obs": features[i].copy(), "final_info": final}, int(i))
        self._deal(over)
        features = self._go_on()
        if self._shaping is not None:
            self._shaping.begin(self._tables)
        return features, {**self._infos(), **last}

    def render(self) -> tuple[str, ...] | None:
        """What everybody may see of each game, as text."""
        if self.render_mode is None:
            return None
        return tuple(self.game.board_text(state) for state in self._tables.states)


def task_games(num_envs: int, task: str, **free: Any) -> VectorEnv:
    """So many games of a task (:mod:`.tasks`)."""
    settings = task_of(task).settings(free)
    settings.pop("masks", None)  # a vector environment always has them
    return VectorEnv(num_envs, **settings)
