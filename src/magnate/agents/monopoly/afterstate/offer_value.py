"""By which position a network judges an action: where that is only a step, by the position that it is a step to.

A bid is judged as if it won the auction, and to pass as if the leader won it with the present bid. So a seat bids as
long as it would rather have the deed for the price than see the leader have it. Bids rise by ten dollars as long as the
rules allow it, so a seat may stop up to ten dollars before it is indifferent, and an auction ends soon.

To build, sell, mortgage or lift is judged by the position in which the window is left after it, as to pass is. So what
is compared is at the same stage of a turn. A seat that compares its open window with the one that it has left may find
it better to have the turn for ever. Then it mortgages and lifts the same deed again and again.
"""

from __future__ import annotations

from ....games.monopoly.auction import bid_limit, knock_down, ladder, least_bid, least_bid_of, leave_unsold, why_not_bid
from ....games.monopoly.board import DEEDS, GROUP, GROUP_MASK
from ....games.monopoly.legal import why
from ....games.monopoly.reasons import OK
from ....games.monopoly.rules import advance, step
from ....games.monopoly.state import (
    ACCEPT,
    AUCTION,
    BEFORE,
    BID_10,
    BID_LEAST,
    BID_LIMIT,
    BUILD_GROUP,
    CANCEL,
    DIGIT,
    DONE,
    ITEM,
    PASS,
    PASS_UNTIL_TURN,
    ROLL,
    TRADE,
    TRADE_WITH,
    State,
)
from ....runtime.compiler import Floats, rule
from ....runtime.primitives import count_bits, nearest_amount, type_digit

MARGIN = 1
"""Where in an agent's settings the margin stands: what an offer must gain at least, made or accepted."""
NEVER = 1.0
"""More than any action can be worth more than another: it is not tried."""


@rule
def in_auction(g: State) -> bool:
    """Whether a bid is to be made."""
    return g.depth > 0 and g.fkind[g.depth - 1] == AUCTION


@rule
def decision_margin(g: State, a: int, settings: Floats) -> float:
    """What action ``a`` must be worth more than another to be preferred; 1 or more: it is not even tried.

    An offer is begun by a plan only. To accept one must gain the margin, lest two seats swap to and fro on errors of
    their networks. Windows are not given up before they come: one may still pass in them, which the network, that is
    not told of it, cannot tell apart. Of the bids that are open there is but one choice.
    """
    if a == PASS_UNTIL_TURN:
        return NEVER
    if a == ACCEPT:
        return settings[MARGIN] * 1
    if TRADE_WITH <= a < CANCEL:
        return NEVER
    if in_auction(g) and g.entering == 0 and a != PASS:
        if a == BID_10:
            return 0.0
        if a == BID_LEAST and why_not_bid(g, BID_10, bid_limit(g, g.bidder)) != OK:
            return 0.0
        return NEVER
    return 0.0


@rule
def afterstate(g: State, a: int) -> None:
    """Go to the position that action ``a`` is judged by."""
    if not in_auction(g):
        p = g.mover * 1
        in_window = g.depth == 0
        step(g, a)
        if in_window and manages(a):
            leave_window(g, p)
        return
    if a == PASS:
        let_go(g)
    else:
        win(g, g.bidder * 1, amount_of(g, a))
    advance(g)


@rule
def manages(a: int) -> bool:
    """Whether action ``a`` builds, sells, mortgages or lifts."""
    return BUILD_GROUP <= a < ITEM


@rule
def leave_window(g: State, p: int) -> None:
    """Seat ``p`` leaves the window that it is in, if it is in one and may: it throws, or passes."""
    if g.mover == p and g.depth == 0:
        a = PASS
        if g.phase == BEFORE:
            a = ROLL
        if why(g, a) == OK:
            step(g, a)


@rule
def amount_of(g: State, a: int) -> int:
    """What a bid is, or may become at least when it is entered digit by digit."""
    least = least_bid(g)
    limit = bid_limit(g, g.bidder)
    if g.entering == 1:
        if a == DONE:
            return g.entry
        return nearest_amount(type_digit(g.entry, a - DIGIT), least, least, limit)
    if a >= BID_LIMIT:
        return limit
    return ladder(g, a, limit)


@rule
def win(g: State, p: int, amount: int) -> None:
    """Seat ``p`` gets the lot for that much."""
    g.leader = p + 1
    g.bid = amount
    g.entering = 0
    g.entry = 0
    knock_down(g)


@rule
def let_go(g: State) -> None:
    """The lot goes to the leader; without one to the likeliest other bidder, who pays the least; else to nobody."""
    winner = g.leader - 1
    price = g.bid * 1
    if winner < 0:
        winner = likeliest(g, g.bidder)
        if winner >= 0:
            price = least_bid_of(g, winner)
    if winner >= 0:
        win(g, winner, price)
    else:
        leave_unsold(g)


@rule
def likeliest(g: State, p: int) -> int:
    """Who of the bidders but ``p`` has most of the lot's group, and among those most cash; -1 if nobody can bid."""
    best = -1
    most = -1
    for q in range(g.opt.players):
        if q != p and (g.bidders >> q) & 1 == 1 and bid_limit(g, q) >= least_bid_of(g, q):
            own = 0
            if g.lot < DEEDS:
                own = count_bits(g.deeds[q] & GROUP_MASK[GROUP[g.lot]])
            rank = (own << 32) + g.cash[q]
            if rank > most:
                best = q
                most = rank
    return best


@rule
def is_transient(g: State) -> bool:
    """Whether the position is one in the midst of an offer or of bidding, which no action is judged by."""
    if g.depth == 0:
        return False
    if g.fkind[g.depth - 1] == TRADE:
        return True
    return in_auction(g) and (g.leader != 0 or g.entering == 1)
