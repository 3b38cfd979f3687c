"""How likely a partner accepts an offer: a model, since nobody knows whom it plays.

A partner judges like ``strategic``, or by a network like one's own; both are as likely. One like ``strategic`` accepts
the likelier the more dollars it gains by that agent's measure (``trade_value``): its parameters are not known, nor is
it ``strategic`` itself. One with a network accepts if that gains the margin.
"""

from __future__ import annotations

import math

from ....games.monopoly.board import ALL_DEEDS, GROUP, GROUP_MASK, GROUPS
from ....games.monopoly.state import State
from ....games.monopoly.trade import tradable
from ....runtime.compiler import Floats, Ints, rule
from ....runtime.primitives import count_bits, low_bit
from ..parameters import TRADE_MARGIN
from ..property_value import threat_share, trade_value, value_after

ROUGHLY = 60.0
"""Dollars by which others' measures differ."""
SURE = 30.0
"""How many times that leave no doubt."""
BY_RULES = 0.5
"""How likely a partner judges by rules and not by a network."""
STEPS = 4


@rule
def gain_by_rules(g: State, row: Floats, p: int, q: int, given: int, taken: int, money: int) -> float:
    """What seat ``q`` gains, in dollars by the measure of ``strategic``, beyond what it demands."""
    return value_after(g, row, q, p, q, given, taken, money) - trade_value(g, row, q) - row[TRADE_MARGIN]


@rule
def price_by_rules(g: State, row: Floats, p: int, q: int, given: int, taken: int) -> int:
    """What ``p`` must pay (negative: may ask) so that ``q`` just accepts by the measure of ``strategic``."""
    wanted = trade_value(g, row, q) + row[TRADE_MARGIN]
    unit = 1.0 + threat_share(g, row)
    money = 0
    for _ in range(STEPS):
        gap = wanted - value_after(g, row, q, p, q, given, taken, money)
        if -unit < gap <= 0.0:
            break
        money += int(gap / unit)
        if gap > 0.0:
            money += 1
    return money


@rule
def chance_of(by_rules: float, by_network: float, margin: float) -> float:
    """The chance that an offer is accepted which is worth that much to the partner: dollars, and a share of the win."""
    sure = min(SURE, max(-SURE, by_rules / ROUGHLY))
    chance = BY_RULES / (1.0 + math.exp(-sure))
    if by_network >= margin:
        chance += 1.0 - BY_RULES
    return chance


# ----------- The exchanges of deeds that an agent which plays by a network considers with a partner; cash comes later.
#
# These are: to complete a group with all that the partner has of it, for a group that completes the partner's, or
# for nothing but cash, with any further deed of either side; and any single deed, or one for one where somebody
# has more of its group.


MOST_DEEDS = 3
"""Deeds that one side gives at most."""


@rule
def completing(g: State, p: int, q: int, k: int) -> int:
    """What seat ``q`` has of group ``k``, if that is all that ``p`` lacks and ``q`` may give it away; else 0."""
    theirs = g.deeds[q] & GROUP_MASK[k]
    if theirs == 0 or (g.deeds[p] & GROUP_MASK[k]) == 0 or (theirs | g.deeds[p]) & GROUP_MASK[k] != GROUP_MASK[k]:
        return 0
    if (theirs & ~tradable(g, q)) != 0 or count_bits(theirs) > MOST_DEEDS:
        return 0
    return theirs


@rule
def put(out: Ints, n: int, most: int, items: int) -> int:
    """Append an exchange that is not there yet, while there is room; returns how many there are."""
    if n >= most:
        return n
    for i in range(n):
        if out[i] == items:
            return n
    out[n] = items
    return n + 1


@rule
def put_with_more(out: Ints, n: int, most: int, items: int, own: int, others: int) -> int:
    """Append an exchange with each further deed of the mask ``others``; ``own`` is what that side gives already."""
    if count_bits(own) < MOST_DEEDS:
        m = others & ~items
        while m != 0:
            n = put(out, n, most, items | (1 << low_bit(m)))
            m &= m - 1
    return n


@rule
def list_completing(g: State, p: int, q: int, mine: int, theirs: int, more: bool, out: Ints, n: int, most: int) -> int:
    """Append the exchanges that complete a group for somebody, as they are or with one deed more.

    ``mine`` and ``theirs`` are the deeds that both may give.
    """
    for a in range(GROUPS + 1):
        taken = 0
        if a < GROUPS:
            taken = completing(g, p, q, a)
            if taken == 0:
                continue
        for b in range(GROUPS + 1):
            given = 0
            if b < GROUPS:
                given = completing(g, q, p, b)
                if given == 0 or a == b:
                    continue
            if not more:
                if (given | taken) != 0:
                    n = put(out, n, most, given | taken)
                continue
            if taken != 0:
                n = put_with_more(out, n, most, given | taken, given, mine & ~GROUP_MASK[a])
            if given != 0:
                n = put_with_more(out, n, most, given | taken, taken, theirs & ~GROUP_MASK[b])
    return n


@rule
def list_small(g: State, p: int, q: int, mine: int, theirs: int, out: Ints, n: int, most: int) -> int:
    """Append single deeds, and those one for one that may matter to somebody."""
    x = theirs
    while x != 0:
        n = put(out, n, most, 1 << low_bit(x))
        x &= x - 1
    x = mine
    while x != 0:
        n = put(out, n, most, 1 << low_bit(x))
        x &= x - 1
    x = theirs
    while x != 0:
        t = low_bit(x)
        x &= x - 1
        helps = (g.deeds[p] & GROUP_MASK[GROUP[t]]) != 0
        y = mine
        while y != 0:
            s = low_bit(y)
            y &= y - 1
            if helps or (g.deeds[q] & GROUP_MASK[GROUP[s]]) != 0:
                n = put(out, n, most, (1 << s) | (1 << t))
    return n


@rule
def list_exchanges(g: State, p: int, q: int, out: Ints, most: int) -> int:
    """Write up to ``most`` exchanges of ``p`` with ``q``, each the mask of the deeds that move; returns how many.

    Those that complete a group come first, and of those the ones with no deed more.
    """
    mine = tradable(g, p) & ALL_DEEDS
    theirs = tradable(g, q) & ALL_DEEDS
    n = list_completing(g, p, q, mine, theirs, False, out, 0, most)
    n = list_completing(g, p, q, mine, theirs, True, out, n, most)
    return list_small(g, p, q, mine, theirs, out, n, most)
