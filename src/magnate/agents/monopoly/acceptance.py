"""How likely a partner accepts an offer: a model of several types of partners, and a belief about which one it is.

The model is shown what an offer is to the partner (:func:`.past_offers.answer_of`): its advantage by list prices, what
it gives, whose group is completed, and the cash that it keeps. A small network says how likely each type accepts. It is
fitted to answers of agents of each type (``tools/acceptance.py``). It knows neither a partner's parameters nor the
measure by which any agent judges trades.

A belief begins with how common each type is. Each answer that the position remembers multiplies it by how likely a
partner of each type answers so (Bayes' rule). So it follows from the position alone. How likely each type bids and buys
is the part of :mod:`.bidding`.
"""

from __future__ import annotations

import math

from ...games.monopoly.past_offers import (
    ACCEPTED_AT,
    ANSWERS,
    CASH_AT,
    CASH_UNIT,
    GIVEN_AT,
    GIVEN_UNIT,
    MOST_CASH,
    MOST_GIVEN,
    NET_UNIT,
    NET_ZERO,
    OTHER_GROUP_AT,
    OWN_GROUP_AT,
    last_answers,
)
from ...games.monopoly.state import State
from ...runtime.compiler import Floats, rule

FITTED = 8
"""Types whose answers are fitted: rule traders, simple traders, refusers, careful refusers, hagglers, hard hagglers,
fair traders, and those who judge by win chances."""
REFUSERS, BY_CHANCES = 2, 7
TYPES = FITTED + 1
"""The last one answers at random."""
AT_RANDOM = 0.5
BY_CHANCES_ACCEPT = 0.15
"""How often a partner accepts that judges by win chances, as far as an answer tells: list prices do not say which."""
LEAST = 0.02
"""No answer is less likely than that, whatever the type."""
NETS, GIVENS, CASHES, SEATS_AT = 400.0, 400.0, 500.0, 4.0
FEW = 80
"""Dollars that are added to what is given, where the advantage is a part of it."""
BIAS, NET, GIVEN, PART, CASH, PLAYERS, OWN_GROUP, OTHER_GROUP = 0, 1, 2, 3, 4, 5, 6, 16
"""The rows of the first layer; each group has a row, on the partner's side and on the other."""
HIDDEN, ROWS = 24, 26
"""The hidden units, and the rows of the first layer."""
FIRST = TYPES
LAST = FIRST + ROWS * HIDDEN
NUMBERS = LAST + (1 + HIDDEN) * FITTED
"""Where the layers stand in the model's numbers, after how common each type is, and how many numbers there are."""
UNITS = 0
"""Where in the room the hidden units stand."""


@rule
def add(model: Floats, room: Floats, value: float, row: int) -> None:
    """Add so many times a row of the first layer."""
    for h in range(HIDDEN):
        room[UNITS + h] += value * model[FIRST + row * HIDDEN + h]


@rule
def chances_by_type(model: Floats, answer: int, players: int, room: Floats, at: int) -> None:
    """Write to ``room[at:]`` how likely a partner of each type accepts the offer of that number."""
    net = ((answer & (2 * NET_ZERO - 1)) - NET_ZERO) * NET_UNIT
    given = ((answer >> GIVEN_AT) & MOST_GIVEN) * GIVEN_UNIT
    cash = ((answer >> CASH_AT) & MOST_CASH) * CASH_UNIT
    own = (answer >> OWN_GROUP_AT) & 15
    other = (answer >> OTHER_GROUP_AT) & 15
    for h in range(HIDDEN):
        room[UNITS + h] = model[FIRST + BIAS * HIDDEN + h]
    add(model, room, net / NETS, NET)
    add(model, room, given / GIVENS, GIVEN)
    add(model, room, max(-1.0, min(3.0, net / (given + FEW))), PART)
    add(model, room, cash / CASHES, CASH)
    add(model, room, players / SEATS_AT, PLAYERS)
    if own > 0:
        add(model, room, 1.0, OWN_GROUP + own - 1)
    if other > 0:
        add(model, room, 1.0, OTHER_GROUP + other - 1)
    for k in range(FITTED):
        raw = model[LAST + k]
        for h in range(HIDDEN):
            raw += max(0.0, room[UNITS + h]) * model[LAST + (1 + h) * FITTED + k]
        room[at + k] = 1.0 / (1.0 + math.exp(max(-30.0, min(30.0, -raw))))
    room[at + FITTED] = AT_RANDOM


@rule
def believe_answers(g: State, q: int, model: Floats, room: Floats, at: int, spare: int) -> None:
    """Write to ``room[at:]`` how likely seat ``q`` is of each type, by its answers; it works on ``room[spare:]``."""
    for k in range(TYPES):
        room[at + k] = model[k]
    first = last_answers(g, q)
    for i in range(ANSWERS[g.opt.players]):
        answer = g.past.answers[first + i] * 1
        if answer != 0:
            chances_by_type(model, answer, g.opt.players * 1, room, spare)
            room[spare + BY_CHANCES] = BY_CHANCES_ACCEPT
            for k in range(TYPES):
                chance = room[spare + k]
                if (answer >> ACCEPTED_AT) & 1 == 0:
                    chance = 1.0 - chance
                room[at + k] *= max(LEAST, chance)
    total = 0.0
    for k in range(TYPES):
        total += room[at + k]
    for k in range(TYPES):
        room[at + k] /= total
