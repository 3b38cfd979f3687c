"""Simple rules: leaving jail, lifting and raising cash as ``baseline`` and ``algorithmic`` do, claiming as all do."""

from __future__ import annotations

from ...games.monopoly.auction import why_not_claim
from ...games.monopoly.board import ALL_DEEDS, GROUP, GROUP_MASK, HOUSE_PRICE, STREET_GROUPS, STREET_MASK
from ...games.monopoly.board import MORTGAGE as MORTGAGE_VALUE
from ...games.monopoly.money import is_solvent, owns_group
from ...games.monopoly.property import lifting_price, why_not_break, why_not_mortgage, why_not_sell, why_not_sell_group
from ...games.monopoly.reasons import OK
from ...games.monopoly.state import BANKRUPT, BREAK_GROUP, CLAIM, LIFT, MORTGAGE, PASS, ROLL, SELL, SELL_GROUP, State
from ...runtime.compiler import rule
from ...runtime.primitives import low_bit
from .caution import unsold
from .routine import leave_jail_now

EARLY_UNSOLD = 8
"""While more deeds than this are unsold it is worth leaving jail at once."""


@rule
def answer_jail(g: State, p: int) -> int:
    """Leave jail while there is much to buy, stay when the board has become dangerous."""
    if unsold(g) > EARLY_UNSOLD:
        a = leave_jail_now(g, p)
        if a >= 0:
            return a
    return ROLL


@rule
def lift(g: State, p: int, spare: float) -> int:
    """A mortgage to lift, of a complete group first; or -1."""
    best = -1
    m = g.deeds[p] & g.mortgaged
    while m != 0:
        d = low_bit(m)
        if lifting_price(g, d) <= spare and (best < 0 or owns_group(g, p, GROUP[d])):
            best = d
        m &= m - 1
    if best >= 0:
        return LIFT + best
    return -1


@rule
def mortgage_first(g: State, p: int, complete: bool) -> int:
    """The cheapest deed that can be mortgaged, of complete groups or of incomplete ones; or -1."""
    m = g.deeds[p] & ALL_DEEDS & ~g.mortgaged
    while m != 0:
        d = low_bit(m)
        if owns_group(g, p, GROUP[d]) == complete and why_not_mortgage(g, p, d) == OK:
            return MORTGAGE + d
        m &= m - 1
    return -1


@rule
def sell_first(g: State, p: int) -> int:
    """The first sale of buildings that is possible; or -1."""
    m = g.deeds[p] & g.built
    while m != 0:
        d = low_bit(m)
        if why_not_sell(g, p, d) == OK:
            return SELL + d
        m &= m - 1
    for k in range(STREET_GROUPS):
        if (g.deeds[p] & g.built & GROUP_MASK[k]) != 0:
            if why_not_sell_group(g, p, k) == OK:
                return SELL_GROUP + k
            if why_not_break(g, p, k) == OK:
                return BREAK_GROUP + k
    return -1


@rule
def raise_cash(g: State, p: int) -> int:
    """Under a debt: mortgage single deeds, sell buildings, mortgage complete groups; give up if it cannot be paid."""
    if not is_solvent(g):
        return BANKRUPT
    a = mortgage_first(g, p, False)
    if a < 0:
        a = sell_first(g, p)
    if a < 0:
        a = mortgage_first(g, p, True)
    return a


@rule
def claim(g: State, p: int, kept: float) -> int:
    """Claim a contested building for the first lot that it fits, if ``kept`` dollars stay."""
    top = g.depth - 1
    m = g.deeds[p] & STREET_MASK
    while m != 0:
        d = low_bit(m)
        if g.cash[p] - HOUSE_PRICE[d] >= kept and why_not_claim(g, p, d, g.fto[top]) == OK:
            return CLAIM + d
        m &= m - 1
    return PASS


@rule
def lift_received(g: State, p: int, kept: float) -> int:
    """Lift a mortgage just received for its principal, if ``kept`` dollars stay."""
    m = g.farg[g.depth - 1] & ALL_DEEDS
    while m != 0:
        d = low_bit(m)
        if g.cash[p] - MORTGAGE_VALUE[d] >= kept:
            return LIFT + d
        m &= m - 1
    return PASS
