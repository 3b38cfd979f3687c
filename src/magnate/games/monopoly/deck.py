"""The two decks as queues: a drawn card goes to the bottom, so the order is known after one pass (rules section 7).

``unseen`` holds the cards that nobody has seen, which lie on top in an unknown order; ``queue`` holds the known ones
below them. While cards are unseen a draw is a chance node; afterwards it is forced.
"""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import count_bits, emit, low_bit
from . import events
from .state import CARDS_INDEPENDENT, State
from .tables import ALL_CARDS, CARDS, JAIL_CARD


@rule
def drawable(g: State, deck: int) -> int:
    """Mask of the cards that the next draw from ``deck`` may show, each equally likely."""
    if g.opt.cards == CARDS_INDEPENDENT:
        return ALL_CARDS
    if g.unseen[deck] != 0:
        return g.unseen[deck]
    return 1 << g.queue[deck, 0]


@rule
def draw_is_known(g: State, deck: int) -> bool:
    """Whether only one card can come, so that the draw is no chance node."""
    return count_bits(drawable(g, deck)) == 1


@rule
def put_at_bottom(g: State, deck: int, card: int) -> None:
    """``card`` goes to the bottom, face down."""
    g.queue[deck, g.queued[deck]] = card
    g.queued[deck] += 1


@rule
def take(g: State, deck: int, card: int) -> None:
    """Draw ``card`` from the top of ``deck``; it is put back at once unless it is kept.

    (The deck is not drawn from in between.)
    """
    if g.opt.cards == CARDS_INDEPENDENT:
        return
    if g.unseen[deck] != 0:
        g.unseen[deck] &= ~(1 << card)
    else:
        for i in range(CARDS - 1):
            g.queue[deck, i] = g.queue[deck, i + 1]
        g.queue[deck, CARDS - 1] = 0
        g.queued[deck] -= 1
    if card != JAIL_CARD[deck]:
        put_at_bottom(g, deck, card)


@rule
def top_card(g: State, deck: int) -> int:
    """The next card when it is known."""
    return low_bit(drawable(g, deck))


@rule
def keep_card(g: State, deck: int, p: int) -> None:
    """Seat ``p`` keeps the get-out-of-jail card of ``deck`` (with independent draws the card is returned at once)."""
    if g.opt.cards != CARDS_INDEPENDENT:
        g.holder[deck] = p + 1
        emit(g, events.KEEPS_CARD, p, deck, 0, 0)


@rule
def return_card(g: State, deck: int) -> None:
    """The get-out-of-jail card goes to the bottom of its own deck."""
    emit(g, events.RETURNS_CARD, g.holder[deck] - 1, deck, 0, 0)
    g.holder[deck] = 0
    put_at_bottom(g, deck, JAIL_CARD[deck])
