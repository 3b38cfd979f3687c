"""The feature vector of a seat: all that is public and decides what is right.

``observation_layout.py`` names the blocks of the vector; the functions here write them in that order, each from
place ``at`` on, and return the place after what they wrote. The vector is all 0 before.
"""

from __future__ import annotations

from ...runtime.compiler import Floats, rule
from ...runtime.primitives import count_bits
from . import state
from .auction import least_bid
from .board import BANK, CARDS, DEEDS, GROUP, HOTEL, POT, SEATS, SQUARE_DEED, SQUARES
from .landing import asked_rent
from .money import owner_of, raisable, worth
from .observation_layout import DICE, FEATURES, HOTELS, HOUSES, JAIL_TURNS, MONEY, ROUNDS, STAGES
from .state import State

__all__ = [
    "FEATURES",
    "deeds_of_frames",
    "features",
    "is_owed",
    "is_party",
    "owes",
    "topmost",
    "waiting_for",
    "waiting_from",
]


# ---------------- What frames and waiting rents say about a seat or a deed


@rule
def topmost(g: State, kind: int) -> int:
    """The depth of the topmost frame of a kind, -1 without one."""
    for depth in range(g.depth):
        if g.fkind[g.depth - 1 - depth] == kind:
            return g.depth - 1 - depth
    return -1


@rule
def owes(g: State, p: int) -> int:
    """What seat ``p`` owes in all frames."""
    total = 0
    for depth in range(g.depth):
        if g.fkind[depth] == state.DEBT and g.fwho[depth] == p:
            total += g.famount[depth]
        elif g.fkind[depth] == state.PAY_EACH and g.fwho[depth] == p:
            total += g.famount[depth] * count_bits(g.farg[depth] & g.alive)
        elif g.fkind[depth] == state.COLLECT_EACH and (g.farg[depth] >> p) & 1 == 1:
            total += g.famount[depth]
    return total


@rule
def is_owed(g: State, p: int) -> int:
    """What others owe seat ``p`` in all frames."""
    total = 0
    for depth in range(g.depth):
        if g.fkind[depth] == state.DEBT and g.fto[depth] == p:
            total += g.famount[depth]
        elif g.fkind[depth] == state.COLLECT_EACH and g.fwho[depth] == p:
            total += g.famount[depth] * count_bits(g.farg[depth] & g.alive)
        elif g.fkind[depth] == state.PAY_EACH and (g.farg[depth] >> p) & 1 == 1:
            total += g.famount[depth]
    return total


@rule
def waiting_from(g: State, p: int, left: int) -> int:
    """The unclaimed rents from seat ``p`` that may be asked for before so many players' throws."""
    total = 0
    for i in range(state.RENTS):
        if g.rent_left[i] == left and g.rent_payer[i] == p:
            total += g.rent_due[i]
    return total


@rule
def waiting_for(g: State, p: int, left: int) -> int:
    """The unclaimed rents that seat ``p`` may ask for before so many players' throws."""
    total = 0
    for i in range(state.RENTS):
        if g.rent_left[i] == left and g.rent_owner[i] == p:
            total += g.rent_due[i]
    return total


@rule
def is_party(g: State, p: int, kind: int, other: int) -> int:
    """1 when seat ``p`` is the one concerned by the topmost frame of a kind (``other`` 1: its other side)."""
    depth = topmost(g, kind)
    if depth < 0:
        return 0
    party = g.fwho[depth]
    if other == 1:
        party = g.fto[depth]
    return int(party == p)


@rule
def is_declarer(g: State, p: int) -> int:
    """1 when seat ``p`` declared the contested building, while it may come to build it without a bid."""
    if g.depth == 0:
        return 0
    top = g.depth - 1
    open_auction = g.fkind[top] == state.AUCTION and g.lot >= DEEDS and g.leader == 0
    return int((g.fkind[top] == state.CONTEST or open_auction) and g.fwho[top] == p)


@rule
def is_asked(g: State, p: int) -> int:
    """1 when seat ``p`` will be asked whether it claims the contested building."""
    depth = topmost(g, state.CONTEST)
    if depth < 0:
        return 0
    return (g.farg[depth] >> p) & 1


@rule
def deeds_of_frames(g: State, kind: int) -> int:
    """Mask of the deeds that the frames of a kind are about (``AWARD``: one each; otherwise a mask)."""
    mask = 0
    for depth in range(g.depth):
        if g.fkind[depth] == kind:
            if kind == state.AWARD:
                mask |= 1 << g.farg[depth]
            else:
                mask |= g.farg[depth]
    return mask


# ---------------- The blocks


@rule
def put(out: Floats, at: int, value: float) -> int:
    """Write one number; returns the place after it."""
    out[at] = value
    return at + 1


