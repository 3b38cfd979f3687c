"""Auctions, buying, and contests for the bank's last buildings (rules sections 4, 8 and 10).

All players bid in turn, ascending, until one is left. Who passes is out; with the option ``auction_passes`` only until
somebody raises. This is as near as bidding in turn comes to bidding without order.
"""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import digit_ok, emit, low_bit, pop, push, type_digit
from . import board, events, reasons, state
from .money import in_game, interest_on, means, next_seat, owe, pays_at_once
from .past_bids import close_bids, remember_bid
from .property import (
    HOTEL_PIECE,
    HOUSE_PIECE,
    build,
    cancel_mortgages,
    lowest_rank,
    next_piece,
    stock,
    why_not_build,
    why_not_develop,
)
from .state import State


@rule
def begin_auction(g: State, lot: int, first: int, bidders: int, opening: int) -> None:
    """Put ``lot`` up among the seats of the mask ``bidders``; seat ``first`` bids first, at least ``opening``.

    Of a contested building ``first`` is the seat that declared it, which builds if nobody bids.
    """
    declarer = 0
    if lot >= board.DEEDS:
        declarer = first
    push(g, state.AUCTION, declarer, 0, opening, 0)
    close_bids(g)
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
    if g.lot >= board.DEEDS:
        least = max(least, board.HOUSE_PRICE[g.claims[p] - 1])
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
    if g.lot >= board.DEEDS:
        return g.cash[p]
    due = interest_on(g, 1 << g.lot)
    if g.opt.bid_limit == state.BID_CASH:
        return g.cash[p] - due
    return means(g, p) - due


@rule
def ladder(g: State, a: int, limit: int) -> int:
    """The amount that a bid of the ladder stands for (`BID_LIMIT`: the bidder's ``limit``)."""
    if a == state.BID_LEAST:
        return least_bid(g)
    if a == state.BID_10:
        return g.bid + 10
    if a == state.BID_50:
        return g.bid + 50
    if a == state.BID_100:
        return g.bid + 100
    return limit


@rule
def why_not_bid(g: State, a: int, limit: int) -> int:
    """Whether bid ``a`` is open to the bidder: enough, within its ``limit``, and not equal to a simpler bid."""
    least = least_bid(g)
    if a == state.BID_EXACT:
        if limit > least:
            return reasons.OK
        return reasons.SAME_BID
    amount = ladder(g, a, limit)
    if amount > limit:
        return reasons.BID_OVER_LIMIT
    if a == state.BID_LEAST:
        return reasons.OK
    if amount < least:
        return reasons.BID_TOO_LOW
    if amount == least:
        return reasons.SAME_BID
    if a == state.BID_LIMIT:
        more = amount - g.bid
        if more == 10 or more == 50 or more == 100:
            return reasons.SAME_BID
    return reasons.OK


@rule
def why_not_enter_bid(g: State, a: int) -> int:
    """Whether digit or `DONE` ``a`` can follow the digits of the bid so far."""
    least = least_bid(g)
    limit = bid_limit(g, g.bidder)
    if digit_ok(g.entry, a - state.DIGIT, least, limit):
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
        if g.lot >= board.DEEDS:
            takes_part = g.claims[p] != 0
        else:
            takes_part = (entitled >> p) & 1 == 1
        if takes_part and in_game(g, p) and bid_limit(g, p) >= least_bid_of(g, p):
            g.bidders |= 1 << p


@rule
def place_bid(g: State, amount: int) -> None:
    """The bidder raises to ``amount``."""
    emit(g, events.BIDS, g.bidder, g.lot, amount, 0)
    remember_bid(g, amount, 0)
    g.bid = amount
    g.leader = g.bidder + 1
    g.famount[g.depth - 1] = 0  # the opening bid no longer matters,
    g.fwho[g.depth - 1] = 0  # nor who declared the building
    g.entering = 0
    g.entry = 0
    if g.opt.auction_passes == state.PASS_UNTIL_RAISED:
        bring_back(g)
    next_bidder(g)


