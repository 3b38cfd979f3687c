"""Which actions are legal now: for each phase and interrupt, from the predicates that also say why not."""

from __future__ import annotations

from ...runtime.compiler import Ints, rule
from ...runtime.primitives import digit_ok, low_bit
from . import reasons
from .actions import (
    ACCEPT,
    ASK_CASH,
    BID_EXACT,
    BID_LEAST,
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
from .auction import bid_limit, least_bid, why_not_bid
from .contest import why_not_claim
from .listing import list_breaks, list_management
from .mortgages import why_not_lift_received
from .raising import list_debt
from .state import (
    AFTER,
    AUCTION,
    BEFORE,
    BETWEEN,
    BUYING,
    CONTEST,
    DEBT,
    TAXING,
    THROWN,
    TRADE,
    TRADE_ANSWER,
    TRADE_ASKS,
    TRADE_ITEMS,
    TRADE_PAYS,
    TRANSFER,
    State,
)
from .tables import ALL_DEEDS, CHANCE_DECK, CHEST_DECK, STREET_MASK
from .trade import (
    addable,
    highest_amount,
    lowest_amount,
    why_not_cash,
    why_not_propose,
)
from .turn import may_pass_all_turn, why_not_pay_fine
from .windows import may_pass_until_turn


@rule
def list_before(g: State, out: Ints) -> int:
    """The legal actions before the throw."""
    p = g.current
    n = 0
    if may_pass_all_turn(g, p):
        out[n] = PASS_UNTIL_TURN
        n += 1
    out[n] = ROLL
    n += 1
    if g.jail[p] > 0:
        if why_not_pay_fine(g, p) == reasons.OK:
            out[n] = PAY_FINE
            n += 1
        if g.holder[CHANCE_DECK] == p + 1:
            out[n] = USE_CHANCE_CARD
            n += 1
        if g.holder[CHEST_DECK] == p + 1:
            out[n] = USE_CHEST_CARD
            n += 1
    if g.opt.manage_before == 1:
        n = list_management(g, p, out, n)
    return n


@rule
def list_window(g: State, out: Ints) -> int:
    """The legal actions in a window."""
    out[0] = PASS
    n = 1
    if may_pass_until_turn(g):
        out[n] = PASS_UNTIL_TURN
        n += 1
    return list_management(g, g.mover, out, n)


@rule
def list_amounts(g: State, low: int, high: int, out: Ints) -> int:
    """The digits (or `DONE`) that may follow those typed so far of an amount from ``low`` to ``high``."""
    n = 0
    for key in range(DONE - DIGIT + 1):
        if digit_ok(g.entry, key, low, high):
            out[n] = DIGIT + key
            n += 1
    return n


@rule
def list_trade(g: State, out: Ints) -> int:
    """The legal actions in an offer."""
    top = g.depth - 1
    p = g.fwho[top]
    q = g.fto[top]
    if g.trade_step == TRADE_ANSWER:
        out[0] = ACCEPT
        out[1] = REJECT
        return 2
    if g.trade_step != TRADE_ITEMS:
        return list_amounts(g, lowest_amount(g, p, q, g.trade_step), highest_amount(g, p, q, g.trade_step), out)
    out[0] = CANCEL
    n = 1
    if why_not_propose(g, p, q) == reasons.OK:
        out[n] = PROPOSE
        n += 1
    if why_not_cash(g, p, q, TRADE_PAYS) == reasons.OK:
        out[n] = OFFER_CASH
        n += 1
    if why_not_cash(g, p, q, TRADE_ASKS) == reasons.OK:
        out[n] = ASK_CASH
        n += 1
    m = addable(g, p, q)
    while m != 0:
        out[n] = ITEM + low_bit(m)
        n += 1
        m &= m - 1
    return n


@rule
def list_bids(g: State, out: Ints) -> int:
    """The legal bids; the bidder's limit, which takes the longest, is worked out once."""
    limit = bid_limit(g, g.bidder)
    out[0] = PASS
    n = 1
    for a in range(BID_LEAST, BID_EXACT + 1):
        if why_not_bid(g, a, limit) == reasons.OK:
            out[n] = a
            n += 1
    return n


@rule
def list_received(g: State, out: Ints) -> int:
    """The mortgages just received that may be lifted at once, or none of them."""
    top = g.depth - 1
    out[0] = PASS
    n = 1
    m = g.farg[top] & ALL_DEEDS
    while m != 0:
        d = low_bit(m)
        if why_not_lift_received(g, g.fwho[top], g.farg[top], d) == reasons.OK:
            out[n] = LIFT + d
            n += 1
        m &= m - 1
    return n


@rule
def list_claims(g: State, out: Ints) -> int:
    """The lots that the contested piece may be claimed for, or none."""
    out[0] = PASS
    n = 1
    m = g.deeds[g.mover] & STREET_MASK
    while m != 0:
        d = low_bit(m)
        if why_not_claim(g, g.mover, d, g.fto[g.depth - 1]) == reasons.OK:
            out[n] = CLAIM + d
            n += 1
        m &= m - 1
    return n


@rule
def list_frame(g: State, out: Ints) -> int:
    """The legal actions in the topmost interrupt."""
    top = g.depth - 1
    kind = g.fkind[top]
    if kind == DEBT:
        return list_debt(g, g.fwho[top], out, 0)
    if kind == AUCTION:
        if g.entering == 1:
            return list_amounts(g, least_bid(g), bid_limit(g, g.bidder), out)
        return list_bids(g, out)
    if kind == TRADE:
        return list_trade(g, out)
    if kind == TRANSFER:
        return list_received(g, out)
    if kind == CONTEST:
        return list_claims(g, out)
    return list_breaks(g, out, 0)


@rule
def legal(g: State, out: Ints) -> int:
    """Write the legal action ids into ``out``, ascending, and return how many they are."""
    if g.mover < 0:
        return 0
    if g.depth > 0:
        return list_frame(g, out)
    if g.phase == BEFORE:
        return list_before(g, out)
    if g.phase == AFTER or g.phase == BETWEEN or g.phase == THROWN:
        return list_window(g, out)
    if g.phase == BUYING:
        out[0] = BUY
        out[1] = DECLINE
    elif g.phase == TAXING:
        out[0] = TAX_FLAT
        out[1] = TAX_SHARE
    else:
        out[0] = CLAIM_RENT
        out[1] = WAIVE_RENT
    return 2
