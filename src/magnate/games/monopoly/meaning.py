"""Fields without a meaning in the current phase are 0, so that equal positions are equal bytes."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.layout import constants
from ...runtime.primitives import has_bit
from .breaches import (
    BIDDER_OUT,
    HOLDS,
    ITEM_NOT_HELD,
    STACK_IMPOSSIBLE,
    STALE_FIELD,
)
from .state import (
    AFTER,
    AUCTION,
    AWARD,
    BEFORE,
    BETWEEN,
    BREAK,
    CLAIMING,
    COLLECT_EACH,
    CONTEST,
    DEAL,
    DEBT,
    DRAW,
    ESTATE,
    FINISHED,
    FRAMES,
    LANDED,
    NO_FRAME,
    ORDER_FREE,
    PAID_MOVE,
    PAY_EACH,
    RAISING_UNDONE,
    RENT_THROW,
    START,
    THROW,
    THROWN,
    TRADE,
    TRADE_ANSWER,
    TRADE_ASKS,
    TRADE_PAYS,
    TRANSFER,
    State,
)
from .tables import (
    BANK,
    DEEDS,
    SEATS,
)
from .trade import holdings
from .waiting import check_rents

_EMPTY = 1 << NO_FRAME
_EACH = 1 << PAY_EACH | 1 << COLLECT_EACH
MAY_LIE_ON = constants(
    {
        NO_FRAME: 0,
        DEBT: _EMPTY | _EACH | 1 << AWARD | 1 << TRANSFER,
        PAY_EACH: _EMPTY,
        COLLECT_EACH: _EMPTY,
        AWARD: _EMPTY | 1 << ESTATE,
        AUCTION: _EMPTY | 1 << ESTATE,
        ESTATE: _EMPTY | _EACH,
        TRADE: _EMPTY | 1 << DEBT,
        TRANSFER: _EMPTY | _EACH | 1 << ESTATE | 1 << DEBT | 1 << TRANSFER,
        CONTEST: _EMPTY,
        BREAK: _EMPTY | 1 << DEBT,
    }.values()
)
"""For each kind of frame, in the order of their numbers, the kinds that it may lie on (``NO_FRAME``: none)."""


@rule
def debt_fits(g: State, i: int, below: int) -> bool:
    """Whether a debt at depth ``i`` is that of who receives something below it, and to the bank: its price or 10 %."""
    if g.fkind[i] != DEBT or (below != AWARD and below != TRANSFER):
        return True
    return g.fto[i] == BANK and g.fwho[i] == g.fwho[i - 1]


@rule
def check_stack(g: State) -> int:
    """Each frame lies where the rules can put it (see ``state.FRAMES``); above the top all is 0."""
    if g.depth < 0 or g.depth > FRAMES:
        return STACK_IMPOSSIBLE
    below = NO_FRAME
    for i in range(FRAMES):
        kind = g.fkind[i] * 1
        if i >= g.depth:
            if kind != 0 or g.fwho[i] != 0 or g.fto[i] != 0 or g.famount[i] != 0 or g.farg[i] != 0:
                return STALE_FIELD
        elif kind < DEBT or kind > BREAK or not has_bit(MAY_LIE_ON[kind], below) or not debt_fits(g, i, below):
            return STACK_IMPOSSIBLE
        if kind == TRANSFER and (below == DEBT or below == TRANSFER):
            kind = BREAK  # a received mortgage after a trade: nothing lies on it, as on a broken group
        below = kind
    return HOLDS


@rule
def check_throw(g: State) -> int:
    """The throw and the way of arriving are known only while something depends on them."""
    phase = g.phase
    if phase == BEFORE or phase == THROW:
        if g.doubles < 0 and (g.opt.paid_doubles == 1 or g.jail[g.current] > 0):
            return STALE_FIELD
    elif g.doubles != 0 and (g.again == 0 or g.doubles < 0):
        return STALE_FIELD
    if g.again != 0 and (phase < THROWN or phase > LANDED):
        return STALE_FIELD
    if g.low != 0 and phase != PAID_MOVE and phase != THROWN and phase != CLAIMING:
        return STALE_FIELD
    if (g.low == 0) != (g.high == 0) or (g.arrival != 0 and phase != CLAIMING and phase != RENT_THROW):
        return STALE_FIELD
    if g.drawn != 0 and phase != DRAW:
        return STALE_FIELD
    return HOLDS


@rule
def check_windows(g: State) -> int:
    """What is counted in windows, offers and laps is 0 outside of them and without their options."""
    phase = g.phase
    window = phase == BEFORE or phase == THROWN or phase == AFTER or phase == BETWEEN
    if (g.stage != 0 and (not window or g.opt.window_order == ORDER_FREE)) or (
        g.operations != 0 and (not window or g.opt.one_operation == 0)
    ):
        return STALE_FIELD
    if g.asked != 0 and phase != DEAL and phase != THROW and phase != THROWN and phase != BETWEEN:
        return STALE_FIELD
    if g.quiet != 0 and g.opt.manage_between == 0:
        return STALE_FIELD
    if g.quiet != 0 and (phase == START or phase == DEAL or phase == FINISHED):
        return STALE_FIELD
    if has_bit(g.quiet, g.current) and phase == BEFORE:
        return STALE_FIELD
    if g.lapped != 0 and g.opt.first_lap == 0:
        return STALE_FIELD
    if g.pot != 0 and g.opt.parking_pot == 0:
        return STALE_FIELD
    if ((g.quiet | g.lapped) & ~g.alive) != 0:
        return STALE_FIELD
    for p in range(SEATS):
        if g.offers[p] > g.opt.offers_per_turn or (g.offers[p] != 0 and not has_bit(g.alive, p)):
            return STALE_FIELD
    return HOLDS


@rule
def check_auction(g: State, top: int) -> int:
    """The auction's fields: 0 without one on top of the stack, else living bidders, among them the leader."""
    if top != AUCTION:
        if g.lot != 0 or g.bid != 0 or g.leader != 0 or g.bidder != 0 or g.bidders != 0 or g.entering != 0:
            return STALE_FIELD
        return HOLDS
    if (g.bidders & ~g.alive) != 0 or not has_bit(g.bidders, g.bidder):
        return BIDDER_OUT
    if (g.leader == 0) != (g.bid == 0) or (g.leader != 0 and g.famount[g.depth - 1] != 0):
        return STALE_FIELD
    if g.leader != 0 and not has_bit(g.bidders, g.leader - 1):
        return BIDDER_OUT
    return HOLDS


