"""Why an action is refused now: for each phase and interrupt, from the predicates of the rules."""

from __future__ import annotations

from ...runtime.compiler import rule
from . import reasons
from .actions import (
    ACCEPT,
    ACTIONS,
    ASK_CASH,
    BID_EXACT,
    BID_LEAST,
    BREAK_TARGETS,
    BREAK_TO,
    BUY,
    CANCEL,
    CLAIM,
    CLAIM_RENT,
    DECLINE,
    DIGIT,
    DONE,
    ITEM,
    LIFT,
    OFFER_CASH,
    PASS,
    PASS_UNTIL_TURN,
    PAY_FINE,
    PROPOSE,
    REJECT,
    ROLL,
    TAX_FLAT,
    TAX_SHARE,
    USE_CHANCE_CARD,
    USE_CHEST_CARD,
    WAIVE_RENT,
)
from .auction import bid_limit, why_not_bid, why_not_enter_bid
from .buildings import why_not_break_to
from .contest import why_not_claim
from .management import is_management, why_not_manage
from .mortgages import why_not_lift_received
from .raising import why_not_in_debt
from .state import (
    AFTER,
    AUCTION,
    BEFORE,
    BETWEEN,
    BUYING,
    CLAIMING,
    CONTEST,
    DEBT,
    ITEMS,
    TAXING,
    THROW,
    THROWN,
    TRADE,
    TRADE_ANSWER,
    TRADE_ASKS,
    TRADE_ITEMS,
    TRADE_PAYS,
    TRANSFER,
    State,
)
from .tables import DEEDS
from .trade import (
    why_not_add,
    why_not_cash,
    why_not_enter_cash,
    why_not_propose,
)
from .turn import may_pass_all_turn, why_not_pay_fine
from .windows import may_pass_until_turn


@rule
def why_not_before(g: State, a: int) -> int:
    """Before the throw: rolling, the ways out of jail, management."""
    p = g.current
    if a == ROLL or (a == PASS_UNTIL_TURN and may_pass_all_turn(g, p)):
        return reasons.OK
    if PAY_FINE <= a <= USE_CHEST_CARD:
        if a == PAY_FINE:
            return why_not_pay_fine(g, p)
        if g.jail[p] == 0:
            return reasons.NOT_JAILED
        if g.holder[a - USE_CHANCE_CARD] != p + 1:
            return reasons.NO_JAIL_CARD
        return reasons.OK
    if g.opt.manage_before == 1 and is_management(a):
        return why_not_manage(g, p, a)
    return reasons.NOT_NOW


@rule
def why_not_window(g: State, a: int) -> int:
    """In a window other than that before the throw."""
    if a == PASS:
        return reasons.OK
    if a == PASS_UNTIL_TURN and may_pass_until_turn(g):
        return reasons.OK
    if is_management(a):
        return why_not_manage(g, g.mover, a)
    return reasons.NOT_NOW


@rule
def why_not_in_auction(g: State, a: int) -> int:
    """While bidding, or entering a bid."""
    if g.entering == 1:
        if DIGIT <= a <= DONE:
            return why_not_enter_bid(g, a)
        return reasons.NOT_NOW
    if a == PASS:
        return reasons.OK
    if BID_LEAST <= a <= BID_EXACT:
        return why_not_bid(g, a, bid_limit(g, g.bidder))
    return reasons.NOT_NOW


@rule
def why_not_in_trade(g: State, a: int) -> int:
    """While an offer is made up, or answered."""
    p = g.fwho[g.depth - 1]
    q = g.fto[g.depth - 1]
    if g.trade_step == TRADE_ANSWER:
        if a == ACCEPT or a == REJECT:
            return reasons.OK
        return reasons.NOT_NOW
    if g.trade_step != TRADE_ITEMS:
        if DIGIT <= a <= DONE:
            return why_not_enter_cash(g, p, q, a)
        return reasons.NOT_NOW
    if a == CANCEL:
        return reasons.OK
    if a == PROPOSE:
        return why_not_propose(g, p, q)
    if a == OFFER_CASH:
        return why_not_cash(g, p, q, TRADE_PAYS)
    if a == ASK_CASH:
        return why_not_cash(g, p, q, TRADE_ASKS)
    if ITEM <= a < ITEM + ITEMS:
        return why_not_add(g, p, q, a - ITEM)
    return reasons.NOT_NOW


@rule
def why_not_in_frame(g: State, a: int) -> int:
    """In the topmost interrupt."""
    top = g.depth - 1
    kind = g.fkind[top]
    if kind == DEBT:
        return why_not_in_debt(g, g.fwho[top], a)
    if kind == AUCTION:
        return why_not_in_auction(g, a)
    if kind == TRADE:
        return why_not_in_trade(g, a)
    if kind == TRANSFER:
        if a == PASS:
            return reasons.OK
        if LIFT <= a < LIFT + DEEDS:
            return why_not_lift_received(g, g.fwho[top], g.farg[top], a - LIFT)
        return reasons.NOT_NOW
    if kind == CONTEST:
        if a == PASS:
            return reasons.OK
        if CLAIM <= a < CLAIM + DEEDS:
            return why_not_claim(g, g.mover, a - CLAIM, g.fto[top])
        return reasons.NOT_NOW
    if BREAK_TO <= a < BREAK_TO + BREAK_TARGETS:
        return why_not_break_to(g, g.farg[top], a - BREAK_TO)
    return reasons.NOT_NOW


@rule
def why(g: State, a: int) -> int:
    """The reason why action ``a`` is refused now, 0 when it is legal."""
    if a < 0 or a >= ACTIONS:
        return reasons.NO_SUCH_ACTION
    if g.mover < 0:
        return reasons.NOT_NOW
    if g.depth > 0:
        return why_not_in_frame(g, a)
    phase = g.phase
    if phase == BEFORE:
        return why_not_before(g, a)
    if phase == AFTER or phase == BETWEEN or phase == THROWN:
        return why_not_window(g, a)
    if (
        (phase == BUYING and (a == BUY or a == DECLINE))
        or (phase == TAXING and (a == TAX_FLAT or a == TAX_SHARE))
        or ((phase == CLAIMING or phase == THROW) and (a == CLAIM_RENT or a == WAIVE_RENT))
    ):
        return reasons.OK
    return reasons.NOT_NOW
