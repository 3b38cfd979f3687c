"""Who learns what: a learner for each of the seven decisions, or one whose outputs are those of all seven."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np

from ...agents.monopoly.deep_q.decisions import NAMES
from ...networks import Network
from ...runtime.stream import deal_seed
from ..deep_q.replay import Replay
from ..deep_q.trainer import DeepQ, Settings
from ..deep_q.transitions import Transitions

if TYPE_CHECKING:
    from ...agents.monopoly.deep_q.agent import Shape

__all__ = ["Head", "heads_for"]


@dataclass(slots=True)
class Head:
    """A learner, and the decisions (``methods``) whose outputs its network has, one after another."""

    methods: tuple[int, ...]
    counts: tuple[int, ...]
    learner: DeepQ
    first: dict[int, int] = field(init=False)

    def __post_init__(self) -> None:
        starts = accumulate(self.counts, initial=0)
        self.first = dict(zip(self.methods, starts, strict=False))

    @property
    def mask(self) -> int:
        """Its decisions as a mask."""
        return sum(1 << method for method in self.methods)

    def joined(self, parts: Mapping[int, Transitions]) -> Transitions:
        """Transitions of its decisions as ones of its network: outputs of the others are illegal."""
        if len(self.methods) == 1:
            return parts[self.methods[0]]
        widened = [self._widened(parts[method], method).columns() for method in self.methods]
        return Transitions(**{name: np.concatenate([one[name] for one in widened]) for name in widened[0]})

    def networks(self) -> dict[str, Network]:
        """A network for each of its decisions: the same hidden layers, and the outputs of that decision."""
        *hidden, (weight, bias) = self.learner.learner.layers()
        found = {}
        for method, count in zip(self.methods, self.counts, strict=True):
            span = slice(self.first[method], self.first[method] + count)
            layers = [*hidden, (weight[:, span], bias[span])]
            weights, biases = zip(*layers, strict=True)
            found[NAMES[method]] = Network(weights, biases)
        return found

    def forget(self) -> None:
        """Empty the replay buffer, when what it was for is over."""
        ring = self.learner.replay
        inputs, outputs = self.learner.learner.layers()[0][0].shape[0], sum(self.counts)
        self.learner.replay = Replay(ring.capacity, inputs, outputs, ring.seed)

    def _widened(self, given: Transitions, method: int) -> Transitions:
        """Transitions of one of its decisions, as ones of a network with all outputs."""
        start = self.first[method]
        wide = Transitions.blank(len(given), given.observation.shape[1], sum(self.counts))
        span = slice(start, start + given.mask.shape[1])
        masks = {"mask": wide.mask, "next_mask": wide.next_mask}
        for name, mask in masks.items():
            mask[:, span] = getattr(given, name)
        columns = {**given.columns(), **masks, "action": given.action + start}
        return Transitions(**columns)


def heads_for(
    shape: Shape, layers: Sequence[int], inputs: int, seed: int, settings: Sequence[Settings], *, one: bool
) -> list[Head]:
    """The learners at their beginning: seven in the order in which they are trained, or a single one.

    ``settings`` are those of each.
    """
    counts = shape.outputs
    every = tuple(range(len(NAMES)))
    groups = [every] if one else [(method,) for method in every]
    heads = []
    for number, (methods, given) in enumerate(zip(groups, settings, strict=True)):
        own = tuple(counts[method] for method in methods)
        network = Network.new([inputs, *layers, sum(own)], deal_seed(seed, "network", number))
        start = list(zip(network.weights, network.biases, strict=True))
        heads.append(Head(methods, own, DeepQ(start, deal_seed(seed, "learner", number), given)))
    return heads
