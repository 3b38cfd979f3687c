"""The replay buffer (Lin 1992): the last transitions, sampled uniformly."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ...errors import BadValue
from .draws import Purpose, draws
from .tensors import taken
from .transitions import Transitions

__all__ = ["Replay"]


class Replay:
    """A ring of the last ``capacity`` transitions of ``inputs`` numbers and ``outputs`` actions.

    What a sample has follows from the ``seed``, its number and the contents, so that nothing hidden needs saving.
    """

    def __init__(self, capacity: int, inputs: int, outputs: int, seed: int) -> None:
        if capacity < 1:
            raise BadValue(f"a replay buffer cannot have room for {capacity} transitions", hint="1 at least")
        self.capacity = capacity
        self.seed = seed
        self.added = 0
        """How many transitions have been added, those that were overwritten too."""
        self._ring = Transitions.blank(capacity, inputs, outputs)

    def __len__(self) -> int:
        return min(self.added, self.capacity)

    def add(self, transitions: Transitions) -> None:
        """Add transitions in their order; they take the place of the oldest."""
        transitions.check()
        kept = transitions.rows(slice(-self.capacity, None))
        first = self.added + len(transitions) - len(kept)
        self._ring.overwrite((first + np.arange(len(kept))) % self.capacity, kept.columns())
        self.added += len(transitions)

    def sample(self, size: int, number: int) -> Transitions:
        """The ``number``-th sample: ``size`` transitions, each drawn uniformly from all, so that some may repeat."""
        if not len(self):
            raise BadValue("an empty replay buffer cannot be sampled", hint="add transitions first")
        return self._ring.rows(draws(self.seed, Purpose.REPLAY, number).integers(len(self), size=size))

    def tensors(self) -> dict[str, np.ndarray]:
        """The contents, as copies."""
        filled = self._ring.rows(slice(len(self))).columns()
        return {name: column.copy() for name, column in filled.items()} | {"added": np.array(self.added)}

    def restore(self, tensors: Mapping[str, np.ndarray]) -> None:
        """Put back what :meth:`tensors` gave for a buffer of the same capacity."""
        self.added = int(taken(tensors, "added", ()))
        filled = self._ring.rows(slice(len(self)))
        found = {name: taken(tensors, name, column.shape) for name, column in filled.columns().items()}
        filled.overwrite(slice(None), found)
