"""The strategic agent (M7): 28 parameters decide how it buys, builds, keeps cash, trades and takes risks.

Whether a good trade is offered in this window is drawn; every other decision is a function of the position and the
parameters.
"""

from __future__ import annotations

from ...games.monopoly.board import ALL_DEEDS, DEEDS, GROUP, HOUSE_PRICE, PRICE, SQUARE_DEED
from ...games.monopoly.board import MORTGAGE as MORTGAGE_VALUE
from ...games.monopoly.management import BUILDS, LIFTS, MORTGAGES, SELLS
from ...games.monopoly.money import interest_on, owns_group
from ...games.monopoly.state import (
    AFTER,
    AUCTION,
    BANKRUPT_CASH,
    BEFORE,
    BETWEEN,
    BUY,
    BUYING,
    CONTEST,
    DEBT,
    DECLINE,
    LIFT,
    PASS,
    ROLL,
    THROWN,
    TRADE,
    TRANSFER,
    State,
)
from ...runtime.compiler import Floats, Ints, rule
from ...runtime.primitives import low_bit
from ...values.monopoly.deeds import unsold
from .decision_kinds import may_use
from .parameters import (
    BID_RATIO,
    BUILDING_RESERVE,
    BUYING_RESERVE,
    COMPLETION_RESERVE,
    JAIL_RENT,
    JAIL_UNSOLD,
    LEVERAGE,
    LIFT_CASH,
    STAGE_ADAPTION,
    VALUE_RATIO,
)
from .property_value import blocks, completes, deed_value
from .reserves import (
    build_next,
    buildable,
    cheapest_sacrifice,
    danger,
    lift_next,
    mean_rent,
    mortgage_for_houses,
    raise_for_debt,
    reserve,
    stage,
)
from .shared_decisions import bid_up_to, claim, end_window, leave_jail_now, sell_down_least, tax_or_claim
from .trade_plan import begin_offer, in_trade


@rule
def kept_when_buying(g: State, params: Floats, p: int, d: int) -> float:
    """The cash to be left after buying deed ``d``: less when it completes a group or blocks an opponent's."""
    if completes(g, p, d) or blocks(g, p, d):
        return params[COMPLETION_RESERVE] * reserve(g, params)
    return params[BUYING_RESERVE] * reserve(g, params)


@rule
def wants_deed(g: State, params: Floats, p: int, d: int) -> bool:
    """Whether deed ``d`` is worth its price, the more easily the earlier the game when it adapts to the stage."""
    ratio = params[VALUE_RATIO]
    if params[STAGE_ADAPTION] > 0.0:
        ratio *= 1.0 - 0.5 * params[STAGE_ADAPTION] * (1.0 - stage(g))
    return deed_value(g, params, p, d) >= ratio * PRICE[d]


@rule
def decide_buying(g: State, params: Floats, p: int, d: int) -> int:
    """Buy deed ``d`` at its price, or decline."""
    if g.cash[p] - PRICE[d] >= kept_when_buying(g, params, p, d) and wants_deed(g, params, p, d):
        return BUY
    return DECLINE


@rule
def decide_bid(g: State, params: Floats, p: int) -> int:
    """Bid for a deed up to a part of its worth, for a contested building up to twice its price."""
    if g.lot >= DEEDS:
        return bid_up_to(g, min(2 * HOUSE_PRICE[g.claims[p] - 1], g.cash[p] * 1))
    most = params[BID_RATIO] * deed_value(g, params, p, g.lot)
    left = g.cash[p] - interest_on(g, 1 << g.lot) - kept_when_buying(g, params, p, g.lot)
    return bid_up_to(g, int(min(most, left)))


@rule
def decide_jail(g: State, params: Floats, p: int) -> int:
    """Leave jail while there is much to buy or little to fear."""
    a = leave_jail_now(g, p)
    if a >= 0 and (unsold(g) > params[JAIL_UNSOLD] or mean_rent(g, p) < params[JAIL_RENT]):
        return a
    return ROLL


