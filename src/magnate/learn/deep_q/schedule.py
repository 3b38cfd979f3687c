"""How much is explored: epsilon, the chance of a random action, as a function of the episodes (games) played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Geometric", "Linear", "Schedule", "ThenGreedy"]

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