@rule
def step_auction(g: State, a: int) -> None:
    """One decision of the bidder."""
    if g.entering == 1:
        if a == state.DONE:
            place_bid(g, g.entry)
        else:
            g.entry = type_digit(g.entry, a - state.DIGIT)
    elif a == state.PASS:
        remember_bid(g, 0, least_bid(g))
        drop_out(g, 0)
    elif a == state.BID_EXACT:
        g.entering = 1
    elif a == state.BID_LIMIT:
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
    emit(g, events.SOLD, winner, lot, price, 1 if lot < board.DEEDS and pays_at_once(g, winner, price) else 0)
    pop(g)
    state.clear_auction(g)
    if lot < board.DEEDS:
        push(g, state.AWARD, winner, 0, 0, lot)
        owe(g, winner, board.BANK, price, events.FOR_LOT + lot)
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
    state.clear_auction(g)
    if lot < board.DEEDS:
        cancel_mortgages(g, 1 << lot)  # the bank keeps it free of mortgage
    else:
        build(g, declarer, claim, board.HOUSE_PRICE[claim])


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


# ---------------- Buying the deed that one has landed on, or leaving it to the auction


@rule
def can_buy(g: State, p: int, d: int) -> bool:
    """Whether seat ``p`` can pay deed ``d``'s printed price: from cash or (option ``raise_to_buy``) by raising it."""
    if g.opt.raise_to_buy == 1:
        return means(g, p) >= board.PRICE[d]
    return g.cash[p] >= board.PRICE[d]


@rule
def decline(g: State, p: int, d: int) -> None:
    """The deed under the token is not bought: the bank auctions it at once.

    The next seat bids first, or by the option ``first_bidder`` the one who declined.
    """
    g.phase = state.LANDED
    emit(g, events.DECLINES, p, d, 0, 0)
    if g.opt.auctions == 1:
        first = p
        if g.opt.first_bidder == state.FIRST_IS_NEXT:
            first = next_seat(g, p)
        begin_auction(g, d, first, deed_bidders(g), g.opt.auction_open)


@rule
def buy(g: State, p: int, d: int) -> None:
    """The deed under the token is bought at its printed price."""
    g.phase = state.LANDED
    push(g, state.AWARD, p, 0, 0, d)
    owe(g, p, board.BANK, board.PRICE[d], events.FOR_DEED + d)


@rule
def resolve_buying(g: State) -> bool:
    """Ask whether to buy; who cannot pay declines."""
    p = g.current
    d = board.SQUARE_DEED[g.square[p]]
    if can_buy(g, p, d):
        g.mover = p
        return True
    decline(g, p, d)
    return False


# ---------------- Building shortage: who claims a house or hotel when the bank has too few (option ``contest``)
#
# Only builders claim: buyers come before hotel-breakers, who take no part in a contest. Selling a hotel is not
# declared and needs nobody's consent; its four houses come from what the bank has left.


@rule
def room(g: State, k: int, piece: int) -> int:
    """How many pieces of this kind group ``k`` could still take: houses up to a full set on each lot, or hotels now."""
    places = 0
    full = g.opt.hotel_houses
    if piece == HOTEL_PIECE and lowest_rank(g, k) < full:
        return 0
    m = board.GROUP_MASK[k]
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
    for k in range(board.STREET_GROUPS):  # in board order, which is also the order of house prices
        if why_not_develop(g, p, k) == reasons.OK:
            n = cash // board.GROUP_HOUSE_PRICE[k]
            if n <= 0:
                break
            places = room(g, k, piece)
            if places < n:
                n = places
            total += n
            cash -= n * board.GROUP_HOUSE_PRICE[k]
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
    m = g.deeds[p] & board.STREET_MASK
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
        build(g, p, d, board.HOUSE_PRICE[d])
        return
    emit(g, events.CONTESTED, p, piece, d, 0)
    g.claims[p] = d + 1
    push(g, state.CONTEST, p, piece, 0, others)


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
            price = board.HOUSE_PRICE[g.claims[p] - 1]
            if opening == 0 or price < opening:
                opening = price
    if g.opt.contest_open == state.OPEN_AS_AUCTION:
        opening = g.opt.auction_open
    pop(g)
    if claimants == 1 << declarer:
        d = g.claims[declarer] - 1
        g.claims[declarer] = 0
        build(g, declarer, d, board.HOUSE_PRICE[d])
    else:
        begin_auction(g, state.LOT_HOUSE + piece, declarer, claimants, opening)
    return False


@rule
def step_contest(g: State, a: int) -> None:
    """The asked seat claims the piece for a lot of its own, or passes."""
    top = g.depth - 1
    p = g.mover
    g.farg[top] &= ~(1 << p)
    if a >= state.CLAIM:
        g.claims[p] = a - state.CLAIM + 1
        emit(g, events.CLAIMS, p, a - state.CLAIM, g.fto[top], 0)