@rule
def mark(out: Floats, at: int, size: int, k: int) -> int:
    """Mark category ``k`` (0 to ``size - 1``, otherwise none) of a block of 0; returns the place after the block."""
    if k >= 0 and k < size:
        out[at + k] = 1.0
    return at + size


@rule
def share(part: int, whole: int) -> float:
    """``part / whole``, 0 where there is no whole."""
    if whole <= 0:
        return 0.0
    return part / whole


@rule
def seat_features(g: State, p: int, at: int, out: Floats) -> int:
    """SEAT_BLOCKS of seat ``p``."""
    at = put(out, at, (g.alive >> p) & 1)
    at = put(out, at, g.cash[p] / MONEY)
    at = put(out, at, worth(g, p) / MONEY)
    at = put(out, at, raisable(g, p) / MONEY)
    at = mark(out, at, SQUARES, g.square[p])
    at = mark(out, at, JAIL_TURNS, g.jail[p] - 1)
    for deck in range(2):
        at = put(out, at, int(g.holder[deck] == p + 1))
    at = put(out, at, int(g.mover == p))
    at = put(out, at, int(g.current == p))
    at = put(out, at, owes(g, p) / MONEY)
    at = put(out, at, is_owed(g, p) / MONEY)
    for left in range(1, 3):
        at = put(out, at, waiting_from(g, p, left) / MONEY)
    for left in range(1, 3):
        at = put(out, at, waiting_for(g, p, left) / MONEY)
    at = put(out, at, is_party(g, p, state.DEBT, 0))
    at = put(out, at, is_party(g, p, state.DEBT, 1))
    at = put(out, at, is_party(g, p, state.AWARD, 0))
    at = put(out, at, share(g.opt.offers_per_turn - g.offers[p], g.opt.offers_per_turn))
    at = put(out, at, (g.lapped >> p) & 1)
    at = put(out, at, (g.quiet >> p) & 1)
    at = put(out, at, (g.bidders >> p) & 1)
    at = put(out, at, int(g.leader == p + 1))
    at = put(out, at, is_asked(g, p))
    at = put(out, at, is_declarer(g, p))
    at = put(out, at, is_party(g, p, state.TRADE, 0))
    return put(out, at, is_party(g, p, state.TRADE, 1))


@rule
def deed_on_square(g: State, phase: int) -> int:
    """The deed under the current token during a phase that is about it, -1 in any other."""
    if g.phase != phase:
        return -1
    return SQUARE_DEED[g.square[g.current]]


@rule
def deed_lot(g: State) -> int:
    """The deed under the hammer, -1 without one."""
    if topmost(g, state.AUCTION) < 0 or g.lot >= DEEDS:
        return -1
    return g.lot * 1


@rule
def claimed(g: State) -> int:
    """Mask of the deeds for which contested buildings are claimed."""
    mask = 0
    for p in range(g.opt.players):
        if g.claims[p] != 0:
            mask |= 1 << (g.claims[p] - 1)
    return mask


@rule
def broken_group(g: State) -> int:
    """The group that is being sold down, -1 without one."""
    depth = topmost(g, state.BREAK)
    if depth < 0:
        return -1
    return g.farg[depth] * 1


@rule
def deed_features(g: State, p: int, at: int, out: Floats) -> int:
    """DEED_BLOCKS of all deeds, seen from seat ``p``."""
    for_sale = deed_on_square(g, state.BUYING)
    rent = deed_on_square(g, state.CLAIMING)
    lot = deed_lot(g)
    estate = deeds_of_frames(g, state.ESTATE)
    awarded = deeds_of_frames(g, state.AWARD)
    received = deeds_of_frames(g, state.TRANSFER)
    claims = claimed(g)
    group = broken_group(g)
    for d in range(DEEDS):
        owner = owner_of(g, d)
        if owner >= 0:
            owner = (owner - p + g.opt.players) % g.opt.players
        at = mark(out, at, SEATS, owner)
        at = put(out, at, (g.mortgaged >> d) & 1)
        at = put(out, at, (g.pledged >> d) & 1)
        at = mark(out, at, HOTEL, g.level[d] - 1)
        at = put(out, at, int(d == for_sale))
        at = put(out, at, int(d == rent))
        at = put(out, at, int(d == lot))
        at = put(out, at, (estate >> d) & 1)
        at = put(out, at, (awarded >> d) & 1)
        at = put(out, at, (received >> d) & 1)
        at = put(out, at, (g.items >> d) & 1)
        at = put(out, at, (claims >> d) & 1)
        at = put(out, at, int(GROUP[d] == group))
    return at


