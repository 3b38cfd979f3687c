"""Managing one's property: building, selling, mortgaging, lifting and trading (rules sections 8 and 9).

A window (before the throw, after it, after the move, between turns) offers all of them, a debt only what raises cash.
``listing.py`` has the lists of what is possible.
"""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.layout import constants
from ...runtime.primitives import pop, push
from . import reasons
from .actions import (
    BREAK_GROUP,
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
    why_not_build,
    why_not_build_group,
    why_not_sell,
    why_not_sell_group,
)
from .contest import declare_build
from .mortgages import lift, lifting_price, mortgage, why_not_lift, why_not_mortgage
from .state import BREAK, State
from .tables import SEATS, STREET_GROUPS
from .trade import begin_trade, why_not_trade_with

BUILDS, SELLS, MORTGAGES, LIFTS, TRADES = range(5)
"""The kinds of management actions."""
KINDS = 5
STAGE = constants([*[0] * KINDS, 0, 1, 2, 3, 4, 3, 0, 1, 2, 4])
"""``STAGE[window_order * KINDS + kind]``: its place in the order of a window (free, build first, raise first)."""


@rule
def kind_of(a: int) -> int:
    """The kind of management action ``a``."""
    if TRADE_WITH <= a < TRADE_WITH + SEATS:
        return TRADES
    if a < BUILD_GROUP + STREET_GROUPS:
        return BUILDS
    if a < BREAK_TO:
        return SELLS
    if a < SELL:
        return BUILDS
    if a < MORTGAGE:
        return SELLS
    if a < LIFT:
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
    return TRADE_WITH <= a < TRADE_WITH + SEATS or BUILD_GROUP <= a < BREAK_TO or BUILD <= a < ITEM


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
def step_break(g: State, a: int) -> None:
    """The owner has chosen how far the group is sold down."""
    top = g.depth - 1
    p = g.fwho[top]
    k = g.farg[top]
    pop(g)
    break_group(g, p, k, a - BREAK_TO)
