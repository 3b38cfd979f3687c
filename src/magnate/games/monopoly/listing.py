"""What a window or a debt offers: the legal management actions, ascending (rules sections 8 and 9)."""

from __future__ import annotations

from ...runtime.compiler import Ints, rule
from ...runtime.primitives import low_bit
from . import reasons
from .actions import (
    BREAK_GROUP,
    BREAK_TARGETS,
    BREAK_TO,
    BUILD,
    BUILD_GROUP,
    LIFT,
    MORTGAGE,
    SELL,
    SELL_GROUP,
    TRADE_WITH,
)
from .buildings import (
    why_not_break,
    why_not_break_to,
    why_not_build,
    why_not_build_group,
    why_not_sell,
    why_not_sell_group,
)
from .management import BUILDS, LIFTS, MORTGAGES, SELLS, is_open
from .money import owns_group
from .mortgages import why_not_lift, why_not_mortgage
from .state import State
from .tables import GROUP_MASK, STREET_GROUPS
from .trade import can_offer, why_not_offer, why_not_trade_with


@rule
def list_trades(g: State, p: int, out: Ints, n: int) -> int:
    """Append the partners that seat ``p`` may make an offer to."""
    if why_not_offer(g, p) == reasons.OK:
        for q in range(g.opt.players):
            if why_not_trade_with(g, p, q) == reasons.OK:
                out[n] = TRADE_WITH + q
                n += 1
    return n


@rule
def complete_streets(g: State, p: int) -> int:
    """The streets of the colour groups that seat ``p`` owns whole, as a mask."""
    mask = 0
    for k in range(STREET_GROUPS):
        if owns_group(g, p, k):
            mask |= GROUP_MASK[k]
    return mask


@rule
def list_group_builds(g: State, p: int, out: Ints, n: int) -> int:
    """Append the buildings that concern a whole group."""
    for k in range(STREET_GROUPS):
        if why_not_build_group(g, p, k) == reasons.OK:
            out[n] = BUILD_GROUP + k
            n += 1
    return n


@rule
def list_group_sales(g: State, p: int, out: Ints, n: int) -> int:
    """Append the sales that concern a whole group."""
    if (g.deeds[p] & g.built) == 0:
        return n
    if g.opt.build_by_group == 1:
        for k in range(STREET_GROUPS):
            if why_not_sell_group(g, p, k) == reasons.OK:
                out[n] = SELL_GROUP + k
                n += 1
    for k in range(STREET_GROUPS):
        if why_not_break(g, p, k) == reasons.OK:
            out[n] = BREAK_GROUP + k
            n += 1
    return n


@rule
def list_builds(g: State, p: int, out: Ints, n: int) -> int:
    """Append the streets to build on, looking at complete groups only."""
    m = complete_streets(g, p)
    while m != 0:
        d = low_bit(m)
        if why_not_build(g, p, d) == reasons.OK:
            out[n] = BUILD + d
            n += 1
        m &= m - 1
    return n


@rule
def list_sales(g: State, p: int, out: Ints, n: int) -> int:
    """Append the streets to sell a building from, looking at built groups only."""
    m = g.deeds[p] & g.built
    while m != 0:
        d = low_bit(m)
        if why_not_sell(g, p, d) == reasons.OK:
            out[n] = SELL + d
            n += 1
        m &= m - 1
    return n


@rule
def list_mortgages(g: State, p: int, out: Ints, n: int) -> int:
    """Append the deeds to mortgage."""
    m = g.deeds[p] & ~g.mortgaged
    while m != 0:
        d = low_bit(m)
        if why_not_mortgage(g, p, d) == reasons.OK:
            out[n] = MORTGAGE + d
            n += 1
        m &= m - 1
    return n


@rule
def list_lifts(g: State, p: int, out: Ints, n: int) -> int:
    """Append the mortgages to lift."""
    m = g.deeds[p] & g.mortgaged
    while m != 0:
        d = low_bit(m)
        if why_not_lift(g, p, d) == reasons.OK:
            out[n] = LIFT + d
            n += 1
        m &= m - 1
    return n


@rule
def list_management(g: State, p: int, out: Ints, n: int) -> int:
    """Append the management actions of seat ``p``'s window, ascending."""
    if g.opt.one_operation == 1 and g.operations > 0:
        return n
    n = list_trades(g, p, out, n)
    if g.deeds[p] == 0:
        return n
    by_group = g.opt.build_by_group == 1
    if by_group and is_open(g, BUILDS):
        n = list_group_builds(g, p, out, n)
    if is_open(g, SELLS):
        n = list_group_sales(g, p, out, n)
    if not by_group and is_open(g, BUILDS):
        n = list_builds(g, p, out, n)
    if not by_group and is_open(g, SELLS):
        n = list_sales(g, p, out, n)
    if is_open(g, MORTGAGES):
        n = list_mortgages(g, p, out, n)
    if is_open(g, LIFTS):
        n = list_lifts(g, p, out, n)
    return n


@rule
def can_manage(g: State, p: int) -> bool:
    """Whether a window would offer seat ``p`` any management action."""
    if g.opt.one_operation == 1 and g.operations > 0:
        return False
    if is_open(g, MORTGAGES):
        m = g.deeds[p] & ~g.mortgaged
        while m != 0:
            if why_not_mortgage(g, p, low_bit(m)) == reasons.OK:
                return True
            m &= m - 1
    if can_offer(g, p):
        return True
    if g.deeds[p] == 0:
        return False
    if is_open(g, LIFTS):
        m = g.deeds[p] & g.mortgaged
        while m != 0:
            if why_not_lift(g, p, low_bit(m)) == reasons.OK:
                return True
            m &= m - 1
    return can_develop(g, p)


@rule
def can_develop(g: State, p: int) -> bool:
    """Whether seat ``p`` can build or sell anything."""
    builds = is_open(g, BUILDS)
    sells = is_open(g, SELLS)
    for k in range(STREET_GROUPS):
        if owns_group(g, p, k):
            if builds and why_not_build_group(g, p, k) == reasons.OK:
                return True
            if sells and (why_not_sell_group(g, p, k) == reasons.OK or why_not_break(g, p, k) == reasons.OK):
                return True
    m = complete_streets(g, p)
    while m != 0:
        d = low_bit(m)
        if builds and why_not_build(g, p, d) == reasons.OK:
            return True
        if sells and why_not_sell(g, p, d) == reasons.OK:
            return True
        m &= m - 1
    return False


@rule
def list_breaks(g: State, out: Ints, n: int) -> int:
    """Append the levels that the group being sold down may be sold to."""
    k = g.farg[g.depth - 1]
    for target in range(BREAK_TARGETS):
        if why_not_break_to(g, k, target) == reasons.OK:
            out[n] = BREAK_TO + target
            n += 1
    return n
