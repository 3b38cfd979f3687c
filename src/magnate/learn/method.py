"""What a way to learn promises, and which ones there are.

A method is a program of numbered steps. All randomness of a step follows from the run's seed and the step's number, and
all that a step takes over from those before it is in :meth:`Method.tensors`; so a run that goes on from a checkpoint
comes to the same bits as one that was never stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from ..errors import BadTraining, did_you_mean

if TYPE_CHECKING:
    import numpy as np
    from pydantic import BaseModel

    from ..core.game import Game
    from ..networks import Network

__all__ = ["METHODS", "Method", "MethodModule", "Task", "method_module", "nobody"]

METHODS: Final = {
    "deep_q": "magnate.learn.methods.deep_q",
    "ppo": "magnate.learn.methods.ppo",
    "values": "magnate.learn.methods.values",
}
"""The methods by name, and the module of each (:class:`MethodModule`)."""


def nobody(_played: int, _games: int) -> None:
    """Who is told of games and does not want to know."""


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be learnt: the game, the method's settings, the seed, and on how many threads games may be played.

    The number of threads changes no result. ``listener`` is told, while a step that takes long plays its games, how
    many of how many it has played.
    """

    game: Game
    settings: Any
    seed: int
    threads: int = 1
    listener: Callable[[int, int], None] = nobody


class Method(Protocol):
    """A training that has begun, between two of its steps."""

    total: int
    """How many steps there are."""

    def step(self, number: int) -> Mapping[str, float]:
        """Do step ``number``, 0 to ``total - 1`` in this order; returns what is worth noting of it."""
        ...

    def tensors(self) -> dict[str, np.ndarray]:
        """All that later steps depend on: weights, an optimiser's moments, a replay buffer."""
        ...

    def restore(self, tensors: Mapping[str, np.ndarray]) -> None:
        """Be as the method was that gave these tensors; called before the first step."""
        ...

    def networks(self) -> dict[str, Network]:
        """The networks that may be exported, by name, the first one to be played with."""
        ...


class MethodModule(Protocol):
    """A module in :mod:`.methods`.

    One whose networks are of use only together has ``TOGETHER``, the name of the file that holds all of them, and
    ``PLAYER``, the agent that plays by such a file if it is not ``network``.
    """

    Settings: type[BaseModel]
    """The table of the configuration that has the method's name: strict, with a description for each key.

    Its key ``inputs`` names what the networks are told (:mod:`magnate.values.schema`).
    """
    KIND: str
    """What the networks' outputs mean (:class:`magnate.networks.files.About`)."""
    METRICS: Mapping[str, str]
    """What each of the metrics means, in a sentence that says what is good."""
    begin: Callable[[Task], Method]
    """The method at its beginning; raises a :class:`~magnate.errors.MagnateError` for what cannot be learnt."""


def method_module(name: str) -> MethodModule:
    """The module of a method; raises :class:`~magnate.errors.BadTraining` where there is no such method."""
    if name not in METHODS:
        raise BadTraining(f'there is no method "{name}"', hint=did_you_mean(name, METHODS))
    return cast(MethodModule, import_module(METHODS[name]))
