"""What a way to learn promises, its seeds and the kinds of its settings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Protocol, TypeAlias, runtime_checkable

from pydantic import AfterValidator, Field

from ..gpu.device import Device as GameDevice
from ..runtime.stream import SEED_LIMIT, deal_seed

if TYPE_CHECKING:
    import numpy as np
    from pydantic import BaseModel

    from ..core.game import Game
    from ..networks import Network


# --------------------------------------------------------------------------------------------------------- The protocol
#
# A method is a program of numbered steps. All randomness of a step follows from the run's seed and the step's number.
# All that a step takes from earlier steps is in :meth:`Method.tensors`. So a run that continues from a checkpoint
# comes to the same bits as one that was never stopped.


def nobody(_played: int, _games: int) -> None:
    """A listener that does nothing."""


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be learnt: the game, the method's settings, the seed, and on how many threads games may be played.

    The number of threads changes no result. ``listener`` is called, while a step that takes long plays its games, with
    how many of how many it has played. ``device`` plays the games of a method that hands them to it (``ON_CARD``).
    """

    game: Game
    settings: Any
    seed: int
    threads: int = 1
    listener: Callable[[int, int], None] = nobody
    device: GameDevice = field(default_factory=GameDevice)


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


@runtime_checkable
class Layout(Protocol):
    """A method whose checkpoints have outputs in an order that a later version may change."""

    @property
    def outputs(self) -> Mapping[str, tuple[str, ...]]:
        """The names of the outputs of each part of :meth:`Method.tensors`, in their order."""
        ...

    def in_layout(self, tensors: Mapping[str, np.ndarray], before: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
        """The tensors of a checkpoint with the outputs ``before``, in the order that they have now."""
        ...


class MethodModule(Protocol):
    """A module in :mod:`.methods`.

    If its networks are only useful together, it has ``TOGETHER``, the name of the file that holds all of them.
    ``PLAYER`` is then the agent that plays by such a file, if it is not ``network``. ``ON_CARD`` is true of a method
    whose games a GPU can play. ``RENAMED`` maps earlier names of settings, which are accepted, to today's, and
    ``ADDED`` are settings whose defaults do what was done before there were any. If outputs stand for actions,
    ``output_names(game, networks)`` has their names (:attr:`magnate.networks.files.About.outputs`).
    If the tensors of its checkpoints go by actions' ids, ``renumbered(tensors, before, now)`` puts those of a game with
    other ids in order.
    It goes by the names of the game's actions.
    """

    Settings: type[BaseModel]
    """The table of the configuration that has the method's name: strict, with a description for each key.

    Its key ``inputs`` names what the networks are shown (:mod:`magnate.values.schema`).
    """
    KIND: str
    """What the networks' outputs mean (:class:`magnate.networks.files.About`)."""
    METRICS: Mapping[str, str]
    """What each of the metrics means, in a sentence that says what is good."""
    begin: Callable[[Task], Method]
    """The method at its beginning; raises a :class:`~magnate.errors.MagnateError` for what cannot be learnt."""


# ------------------------ Seeds: training plays a range of its own, so no agent is judged on deals that it learned from


QUARTER: Final = SEED_LIMIT // 4
"""The arena's purposes have the first three quarters of all seeds (:func:`magnate.arena.schedule.purpose_seed`)."""


def training_seeds(seed: int, step: int, games: Iterable[int]) -> list[int]:
    """The seeds of these games of a step, in the last quarter of all seeds.

    >>> [found // QUARTER for found in training_seeds(1, 0, range(3))]
    [3, 3, 3]
    """
    return [3 * QUARTER + deal_seed(seed, "training", step, game) % QUARTER for game in games]


# ---------------------------------------------------------------- Settings that several methods have, with their checks


SHIPPED: Final = "magnate/"
"""How the name of a file begins that comes with magnate."""


def file_of(name: str) -> Path:
    """The file of a network that a training begins with: ``magnate/…`` is one that comes with magnate."""
    if name.startswith(SHIPPED):
        return Path(str(resources.files("magnate") / name.removeprefix(SHIPPED)))
    return Path(name)


def _some_units(layers: list[int]) -> list[int]:
    if not all(1 <= units <= 4096 for units in layers):
        raise ValueError("each layer must have 1 to 4096 units")
    return layers


def _some_weight(weights: dict[str, float]) -> dict[str, float]:
    if min(weights.values(), default=0.0) < 0.0 or not sum(weights.values()) > 0.0:
        raise ValueError("the weights must not be negative, and one must be greater than 0")
    return weights


Layers: TypeAlias = Annotated[list[int], AfterValidator(_some_units)]
"""The units of each hidden layer."""
Weights: TypeAlias = Annotated[dict[str, float], AfterValidator(_some_weight)]
"""Who plays, each with a weight (:class:`.population.Population`)."""
Device: TypeAlias = Annotated[
    str,
    Field(pattern="^(auto|cpu|cuda)$", description='"cpu", "cuda", or "auto": a GPU where there is one'),
]
"""What the network is fitted on."""
