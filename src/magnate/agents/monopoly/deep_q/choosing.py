"""What the deep Q agent does at a decision: its networks are asked one after another, then the parent.

Nothing is allocated: a :class:`Brain` has the networks and the arrays to work on (:mod:`.brain` makes it).
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, TypeAlias

import numpy as np

from ....games.monopoly.state import State
from ....networks.inference import forward
from ....runtime.compiler import Floats, Floats2, Ints, Ints2, rule
from ..features import thesis
from ..strategic import strategic
from .consent import consented
from .deciding import explored, leftover, next_network, proposed
from .methods import ALL
from .outputs import action_of, legal_outputs, network_of

__all__ = ["Brain", "choose"]

Singles3: TypeAlias = Annotated[Any, (np.float32, 3)]
NOT_DRAWN = -2
"""What :func:`.deciding.explored` says when nothing was drawn."""


class Brain(NamedTuple):
    """What the agent decides by.

    ``params`` is the row of the parent (``strategic``), ``closed`` the same with the kinds closed that the networks
    decide. ``networks`` is the mask of those that are asked, ``gated`` of those that need the parent's consent.
    ``places`` are the outputs for deeds, 40 or 22; ``scaled`` whether the 100 numbers are scaled to 0 to 1. With chance
    ``epsilon`` a network of the mask ``exploring`` answers anything. ``counts`` says how many answers each network
    chooses among, ``sizes`` and ``tables`` are the networks (:class:`~magnate.networks.Network`), and the rest is
    room to work in.
    """

    params: Floats
    closed: Floats
    networks: int
    gated: int
    places: int
    scaled: bool
    epsilon: float
    exploring: int
    counts: Ints
    sizes: Ints2
    tables: Singles3
    inputs: Floats
    scratch: Floats2
    values: Floats


@rule
def evaluate(g: State, p: int, network: int, brain: Brain) -> None:
    """Write what a network says of each of its outputs to ``brain.values``."""
    if brain.scaled:
        thesis.inputs(g, p, brain.inputs)
    else:
        thesis.unscaled(g, p, brain.inputs)
    forward(brain.inputs, brain.sizes[network], brain.tables[network], brain.scratch, brain.values)


@rule
def floor_of(network: int, brain: Brain) -> float:
    """What doing nothing is worth to a network that was asked: its last output if it has one for that, else 0."""
    outputs = brain.sizes[network, brain.sizes.shape[1] - 1]
    if outputs > brain.counts[network]:
        return brain.values[brain.counts[network]]
    return 0.0


@rule
def ask(g: State, p: int, key: int, network: int, brain: Brain) -> int:
    """The action by which a network answers; -1: none, and who is next is asked."""
    legal = legal_outputs(g, p, network, brain.places)
    allowed = legal
    if (brain.gated >> network) & 1 == 1:
        allowed = consented(g, brain.params, p, network, legal, brain.places)
    output = NOT_DRAWN
    if (brain.exploring >> network) & 1 == 1:
        output = explored(key, network, legal, brain.epsilon)
    if output == NOT_DRAWN and allowed != 0:
        evaluate(g, p, network, brain)
        output = proposed(network, brain.values, allowed, floor_of(network, brain))
    if output < 0 or (allowed >> output) & 1 == 0:
        return -1
    return action_of(g, p, network, output, brain.places)


@rule
def parents_action(g: State, key: int, brain: Brain, acts: Ints, memo: Ints) -> int:
    """What the parent does: what it wants most if that is not the networks' to decide, else what it wants beside it."""
    if brain.networks != ALL:
        a = strategic(g, brain.params, key, acts, memo)
        whose = network_of(a)
        if whose < 0 or (brain.networks >> whose) & 1 == 0:
            return a
    return strategic(g, brain.closed, key, acts, memo)


@rule
def choose(g: State, p: int, key: int, brain: Brain, acts: Ints, memo: Ints) -> int:
    """The action of seat ``p``, which is to move; ``key``, ``acts`` and ``memo`` are those of a policy."""
    parents = -1
    if brain.networks != ALL:
        parents = parents_action(g, key, brain, acts, memo)
    asked = 0
    network = next_network(g, p, brain.networks, asked, parents, brain.places)
    while network >= 0:
        a = ask(g, p, key, network, brain)
        if a >= 0:
            return a
        asked |= 1 << network
        network = next_network(g, p, brain.networks, asked, parents, brain.places)
    if parents < 0:
        parents = parents_action(g, key, brain, acts, memo)
    return leftover(g, p, brain.networks, parents)
