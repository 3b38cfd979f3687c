"""Managing one's property: what a window or a debt offers, and carrying it out (rules sections 8 to 10).

A window (before the throw, after the move, between turns) offers building, selling, mortgaging, lifting and trading;
a debt only what raises cash: selling, mortgaging and trading.
"""

from __future__ import annotations

from ...engine.bits import low_bit
from ...engine.compiler import Ints, rule
from ...engine.frames import pop, push
from . import reasons
from .actions import (
    BANKRUPT,
    BREAK_GROUP,
    BREAK_TARGETS,
    BREAK_TO,
    BUILD,
    BUILD_GROUP,
    ITEM,
    LIFT,
    MORTGAGE,
    SELL,
    SELL_GROUP,
    TRADE_WITH,
)
from .buildings import (
    break_group,
    build_group,
    level_below,
    sell_group,
    sell_to,
    why_not_break,
    why_not_break_to,
    why_not_build,
    why_not_build_group,
    why_not_sell,
    why_not_sell_group,
)
from .contest import declare_build
from .debt import go_bankrupt, is_solvent
from .money import owns_group
from .mortgages import lift, lifting_price, mortgage, why_not_lift, why_not_mortgage
from .state import BREAK, State
from .tables import GROUP_MASK, SEATS, STREET_GROUPS
from .trade import begin_trade, why_not_offer, why_not_trade_with

STAGE_BUILD, STAGE_SELL, STAGE_MORTGAGE, STAGE_LIFT, STAGE_TRADE = range(5)
"""The fixed order of the actions of a turn in the thesis (M2, option ``ordered``)."""


@rule
def stage_of(a: int) -> int:
    """Which stage of an ordered window management action ``a`` belongs to."""
    if TRADE_WITH <= a < TRADE_WITH + SEATS:
        return STAGE_TRADE
    if a < BUILD_GROUP + STREET_GROUPS:
        return STAGE_BUILD
    if a < BREAK_TO:
        return STAGE_SELL
    if a < SELL:
        return STAGE_BUILD
    if a < MORTGAGE:
        return STAGE_SELL
    if a < LIFT:
        return STAGE_MORTGAGE
    return STAGE_LIFT


@rule
def is_management(a: int) -> bool:
    """Whether ``a`` is a management action."""
    return TRADE_WITH <= a < TRADE_WITH + SEATS or BUILD_GROUP <= a < BREAK_TO or BUILD <= a < ITEM


@rule
def why_not_manage(g: State, p: int, a: int) -> int:
    """Whether seat ``p`` may take management action ``a`` in its window."""
    if g.opt.one_operation == 1 and g.operations > 0:
        return reasons.OPERATION_DONE
    if g.opt.ordered == 1 and stage_of(a) < g.stage:
        return reasons.STAGE_CLOSED
    return why_not_do(g, p, a)


@rule
def why_not_do(g: State, p: int, a: int) -> int:
    """Whether management action ``a`` itself is possible for seat ``p``."""
    if a < TRADE_WITH + SEATS:
        return why_not_trade_with(g, p, a - TRADE_WITH)
    if a < SELL_GROUP:
        return why_not_build_group(g, p, a - BUILD_GROUP)
    if a < BREAK_GROUP:
        return why_not_sell_group(g, p, a - SELL_GROUP)
    if a < BREAK_TO:
        return why_not_break(g, p, a - BREAK_GROUP)
    if a < SELL:
        return why_not_build(g, p, a - BUILD)
    if a < MORTGAGE:
        return why_not_sell(g, p, a - SELL)
    if a < LIFT:
        return why_not_mortgage(g, p, a - MORTGAGE)
    return why_not_lift(g, p, a - LIFT)


@rule
def why_not_in_debt(g: State, p: int, a: int) -> int:
    """Whether the debtor ``p`` may take ``a`` to raise cash."""
    if a == BANKRUPT:
        if g.opt.one_attempt == 0 and is_solvent(g):
            return reasons.CAN_STILL_PAY
        return reasons.OK
    if not is_management(a):
        return reasons.NOT_NOW
    stage = stage_of(a)
    if stage == STAGE_BUILD or stage == STAGE_LIFT:
        return reasons.NOT_IN_DEBT_SALE
    return why_not_do(g, p, a)


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
def open_stage(g: State) -> int:
    """The earliest stage that the window still allows: 0 unless the options fix the order."""
    if g.opt.ordered == 1:
        return g.stage
    return 0


