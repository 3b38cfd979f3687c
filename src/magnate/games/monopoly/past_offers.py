"""The offers that were made, as far as agents need to know them in order not to make the same ones again.

An offer is remembered with what would make it another question if it changed: who lives, what both sides own, have
mortgaged and built, and the partner's cash. That is public, follows from the steps of the game, and no rule asks for
it. Each seat has room for a few offers; one that no longer counts makes room for the next.
"""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import low_bit
from .board import CHANCE_DECK, CHEST_DECK
from .money import in_game
from .state import ITEM_CHANCE_CARD, ITEM_CHEST_CARD, PAST_OFFERS, State

__all__ = ["forget_offers", "may_make", "remember"]

COIN = 8
"""The partner's cash is remembered in units of so many dollars, rounded so that an offer counts longer, not shorter."""
MOST_COINS = 32767
MODULUS = (1 << 31) - 1
PARTNER_BITS = 3
REPEATED, NO_ROOM = -1, -2


@rule
def mix(h: int, value: int) -> int:
    """One step of a hash below 2**31."""
    return (((h ^ value) & MODULUS) * 48271 + 11) % MODULUS


@rule
def context_of(g: State, p: int, q: int) -> int:
    """A number, not 0, for what an offer of ``p`` to ``q`` depends on: deeds, mortgages, buildings, who lives.

    Its last bits are the partner.
    """
    both = g.deeds[p] | g.deeds[q]
    h = mix(1, g.alive * 1)
    h = mix(h, g.deeds[p] * 1)
    h = mix(h, g.deeds[q] * 1)
    h = mix(h, g.mortgaged & both)
    m = g.built & both
    while m != 0:
        d = low_bit(m)
        h = mix(h, 8 * d + g.level[d])
        m &= m - 1
    return ((h >> PARTNER_BITS) | 1) << PARTNER_BITS | q


@rule
def room(g: State) -> int:
    """For how many offers each seat has room."""
    return PAST_OFFERS // g.opt.players


@rule
def counts(g: State, p: int, i: int, q: int, now: int) -> bool:
    """Whether offer ``i``, which ``p`` has made, still counts: nothing that it depends on has changed.

    The partner's cash has if it is 20 % more or less than it was, or more than that. ``now`` is the context of an offer
    to ``q``, which need not be worked out again.
    """
    context = g.past.context[i] * 1
    if context == 0:
        return False
    partner = context & ((1 << PARTNER_BITS) - 1)
    if partner == q:
        if context != now:
            return False
    elif not in_game(g, partner) or context_of(g, p, partner) != context:
        return False
    q = partner
    cash = max(0, g.cash[q])
    least = g.past.least[i] * COIN
    most = g.past.most[i] * COIN
    if cash != least and 5 * cash <= 4 * least:
        return False
    return g.past.most[i] == MOST_COINS or cash == most or 5 * cash < 6 * most


@rule
def is_no_better(g: State, p: int, items: int, money: int, other: int, paid: int) -> bool:
    """Whether the first offer is no better for the partner of ``p`` than the other: gives no more, takes no less."""
    own = g.deeds[p] * 1
    if g.holder[CHANCE_DECK] == p + 1:
        own |= 1 << ITEM_CHANCE_CARD
    if g.holder[CHEST_DECK] == p + 1:
        own |= 1 << ITEM_CHEST_CARD
    return (items & own & ~other) == 0 and (other & ~own & ~items) == 0 and money <= paid


@rule
def place_for(g: State, p: int, q: int, context: int, items: int, money: int) -> int:
    """Where such an offer is to be remembered: in place of one that it betters, else of one that counts no longer.

    REPEATED: an offer counts that is at least as good for the partner. NO_ROOM: as many others count as there is room.
    """
    first = p * room(g)
    bettered = NO_ROOM
    empty = NO_ROOM
    for i in range(first, first + room(g)):
        if not counts(g, p, i, q, context):
            empty = i
        elif g.past.context[i] == context:
            if is_no_better(g, p, items, money, g.past.items[i] * 1, g.past.money[i] * 1):
                return REPEATED
            if is_no_better(g, p, g.past.items[i] * 1, g.past.money[i] * 1, items, money):
                bettered = i
    if bettered >= 0:
        return bettered
    return empty


@rule
def may_make(g: State, p: int, q: int, items: int, money: int) -> bool:
    """Whether an agent in seat ``p`` may offer this to ``q``: it repeats no offer, and can be remembered itself."""
    return place_for(g, p, q, context_of(g, p, q), items, money) >= 0


@rule
def remember(g: State, p: int, q: int, items: int, money: int) -> None:
    """Remember an offer that is made. Where it betters one, it counts for the partner's cash of both."""
    context = context_of(g, p, q)
    i = place_for(g, p, q, context, items, money)
    if i < 0:
        return
    cash = max(0, g.cash[q])
    least = min(MOST_COINS, cash // COIN)
    most = min(MOST_COINS, (cash + COIN - 1) // COIN)
    if counts(g, p, i, q, context):
        least = min(least, g.past.least[i])
        most = max(most, g.past.most[i])
    g.past.items[i] = items
    g.past.money[i] = money
    g.past.context[i] = context
    g.past.least[i] = least
    g.past.most[i] = most


@rule
def forget_offers(g: State) -> None:
    """A game begins: no offer has been made."""
    for i in range(PAST_OFFERS):
        g.past.items[i] = 0
        g.past.money[i] = 0
        g.past.context[i] = 0
        g.past.least[i] = 0
        g.past.most[i] = 0
