"""The offers that were made, as far as agents need to know them in order not to make the same ones again.

An offer is remembered with what would make it another question if it changed: who lives, what both sides own, have
mortgaged and built, and the partner's cash. That is public, follows from the steps of the game, and no rule asks for
it. Each seat has room for a few offers; one that no longer counts makes room for the next.

What each seat answered to its last offers is remembered too, so that agents can learn whom they deal with. An answer is
one number. It has the advantage of the offer by list prices, and what the seat would have given. It also has whose
group would be complete, the cash that the seat would have kept, and whether it accepted.
"""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.layout import constants
from ...runtime.primitives import low_bit
from .board import (
    ALL_DEEDS,
    CHANCE_DECK,
    CHEST_DECK,
    GROUP,
    GROUP_MASK,
    HOTEL,
    PRICE,
    SEATS,
    STREET_GROUPS,
)
from .money import in_game, interest_on
from .property import lifting_price
from .state import ITEM_CHANCE_CARD, ITEM_CHEST_CARD, PAST_ANSWERS, PAST_OFFERS, State

__all__ = ["answer_of", "forget_offers", "last_answers", "may_make", "remember", "remember_answer", "with_accepted"]

COIN = 8
"""The partner's cash is remembered in units of so many dollars, rounded so that an offer counts longer, not shorter."""
MOST_COINS = 32767
PARTNER_BITS = 3
CONTEXT_BITS = 31
CONTEXT = (1 << CONTEXT_BITS) - 1
ALIVE, MINE, THEIRS, MORTGAGED = 0x1F83D9AB, 0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D
BUILT, LEVELS, FINISH = 0xB5297A4D, 0x27D4EB2F, 0x165667B1
"""Odd factors of the hash of a context: 31 bits times one of them fit 63 bits."""
MOST_MONEY = 32767
"""The largest sum that is remembered: larger ones count as this."""
REPEATED, NO_ROOM = -1, -2
ROOM = constants(PAST_OFFERS // max(1, players) for players in range(SEATS + 1))
"""For how many offers each seat has room, by the number of players."""
ANSWERS = constants(PAST_ANSWERS // max(1, players) for players in range(SEATS + 1))
"""For how many answers each seat has room."""
NET_UNIT, NET_ZERO, MOST_NET = 8, 512, 511
GIVEN_UNIT, MOST_GIVEN = 32, 127
CASH_UNIT, MOST_CASH = 64, 31
GIVEN_AT, OWN_GROUP_AT, OTHER_GROUP_AT, CASH_AT, ACCEPTED_AT = 10, 17, 21, 25, 30
"""Where the parts of an answer begin; first comes the advantage by list prices."""
CARD_PRICE = 50
CARDS = 2
BOTH_CARDS = (1 << ITEM_CHANCE_CARD) | (1 << ITEM_CHEST_CARD)
"""By how many places the marks of jail cards that are given lie above the cards; and both cards among the items."""


@rule
def context_of(g: State, p: int, q: int) -> int:
    """A number, not 0, for what an offer of ``p`` to ``q`` depends on: deeds, mortgages, buildings, who lives.

    Its last bits are the partner. The factors need not wait for each other, since this is asked with every offer.
    """
    both = g.deeds[p] | g.deeds[q]
    h = (g.alive * ALIVE) ^ (g.deeds[p] * MINE) ^ (g.deeds[q] * THEIRS) ^ ((g.mortgaged & both) * MORTGAGED)
    m = g.built & both
    if m != 0:
        h ^= m * BUILT
        levels = 0
        while m != 0:
            levels = (levels * (HOTEL + 1) + g.level[low_bit(m)]) & CONTEXT
            m &= m - 1
        h ^= levels * LEVELS
    h = ((h ^ (h >> CONTEXT_BITS)) & CONTEXT) * FINISH
    h = (h ^ (h >> CONTEXT_BITS)) & CONTEXT
    return ((h >> PARTNER_BITS) | 1) << PARTNER_BITS | q


@rule
def partner_of(context: int) -> int:
    """To whom the offer in that context was made."""
    return context & ((1 << PARTNER_BITS) - 1)


@rule
def is_current(g: State, p: int, i: int) -> bool:
    """Whether all that offer ``i`` of ``p`` depends on is as it was then, but for cash."""
    context = g.past.context[i] * 1
    q = partner_of(context)
    return in_game(g, q) and context_of(g, p, q) == context


@rule
def cash_counts(g: State, q: int, i: int) -> bool:
    """Whether offer ``i`` to ``q`` still counts by the cash of ``q``.

    It does not once that is 20 % more or less than it was, or more than that.
    """
    cash = max(0, g.cash[q])
    least = g.past.least[i] * COIN
    most = g.past.most[i] * COIN
    if cash != least and 5 * cash <= 4 * least:
        return False
    return g.past.most[i] == MOST_COINS or cash == most or 5 * cash < 6 * most


@rule
def with_cards(g: State, p: int, items: int) -> int:
    """The items, marked with the jail cards among them that ``p`` gives: a card may be gone when they are compared."""
    marked = items
    if (items >> ITEM_CHANCE_CARD) & 1 == 1 and g.holder[CHANCE_DECK] == p + 1:
        marked |= 1 << (ITEM_CHANCE_CARD + CARDS)
    if (items >> ITEM_CHEST_CARD) & 1 == 1 and g.holder[CHEST_DECK] == p + 1:
        marked -= 1 << (ITEM_CHEST_CARD + CARDS)  # the sign of 32 bits
    return marked


@rule
def is_no_better(g: State, p: int, items: int, money: int, other: int, paid: int) -> bool:
    """Whether the first offer is no better for the partner of ``p`` than the other: gives no more, takes no less.

    Both are marked by :func:`with_cards`.
    """
    own = g.deeds[p] * 1
    given = (items & own) | ((items >> CARDS) & BOTH_CARDS)
    taken = (items & ALL_DEEDS & ~own) | (items & BOTH_CARDS & ~(items >> CARDS))
    given_before = (other & own) | ((other >> CARDS) & BOTH_CARDS)
    taken_before = (other & ALL_DEEDS & ~own) | (other & BOTH_CARDS & ~(other >> CARDS))
    return (given & ~given_before) == 0 and (taken_before & ~taken) == 0 and money <= paid


@rule
def place_for(g: State, p: int, q: int, context: int, items: int, money: int) -> int:
    """Where such an offer is to be remembered: in place of one that it betters, else of one that counts no longer.

    REPEATED: an offer counts that is at least as good for the partner. NO_ROOM: as many others count as there is room.
    Of those that count no longer it is the last. Once that is found, offers to others need not be looked at. Places are
    so taken from the last to the first: before a place that was never taken there is no offer.
    """
    room = ROOM[g.opt.players]
    marked = with_cards(g, p, items)
    money = max(-MOST_MONEY, min(MOST_MONEY, money))
    bettered = NO_ROOM
    empty = NO_ROOM
    for i in range((p + 1) * room - 1, p * room - 1, -1):
        other = g.past.context[i] * 1
        if other == 0:
            if empty == NO_ROOM:
                empty = i
            break
        if other != context:
            if empty == NO_ROOM and (
                partner_of(other) == q or not is_current(g, p, i) or not cash_counts(g, partner_of(other), i)
            ):
                empty = i
        elif not cash_counts(g, q, i):
            if empty == NO_ROOM:
                empty = i
        elif is_no_better(g, p, marked, money, g.past.items[i] * 1, g.past.money[i] * 1):
            return REPEATED
        elif bettered == NO_ROOM and is_no_better(g, p, g.past.items[i] * 1, g.past.money[i] * 1, marked, money):
            bettered = i
    if bettered != NO_ROOM:
        return bettered
    return empty


@rule
def may_make(g: State, p: int, q: int, items: int, money: int) -> bool:
    """Whether an agent in seat ``p`` may offer this to ``q``: it repeats no offer, and can be remembered itself."""
    room = ROOM[g.opt.players]
    for i in range((p + 1) * room - 1, p * room - 1, -1):
        context = g.past.context[i] * 1
        if context == 0:
            return True  # there is room, and ``q`` was asked nothing
        if partner_of(context) == q:
            break
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
    if g.past.context[i] == context and cash_counts(g, q, i):
        least = min(least, g.past.least[i])
        most = max(most, g.past.most[i])
    g.past.items[i] = with_cards(g, p, items)
    g.past.money[i] = max(-MOST_MONEY, min(MOST_MONEY, money))
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
    for i in range(PAST_ANSWERS):
        g.past.answers[i] = 0


# ------------------------------------------------------------------------------------------------ answers to offers


@rule
def list_price(g: State, items: int) -> int:
    """What deeds and jail cards cost by the list, mortgaged ones less what lifting costs."""
    total = CARD_PRICE * (((items >> ITEM_CHANCE_CARD) & 1) + ((items >> ITEM_CHEST_CARD) & 1))
    m = items & ALL_DEEDS
    while m != 0:
        d = low_bit(m)
        m &= m - 1
        total += PRICE[d]
        if (g.mortgaged >> d) & 1 == 1:
            total -= lifting_price(g, d)
    return total


@rule
def completed_group(g: State, p: int, given: int, received: int) -> int:
    """The number, from 1 on, of a group that seat ``p`` gets whole by the exchange, the dearest street group; or 0."""
    after = (g.deeds[p] & ~given) | received
    best = 0
    m = received & ALL_DEEDS
    while m != 0:
        k = GROUP[low_bit(m)]
        m &= m - 1
        mask = GROUP_MASK[k]
        if (after & mask) == mask and (best == 0 or k < STREET_GROUPS):
            best = k + 1
    return best


@rule
def answer_of(g: State, p: int, q: int, items: int, money: int) -> int:
    """The offer of ``p`` to ``q`` as ``q`` sees it, in one number; it has not accepted."""
    received = items & g.deeds[p]
    due = interest_on(g, received)
    if g.holder[CHANCE_DECK] == p + 1:
        received |= items & (1 << ITEM_CHANCE_CARD)
    if g.holder[CHEST_DECK] == p + 1:
        received |= items & (1 << ITEM_CHEST_CARD)
    given = items & ~received
    gives = list_price(g, given) + max(0, -money) + due
    net = list_price(g, received) + max(0, money) - gives
    code = NET_ZERO + max(-MOST_NET, min(MOST_NET, net // NET_UNIT))
    code |= max(0, min(MOST_GIVEN, gives // GIVEN_UNIT)) << GIVEN_AT
    code |= completed_group(g, q, given, received) << OWN_GROUP_AT
    code |= completed_group(g, p, received, given) << OTHER_GROUP_AT
    return code | (max(0, min(MOST_CASH, (g.cash[q] + money - due) // CASH_UNIT)) << CASH_AT)


@rule
def with_accepted(answer: int) -> int:
    """The same answer, accepting."""
    return answer | (1 << ACCEPTED_AT)


@rule
def last_answers(g: State, q: int) -> int:
    """Where the answers of seat ``q`` begin, the last one first; it has ``ANSWERS`` of them."""
    return q * ANSWERS[g.opt.players]


@rule
def remember_answer(g: State, p: int, q: int, accepted: bool) -> None:
    """Remember how ``q`` answers the pending offer of ``p``; the oldest of its answers is forgotten.

    Where no offer is remembered, since a set-up begins with this one, the answer is not either.
    """
    if g.past.context[p * ROOM[g.opt.players] + ROOM[g.opt.players] - 1] == 0:
        return
    first = last_answers(g, q)
    for i in range(first + ANSWERS[g.opt.players] - 1, first, -1):
        g.past.answers[i] = g.past.answers[i - 1]
    answer = answer_of(g, p, q, g.items * 1, g.money * 1)
    if accepted:
        answer = with_accepted(answer)
    g.past.answers[first] = answer
