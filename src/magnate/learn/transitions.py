"""Transitions: what a learner saw, did and got, from one of its own decisions to the next, and the replay buffer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import IntEnum

import numpy as np

from ..errors import BadValue

# ------------------------------------------------------------------------------- Named arrays, as checkpoints keep them


def join(parts: Mapping[str, Mapping[str, np.ndarray]]) -> dict[str, np.ndarray]:
    """The arrays of all parts under one roof: ``part.name``."""
    return {f"{part}.{name}": array for part, arrays in parts.items() for name, array in arrays.items()}


def part(tensors: Mapping[str, np.ndarray], name: str) -> dict[str, np.ndarray]:
    """The arrays of one part, by their own names: the inverse of :func:`join`."""
    return {key.removeprefix(f"{name}."): array for key, array in tensors.items() if key.startswith(f"{name}.")}


def taken(tensors: Mapping[str, np.ndarray], name: str, shape: tuple[int, ...]) -> np.ndarray:
    """The array of that name; :class:`~magnate.errors.BadValue` unless it is there in that shape."""
    if name not in tensors:
        raise BadValue(f"there is no {name} among the arrays to go on from", hint="give all that was saved")
    if tensors[name].shape != shape:
        raise BadValue(
            f"{name} has the shape {tensors[name].shape} instead of {shape}",
            hint="go on with the sizes of the networks and of the replay buffer that it was saved with",
        )
    return tensors[name]


# ---------------------------- Random numbers: every generator follows from a seed, a purpose and a number; none is kept


class Purpose(IntEnum):
    """What numbers are drawn for; each purpose has streams of its own."""

    REPLAY = 0
    ORDER = 1
    EXPLORE = 2


def draws(seed: int, purpose: Purpose, number: int) -> np.random.Generator:
    """The generator for the ``number``-th occasion (both from 0); the same arguments give the same numbers."""
    return np.random.default_rng((seed, purpose, number))


# ---------------------------------------------------------------------------------------------------------- Transitions


@dataclass(frozen=True, slots=True, eq=False)
class Transitions:
    """``n`` transitions, one a row of every array.

    ``observation`` (n, inputs), ``mask`` (n, outputs; what was legal) and ``action`` (n,) are of the decision. The
    value of a later decision is bootstrapped from. ``reward`` (n,) is the discounted sum of all rewards until then.
    ``discount`` (n,) is the factor of that decision's value, 0 if the game was over before. ``next_observation`` and
    ``next_mask`` are of that decision, and arbitrary if the discount is 0. Real numbers are float32, masks bool,
    actions int64.
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


# -------------------------------------------- Returns of a semi-Markov decision process (Sutton, Precup and Singh 1999)
#
# A player does not decide at every step of a game: others do, dice fall. So a transition goes from one of its own
# decisions to the next, or over ``n`` of them. The rewards of all steps between are summed with their discounts.


def discounted(
    rewards: np.ndarray, discounts: np.ndarray, starts: np.ndarray, stops: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The return of every span of steps from a start to before its stop, and what a value after it counts.

    Step ``t`` brings ``rewards[t]``, and what comes after it counts ``discounts[t]`` times (1 where no time passes, 0
    where a game ends). Sums are in float64.

    >>> discounted(np.array([1.0, 2.0, 4.0]), np.array([0.5, 0.5, 0.0]), np.array([0, 1]), np.array([2, 3]))
    (array([2., 4.]), array([0.25, 0.  ]))
    """
    total, left = np.zeros(len(starts)), np.ones(len(starts))
    going = np.flatnonzero(starts < stops)
    step = 0
    while len(going):
        at = starts[going] + step
        total[going] += left[going] * rewards[at]
        left[going] *= discounts[at]
        going = going[(at + 1 < stops[going]) & (left[going] != 0)]
        step += 1
    return total, left


def own_transitions(
    observations: np.ndarray,
    masks: np.ndarray,
    actions: np.ndarray,
    decisions: np.ndarray,
    rewards: np.ndarray,
    discounts: np.ndarray,
    n: int = 1,
) -> Transitions:
    """The transitions of one player over ``n`` of its own decisions each, or to the end of the game.

    ``observations``, ``masks`` and ``actions`` have a row for each of its decisions, ``rewards`` and ``discounts`` one
    for each step of play (see :func:`discounted`). ``decisions`` has the steps at which it decided, ascending. Games
    may follow one another. If the steps end before both the ``n``-th next decision and the end of the game, the return
    is not known, and there is no transition.

    With ``n`` over 1 the actions in between count as they were taken, exploration included: nothing corrects for that.
    """
    if n < 1:
        raise BadValue(f"{n} is no number of decisions to look ahead", hint="the next decision is 1")
    count = len(decisions)
    to = np.arange(count) + n
    stops = np.append(decisions, np.full(n, len(rewards)))[to]
    total, left = discounted(rewards, discounts, decisions, stops)
    known = (to < count) | (left == 0)
    ahead = np.minimum(to, count - 1)[known]
    found = Transitions(
        np.asarray(observations, np.float32)[known],
        np.asarray(masks, np.bool_)[known],
        np.asarray(actions, np.int64)[known],
        total[known].astype(np.float32),
        left[known].astype(np.float32),
        np.asarray(observations, np.float32)[ahead],
        np.asarray(masks, np.bool_)[ahead],
    )
    over = found.discount == 0
    found.next_observation[over] = 0
    found.next_mask[over] = False
    return found


# ------------------------------------------------ The replay buffer (Lin 1992): the last transitions, sampled uniformly


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
