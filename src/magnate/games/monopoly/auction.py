"""Auctions: all players bid in turn, ascending, until one is left (rules sections 4, 8 and 10).

Who passes is out; by the option ``auction_passes`` only until somebody raises, which is as near as bidding in turn
comes to a bidding without order that ends when nobody raises any more.
"""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import digit_ok, emit, pop, push, type_digit
from . import events, reasons
from .actions import BID_10, BID_50, BID_100, BID_EXACT, BID_LEAST, BID_LIMIT, DIGIT, DONE, PASS
from .buildings import build
from .debt import owe, pays_at_once
from .ending import clear_auction
from .money import in_game, interest_on, means
from .mortgages import cancel_mortgages
from .state import AUCTION, AWARD, BID_CASH, PASS_UNTIL_RAISED, State
from .tables import BANK, DEEDS, HOUSE_PRICE


@rule
def begin_auction(g: State, lot: int, first: int, bidders: int, opening: int) -> None:
    """Put ``lot`` up among the seats of the mask ``bidders``; seat ``first`` bids first, at least ``opening``.

    Of a contested building ``first`` is the seat that declared it, which builds if nobody bids.
    """
    declarer = 0
    if lot >= DEEDS:
        declarer = first
    push(g, AUCTION, declarer, 0, opening, 0)
    g.lot = lot
    g.bid = 0
    g.leader = 0
    g.bidder = first
    g.bidders = bidders
    if bidders != 0 and (bidders >> first) & 1 == 0:
        next_bidder(g)
    emit(g, events.AUCTION_OPENS, lot, opening, 0, 0)


@rule
def deed_bidders(g: State) -> int:
    """Who may bid for a deed: everybody, or on a first lap without buying (a house rule) those who have passed GO."""
    if g.opt.first_lap == 1:
        return g.alive & g.lapped
    return g.alive


@rule
def least_bid_of(g: State, p: int) -> int:
    """The lowest bid of seat ``p`` that is accepted now; for a building no less than the house price of its own lot.

    (A piece bought for less could be sold back at half that price with a profit, again and again.)
    """
    least = g.famount[g.depth - 1] * 1
    if g.leader != 0:
        least = g.bid + g.opt.auction_raise
    if g.lot >= DEEDS:
        least = max(least, HOUSE_PRICE[g.claims[p] - 1])
    return least


@rule
def least_bid(g: State) -> int:
    """The lowest bid of the bidder that is accepted now."""
    return least_bid_of(g, g.bidder)


@rule
def bid_limit(g: State, p: int) -> int:
    """The highest bid of seat ``p``: for a building its cash, for a deed also what it can raise without the deed.

    (Its cash for a deed too with the option ``bid_limit``.) The interest on a mortgaged deed must be left.
    """
    if g.lot >= DEEDS:
        return g.cash[p]
    due = interest_on(g, 1 << g.lot)
    if g.opt.bid_limit == BID_CASH:
        return g.cash[p] - due
    return means(g, p) - due


@rule
def ladder(g: State, a: int, limit: int) -> int:
    """The amount that a bid of the ladder stands for (`BID_LIMIT`: the bidder's ``limit``)."""
    if a == BID_LEAST:
        return least_bid(g)
    if a == BID_10:
        return g.bid + 10
    if a == BID_50:
        return g.bid + 50
    if a == BID_100:
        return g.bid + 100
    return limit


@rule
def why_not_bid(g: State, a: int, limit: int) -> int:
    """Whether bid ``a`` is open to the bidder: enough, within its ``limit``, and not equal to a simpler bid."""
    least = least_bid(g)
    if a == BID_EXACT:
        if limit > least:
            return reasons.OK
        return reasons.SAME_BID
    amount = ladder(g, a, limit)
    if amount > limit:
        return reasons.BID_OVER_LIMIT
    if a == BID_LEAST:
        return reasons.OK
    if amount < least:
        return reasons.BID_TOO_LOW
    if amount == least:
        return reasons.SAME_BID
    if a == BID_LIMIT:
        more = amount - g.bid
        if more == 10 or more == 50 or more == 100:
            return reasons.SAME_BID
    return reasons.OK