@rule
def deck_features(g: State, deck: int, at: int, out: Floats) -> int:
    """DECK_BLOCKS of a deck. The order of the cards that nobody has seen is in no field, so it cannot show."""
    unseen = g.unseen[deck]
    for card in range(CARDS):
        at = put(out, at, (unseen >> card) & 1)
    above = count_bits(unseen)
    for i in range(g.queued[deck]):
        out[at + g.queue[deck, i]] = 1.0 - (above + i) / CARDS
    return put(out, at + CARDS, int(g.phase == state.DRAW and g.drawn == deck))


@rule
def turn_features(g: State, at: int, out: Floats) -> int:
    """TABLE_BLOCKS up to the limits: the turn and the bank."""
    at = mark(out, at, state.FINISHED + 1, g.phase)
    top = 0
    if g.depth > 0:
        top = g.fkind[g.depth - 1] * 1
    at = mark(out, at, state.BREAK + 1, top)
    for depth in range(g.depth):
        mark(out, at, state.BREAK, g.fkind[depth] - 1)
    at += state.BREAK
    at = mark(out, at, DICE, g.low - 1)
    at = mark(out, at, DICE, g.high - 1)
    at = mark(out, at, 2, g.arrival - 1)
    doubles = g.doubles
    if doubles < 0:
        doubles = 0
    elif doubles == 0:
        doubles = -1
    at = mark(out, at, 3, doubles)
    at = put(out, at, g.again)
    at = put(out, at, g.houses / HOUSES)
    at = put(out, at, g.hotels / HOTELS)
    at = put(out, at, g.pot / MONEY)
    at = put(out, at, g.rounds / ROUNDS)
    at = put(out, at, share(g.rounds, g.opt.max_rounds))
    at = put(out, at, share(g.rounds, g.opt.time_limit_rounds))
    return put(out, at, share(g.turns, g.opt.max_turns))


@rule
def debt_features(g: State, at: int, out: Floats) -> int:
    """TABLE_BLOCKS of the debt that is raised now."""
    depth = topmost(g, state.DEBT)
    if depth < 0:
        return at + 4
    at = put(out, at, g.famount[depth] / MONEY)
    at = put(out, at, int(g.fto[depth] == BANK))
    at = put(out, at, int(g.fto[depth] == POT))
    return put(out, at, int(g.farg[depth] > 0))


@rule
def rent_features(g: State, at: int, out: Floats) -> int:
    """TABLE_BLOCKS of the waiting rent that is asked for."""
    amount = 0
    asked = 0
    if g.phase == state.THROW:
        asked = g.asked * 1
    if (g.phase == state.THROW or g.phase == state.CLAIMING) and 0 <= asked_rent(g) < state.RENTS:
        amount = g.rent_due[asked_rent(g)] * 1
    at = put(out, at, amount / MONEY)
    return put(out, at, asked / state.RENTS)


@rule
def auction_features(g: State, at: int, out: Floats) -> int:
    """TABLE_BLOCKS of the auction."""
    if topmost(g, state.AUCTION) < 0:
        return at + 5
    at = put(out, at, int(g.lot == state.LOT_HOUSE))
    at = put(out, at, int(g.lot == state.LOT_HOTEL))
    at = put(out, at, g.bid / MONEY)
    at = put(out, at, least_bid(g) / MONEY)
    return put(out, at, g.entering)


@rule
def trade_features(g: State, at: int, out: Floats) -> int:
    """TABLE_BLOCKS of the offer."""
    step = -1
    if topmost(g, state.TRADE) >= 0:
        step = g.trade_step * 1
    at = mark(out, at, state.TRADE_ANSWER + 1, step)
    at = put(out, at, g.money / MONEY)
    at = put(out, at, (g.items >> state.ITEM_CHANCE_CARD) & 1)
    return put(out, at, (g.items >> state.ITEM_CHEST_CARD) & 1)


@rule
def features(g: State, p: int, out: Floats) -> None:
    """The observation of seat ``p``: ``FEATURES`` numbers, most of them from 0 to 1."""
    players = g.opt.players
    for i in range(FEATURES):
        out[i] = 0.0
    at = 0
    for i in range(players):
        at = seat_features(g, (p + i) % players, at, out)
    at = deed_features(g, p, at // players * SEATS, out)
    at = deck_features(g, 0, at, out)
    at = deck_features(g, 1, at, out)
    at = turn_features(g, at, out)
    at = debt_features(g, at, out)
    at = rent_features(g, at, out)
    at = auction_features(g, at, out)
    piece = -1
    if topmost(g, state.CONTEST) >= 0:
        piece = g.fto[topmost(g, state.CONTEST)] * 1
    at = mark(out, at, 2, piece)
    at = trade_features(g, at, out)
    at = put(out, at, g.entry / MONEY)
    stage = -1
    if g.opt.window_order != state.ORDER_FREE:
        stage = g.stage * 1
    at = mark(out, at, STAGES, stage)
    put(out, at, int(g.operations > 0))
