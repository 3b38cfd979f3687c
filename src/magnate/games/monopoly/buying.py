"""Buying the deed that one has landed on, or leaving it to the auction (rules section 4)."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import emit, push
from . import events
from .auction import begin_auction, deed_bidders
from .debt import owe
from .money import means, next_seat
from .state import AWARD, FIRST_IS_NEXT, LANDED, State
from .tables import BANK, PRICE, SQUARE_DEED


@rule
def can_buy(g: State, p: int, d: int) -> bool:
    """Whether seat ``p`` can pay deed ``d``'s printed price: from cash or (option ``raise_to_buy``) by raising it."""
    if g.opt.raise_to_buy == 1:
        return means(g, p) >= PRICE[d]
    return g.cash[p] >= PRICE[d]


@rule
def decline(g: State, p: int, d: int) -> None:
    """The deed under the token is not bought: the bank auctions it at once.

    The next seat bids first, or by the option ``first_bidder`` the one who declined.
    """
    g.phase = LANDED
    emit(g, events.DECLINES, p, d, 0, 0)
    if g.opt.auctions == 1:
        first = p
        if g.opt.first_bidder == FIRST_IS_NEXT:
            first = next_seat(g, p)
        begin_auction(g, d, first, deed_bidders(g), g.opt.auction_open)


@rule
def buy(g: State, p: int, d: int) -> None:
    """The deed under the token is bought at its printed price."""
    g.phase = LANDED
    push(g, AWARD, p, 0, 0, d)
    owe(g, p, BANK, PRICE[d], events.FOR_DEED + d)


@rule
def resolve_buying(g: State) -> bool:
    """Ask whether to buy; who cannot pay declines."""
    p = g.current
    d = SQUARE_DEED[g.square[p]]
    if can_buy(g, p, d):
        g.mover = p
        return True
    decline(g, p, d)
    return False