@rule
def why_not_enter_bid(g: State, a: int) -> int:
    """Whether digit or `DONE` ``a`` can follow the digits of the bid so far."""
    least = least_bid(g)
    limit = bid_limit(g, g.bidder)
    if digit_ok(g.entry, a - DIGIT, least, limit):
        return reasons.OK
    return reasons.NO_SUCH_AMOUNT


@rule
def next_bidder(g: State) -> None:
    """The bidding goes to the next seat that is still in."""
    p = g.bidder
    for _ in range(g.opt.players):
        p += 1
        if p == g.opt.players:
            p = 0
        if (g.bidders >> p) & 1 == 1:
            break
    g.bidder = p


@rule
def drop_out(g: State, forced: int) -> None:
    """The bidder leaves the auction: for good, or until somebody raises (option ``auction_passes``).

    ``forced``: 1 if it cannot bid as much as it would have to.
    """
    emit(g, events.PASSES_BID, g.bidder, g.lot, forced, 0)
    g.bidders &= ~(1 << g.bidder)
    if g.bidders != 0:
        next_bidder(g)


@rule
def bring_back(g: State) -> None:
    """Option ``auction_passes``: after a bid everybody who takes part and can go higher bids again."""
    entitled = deed_bidders(g)
    for p in range(g.opt.players):
        if g.lot >= DEEDS:
            takes_part = g.claims[p] != 0
        else:
            takes_part = (entitled >> p) & 1 == 1
        if takes_part and in_game(g, p) and bid_limit(g, p) >= least_bid_of(g, p):
            g.bidders |= 1 << p


@rule
def place_bid(g: State, amount: int) -> None:
    """The bidder raises to ``amount``."""
    emit(g, events.BIDS, g.bidder, g.lot, amount, 0)
    g.bid = amount
    g.leader = g.bidder + 1
    g.famount[g.depth - 1] = 0  # the opening bid no longer matters,
    g.fwho[g.depth - 1] = 0  # nor who declared the building
    g.entering = 0
    g.entry = 0
    if g.opt.auction_passes == PASS_UNTIL_RAISED:
        bring_back(g)
    next_bidder(g)


@rule
def step_auction(g: State, a: int) -> None:
    """One decision of the bidder."""
    if g.entering == 1:
        if a == DONE:
            place_bid(g, g.entry)
        else:
            g.entry = type_digit(g.entry, a - DIGIT)
    elif a == PASS:
        drop_out(g, 0)
    elif a == BID_EXACT:
        g.entering = 1
    elif a == BID_LIMIT:
        place_bid(g, bid_limit(g, g.bidder))
    else:
        place_bid(g, ladder(g, a, 0))


@rule
def knock_down(g: State) -> None:
    """Sell the lot to the leader: a deed is handed over once paid for, a building paid from cash and placed."""
    winner = g.leader - 1
    lot = g.lot
    price = g.bid
    claim = g.claims[winner] - 1
    emit(g, events.SOLD, winner, lot, price, 1 if lot < DEEDS and pays_at_once(g, winner, price) else 0)
    pop(g)
    clear_auction(g)
    if lot < DEEDS:
        push(g, AWARD, winner, 0, 0, lot)
        owe(g, winner, BANK, price, events.FOR_LOT + lot)
    else:
        build(g, winner, claim, price)


@rule
def leave_unsold(g: State) -> None:
    """Nobody has bid: the bank keeps a deed; a building goes to who declared it, at its printed price.

    Nothing was paid since the declaration, so that the price is still there: a contest ends with a building, always.
    """
    lot = g.lot
    declarer = g.fwho[g.depth - 1]
    claim = g.claims[declarer] - 1
    emit(g, events.UNSOLD, lot, declarer, 0, 0)
    pop(g)
    clear_auction(g)
    if lot < DEEDS:
        cancel_mortgages(g, 1 << lot)  # the bank keeps it free of mortgage
    else:
        build(g, declarer, claim, HOUSE_PRICE[claim])


@rule
def resolve_auction(g: State) -> bool:
    """Go on to the next seat that can bid (True: it decides now), or close the auction (False)."""
    while True:
        if g.bidders == 0:
            leave_unsold(g)
            return False
        if g.leader != 0 and g.bidders == 1 << (g.leader - 1):
            knock_down(g)
            return False
        if bid_limit(g, g.bidder) >= least_bid(g):
            g.mover = g.bidder
            return True
        drop_out(g, 1)
