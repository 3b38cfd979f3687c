"""What bids and purchases tell of a partner's type: the rest of the belief (:mod:`.acceptance`).

A second small network is shown what the position remembers of an auction or of a purchase. That is the highest bid and
the least one that was declined, by the list price, the seat's cash, the deed's group, and whose group is completed. It
classifies types, and was fitted with all types equally frequent. So what it says of a type is how likely that type
shows this, but for a factor that is the same for all. Cash and groups are part of what is shown: they count too.

What a seat shows depends on what it showed before. So the likelihoods count only to a power less than 1: the weights.
"""

from __future__ import annotations

import math

from ...games.monopoly.board import GROUP, PRICE
from ...games.monopoly.past_bids import (
    BID_AT,
    BID_UNIT,
    BIDS,
    BOUGHT_AT,
    CASH_AT,
    CASH_UNIT,
    DEED_BITS,
    LEFT_AT,
    MOST_BID,
    MOST_CASH,
    OTHER_AT,
    OWN_AT,
    PURCHASE_CASH_AT,
    PURCHASE_OTHER_AT,
    PURCHASE_OWN_AT,
    PURCHASES,
    last_bids,
    last_purchases,
)
from ...games.monopoly.state import State
from ...runtime.compiler import Floats, rule
from .acceptance import NUMBERS, TYPES, believe_answers

BID_WEIGHT, PURCHASE_WEIGHT = 0.3, 0.1
"""To which power the likelihood of a bid and of a purchase counts."""
BIAS, BID, LEFT, HAS_BID, HAS_LEFT, CASH, LISTED, PLAYERS, OWN, OTHER, BUYS, BOUGHT, GROUPS = range(13)
"""The rows of the first layer; each group has a row."""
UNITS, ROWS = 16, 22
"""The hidden units, and the rows of the first layer."""
FIRST = NUMBERS
LAST = FIRST + ROWS * UNITS
END = LAST + (1 + UNITS) * TYPES
"""Where the layers stand in the model's numbers, behind those of acceptance."""
MOST_RATIO, CASHES, PRICES, SEATS_AT = 3.0, 500.0, 200.0, 4.0
LEAST = -4.0
"""The least log-likelihood of a type, in nats below the likeliest one, before the weight."""


@rule
def add_row(model: Floats, room: Floats, value: float, row: int) -> None:
    """Add so many times a row of the first layer."""
    for h in range(UNITS):
        room[h] += value * model[FIRST + row * UNITS + h]


@rule
def first_layer(model: Floats, room: Floats, d: int, cash: int, players: int, own: int, other: int) -> None:
    """Write to the beginning of ``room`` what the first layer makes of a deed, cash, players and whose group it is."""
    for h in range(UNITS):
        room[h] = model[FIRST + BIAS * UNITS + h]
    add_row(model, room, cash * CASH_UNIT / CASHES, CASH)
    add_row(model, room, PRICE[d] / PRICES, LISTED)
    add_row(model, room, players / SEATS_AT, PLAYERS)
    if own == 1:
        add_row(model, room, 1.0, OWN)
    if other == 1:
        add_row(model, room, 1.0, OTHER)
    add_row(model, room, 1.0, GROUPS + GROUP[d])


@rule
def multiply(model: Floats, room: Floats, at: int, spare: int, weight: float) -> None:
    """Multiply the belief by what the first layer's sums say of each type, to the power of the weight."""
    most = -1e9
    for k in range(TYPES):
        raw = model[LAST + k]
        for h in range(UNITS):
            raw += max(0.0, room[h]) * model[LAST + (1 + h) * TYPES + k]
        room[spare + k] = raw
        most = max(most, raw)
    for k in range(TYPES):
        room[at + k] *= math.exp(weight * max(LEAST, room[spare + k] - most))


@rule
def tell_bid(code: int, players: int, weight: float, model: Floats, room: Floats, at: int, spare: int) -> None:
    """Multiply the belief by how likely each type goes so far in an auction, and no further."""
    d = (code & ((1 << DEED_BITS) - 1)) - 1
    first_layer(model, room, d, (code >> CASH_AT) & MOST_CASH, players, (code >> OWN_AT) & 1, (code >> OTHER_AT) & 1)
    bid = (code >> BID_AT) & MOST_BID
    left = (code >> LEFT_AT) & MOST_BID
    if bid > 0:
        add_row(model, room, min(MOST_RATIO, bid * BID_UNIT / PRICE[d]), BID)
        add_row(model, room, 1.0, HAS_BID)
    if left > 0:
        add_row(model, room, min(MOST_RATIO, left * BID_UNIT / PRICE[d]), LEFT)
        add_row(model, room, 1.0, HAS_LEFT)
    multiply(model, room, at, spare, weight)


@rule
def tell_purchase(code: int, players: int, weight: float, model: Floats, room: Floats, at: int, spare: int) -> None:
    """Multiply the belief by how likely each type buys that deed, or leaves it to the auction."""
    d = (code & ((1 << DEED_BITS) - 1)) - 1
    own = (code >> PURCHASE_OWN_AT) & 1
    other = (code >> PURCHASE_OTHER_AT) & 1
    first_layer(model, room, d, (code >> PURCHASE_CASH_AT) & MOST_CASH, players, own, other)
    add_row(model, room, 1.0, BUYS)
    if (code >> BOUGHT_AT) & 1 == 1:
        add_row(model, room, 1.0, BOUGHT)
    multiply(model, room, at, spare, weight)


@rule
def believe(g: State, q: int, learns: float, model: Floats, room: Floats, at: int, spare: int) -> None:
    """Write to ``room[at:]`` how likely seat ``q`` is of each type; it works on ``room[spare:]`` and the beginning.

    It goes by answers, and by bids and purchases to the part ``learns`` of their weights.
    """
    believe_answers(g, q, model, room, at, spare)
    if learns <= 0.0:
        return
    first = last_bids(g, q)
    for i in range(BIDS[g.opt.players]):
        code = g.bidding.bids[first + i] * 1
        if code != 0:
            tell_bid(code, g.opt.players * 1, learns * BID_WEIGHT, model, room, at, spare)
    first = last_purchases(g, q)
    for i in range(PURCHASES[g.opt.players]):
        code = g.bidding.purchases[first + i] * 1
        if code != 0:
            tell_purchase(code, g.opt.players * 1, learns * PURCHASE_WEIGHT, model, room, at, spare)
    total = 0.0
    for k in range(TYPES):
        total += room[at + k]
    for k in range(TYPES):
        room[at + k] /= total
