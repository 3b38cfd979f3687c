"""Which deeds and buildings to part with when money must be raised: what earns least for its dollars goes first."""

from __future__ import annotations

from ...games.monopoly.board import GROUP, GROUP_HOUSE_PRICE, GROUP_MASK, GROUP_SIZE, STREET_GROUPS
from ...games.monopoly.board import MORTGAGE as MORTGAGE_VALUE
from ...games.monopoly.money import is_solvent, owns_group
from ...games.monopoly.property import lowest_rank, why_not_break, why_not_mortgage, why_not_sell, why_not_sell_group
from ...games.monopoly.reasons import OK
from ...games.monopoly.state import BANKRUPT, BREAK_GROUP, MORTGAGE, SELL, SELL_GROUP, State
from ...runtime.compiler import rule
from ...runtime.primitives import count_bits, low_bit
from .building import level_of
from .earnings import FLOW, SINGLE_RENT, STEPS, VISITS

NEARLY_COMPLETE = 2_000
COMPLETE = 20_000
"""What it costs besides the rent to mortgage a deed of a nearly complete or of a complete group: the chance to build
(thousandths of a dollar a throw)."""


@rule
def mortgage_loss(g: State, p: int, d: int) -> float:
    """What mortgaging deed ``d`` loses, in thousandths of a dollar a throw for each dollar raised."""
    k = GROUP[d]
    missing = count_bits(GROUP_MASK[k] & ~g.deeds[p])
    loss = VISITS[d] * SINGLE_RENT[d] // 1000
    if missing == 0:
        loss += COMPLETE
    elif missing == 1:
        loss += NEARLY_COMPLETE
    return loss / MORTGAGE_VALUE[d]


@rule
def sale_loss(g: State, k: int) -> float:
    """What selling the upper buildings of group ``k`` loses, in the same measure."""
    rank = max(1, lowest_rank(g, k))
    lost = FLOW[k * STEPS + level_of(g, rank)] - FLOW[k * STEPS + level_of(g, rank - 1)]
    return 2.0 * lost / (GROUP_SIZE[k] * GROUP_HOUSE_PRICE[k])


@rule
def sale_in(g: State, p: int, k: int) -> int:
    """The action that sells buildings of group ``k``, or -1."""
    if g.opt.build_by_group == 1:
        if why_not_sell_group(g, p, k) == OK:
            return SELL_GROUP + k
    else:
        m = GROUP_MASK[k]
        while m != 0:
            d = low_bit(m)
            if why_not_sell(g, p, d) == OK:
                return SELL + d
            m &= m - 1
    if why_not_break(g, p, k) == OK:
        return BREAK_GROUP + k
    return -1


@rule
def cheapest_sacrifice(g: State, p: int) -> int:
    """The mortgage or sale that loses least for the dollars it raises, as an action; or -1 when nothing is left."""
    best = -1
    least = 0.0
    m = g.deeds[p] & ~g.mortgaged & ~g.built
    while m != 0:
        d = low_bit(m)
        m &= m - 1
        if why_not_mortgage(g, p, d) == OK:
            loss = mortgage_loss(g, p, d)
            if best < 0 or loss < least:
                best = MORTGAGE + d
                least = loss
    if (g.deeds[p] & g.built) != 0:
        for k in range(STREET_GROUPS):
            if owns_group(g, p, k) and (g.built & GROUP_MASK[k]) != 0:
                loss = sale_loss(g, k)
                if best < 0 or loss < least:
                    a = sale_in(g, p, k)
                    if a >= 0:
                        best = a
                        least = loss
    return best


@rule
def raise_for_debt(g: State, p: int) -> int:
    """Under a debt: the cheapest sacrifice; give up if it cannot be paid."""
    if not is_solvent(g):
        return BANKRUPT
    return cheapest_sacrifice(g, p)
