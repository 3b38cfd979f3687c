"""Transitions: what a learner saw, did and got, from one of its own decisions to the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

import numpy as np

from ...errors import BadValue

__all__ = ["Transitions"]


@dataclass(frozen=True, slots=True, eq=False)
class Transitions:
    """``n`` transitions, one a row of every array.

    ``observation`` (n, inputs), ``mask`` (n, outputs; what was legal) and ``action`` (n,) are of the decision;
    ``reward`` (n,) is all that came until the decision bootstrapped from, discounted; ``discount`` (n,) is what that
    decision's value counts, 0 where the game was over before; ``next_observation`` and ``next_mask`` are of that
    decision, and arbitrary where the discount is 0. Real numbers are float32, masks bool, actions int64.
    """

    observation: np.ndarray
    mask: np.ndarray
    action: np.ndarray
    reward: np.ndarray
    discount: np.ndarray
    next_observation: np.ndarray
    next_mask: np.ndarray

    @classmethod
    def blank(cls, n: int, inputs: int, outputs: int) -> Transitions:
        """Room for ``n`` transitions: zeros, with nothing legal."""
        return cls(
            np.zeros((n, inputs), np.float32),
            np.zeros((n, outputs), np.bool_),
            np.zeros(n, np.int64),
            np.zeros(n, np.float32),
            np.zeros(n, np.float32),
            np.zeros((n, inputs), np.float32),
            np.zeros((n, outputs), np.bool_),
        )

    def __len__(self) -> int:
        return len(self.action)

    def rows(self, which: np.ndarray | slice) -> Transitions:
        """Some of the transitions: a copy for indices, a view for a slice."""
        return Transitions(*(column[which] for column in self.columns().values()))

    def columns(self) -> dict[str, np.ndarray]:
        """The arrays by their names."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def overwrite(self, which: np.ndarray | slice, columns: Mapping[str, np.ndarray]) -> None:
        """Write the rows ``which`` of the arrays."""
        for name, column in self.columns().items():
            column[which] = columns[name]

    def check(self) -> None:
        """Raise :class:`~magnate.errors.BadValue` where an action is not legal, or there is none to bootstrap from."""
        legal = self.mask[np.arange(len(self)), self.action]
        if not legal.all():
            row = int(np.argmin(legal))
            raise BadValue(
                f"the action {self.action[row]} of transition {row} is not legal by its mask",
                hint="the mask must be that of the decision at which the action was taken",
            )
        stuck = (self.discount != 0) & ~self.next_mask.any(axis=1)
        if stuck.any():
            raise BadValue(
                f"transition {int(np.argmax(stuck))} leads to a decision without a legal action",
                hint="a transition to the end of a game has the discount 0",
            )
