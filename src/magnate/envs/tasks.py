"""Tasks by name and version: rules, opponents, reward and length are fixed, so that results can be compared.

>>> import gymnasium
>>> import magnate.envs.gymnasium  # which registers them
>>> games = gymnasium.make_vec("magnate/pig-2p-v1", num_envs=64)
>>> observations, infos = games.reset(seed=7)
>>> evaluate("magnate/pig-2p-v1", lambda observations, masks: masks.argmax(axis=1), "random", games=100).games
100

A learner may train as it likes: against other ``opponents``, with ``shaping``, against its own past. Say so beside the
result. What counts is :func:`evaluate`, on deals that are the same for everybody: the share of the win against each of
the task's ``rivals``, without shaping, from seats that are drawn.

A test keeps the observations, rewards and ends of each task. If rules or features change, the task gets a new version.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ..errors import BadOption, UnknownGame, did_you_mean

if TYPE_CHECKING:
    from .tables import Opponents, Policy

__all__ = ["TASKS", "Strength", "Task", "evaluate", "task_of"]

PREFIX: Final = "magnate/"
ILLEGAL: Final = -1.0
"""What an illegal action is paid, which ends the game."""
DEALS: Final = 1_000_000
"""The seed of the first deal of an evaluation."""
FREE: Final = ("opponents", "shaping", "gamma", "masks", "autoreset_mode", "render_mode")
"""What may be said of a task beside its name; the rest is fixed."""


@dataclass(frozen=True)
class Task:
    """One learner, in a seat that is drawn for each game, at the ``game`` by the ``preset`` with so many ``players``.

    ``opponents`` have all other seats while it trains, unless it names others. ``rivals`` are those that an evaluation
    is against, each in all other seats. A game is cut short after ``max_decisions`` decisions of the learner, with
    reward 0; otherwise the reward is 0 until the end and then the learner's share of the win.
    """

    id: str
    about: str
    game: str
    preset: str
    players: int
    opponents: str
    rivals: tuple[str, ...]
    max_decisions: int
    options: Mapping[str, Any] = field(default_factory=dict)

    def settings(self, free: Mapping[str, Any]) -> dict[str, Any]:
        """The arguments of an environment; raises :class:`~magnate.errors.BadOption` for what the task has fixed."""
        for name in free:
            if name not in FREE:
                raise BadOption(f"{self.id} does not let you choose {name}", hint=f"free are {', '.join(FREE)}")
        fixed = {"game": self.game, "preset": self.preset, "players": self.players, **self.options}
        more = {"seat": None, "illegal_reward": ILLEGAL, "max_decisions": self.max_decisions}
        return {"opponents": self.opponents, **fixed, **more, **free}


TASKS: Final = {
    one.id: one
    for one in (
        Task(
            *("magnate/monopoly-thesis-v1", "Monopoly for two by the thesis' rules", "monopoly", "thesis", 2),
            *("baseline", ("random", "baseline", "strategic"), 5_000),
        ),
        Task(
            *("magnate/monopoly-official4-v1", "Monopoly for four by the official rules", "monopoly", "official", 4),
            *("baseline", ("random", "baseline", "strategic"), 5_000),
        ),
        Task(
            *("magnate/brass-2p-v1", "Brass: Birmingham for two", "brass", "full", 2),
            *("planner", ("random", "planner"), 2_000),
        ),
        Task(
            *("magnate/brass-4p-v1", "Brass: Birmingham for four", "brass", "full", 4),
            *("planner", ("random", "planner"), 2_000),
        ),
        Task(*("magnate/pig-2p-v1", "Pig to 100 for two", "pig", "standard", 2), *("random", ("random",), 1_000)),
    )
}
"""All tasks by their ids."""


def task_of(name: str) -> Task:
    """A task by its id, with or without ``magnate/``; raises :class:`~magnate.errors.UnknownGame`."""
    full = name if name.startswith(PREFIX) else PREFIX + name
    if full not in TASKS:
        raise UnknownGame(f'there is no task "{name}"', hint=did_you_mean(full, list(TASKS)))
    return TASKS[full]


@dataclass(frozen=True)
class Strength:
    """The mean ``share`` of the win in so many ``games``, and its 95 % interval from ``low`` to ``high``.

    The interval is Wilson's. It is exact enough for wins and losses, and cautious where a share may be a fraction.
    """

    share: float
    low: float
    high: float
    games: int

    @classmethod
    def of(cls, shares: np.ndarray) -> Strength:
        """What these shares come to.

        >>> found = Strength.of(np.array([1.0, 0.0] * 50))
        >>> found.share, round(found.low, 3), round(found.high, 3)
        (0.5, 0.404, 0.596)
        """
        n, mean, z = len(shares), float(shares.mean()), 1.959964
        middle = (mean + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * sqrt(mean * (1 - mean) / n + z * z / (4 * n * n))
        return cls(mean, max(middle - half, 0.0), min(middle + half, 1.0), n)

    def __str__(self) -> str:
        return f"{self.share:.1%} ({self.low:.1%} to {self.high:.1%}, {self.games} games)"


def evaluate(
    task: str,
    policy: Policy,
    opponents: Opponents,
    *,
    games: int = 1_000,
    first: int = DEALS,
    progress: Callable[[int], None] | None = None,
) -> Strength:
    """How strong a policy is at a task, against ``opponents``, in one game from each of the seeds from ``first`` on.

    ``policy`` is asked about all games that wait, by observations (n, features) and masks (n, actions), and returns n
    actions. A game that it ends by an illegal action, or that is cut short, counts 0. ``progress`` is called with how
    many games are over. Raises :class:`~magnate.errors.BadOption` for no games, and :class:`~magnate.errors.BadValue`
    unless the policy returns a number for each game.
    """
    from gymnasium.utils.seeding import np_random

    from .tables import Tables, action_ids, game_of

    if games < 1:
        raise BadOption(f"{games} games say nothing", hint="play 1 or more")
    asked = task_of(task)
    game = game_of(asked.game, asked.preset, asked.players, asked.options)
    tables = Tables(game, opponents, None, asked.max_decisions, games)
    for i in range(games):
        tables.deal(i, np_random(first + i)[0])
    tables.go_on()
    while True:
        going = np.flatnonzero(~tables.over)
        if progress is not None:
            progress(games - len(going))
        if not len(going):
            return Strength.of(tables.shares())
        observations, masks = tables.observe()
        answers = action_ids(policy(observations[going], masks[going]), len(going))
        known = (answers >= 0) & (answers < masks.shape[1])
        legal = known & (masks[going, np.where(known, answers, 0)] == 1)
        illegal = np.zeros(games, np.bool_)
        illegal[going[~legal]] = True
        tables.end(illegal)
        tables.answers[going] = answers
        tables.go_on()
