"""Which of the networks is asked at a decision, in which order, and what is done when none of them acts.

All of it is a function of the position, so nothing has to be remembered between the actions of a window: its stage
says what is behind.
"""

from __future__ import annotations

from ....games.monopoly.reasons import OK
from ....games.monopoly.state import PAY_FINE, ROLL, State
from ....games.monopoly.turn import why_not_pay_fine
from ....runtime.compiler import Floats, rule
from ....runtime.primitives import count_bits, low_bit
from ....runtime.stream import below, uniform_of
from .methods import ASKED, CARD, FINE, NETWORKS, UPGRADE, WINDOW_KINDS
from .outputs import best_of, is_in_jail, is_list, legal_outputs, network_of

__all__ = ["closed_kinds", "explored", "leftover", "next_network", "proposed"]

DRAWS = 4503599627370496.0
"""How many numbers :func:`~magnate.runtime.stream.uniform_of` may draw."""
SEVERAL = 64
"""Networks' draws of a decision's key begin here, apart from those of the parent."""


@rule
def closed_kinds(networks: int) -> int:
    """The kinds of management actions that the parent is to leave to these networks, as a mask."""
    return (networks >> UPGRADE) & ((1 << WINDOW_KINDS) - 1)


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
    nothing is worth; it is asked again in the position that follows.
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