@rule
def list_management(g: State, p: int, out: Ints, n: int) -> int:
    """Append the management actions of seat ``p``'s window, ascending."""
    if g.opt.one_operation == 1 and g.operations > 0:
        return n
    stage = open_stage(g)
    n = list_trades(g, p, out, n)
    if g.deeds[p] == 0:
        return n
    by_group = g.opt.build_by_group == 1
    if by_group and stage <= STAGE_BUILD:
        n = list_group_builds(g, p, out, n)
    if stage <= STAGE_SELL:
        n = list_group_sales(g, p, out, n)
    if not by_group and stage <= STAGE_BUILD:
        n = list_builds(g, p, out, n)
    if not by_group and stage <= STAGE_SELL:
        n = list_sales(g, p, out, n)
    if stage <= STAGE_MORTGAGE:
        n = list_mortgages(g, p, out, n)
    if stage <= STAGE_LIFT:
        n = list_lifts(g, p, out, n)
    return n


@rule
def list_debt(g: State, p: int, out: Ints, n: int) -> int:
    """Append what the debtor ``p`` may do, ascending."""
    if why_not_in_debt(g, p, BANKRUPT) == reasons.OK:
        out[n] = BANKRUPT
        n += 1
    n = list_trades(g, p, out, n)
    n = list_group_sales(g, p, out, n)
    if g.opt.build_by_group == 0:
        n = list_sales(g, p, out, n)
    return list_mortgages(g, p, out, n)


@rule
def can_manage(g: State, p: int) -> bool:
    """Whether a window would offer seat ``p`` any management action."""
    if g.opt.one_operation == 1 and g.operations > 0:
        return False
    stage = open_stage(g)
    if stage <= STAGE_MORTGAGE:
        m = g.deeds[p] & ~g.mortgaged
        while m != 0:
            if why_not_mortgage(g, p, low_bit(m)) == reasons.OK:
                return True
            m &= m - 1
    if why_not_offer(g, p) == reasons.OK:
        for q in range(g.opt.players):
            if why_not_trade_with(g, p, q) == reasons.OK:
                return True
    if g.deeds[p] == 0:
        return False
    if stage <= STAGE_LIFT:
        m = g.deeds[p] & g.mortgaged
        while m != 0:
            if why_not_lift(g, p, low_bit(m)) == reasons.OK:
                return True
            m &= m - 1
    return can_develop(g, p, stage)


@rule
def can_develop(g: State, p: int, stage: int) -> bool:
    """Whether seat ``p`` can build or sell anything."""
    for k in range(STREET_GROUPS):
        if owns_group(g, p, k):
            if stage <= STAGE_BUILD and why_not_build_group(g, p, k) == reasons.OK:
                return True
            if stage <= STAGE_SELL and (
                why_not_sell_group(g, p, k) == reasons.OK or why_not_break(g, p, k) == reasons.OK
            ):
                return True
    m = complete_streets(g, p)
    while m != 0:
        d = low_bit(m)
        if stage <= STAGE_BUILD and why_not_build(g, p, d) == reasons.OK:
            return True
        if stage <= STAGE_SELL and why_not_sell(g, p, d) == reasons.OK:
            return True
        m &= m - 1
    return False


@rule
def manage(g: State, p: int, a: int) -> None:
    """Seat ``p`` takes management action ``a`` in a window or to pay a debt."""
    if a < TRADE_WITH + SEATS:
        begin_trade(g, p, a - TRADE_WITH)
    elif a < SELL_GROUP:
        build_group(g, p, a - BUILD_GROUP)
    elif a < BREAK_GROUP:
        sell_group(g, p, a - SELL_GROUP)
    elif a < BREAK_TO:
        push(g, BREAK, p, 0, 0, a - BREAK_GROUP)
    elif a < SELL:
        declare_build(g, p, a - BUILD)
    elif a < MORTGAGE:
        d = a - SELL
        sell_to(g, p, d, level_below(g, g.level[d]))
    elif a < LIFT:
        mortgage(g, p, a - MORTGAGE)
    else:
        d = a - LIFT
        lift(g, p, d, lifting_price(g, d))


@rule
def step_debt(g: State, a: int) -> None:
    """One decision of a debtor."""
    top = g.depth - 1
    p = g.fwho[top]
    if a == BANKRUPT:
        to = g.fto[top]
        pop(g)
        go_bankrupt(g, p, to)
    else:
        manage(g, p, a)


@rule
def list_breaks(g: State, out: Ints, n: int) -> int:
    """Append the levels that the group being sold down may be sold to."""
    k = g.farg[g.depth - 1]
    for target in range(BREAK_TARGETS):
        if why_not_break_to(g, k, target) == reasons.OK:
            out[n] = BREAK_TO + target
            n += 1
    return n


@rule
def step_break(g: State, a: int) -> None:
    """The owner has chosen how far the group is sold down."""
    top = g.depth - 1
    p = g.fwho[top]
    k = g.farg[top]
    pop(g)
    break_group(g, p, k, a - BREAK_TO)
