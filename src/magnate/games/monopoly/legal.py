"""Which actions are legal now, and why another is not: by phase and frame, from the same predicates."""

from __future__ import annotations

from ...runtime.compiler import Ints, rule
from ...runtime.primitives import digit_ok, low_bit
from . import reasons, state, trade
from .auction import bid_limit, least_bid, why_not_bid, why_not_claim, why_not_enter_bid
from .bankruptcy import list_debt, why_not_in_debt
from .board import ALL_DEEDS, CHANCE_DECK, CHEST_DECK, DEEDS, STREET_MASK
from .management import is_management, list_breaks, list_management, why_not_manage
from .property import why_not_break_to, why_not_lift_received
from .state import State
from .turn import may_pass_all_turn, may_pass_until_turn, why_not_pay_fine

# ---------------- Legal actions


@rule
def list_before(g: State, out: Ints) -> int:
    """The legal actions before the throw."""
    p = g.current
    n = 0
    if may_pass_all_turn(g, p):
        out[n] = state.PASS_UNTIL_TURN
        n += 1
    out[n] = state.ROLL
    n += 1
    if g.jail[p] > 0:
        if why_not_pay_fine(g, p) == reasons.OK:
            out[n] = state.PAY_FINE
            n += 1
        if g.holder[CHANCE_DECK] == p + 1:
            out[n] = state.USE_CHANCE_CARD
            n += 1
        if g.holder[CHEST_DECK] == p + 1:
            out[n] = state.USE_CHEST_CARD
            n += 1
    if g.opt.manage_before == 1:
        n = list_management(g, p, out, n)
    return n


@rule
def list_window(g: State, out: Ints) -> int:
    """The legal actions in a window."""
    out[0] = state.PASS
    n = 1
    if may_pass_until_turn(g):
        out[n] = state.PASS_UNTIL_TURN
        n += 1
    return list_management(g, g.mover, out, n)


@rule
def list_amounts(g: State, low: int, high: int, out: Ints) -> int:
    """The digits (or `DONE`) that may follow those typed so far of an amount from ``low`` to ``high``."""
    n = 0
    for key in range(state.DONE - state.DIGIT + 1):
        if digit_ok(g.entry, key, low, high):
            out[n] = state.DIGIT + key
            n += 1
    return n


@rule
def list_trade(g: State, out: Ints) -> int:
    """The legal actions in an offer."""
    top = g.depth - 1
    p = g.fwho[top]
    q = g.fto[top]
    if g.trade_step == state.TRADE_ANSWER:
        out[0] = state.ACCEPT
        out[1] = state.REJECT
        return 2
    if g.trade_step != state.TRADE_ITEMS:
        return list_amounts(
            g, trade.lowest_amount(g, p, q, g.trade_step), trade.highest_amount(g, p, q, g.trade_step), out
        )
    out[0] = state.CANCEL
    n = 1
    if g.items != 0:
        low = trade.least_payable(g, p, q)
        high = trade.most_payable(g, p, q)
        if low <= 0 <= high:
            out[n] = state.PROPOSE
            n += 1
        if max(1, low) <= high:
            out[n] = state.OFFER_CASH
            n += 1
        if low <= min(-1, high):
            out[n] = state.ASK_CASH
            n += 1
    m = trade.addable(g, p, q)
    while m != 0:
        out[n] = state.ITEM + low_bit(m)
        n += 1
        m &= m - 1
    return n


@rule
def list_bids(g: State, out: Ints) -> int:
    """The legal bids; the bidder's limit, which takes the longest, is worked out once."""
    limit = bid_limit(g, g.bidder)
    out[0] = state.PASS
    n = 1
    for a in range(state.BID_LEAST, state.BID_EXACT + 1):
        if why_not_bid(g, a, limit) == reasons.OK:
            out[n] = a
            n += 1
    return n


@rule
def list_received(g: State, out: Ints) -> int:
    """The mortgages just received that may be lifted at once, or none of them."""
    top = g.depth - 1
    out[0] = state.PASS
    n = 1
    m = g.farg[top] & ALL_DEEDS
    while m != 0:
        d = low_bit(m)
        if why_not_lift_received(g, g.fwho[top], g.farg[top], d) == reasons.OK:
            out[n] = state.LIFT + d
            n += 1
        m &= m - 1
    return n


@rule
def list_claims(g: State, out: Ints) -> int:
    """The lots that the contested piece may be claimed for, or none."""
    out[0] = state.PASS
    n = 1
    m = g.deeds[g.mover] & STREET_MASK
    while m != 0:
        d = low_bit(m)
        if why_not_claim(g, g.mover, d, g.fto[g.depth - 1]) == reasons.OK:
            out[n] = state.CLAIM + d
            n += 1
        m &= m - 1
    return n


@rule
def list_frame(g: State, out: Ints) -> int:
    """The legal actions in the topmost interrupt."""
    top = g.depth - 1
    kind = g.fkind[top]
    if kind == state.DEBT:
        return list_debt(g, g.fwho[top], out, 0)
    if kind == state.AUCTION:
        if g.entering == 1:
            return list_amounts(g, least_bid(g), bid_limit(g, g.bidder), out)
        return list_bids(g, out)
    if kind == state.TRADE:
        return list_trade(g, out)
    if kind == state.TRANSFER:
        return list_received(g, out)
    if kind == state.CONTEST:
        return list_claims(g, out)
    return list_breaks(g, out, 0)


