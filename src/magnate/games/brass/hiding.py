"""Drawing anew all that a seat cannot know: the others' plain cards, and what the deck has left.

Wild cards were taken openly, so they stay. All else that is hidden is one pool: the cards of the deck, those that the
Canal deck keeps back, and the plain cards of the other hands. Each hand gets as many of them as it had.
"""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.stream import below
from .actions import BUILD
from .cards import deck_size, holds
from .gathering import single
from .legality import choices
from .state import ACTION, BUILD_INDUSTRY, BUILD_SPACE, CARD, SCOUT_CARD, State
from .tables import PLAIN_CARDS

__all__ = ["hide", "knows"]


@rule
def plain_cards(g: State, q: int) -> int:
    """How many plain cards seat ``q`` holds."""
    n = 0
    for kind in range(PLAIN_CARDS):
        n += g.hand[q, kind]
    return n


@rule
def return_cards(g: State, q: int) -> int:
    """The plain cards of seat ``q`` go back to the deck; returns how many they were."""
    n = 0
    for kind in range(PLAIN_CARDS):
        n += g.hand[q, kind]
        g.deck[kind] += g.hand[q, kind]
        g.hand[q, kind] = 0
    return n


@rule
def draw_hand(g: State, q: int, n: int, key: int, at: int) -> None:
    """Seat ``q`` draws ``n`` cards from the deck with the draws number ``at`` and following of ``key``."""
    left = deck_size(g)
    for i in range(n):
        rest = below(key, at + i, left - i)
        kind = 0
        while rest >= g.deck[kind]:
            rest -= g.deck[kind]
            kind += 1
        g.deck[kind] -= 1
        g.hand[q, kind] += 1


@rule
def can_finish(g: State) -> bool:
    """Whether the mover's hand can finish the action that it has begun, and would be asked what it is asked."""
    if g.phase == BUILD_INDUSTRY or g.phase == BUILD_SPACE:
        return choices(g, g.mover) != 0
    if g.phase == CARD or g.phase == SCOUT_CARD:
        return choices(g, g.mover) != 0 and not single(holds(g, g.mover))  # a single kind would have gone by itself
    return g.doing != BUILD or (g.fits & holds(g, g.mover)) != 0


@rule
def in_action(g: State) -> bool:
    """Whether a seat is in the middle of an action."""
    return g.mover >= 0 and ACTION < g.phase <= SCOUT_CARD


@rule
def hide(g: State, p: int, key: int) -> None:
    """Redraw all that seat ``p`` cannot know, evenly among what is possible.

    A seat that has begun an action is dealt first, and again until it can finish that action.
    """
    acting = -1
    if in_action(g) and g.mover != p:
        acting = g.mover * 1
    left = 0
    for q in range(g.opt.players):
        if q != p:
            left |= return_cards(g, q) << (8 * q)
    at = 0
    if acting >= 0:
        n = (left >> (8 * acting)) & 255
        draw_hand(g, acting, n, key, at)
        at += n
        while not can_finish(g):
            return_cards(g, acting)
            draw_hand(g, acting, n, key, at)
            at += n
    for q in range(g.opt.players):
        if q != p and q != acting:
            n = (left >> (8 * q)) & 255
            draw_hand(g, q, n, key, at)
            at += n


@rule
def knows(g: State, p: int) -> bool:
    """Whether seat ``p`` can tell who holds what: no other seat has a plain card, or one has all there are.

    So it is for whoever plays last in an era, for the last seat but one once the deck is empty, and for both of two
    players in the last rounds. The cards that are kept back for good are whatever is left.
    """
    hands = 0
    for q in range(g.opt.players):
        if q != p:
            hands += 1 if plain_cards(g, q) > 0 else 0
    return hands == 0 or (hands == 1 and deck_size(g) == 0)
