"""Raising a bid towards a limit of one's own."""

from __future__ import annotations

from ...games.monopoly.auction import bid_limit, least_bid
from ...games.monopoly.state import BID_10, BID_50, BID_100, BID_LEAST, DIGIT, PASS, State
from ...runtime.compiler import rule
from ...runtime.primitives import digit_towards


@rule
def bid_up_to(g: State, most: int) -> int:
    """Raise in large steps while far below ``most`` dollars, in small ones near it; leave the auction above it.

    A bid that somebody else has begun to enter is brought as near to ``most`` as it still can be.
    """
    least = least_bid(g)
    if g.entering == 1:
        return DIGIT + digit_towards(g.entry, most, least, bid_limit(g, g.bidder))
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