@rule
def legal(g: State, out: Ints) -> int:
    """Write the legal action ids into ``out``, ascending, and return how many they are."""
    if g.mover < 0:
        return 0
    if g.depth > 0:
        return list_frame(g, out)
    if g.phase == state.BEFORE:
        return list_before(g, out)
    if g.phase == state.AFTER or g.phase == state.BETWEEN or g.phase == state.THROWN:
        return list_window(g, out)
    if g.phase == state.BUYING:
        out[0] = state.BUY
        out[1] = state.DECLINE
    elif g.phase == state.TAXING:
        out[0] = state.TAX_FLAT
        out[1] = state.TAX_SHARE
    else:
        out[0] = state.CLAIM_RENT
        out[1] = state.WAIVE_RENT
    return 2


# ---------------- Reasons


@rule
def why_not_before(g: State, a: int) -> int:
    """Before the throw: rolling, the ways out of jail, management."""
    p = g.current
    if a == state.ROLL or (a == state.PASS_UNTIL_TURN and may_pass_all_turn(g, p)):
        return reasons.OK
    if state.PAY_FINE <= a <= state.USE_CHEST_CARD:
        if a == state.PAY_FINE:
            return why_not_pay_fine(g, p)
        if g.jail[p] == 0:
            return reasons.NOT_JAILED
        if g.holder[a - state.USE_CHANCE_CARD] != p + 1:
            return reasons.NO_JAIL_CARD
        return reasons.OK
    if g.opt.manage_before == 1 and is_management(a):
        return why_not_manage(g, p, a)
    return reasons.NOT_NOW


@rule
def why_not_window(g: State, a: int) -> int:
    """In a window other than that before the throw."""
    if a == state.PASS:
        return reasons.OK
    if a == state.PASS_UNTIL_TURN and may_pass_until_turn(g):
        return reasons.OK
    if is_management(a):
        return why_not_manage(g, g.mover, a)
    return reasons.NOT_NOW


@rule
def why_not_in_auction(g: State, a: int) -> int:
    """While bidding, or entering a bid."""
    if g.entering == 1:
        if state.DIGIT <= a <= state.DONE:
            return why_not_enter_bid(g, a)
        return reasons.NOT_NOW
    if a == state.PASS:
        return reasons.OK
    if state.BID_LEAST <= a <= state.BID_EXACT:
        return why_not_bid(g, a, bid_limit(g, g.bidder))
    return reasons.NOT_NOW


@rule
def why_not_in_trade(g: State, a: int) -> int:
    """While an offer is made up, or answered."""
    p = g.fwho[g.depth - 1]
    q = g.fto[g.depth - 1]
    if g.trade_step == state.TRADE_ANSWER:
        if a == state.ACCEPT or a == state.REJECT:
            return reasons.OK
        return reasons.NOT_NOW
    if g.trade_step != state.TRADE_ITEMS:
        if state.DIGIT <= a <= state.DONE:
            return trade.why_not_enter_cash(g, p, q, a)
        return reasons.NOT_NOW
    if a == state.CANCEL:
        return reasons.OK
    if a == state.PROPOSE:
        return trade.why_not_propose(g, p, q)
    if a == state.OFFER_CASH:
        return trade.why_not_cash(g, p, q, state.TRADE_PAYS)
    if a == state.ASK_CASH:
        return trade.why_not_cash(g, p, q, state.TRADE_ASKS)
    if state.ITEM <= a < state.ITEM + state.ITEMS:
        return trade.why_not_add(g, p, q, a - state.ITEM)
    return reasons.NOT_NOW


@rule
def why_not_in_frame(g: State, a: int) -> int:
    """In the topmost interrupt."""
    top = g.depth - 1
    kind = g.fkind[top]
    if kind == state.DEBT:
        return why_not_in_debt(g, g.fwho[top], a)
    if kind == state.AUCTION:
        return why_not_in_auction(g, a)
    if kind == state.TRADE:
        return why_not_in_trade(g, a)
    if kind == state.TRANSFER:
        if a == state.PASS:
            return reasons.OK
        if state.LIFT <= a < state.LIFT + DEEDS:
            return why_not_lift_received(g, g.fwho[top], g.farg[top], a - state.LIFT)
        return reasons.NOT_NOW
    if kind == state.CONTEST:
        if a == state.PASS:
            return reasons.OK
        if state.CLAIM <= a < state.CLAIM + DEEDS:
            return why_not_claim(g, g.mover, a - state.CLAIM, g.fto[top])
        return reasons.NOT_NOW
    if state.BREAK_TO <= a < state.BREAK_TO + state.BREAK_TARGETS:
        return why_not_break_to(g, g.farg[top], a - state.BREAK_TO)
    return reasons.NOT_NOW


@rule
def why(g: State, a: int) -> int:
    """The reason why action ``a`` is refused now, 0 when it is legal."""
    if a < 0 or a >= state.ACTIONS:
        return reasons.NO_SUCH_ACTION
    if g.mover < 0:
        return reasons.NOT_NOW
    if g.depth > 0:
        return why_not_in_frame(g, a)
    phase = g.phase
    if phase == state.BEFORE:
        return why_not_before(g, a)
    if phase == state.AFTER or phase == state.BETWEEN or phase == state.THROWN:
        return why_not_window(g, a)
    if (
        (phase == state.BUYING and (a == state.BUY or a == state.DECLINE))
        or (phase == state.TAXING and (a == state.TAX_FLAT or a == state.TAX_SHARE))
        or ((phase == state.CLAIMING or phase == state.THROW) and (a == state.CLAIM_RENT or a == state.WAIVE_RENT))
    ):
        return reasons.OK
    return reasons.NOT_NOW
