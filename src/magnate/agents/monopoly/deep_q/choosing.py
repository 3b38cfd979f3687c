"""Which of the networks is asked at a decision, in which order, and what is done when none of them acts.

All of it is a function of the position, so nothing has to be remembered between the actions of a window: its stage
says what is behind.
"""

from __future__ import annotations

from typing import NamedTuple

from ....games.monopoly.reasons import OK
from ....games.monopoly.state import PAY_FINE, ROLL, State
from ....games.monopoly.turn import why_not_pay_fine
from ....networks.inference import forward
from ....runtime.compiler import Floats, Ints, Ints2, Singles2, Singles3, rule
from ....runtime.primitives import count_bits, low_bit
from ....runtime.stream import below, uniform_of
from ....values.monopoly import thesis
from ..strategic import strategic
from .outputs import (
    ALL,
    ASKED,
    CARD,
    FINE,
    NETWORKS,
    action_of,
    best_of,
    consented,
    is_in_jail,
    is_list,
    legal_outputs,
    network_of,
)

DRAWS = 4503599627370496.0
"""How many numbers :func:`~magnate.runtime.stream.uniform_of` may draw."""
SEVERAL = 64
"""Networks' draws of a decision's key begin here, apart from those of the parent."""


@rule
def next_network(g: State, p: int, networks: int, asked: int, parents: int, places: int) -> int:
    """The next of the ``networks`` that is asked here, those in ``asked`` having answered nothing; -1: none.

    ``parents`` is what the parent does about the rest, or -1 where nothing is left to it. It comes before a network
    whose turn is later: a mortgage, say, would close the stage in which the parent builds. In debts, auctions and
    trades no network is asked.
    """
    if g.depth > 0:
        return -1
    whose = network_of(parents)
    for place in range(NETWORKS):
        network = ASKED[place]
        if (networks >> network) & 1 == 0:
            if network == whose:
                return -1
        elif (asked >> network) & 1 == 0 and legal_outputs(g, p, network, places) != 0:
            return network
    return -1


@rule
def leftover(g: State, p: int, networks: int, parents: int) -> int:
    """What is done when no network has acted; ``parents`` is what the parent does.

    Where a network keeps the card with which the parent would leave, the parent pays, if it may.
    """
    if is_in_jail(g):
        whose = network_of(parents)
        if whose >= 0 and (networks >> whose) & 1 == 1:
            pays = whose == CARD and (networks >> FINE) & 1 == 0 and why_not_pay_fine(g, p) == OK
            return PAY_FINE if pays else ROLL
    return parents


@rule
def proposed(network: int, values: Floats, mask: int, floor: float) -> int:
    """The output that a network proposes, by its ``values``; -1: nothing.

    The best legal one. A method that gives a list does so only if it is worth more than ``floor``, which is what doing
    nothing is worth. It is asked again in the position that follows.
    """
    best = best_of(values, mask)
    if best >= 0 and is_list(network) and values[best] <= floor:
        return -1
    return best


@rule
def explored(key: int, network: int, mask: int, epsilon: float) -> int:
    """With chance ``epsilon`` any legal output or, where that is possible, nothing (-1); else -2."""
    if epsilon <= 0.0 or uniform_of(key, SEVERAL + 2 * network) >= epsilon * DRAWS:
        return -2
    count = count_bits(mask)
    which = below(key, SEVERAL + 2 * network + 1, count + int(is_list(network)))
    if which == count:
        return -1
    m = mask
    for _ in range(which):
        m &= m - 1
    return low_bit(m)


# ---------------- What the deep Q agent does at a decision: its networks are asked one after another, then the parent.
#
# Nothing is allocated: a :class:`Brain` has the networks and the arrays to work on (:mod:`.agent` makes it).


NOT_DRAWN = -2
"""What :func:`.choosing.explored` says when nothing was drawn."""


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
    scratch: Singles2
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
