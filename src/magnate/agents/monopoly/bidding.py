"""Raising a bid towards a limit of one's own."""

from __future__ import annotations

from ...engine.amounts import digit_towards
from ...engine.compiler import rule
from ...games.monopoly.actions import BID_10, BID_50, BID_100, BID_LEAST, DIGIT, PASS
from ...games.monopoly.auction import bid_limit, least_bid
from ...games.monopoly.state import State


@rule
def bid_up_to(g: State, most: int) -> int:
    """Raise in large steps while far below ``most`` dollars, in small ones near it; leave the auction above it.

    A bid that is being entered already, which is not this rule's way, is made as near to ``most`` as it can be.
    """
    least = least_bid(g)
    if g.entering == 1:
        limit = bid_limit(g, g.bidder)
        return DIGIT + digit_towards(g.entry, max(least, min(most, limit)), least, limit)
    if most < least:
        return PASS
    room = most - g.bid
    if room >= 200 and g.bid + 100 > least:
        return BID_100
    if room >= 100 and g.bid + 50 > least:
        return BID_50
    if room >= 20 and g.bid + 10 > least:
        return BID_10
    return BID_LEAST
