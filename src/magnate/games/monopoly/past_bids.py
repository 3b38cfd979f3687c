"""What each seat bid and bought lately, so that agents can learn whom they deal with.

That is public, follows from the steps of the game, and no rule asks for it. A bid is one number: how an auction of a
deed went for a seat. It has the highest amount that the seat bid, and the least bid that it declined. A purchase is one
number too: whether the seat bought the deed on which it had landed. Both have the deed and the seat's cash, and whose
group the deed would complete.
"""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.layout import constants
from .board import DEEDS, GROUP, GROUP_MASK, SEATS
from .state import PAST_BIDS, PAST_PURCHASES, State

__all__ = ["forget_bids", "last_bids", "last_purchases", "remember_bid", "remember_purchase"]

BIDS = constants(PAST_BIDS // max(1, players) for players in range(SEATS + 1))
"""How many bids of each seat are remembered, by the number of players."""
PURCHASES = constants(PAST_PURCHASES // max(1, players) for players in range(SEATS + 1))
"""… and how many purchases."""
DEED_BITS = 5
"""First comes the deed, from 1 on; 0 is nothing."""
BID_AT, LEFT_AT, CASH_AT, OWN_AT, OTHER_AT, OPEN_AT = DEED_BITS, 13, 21, 26, 27, 28
"""Where the parts of a bid begin: what it bid and declined, its cash, whose group it is, and
a mark until the next auction begins."""
BID_UNIT, MOST_BID = 8, 255
"""Amounts are rounded up, so that only no bid is 0."""
CASH_UNIT, MOST_CASH = 64, 31
PURCHASE_CASH_AT, PURCHASE_OWN_AT, PURCHASE_OTHER_AT, BOUGHT_AT = DEED_BITS, 10, 11, 12
"""Where the parts of a purchase begin."""


@rule
def completes(g: State, p: int, d: int) -> int:
    """1 if deed ``d`` would complete a group for seat ``p``, 2 if it would for another seat, else 0."""
    rest = GROUP_MASK[GROUP[d]] & ~(1 << d)
    if (g.deeds[p] & rest) == rest:
        return 1
    for q in range(g.opt.players):
        if (g.deeds[q] & rest) == rest:
            return 2
    return 0


@rule
def cash_code(g: State, p: int) -> int:
    """The cash of seat ``p`` in units."""
    return max(0, min(MOST_CASH, g.cash[p] // CASH_UNIT))


@rule
def last_bids(g: State, q: int) -> int:
    """Where the bids of seat ``q`` begin, the last one first; it has ``BIDS`` of them."""
    return q * BIDS[g.opt.players]


@rule
def last_purchases(g: State, q: int) -> int:
    """Where the purchases of seat ``q`` begin, the last one first; it has ``PURCHASES`` of them."""
    return q * PURCHASES[g.opt.players]


@rule
def bid_code(g: State, p: int, d: int) -> int:
    """The number of a seat that is asked in an auction of deed ``d``, with neither a bid nor one declined."""
    code = (d + 1) | (cash_code(g, p) << CASH_AT) | (1 << OPEN_AT)
    whose = completes(g, p, d)
    if whose == 1:
        code |= 1 << OWN_AT
    elif whose == 2:
        code |= 1 << OTHER_AT
    return code


@rule
def purchase_code(g: State, p: int, d: int, bought: bool) -> int:
    """The number of a purchase of deed ``d``, or of leaving it to the auction."""
    code = (d + 1) | (cash_code(g, p) << PURCHASE_CASH_AT)
    whose = completes(g, p, d)
    if whose == 1:
        code |= 1 << PURCHASE_OWN_AT
    elif whose == 2:
        code |= 1 << PURCHASE_OTHER_AT
    if bought:
        code |= 1 << BOUGHT_AT
    return code


@rule
def amount_code(amount: int) -> int:
    """An amount of an auction in units."""
    return min(MOST_BID, (amount + BID_UNIT - 1) // BID_UNIT)


@rule
def close_bids(g: State) -> None:
    """An auction begins: what was bid before belongs to others."""
    for p in range(g.opt.players):
        g.bidding.bids[last_bids(g, p)] &= (1 << OPEN_AT) - 1


@rule
def remember_bid(g: State, bid: int, declined: int) -> None:
    """Remember that the bidder raises to ``bid``, or leaves rather than bid ``declined``; the other amount is 0.

    Bids for buildings are not remembered, nor is anything where the rules know no offers.
    """
    if g.lot >= DEEDS or g.opt.offers_per_turn == 0:
        return
    first = last_bids(g, g.bidder)
    code = g.bidding.bids[first] * 1
    if (code >> OPEN_AT) & 1 == 0:
        for i in range(first + BIDS[g.opt.players] - 1, first, -1):
            g.bidding.bids[i] = g.bidding.bids[i - 1]
        code = bid_code(g, g.bidder, g.lot)
    code &= ~(MOST_BID << LEFT_AT)
    if declined > 0:
        code |= amount_code(declined) << LEFT_AT
    else:
        code = (code & ~(MOST_BID << BID_AT)) | (amount_code(bid) << BID_AT)
    g.bidding.bids[first] = code


@rule
def remember_purchase(g: State, p: int, d: int, bought: bool) -> None:
    """Remember whether seat ``p`` buys the deed on which it has landed; the oldest of its purchases is forgotten."""
    if g.opt.offers_per_turn == 0:
        return
    first = last_purchases(g, p)
    for i in range(first + PURCHASES[g.opt.players] - 1, first, -1):
        g.bidding.purchases[i] = g.bidding.purchases[i - 1]
    g.bidding.purchases[first] = purchase_code(g, p, d, bought)


@rule
def forget_bids(g: State) -> None:
    """A game begins: nobody has bid or bought."""
    for i in range(PAST_BIDS):
        g.bidding.bids[i] = 0
    for i in range(PAST_PURCHASES):
        g.bidding.purchases[i] = 0
