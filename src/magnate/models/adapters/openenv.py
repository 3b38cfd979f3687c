"""A game as an environment of OpenEnv (openenv-core 0.3): the learner's answers are names of actions.

``create_app(environment("monopoly"), MagnateAction, MagnateObservation)`` of that library serves it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State

from ...core.game import load
from ...errors import IllegalAction, NotFinished
from ..episode import Episode

__all__ = ["MagnateAction", "MagnateEnvironment", "MagnateObservation", "environment"]


class MagnateAction(Action):
    """The name of an action."""

    name: str


class MagnateObservation(Observation):
    """What the seat reads, and the names of what is legal."""

    text: str
    legal: list[str]


class MagnateEnvironment(Environment):
    """One game at a time. The reward is the share of the win, at the end; an illegal action changes nothing."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, game: str, opponents: Sequence[str] = ("random",), seat: int = 0, **options: Any) -> None:
        super().__init__()
        self._game, self._opponents, self._seat = load(game, **options), opponents, seat
        self._episode: Episode | None = None
        self._id: str | None = None

    def reset(self, seed: int | None = None, episode_id: str | None = None, **named: Any) -> MagnateObservation:  # noqa: ARG002
        """Begin a game; the rules stand before the first position."""
        self._id = episode_id
        self._episode = Episode(self._game, self._opponents, seat=self._seat, seed=seed or 0)
        return self._seen(f"{self._episode.rules}\n\n")

    def step(self, action: MagnateAction, timeout_s: float | None = None, **named: Any) -> MagnateObservation:  # noqa: ARG002
        """Act, and let the others play."""
        if self._episode is None:
            raise NotFinished("no game has begun", hint="reset first")
        try:
            self._episode.act(action.name)
        except IllegalAction as error:
            return self._seen(f"{error}\n\n")
        return self._seen("")

    @property
    def state(self) -> State:
        """How many actions the learner has taken."""
        return State(episode_id=self._id, step_count=0 if self._episode is None else self._episode.steps)

    def _seen(self, before: str) -> MagnateObservation:
        episode = self._episode
        assert episode is not None  # noqa: S101 - the callers have looked
        reward = episode.share if episode.over else 0.0
        return MagnateObservation(text=before + episode.text(), legal=episode.legal, done=episode.over, reward=reward)


def environment(game: str, opponents: Sequence[str] = ("random",), **options: Any) -> Callable[[], MagnateEnvironment]:
    """What makes such environments, as ``create_app`` takes it."""
    return lambda: MagnateEnvironment(game, opponents, **options)
