"""Forgetting what has no meaning any more, so that equal positions are equal bytes."""

from __future__ import annotations

from ...runtime.compiler import rule
from .state import RENTS, State
from .tables import SEATS


@rule
def forget_throw(g: State) -> None:
    """Neither the throw nor the way the token came matters any more."""
    g.low = 0
    g.high = 0
    g.arrival = 0


@rule
def clear_turn(g: State) -> None:
    """Forget what only has a meaning during a turn."""
    forget_throw(g)
    g.doubles = 0
    g.again = 0
    g.drawn = 0
    g.asked = 0
    g.stage = 0
    g.operations = 0
    g.quiet = 0
    g.lapped = 0
    for p in range(SEATS):
        g.offers[p] = 0


@rule
def clear_auction(g: State) -> None:
    """Forget the auction that is over."""
    g.lot = 0
    g.bid = 0
    g.leader = 0
    g.bidder = 0
    g.bidders = 0
    g.entering = 0
    g.entry = 0
    for p in range(SEATS):
        g.claims[p] = 0


@rule
def clear_rents(g: State) -> None:
    """Forget the rents that nobody has claimed."""
    for i in range(RENTS):
        g.rent_payer[i] = 0
        g.rent_owner[i] = 0
        g.rent_due[i] = 0
        g.rent_left[i] = 0


@rule
def clear_trade(g: State) -> None:
    """Forget the offer that was answered or withdrawn."""
    g.items = 0
    g.money = 0
    g.trade_step = 0
    g.entry = 0
