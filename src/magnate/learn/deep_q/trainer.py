"""Deep Q learning as a whole: a learner, its replay buffer and its exploration."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from .learner import Layers, Learner, epsilon_greedy
from .transitions import Purpose, Replay, Transitions, draws, join, part, taken

__all__ = ["DeepQ", "Geometric", "Linear", "Settings", "ThenGreedy"]


# ---------------------------------------------------- Exploration: epsilon as a function of the episodes (games) played


Schedule = Callable[[int], float]
"""``schedule(episode)``: epsilon in the episode of that number, from 0."""


@dataclass(frozen=True, slots=True)
class Geometric:
    """From ``start`` times ``factor`` with every episode down to ``end``; the defaults are the thesis'.

    >>> Geometric()(0), Geometric()(1), Geometric()(1000)
    (1.0, 0.995, 0.1)
    """

    start: float = 1.0
    end: float = 0.1
    factor: float = 0.995

    def __call__(self, episode: int) -> float:
        """Epsilon in that episode."""
        return max(self.end, self.start * self.factor**episode)


@dataclass(frozen=True, slots=True)
class Linear:
    """From ``start`` in equal steps to ``end``, which is reached after so many ``episodes``.

    >>> Linear(1.0, 0.0, 4)(1), Linear(1.0, 0.0, 4)(9)
    (0.75, 0.0)
    """

    start: float
    end: float
    episodes: int

    def __call__(self, episode: int) -> float:
        """Epsilon in that episode."""
        if episode >= self.episodes:
            return self.end
        return self.start + (self.end - self.start) * episode / self.episodes


@dataclass(frozen=True, slots=True)
class ThenGreedy:
    """By another schedule for so many ``episodes``, then without exploration (the thesis: in the last quarter).

    >>> ThenGreedy(Geometric(), 15_000)(14_999), ThenGreedy(Geometric(), 15_000)(15_000)
    (0.1, 0.0)
    """

    schedule: Schedule
    episodes: int

    def __call__(self, episode: int) -> float:
        """Epsilon in that episode."""
        return self.schedule(episode) if episode < self.episodes else 0.0


# ---------------------------------------------------------------------------------------------------------- The trainer


@dataclass(frozen=True, slots=True)
class Settings:
    """What decides how is learnt; the defaults are the thesis', but for the buffer's size, which it does not tell.

    ``batch`` transitions are drawn for a step of Adam from the last ``capacity``; the target network is copied every
    ``copy_every`` episodes; ``epsilon`` is the exploration's schedule.
    """

    learning_rate: float = 0.001
    batch: int = 64
    capacity: int = 100_000
    copy_every: int = 10
    huber: float = 1.0
    double: bool = False
    device: str = "cpu"
    epsilon: Schedule = field(default_factory=Geometric)


class DeepQ:
    """A network that learns the values of actions, from experts' transitions (:meth:`study`) and from its own.

    For its own: :meth:`act` in games, :meth:`remember` the transitions, :meth:`practise`, and :meth:`end_episode` after
    every game. It begins with ``layers``; all its draws follow from ``seed``.
    """

    def __init__(self, layers: Layers, seed: int, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self.seed = seed
        self.learner = Learner(
            layers,
            learning_rate=self.settings.learning_rate,
            huber=self.settings.huber,
            double=self.settings.double,
            device=self.settings.device,
        )
        inputs, outputs = layers[0][0].shape[0], layers[-1][0].shape[1]
        self.replay = Replay(self.settings.capacity, inputs, outputs, seed)
        self.updates = 0
        """Steps of Adam so far."""
        self.episodes = 0
        """Episodes so far."""

    @property
    def epsilon(self) -> float:
        """The chance of a random action in this episode."""
        return self.settings.epsilon(self.episodes)

    def act(self, observations: np.ndarray, masks: np.ndarray, number: int) -> np.ndarray:
        """Actions for decisions, a row each, with this episode's exploration; ``number`` names the draws."""
        generator = draws(self.seed, Purpose.EXPLORE, number)
        return epsilon_greedy(self.learner.values(observations), masks, self.epsilon, generator)

    def remember(self, transitions: Transitions) -> None:
        """Add transitions to the replay buffer."""
        self.replay.add(transitions)

    def practise(self) -> float:
        """One step of Adam on a batch drawn from the replay buffer; its loss."""
        return self._update(self.replay.sample(self.settings.batch, self.updates))

    def end_episode(self) -> None:
        """Count an episode; every so many the target network is copied."""
        self.episodes += 1
        if self.episodes % self.settings.copy_every == 0:
            self.learner.copy_target()

    def study(self, transitions: Transitions) -> float:
        """One pass over given transitions, an expert's say, in a random order; the mean loss.

        There are no episodes here. The thesis takes one step of Adam after each game, so a batch stands for one: the
        target network is copied every ``copy_every`` batches. The last batch may be smaller.
        """
        transitions.check()
        order = draws(self.seed, Purpose.ORDER, self.updates).permutation(len(transitions))
        total = 0.0
        for first in range(0, len(order), self.settings.batch):
            batch = transitions.rows(order[first : first + self.settings.batch])
            total += self._update(batch) * len(batch)
            if self.updates % self.settings.copy_every == 0:
                self.learner.copy_target()
        return total / max(len(order), 1)

    def tensors(self) -> dict[str, np.ndarray]:
        """All that later steps depend on but the seed and the settings, as copies."""
        counters = {"updates": np.array(self.updates), "episodes": np.array(self.episodes)}
        return join({"learner": self.learner.tensors(), "replay": self.replay.tensors(), "count": counters})

    def restore(self, tensors: Mapping[str, np.ndarray]) -> None:
        """Put back what :meth:`tensors` gave for the same sizes, seed and settings: it goes on to the same bits."""
        self.learner.restore(part(tensors, "learner"))
        self.replay.restore(part(tensors, "replay"))
        counters = part(tensors, "count")
        self.updates, self.episodes = (int(taken(counters, name, ())) for name in ("updates", "episodes"))

    def _update(self, batch: Transitions) -> float:
        loss = self.learner.learn(batch)
        self.updates += 1
        return loss
