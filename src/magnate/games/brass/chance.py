"""Chance nodes: the first turn order, the merchants' tiles and single cards, with exact integer weights."""

from __future__ import annotations

from ...core.contract import PURPOSES, TABLE
from ...runtime.compiler import Ints, rule
from .cards import deck_size, draw_card, lacks_card
from .opening import lay_merchant, place_in_order
from .state import DEAL_CARDS, DEAL_MERCHANT, DEAL_ORDER, State
from .tables import HAND, MERCHANT_KINDS, MERCHANT_POOL, MERCHANT_SPACES_ALL, PLAIN_CARDS
from .turns import begin_round, next_seat

__all__ = ["CARDS", "MERCHANTS", "ORDER", "chance", "chance_key", "draw", "step_chance"]

ORDER, MERCHANTS, CARDS = range(3)
"""The purposes of streams: the opening belongs to the table, the cards to the seat that draws them.

So what one seat draws does not depend on how many cards the others have drawn before, except through the deck.
"""


@rule
def drawing_seat(g: State) -> int:
    """Whose hand the next card is for."""
    if g.phase == DEAL_CARDS:
        return g.dealt // HAND
    return g.order[g.turn]


@rule
def outcomes(g: State) -> int:
    """One more than the greatest outcome of the pending node."""
    if g.phase == DEAL_ORDER:
        return g.opt.players
    if g.phase == DEAL_MERCHANT:
        return MERCHANT_KINDS
    return PLAIN_CARDS


@rule
def weight_of(g: State, outcome: int) -> int:
    """The weight of an outcome of the pending node; 0 when it cannot happen."""
    if g.phase == DEAL_ORDER:
        for i in range(g.dealt):
            if g.order[i] == outcome:
                return 0
        return 1
    if g.phase == DEAL_MERCHANT:
        left = MERCHANT_POOL[g.opt.players * MERCHANT_KINDS + outcome]
        for m in range(MERCHANT_SPACES_ALL):
            if g.merchant[m] == outcome:
                left -= 1
        return max(left, 0)  # (spaces without a tile have the number 0, of which the pool has none)
    return g.deck[outcome]


@rule
def total_weight(g: State) -> int:
    """The sum of the weights of the pending node's outcomes."""
    if g.phase != DEAL_ORDER and g.phase != DEAL_MERCHANT:
        return deck_size(g)
    n = 0
    for outcome in range(outcomes(g)):
        n += weight_of(g, outcome)
    return n


@rule
def chance(g: State, out: Ints, weight: Ints) -> int:
    """Write the possible outcomes and their integer weights; a card's weight is how many of its kind are left."""
    n = 0
    for outcome in range(outcomes(g)):
        w = weight_of(g, outcome)
        if w > 0:
            out[n] = outcome
            weight[n] = w
            n += 1
    return n


@rule
def draw(g: State, u: int) -> int:
    """The outcome that the 52-bit number ``u`` picks; agrees with ``chance``."""
    rest = (u * total_weight(g)) >> 52
    outcome = 0
    while rest >= weight_of(g, outcome):
        rest -= weight_of(g, outcome)
        outcome += 1
    return outcome


@rule
def chance_key(g: State) -> int:
    """Whose stream and which purpose the pending chance node draws from: seat * 8 + purpose."""
    if g.phase == DEAL_ORDER:
        return TABLE * PURPOSES + ORDER
    if g.phase == DEAL_MERCHANT:
        return TABLE * PURPOSES + MERCHANTS
    return drawing_seat(g) * PURPOSES + CARDS


@rule
def step_chance(g: State, outcome: int) -> None:
    """Carry out the outcome of a chance node."""
    if g.phase == DEAL_ORDER:
        place_in_order(g, outcome)
    elif g.phase == DEAL_MERCHANT:
        lay_merchant(g, outcome)
    elif g.phase == DEAL_CARDS:
        deal_card(g, outcome)
    else:
        p = g.order[g.turn] * 1
        draw_card(g, p, outcome)
        if not lacks_card(g, p):
            next_seat(g)


@rule
def deal_card(g: State, kind: int) -> None:
    """The next card of the era's first hands; with the last one the era begins."""
    draw_card(g, g.dealt // HAND, kind)
    g.dealt += 1
    if g.dealt == HAND * g.opt.players:
        g.dealt = 0
        begin_round(g)
