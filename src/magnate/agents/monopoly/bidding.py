"""How likely a partner bids and buys, and what that tells of its type: the rest of the belief (:mod:`.acceptance`).

Bids and purchases are answers to one question: does a seat take this deed at this amount? A second small network says
how likely each type does. It is shown the amount by the list price, the seat's cash, the deed's group, and whose group
is completed. An auction asks twice: a seat took the deed at its highest bid, and left at the least one it declined.

Such answers depend on each other within a game, and on much that the network is not shown. So their likelihoods count
only to a power less than 1: the weights below.
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
from .acceptance import AT_RANDOM, FITTED, LEAST, NUMBERS, TYPES, believe_answers

BID_WEIGHT, PURCHASE_WEIGHT = 0.3, 0.1
"""To which power the likelihood of a bid and of a purchase counts."""
BIAS, RATIO, CASH, LEFT, LISTED, PLAYERS, OWN, OTHER, BUYS, GROUPS = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
"""The rows of the first layer; each group has a row."""
UNITS, ROWS = 16, 19
"""The hidden units, and the rows of the first layer."""
FIRST = NUMBERS
LAST = FIRST + ROWS * UNITS
END = LAST + (1 + UNITS) * FITTED
"""Where the layers stand in the model's numbers, behind those of acceptance."""
MOST_RATIO, CASHES, PRICES, SEATS_AT = 3.0, 500.0, 200.0, 4.0


@rule
def add(model: Floats, room: Floats, value: float, row: int) -> None:
    """Add so many times a row of the first layer."""
    for h in range(UNITS):
        room[h] += value * model[FIRST + row * UNITS + h]


@rule
def takes_by_type(
    model: Floats,
    d: int,
    amount: float,
    cash: float,
    own: int,
    other: int,
    buys: int,
    players: int,
    room: Floats,
    at: int,
) -> None:
    """Write to ``room[at:]`` how likely a seat of each type takes deed ``d`` at this amount.

    ``buys``: 1 on landing there, 0 in an auction. It works on the beginning of ``room``.
    """
    for h in range(UNITS):
        room[h] = model[FIRST + BIAS * UNITS + h]
    add(model, room, min(MOST_RATIO, amount / PRICE[d]), RATIO)
    add(model, room, cash / CASHES, CASH)
    add(model, room, (cash - amount) / CASHES, LEFT)
    add(model, room, PRICE[d] / PRICES, LISTED)
    add(model, room, players / SEATS_AT, PLAYERS)
    if own == 1:
        add(model, room, 1.0, OWN)
    if other == 1:
        add(model, room, 1.0, OTHER)
    if buys == 1:
        add(model, room, 1.0, BUYS)
    add(model, room, 1.0, GROUPS + GROUP[d])
    for k in range(FITTED):
        raw = model[LAST + k]
        for h in range(UNITS):
            raw += max(0.0, room[h]) * model[LAST + (1 + h) * FITTED + k]
        room[at + k] = 1.0 / (1.0 + math.exp(max(-30.0, min(30.0, -raw))))
    room[at + FITTED] = AT_RANDOM


@rule
def weigh(room: Floats, at: int, spare: int, taken: bool, weight: float) -> None:
    """Multiply the belief by the likelihood of an answer, to the power of its weight."""
    for k in range(TYPES):
        chance = room[spare + k]
        if not taken:
            chance = 1.0 - chance
        room[at + k] *= math.exp(weight * math.log(max(LEAST, chance)))


@rule
def middle(units: int) -> float:
    """The amount that stands for so many units."""
    return units * BID_UNIT - 0.5 * BID_UNIT


@rule
def weigh_bid(g: State, code: int, weight: float, model: Floats, room: Floats, at: int, spare: int) -> None:
    """Multiply the belief by how likely each type goes so far in an auction, and no further."""
    d = (code & ((1 << DEED_BITS) - 1)) - 1
    cash = 1.0 * ((code >> CASH_AT) & MOST_CASH) * CASH_UNIT
    own = (code >> OWN_AT) & 1
    other = (code >> OTHER_AT) & 1
    bid = (code >> BID_AT) & MOST_BID
    left = (code >> LEFT_AT) & MOST_BID
    if bid > 0:
        takes_by_type(model, d, middle(bid), cash, own, other, 0, g.opt.players * 1, room, spare)
        weigh(room, at, spare, True, weight)
    if left > 0:
        takes_by_type(model, d, middle(left), cash, own, other, 0, g.opt.players * 1, room, spare)
        weigh(room, at, spare, False, weight)


@rule
def weigh_purchase(g: State, code: int, weight: float, model: Floats, room: Floats, at: int, spare: int) -> None:
    """Multiply the belief by how likely each type buys that deed, or leaves it to the auction."""
    d = (code & ((1 << DEED_BITS) - 1)) - 1
    cash = 1.0 * ((code >> PURCHASE_CASH_AT) & MOST_CASH) * CASH_UNIT
    own = (code >> PURCHASE_OWN_AT) & 1
    other = (code >> PURCHASE_OTHER_AT) & 1
    takes_by_type(model, d, 1.0 * PRICE[d], cash, own, other, 1, g.opt.players * 1, room, spare)
    weigh(room, at, spare, (code >> BOUGHT_AT) & 1 == 1, weight)


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
        code = g.shown.bids[first + i] * 1
        if code != 0:
            weigh_bid(g, code, learns * BID_WEIGHT, model, room, at, spare)
    first = last_purchases(g, q)
    for i in range(PURCHASES[g.opt.players]):
        code = g.shown.purchases[first + i] * 1
        if code != 0:
            weigh_purchase(g, code, learns * PURCHASE_WEIGHT, model, room, at, spare)
    total = 0.0
    for k in range(TYPES):
        total += room[at + k]
    for k in range(TYPES):
        room[at + k] /= total
