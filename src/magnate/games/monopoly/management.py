"""Managing property: building, selling, mortgaging, lifting and trading (rules sections 8 and 9).

A window (before the throw, after it, after the move, between turns) offers all of them, a debt only what raises
cash.
"""

from __future__ import annotations

from ...runtime.compiler import Ints, rule
from ...runtime.layout import constants
from ...runtime.primitives import low_bit, pop, push
from . import reasons, state
from .auction import declare_build
from .board import GROUP_MASK, SEATS, STREET_GROUPS
from .money import owns_group
from .property import (
    break_group,
    build_group,
    level_below,
    lift,
    lifting_price,
    mortgage,
    mortgageable,
    sell_group,
    sell_to,
    why_not_break,
    why_not_break_to,
    why_not_build,
    why_not_build_group,
    why_not_lift,
    why_not_mortgage,
    why_not_sell,
    why_not_sell_group,
)
from .state import State
from .trade import begin_trade, can_offer, why_not_offer, why_not_partner, why_not_trade_with

BUILDS, SELLS, MORTGAGES, LIFTS, TRADES = range(5)
"""The kinds of management actions."""
KINDS = 5
STAGE = constants([*[0] * KINDS, 0, 1, 2, 3, 4, 3, 0, 1, 2, 4])
"""``STAGE[window_order * KINDS + kind]``: its place in the order of a window (free, build first, raise first)."""


@rule
def kind_of(a: int) -> int:
    """The kind of management action ``a``."""
    if state.TRADE_WITH <= a < state.TRADE_WITH + SEATS:
        return TRADES
    if a < state.BUILD_GROUP + STREET_GROUPS:
        return BUILDS
    if a < state.BREAK_TO:
        return SELLS
    if a < state.SELL:
        return BUILDS
    if a < state.MORTGAGE:
        return SELLS
    if a < state.LIFT:
        return MORTGAGES
    return LIFTS


@rule
def stage_of(g: State, a: int) -> int:
    """Which stage of the window management action ``a`` belongs to; all the same when the order is free."""
    return STAGE[g.opt.window_order * KINDS + kind_of(a)]


@rule
def is_open(g: State, kind: int) -> bool:
    """Whether the window has not yet gone on to a stage after that of this kind of action."""
    return STAGE[g.opt.window_order * KINDS + kind] >= g.stage


@rule
def is_management(a: int) -> bool:
    """Whether ``a`` is a management action."""
    return (
        state.TRADE_WITH <= a < state.TRADE_WITH + SEATS
        or state.BUILD_GROUP <= a < state.BREAK_TO
        or state.BUILD <= a < state.ITEM
    )


@rule
def why_not_manage(g: State, p: int, a: int) -> int:
    """Whether seat ``p`` may take management action ``a`` in its window."""
    if g.opt.one_operation == 1 and g.operations > 0:
        return reasons.OPERATION_DONE
    if stage_of(g, a) < g.stage:
        return reasons.STAGE_CLOSED
    return why_not_do(g, p, a)


@rule
def why_not_do(g: State, p: int, a: int) -> int:
    """Whether management action ``a`` itself is possible for seat ``p``."""
    if a < state.TRADE_WITH + SEATS:
        return why_not_trade_with(g, p, a - state.TRADE_WITH)
    if a < state.SELL_GROUP:
        return why_not_build_group(g, p, a - state.BUILD_GROUP)
    if a < state.BREAK_GROUP:
        return why_not_sell_group(g, p, a - state.SELL_GROUP)
    if a < state.BREAK_TO:
        return why_not_break(g, p, a - state.BREAK_GROUP)
    if a < state.SELL:
        return why_not_build(g, p, a - state.BUILD)
    if a < state.MORTGAGE:
        return why_not_sell(g, p, a - state.SELL)
    if a < state.LIFT:
        return why_not_mortgage(g, p, a - state.MORTGAGE)
    return why_not_lift(g, p, a - state.LIFT)


@rule
def manage(g: State, p: int, a: int) -> None:
    """Seat ``p`` takes management action ``a`` in a window or to pay a debt."""
    if a < state.TRADE_WITH + SEATS:
        begin_trade(g, p, a - state.TRADE_WITH)
    elif a < state.SELL_GROUP:
        build_group(g, p, a - state.BUILD_GROUP)
    elif a < state.BREAK_GROUP:
        sell_group(g, p, a - state.SELL_GROUP)
    elif a < state.BREAK_TO:
        push(g, state.BREAK, p, 0, 0, a - state.BREAK_GROUP)
    elif a < state.SELL:
        declare_build(g, p, a - state.BUILD)
    elif a < state.MORTGAGE:
        d = a - state.SELL
        sell_to(g, p, d, level_below(g, g.level[d]))
    elif a < state.LIFT:
        mortgage(g, p, a - state.MORTGAGE)
    else:
        d = a - state.LIFT
        lift(g, p, d, lifting_price(g, d))


@rule
def step_break(g: State, a: int) -> None:
    """The owner has chosen how far the group is sold down."""
    top = g.depth - 1
    p = g.fwho[top]
    k = g.farg[top]
    pop(g)
    break_group(g, p, k, a - state.BREAK_TO)


# ---------------- What a window or a debt offers: the legal actions, ascending


@rule
def list_trades(g: State, p: int, out: Ints, n: int) -> int:
    """Append the partners that seat ``p`` may make an offer to."""
    if why_not_offer(g, p) == reasons.OK:
        for q in range(g.opt.players):
            if why_not_partner(g, p, q) == reasons.OK:
                out[n] = state.TRADE_WITH + q
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
    if complete_streets(g, p) == 0:
        return n
    for k in range(STREET_GROUPS):
        if why_not_build_group(g, p, k) == reasons.OK:
            out[n] = state.BUILD_GROUP + k
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
                out[n] = state.SELL_GROUP + k
                n += 1
    for k in range(STREET_GROUPS):
        if why_not_break(g, p, k) == reasons.OK:
            out[n] = state.BREAK_GROUP + k
            n += 1
    return n


@rule
def list_builds(g: State, p: int, out: Ints, n: int) -> int:
    """Append the streets to build on, looking at complete groups only."""
    m = complete_streets(g, p)
    while m != 0:
        d = low_bit(m)
        if why_not_build(g, p, d) == reasons.OK:
            out[n] = state.BUILD + d
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
            out[n] = state.SELL + d
            n += 1
        m &= m - 1
    return n


@rule
def list_mortgages(g: State, p: int, out: Ints, n: int) -> int:
    """Append the deeds to mortgage."""
    m = mortgageable(g, p)
    while m != 0:
        out[n] = state.MORTGAGE + low_bit(m)
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
            out[n] = state.LIFT + d
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
    if is_open(g, MORTGAGES) and mortgageable(g, p) != 0:
        return True
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
    for target in range(state.BREAK_TARGETS):
        if why_not_break_to(g, k, target) == reasons.OK:
            out[n] = state.BREAK_TO + target
            n += 1
    return n