@rule
def develop(g: State, params: Floats, p: int) -> int:
    """Build, raise money for building, or lift a mortgage, as far as the window has these open; else -1."""
    groups = buildable(g, p)
    if groups == 0 and (g.deeds[p] & g.mortgaged) == 0:
        return -1
    kept = reserve(g, params)
    a = -1
    if groups != 0:
        kept += danger(g, params, p)
        spare = g.cash[p] - params[BUILDING_RESERVE] * kept
        if may_use(g, params, BUILDS):
            a = build_next(g, params, p, groups, spare)
        if a < 0 and params[LEVERAGE] > 0.0 and may_use(g, params, BUILDS) and may_use(g, params, MORTGAGES):
            a = mortgage_for_houses(g, params, p, groups, spare)
    if a < 0 and (g.deeds[p] & g.mortgaged) != 0 and may_use(g, params, LIFTS):
        spare = g.cash[p] - kept
        a = lift_next(g, p, spare, spare - params[LIFT_CASH])
    return a


@rule
def rescue(g: State, params: Floats, p: int) -> int:
    """Where a player without cash is bankrupt at the end of its turn (E1): raise some in time; else -1."""
    if g.opt.bankruptcy != BANKRUPT_CASH or g.cash[p] > 0:
        return -1
    if may_use(g, params, SELLS) and may_use(g, params, MORTGAGES):
        return cheapest_sacrifice(g, p)
    return -1


@rule
def use_window(g: State, params: Floats, p: int, key: int, acts: Ints, memo: Ints) -> int:
    """Develop or offer a trade, in this order; else -1."""
    if g.opt.one_operation == 1 and g.operations > 0:
        return -1
    a = rescue(g, params, p)
    if a < 0 and g.deeds[p] != 0:
        a = develop(g, params, p)
    if a < 0:
        a = begin_offer(g, params, p, key, acts, memo)
    return a


@rule
def decide_received(g: State, params: Floats, p: int) -> int:
    """Lift a mortgage just received, of a whole group as far as the reserve stays, of others with cash to spare."""
    spare = g.cash[p] - reserve(g, params)
    m = g.farg[g.depth - 1] & ALL_DEEDS
    while m != 0:
        d = low_bit(m)
        m &= m - 1
        price = MORTGAGE_VALUE[d] * 1.0
        if not owns_group(g, p, GROUP[d]):
            price += params[LIFT_CASH]
        if price <= spare:
            return LIFT + d
    return PASS


@rule
def in_interrupt(g: State, params: Floats, p: int, acts: Ints, memo: Ints) -> int:
    """Decide in a debt, an auction, an offer and so on."""
    kind = g.fkind[g.depth - 1]
    if kind == DEBT:
        return raise_for_debt(g, p)
    if kind == AUCTION:
        return decide_bid(g, params, p)
    if kind == TRADE:
        return in_trade(g, params, p, acts, memo)
    if kind == TRANSFER:
        return decide_received(g, params, p)
    if kind == CONTEST:
        return claim(g, p, params[BUILDING_RESERVE] * reserve(g, params))
    return sell_down_least(g, acts)


@rule
def strategic(g: State, params: Floats, key: int, acts: Ints, memo: Ints) -> int:
    """The strategic agent's action for the seat that is to move."""
    p = g.mover
    if g.depth > 0:
        return in_interrupt(g, params, p, acts, memo)
    phase = g.phase
    if phase == BEFORE:
        if g.jail[p] > 0:
            return decide_jail(g, params, p)
        if g.opt.manage_before == 1:
            a = use_window(g, params, p, key, acts, memo)
            if a >= 0:
                return a
        return ROLL
    if phase == AFTER or phase == BETWEEN or phase == THROWN:
        a = use_window(g, params, p, key, acts, memo)
        if a >= 0:
            return a
        return end_window(g)
    if phase == BUYING:
        return decide_buying(g, params, p, SQUARE_DEED[g.square[p]])
    return tax_or_claim(g, p)