@rule
def check_claims(g: State, top: int) -> int:
    """Claims are made in a contest and its auction only, each for a lot of one's own."""
    contested = top == CONTEST or (top == AUCTION and g.lot >= DEEDS)
    for p in range(SEATS):
        if g.claims[p] != 0 and (not contested or not has_bit(g.deeds[p], g.claims[p] - 1)):
            return STALE_FIELD
    return HOLDS


@rule
def check_trade(g: State, top: int) -> int:
    """The trade's fields: 0 without one on top of the stack, else items of the two; digits only while typing."""
    typing = top == AUCTION and g.entering == 1
    if top == TRADE:
        typing = g.trade_step == TRADE_PAYS or g.trade_step == TRADE_ASKS
        held = holdings(g, g.fwho[g.depth - 1]) | holdings(g, g.fto[g.depth - 1])
        if (g.items & ~held) != 0:
            return ITEM_NOT_HELD
        if g.money != 0 and g.trade_step != TRADE_ANSWER:
            return STALE_FIELD
    elif g.items != 0 or g.money != 0 or g.trade_step != 0:
        return STALE_FIELD
    if g.entry != 0 and not typing:
        return STALE_FIELD
    return HOLDS


@rule
def check_pledged(g: State) -> int:
    """What was mortgaged for the open debt: by the option only, and the debtor's own mortgaged deeds."""
    if g.pledged == 0:
        return HOLDS
    if g.opt.failed_raising != RAISING_UNDONE:
        return STALE_FIELD
    for i in range(g.depth):
        if g.fkind[i] == DEBT and (g.pledged & ~(g.deeds[g.fwho[i]] & g.mortgaged)) == 0:
            return HOLDS
    return STALE_FIELD


@rule
def check_fields(g: State) -> int:
    """A field without a meaning in the current phase is 0, so that equal positions are equal bytes."""
    top = NO_FRAME
    if g.depth > 0:
        top = g.fkind[g.depth - 1]
    code = check_stack(g)
    if code == HOLDS:
        code = check_throw(g)
    if code == HOLDS:
        code = check_windows(g)
    if code == HOLDS:
        code = check_auction(g, top)
    if code == HOLDS:
        code = check_claims(g, top)
    if code == HOLDS:
        code = check_trade(g, top)
    if code == HOLDS:
        code = check_pledged(g)
    if code == HOLDS:
        code = check_rents(g)
    return code
