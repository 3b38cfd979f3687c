"""Hands and the deck as counts of kinds, and the cards given for actions (rules sections 5, 8.5 and 8.6).

Which plain cards have been discarded follows: those of the game that are neither in the deck nor in a hand.
"""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import emit
from . import board, events
from .state import State

__all__ = [
    "borrow",
    "can_borrow",
    "can_scout",
    "deck_size",
    "draw_card",
    "drawable",
    "give_card",
    "hand_size",
    "holds",
    "lacks_card",
    "new_deck",
    "paying_cards",
    "scout_cards",
    "take_wilds",
]


@rule
def hand_size(g: State, p: int) -> int:
    """How many cards seat ``p`` holds, wild ones included."""
    n = 0
    for kind in range(board.CARD_KINDS):
        n += g.hand[p, kind]
    return n


@rule
def holds(g: State, p: int) -> int:
    """The kinds of cards that seat ``p`` holds, as a mask."""
    mask = 0
    for kind in range(board.CARD_KINDS):
        if g.hand[p, kind] > 0:
            mask |= 1 << kind
    return mask


@rule
def deck_size(g: State) -> int:
    """How many cards have not been drawn, with those that the Canal deck keeps back."""
    n = 0
    for kind in range(board.PLAIN_CARDS):
        n += g.deck[kind]
    return n


@rule
def drawable(g: State) -> int:
    """How many cards may still be drawn.

    In the Canal era as many as there are players lie face down from the start; nobody sees them, so they are any cards
    that the deck keeps.
    """
    n = deck_size(g)
    if g.era == board.CANAL:
        n -= g.opt.players
    return max(n, 0)


@rule
def lacks_card(g: State, p: int) -> bool:
    """Whether seat ``p`` draws a card when its turn is over."""
    return hand_size(g, p) < board.HAND and drawable(g) > 0


@rule
def draw_card(g: State, p: int, kind: int) -> None:
    """Seat ``p`` gets a card from the deck."""
    g.deck[kind] -= 1
    g.hand[p, kind] += 1
    emit(g, events.DRAWS, p, kind, 0, 0)


@rule
def new_deck(g: State) -> None:
    """All plain cards of the game are in the deck."""
    for kind in range(board.PLAIN_CARDS):
        g.deck[kind] = board.DECK[g.opt.players * board.PLAIN_CARDS + kind]


# ---------------- Cards given for actions; loan, scout


@rule
def can_borrow(g: State, p: int) -> bool:
    """Whether seat ``p`` may take a loan: its level stays on the track."""
    return board.INCOME_LEVEL[g.income_space[p]] - board.LOAN_LEVELS >= board.LOWEST_LEVEL


@rule
def borrow(g: State, p: int) -> None:
    """Take a loan: money for three levels of income, down to the highest space of the new level."""
    g.money[p] += board.LOAN
    level = board.INCOME_LEVEL[g.income_space[p]] - board.LOAN_LEVELS
    g.income_space[p] = board.TOP_OF_LEVEL[level - board.LOWEST_LEVEL]
    emit(g, events.BORROWS, p, g.income_space[p], 0, 0)


@rule
def can_scout(g: State, p: int) -> bool:
    """Whether seat ``p`` may scout: three cards to give, and no wild one."""
    return (
        g.hand[p, board.WILD_LOCATION] == 0
        and g.hand[p, board.WILD_INDUSTRY] == 0
        and hand_size(g, p) >= board.SCOUT_CARDS
    )


@rule
def take_wilds(g: State, p: int) -> None:
    """The two wild cards of a scout."""
    g.hand[p, board.WILD_LOCATION] += 1
    g.hand[p, board.WILD_INDUSTRY] += 1
    emit(g, events.SCOUTS, p, 0, 0, 0)


@rule
def give_card(g: State, p: int, kind: int) -> None:
    """A card leaves the hand: to the discards, a wild one to its supply."""
    g.hand[p, kind] -= 1
    emit(g, events.GIVES, p, kind, 0, 0)


@rule
def scout_cards(g: State, p: int) -> int:
    """The kinds that seat ``p`` may give next for a scout: from the last one up, with enough left for the rest."""
    rest = board.SCOUT_CARDS - 1 - g.count
    found = 0
    above = 0
    for below in range(board.CARD_KINDS - g.last):
        kind = board.CARD_KINDS - 1 - below
        held = g.hand[p, kind]
        if held > 0 and above + held > rest:
            found |= 1 << kind
        above += held
    return found


@rule
def paying_cards(g: State, p: int) -> int:
    """The kinds of cards that seat ``p`` may give for the action that it has carried out."""
    return holds(g, p) & g.fits
