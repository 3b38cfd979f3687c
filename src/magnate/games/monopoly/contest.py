"""Building shortage: who claims a house or hotel when the bank has too few (rules section 8, option ``contest``).

Only builders claim: buyers come before hotel-breakers, who take no part in a contest. (Selling a hotel is not declared
and needs nobody's consent; its four houses come from what the bank has left.)
"""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import emit, low_bit, pop, push
from . import events, reasons
from .actions import CLAIM
from .auction import begin_auction
from .buildings import (
    HOTEL_PIECE,
    HOUSE_PIECE,
    build,
    lowest_rank,
    next_piece,
    stock,
    why_not_build,
    why_not_develop,
)
from .money import in_game, next_seat
from .state import CONTEST, LOT_HOUSE, OPEN_AS_AUCTION, State
from .tables import GROUP_HOUSE_PRICE, GROUP_MASK, HOUSE_PRICE, STREET_GROUPS, STREET_MASK


@rule
def room(g: State, k: int, piece: int) -> int:
    """How many pieces of this kind group ``k`` could still take: houses up to a full set on each lot, or hotels now."""
    places = 0
    full = g.opt.hotel_houses
    if piece == HOTEL_PIECE and lowest_rank(g, k) < full:
        return 0
    m = GROUP_MASK[k]
    while m != 0:
        level = g.level[low_bit(m)]
        if piece == HOUSE_PIECE and level < full:
            places += full - level
        elif piece == HOTEL_PIECE and level == full:
            places += 1
        m &= m - 1
    return places


@rule
def demand(g: State, p: int, piece: int) -> int:
    """How many pieces seat ``p`` could legally place and pay now (cheapest groups first, which buys the most)."""
    total = 0
    cash = g.cash[p]
    for k in range(STREET_GROUPS):  # in board order, which is also the order of house prices
        if why_not_develop(g, p, k) == reasons.OK:
            n = cash // GROUP_HOUSE_PRICE[k]
            if n <= 0:
                break
            places = room(g, k, piece)
            if places < n:
                n = places
            total += n
            cash -= n * GROUP_HOUSE_PRICE[k]
    return total


@rule
def why_not_claim(g: State, p: int, d: int, piece: int) -> int:
    """Whether seat ``p`` may claim the contested piece for deed ``d``: it could build just that piece there now."""
    reason = why_not_build(g, p, d)
    if reason != reasons.OK:
        return reason
    if next_piece(g, d) != piece:
        return reasons.STOCK_TOO_SMALL
    return reasons.OK


@rule
def can_claim(g: State, p: int, piece: int) -> bool:
    """Whether seat ``p`` has any lot to claim for."""
    m = g.deeds[p] & STREET_MASK
    while m != 0:
        if why_not_claim(g, p, low_bit(m), piece) == reasons.OK:
            return True
        m &= m - 1
    return False


@rule
def contestants(g: State, p: int, piece: int) -> int:
    """The others who may claim when seat ``p`` declares a building, as a mask; 0 when the stock suffices for all."""
    if g.opt.contest == 0 or g.opt.unlimited_buildings == 1:
        return 0
    others = 0
    wanted = 0
    for q in range(g.opt.players):
        if q != p and in_game(g, q):
            n = demand(g, q, piece)
            wanted += n
            if n > 0 and can_claim(g, q, piece):
                others |= 1 << q
    if others == 0 or stock(g, piece) >= wanted + demand(g, p, piece):
        return 0
    return others


@rule
def declare_build(g: State, p: int, d: int) -> None:
    """Seat ``p`` declares a building on deed ``d``: it is bought, or contested first when too few are left for all."""
    piece = next_piece(g, d)
    others = contestants(g, p, piece)
    if others == 0:
        build(g, p, d, HOUSE_PRICE[d])
        return
    emit(g, events.CONTESTED, p, piece, d, 0)
    g.claims[p] = d + 1
    push(g, CONTEST, p, piece, 0, others)


@rule
def asked_seat(g: State) -> int:
    """The seat that the contest asks now: the next in seat order after the one who declared the building."""
    p = g.fwho[g.depth - 1]
    for _ in range(g.opt.players):
        p = next_seat(g, p)
        if (g.farg[g.depth - 1] >> p) & 1 == 1:
            break
    return p


@rule
def resolve_contest(g: State) -> bool:
    """Ask the next seat (True), or, all being asked, build or hold the auction (False)."""
    top = g.depth - 1
    if g.farg[top] != 0:
        p = asked_seat(g)
        g.quiet &= ~(1 << p)
        g.mover = p
        return True
    declarer = g.fwho[top]
    piece = g.fto[top]
    claimants = 0
    opening = 0
    for p in range(g.opt.players):
        if g.claims[p] != 0:
            claimants |= 1 << p
            price = HOUSE_PRICE[g.claims[p] - 1]
            if opening == 0 or price < opening:
                opening = price
    if g.opt.contest_open == OPEN_AS_AUCTION:
        opening = g.opt.auction_open
    pop(g)
    if claimants == 1 << declarer:
        d = g.claims[declarer] - 1
        g.claims[declarer] = 0
        build(g, declarer, d, HOUSE_PRICE[d])
    else:
        begin_auction(g, LOT_HOUSE + piece, declarer, claimants, opening)
    return False


@rule
def step_contest(g: State, a: int) -> None:
    """The asked seat claims the piece for a lot of its own, or passes."""
    top = g.depth - 1
    p = g.mover
    g.farg[top] &= ~(1 << p)
    if a >= CLAIM:
        g.claims[p] = a - CLAIM + 1
        emit(g, events.CLAIMS, p, a - CLAIM, g.fto[top], 0)
