"""Hands and the deck as counts of kinds: how many cards there are, what may be drawn, a card for a hand.

Which plain cards have been discarded follows: those of the game that are neither in the deck nor in a hand.
"""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import emit
from . import events
from .state import State
from .tables import CANAL, CARD_KINDS, DECK, HAND, PLAIN_CARDS

__all__ = ["deck_size", "draw_card", "drawable", "hand_size", "holds", "lacks_card", "new_deck"]


@rule
def hand_size(g: State, p: int) -> int:
    """How many cards seat ``p`` holds, wild ones included."""
    n = 0
    for kind in range(CARD_KINDS):
        n += g.hand[p, kind]
    return n


@rule
def holds(g: State, p: int) -> int:
    """The kinds of cards that seat ``p`` holds, as a mask."""
    mask = 0
    for kind in range(CARD_KINDS):
        if g.hand[p, kind] > 0:
            mask |= 1 << kind
    return mask


@rule
def deck_size(g: State) -> int:
    """How many cards have not been drawn, with those that the Canal deck keeps back."""
    n = 0
    for kind in range(PLAIN_CARDS):
        n += g.deck[kind]
    return n


@rule
def drawable(g: State) -> int:
    """How many cards may still be drawn.

    In the Canal era as many as there are players lie face down from the start; nobody sees them, so they are any cards
    that the deck keeps.
    """
    n = deck_size(g)
    if g.era == CANAL:
        n -= g.opt.players
    return max(n, 0)


@rule
def lacks_card(g: State, p: int) -> bool:
    """Whether seat ``p`` draws a card when its turn is over."""
    return hand_size(g, p) < HAND and drawable(g) > 0


@rule
def draw_card(g: State, p: int, kind: int) -> None:
    """Seat ``p`` gets a card from the deck."""
    g.deck[kind] -= 1
    g.hand[p, kind] += 1
    emit(g, events.DRAWS, p, kind, 0, 0)


@rule
def new_deck(g: State) -> None:
    """All plain cards of the game are in the deck."""
    for kind in range(PLAIN_CARDS):
        g.deck[kind] = DECK[g.opt.players * PLAIN_CARDS + kind]
