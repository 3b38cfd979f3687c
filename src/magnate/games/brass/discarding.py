"""Cards given for actions; loan, scout (rules sections 5, 8.5, 8.6)."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import emit
from . import events
from .cards import hand_size, holds
from .state import State
from .tables import (
    CARD_KINDS,
    INCOME_LEVEL,
    LOAN,
    LOAN_LEVELS,
    LOWEST_LEVEL,
    SCOUT_CARDS,
    TOP_OF_LEVEL,
    WILD_INDUSTRY,
    WILD_LOCATION,
)

__all__ = ["borrow", "can_borrow", "can_scout", "give_card", "paying_cards", "scout_cards", "take_wilds"]


@rule
def can_borrow(g: State, p: int) -> bool:
    """Whether seat ``p`` may take a loan: its level stays on the track."""
    return INCOME_LEVEL[g.income_space[p]] - LOAN_LEVELS >= LOWEST_LEVEL


@rule
def borrow(g: State, p: int) -> None:
    """Take a loan: money for three levels of income, down to the highest space of the new level."""
    g.money[p] += LOAN
    level = INCOME_LEVEL[g.income_space[p]] - LOAN_LEVELS
    g.income_space[p] = TOP_OF_LEVEL[level - LOWEST_LEVEL]
    emit(g, events.BORROWS, p, g.income_space[p], 0, 0)


@rule
def can_scout(g: State, p: int) -> bool:
    """Whether seat ``p`` may scout: three cards to give, and no wild one."""
    return g.hand[p, WILD_LOCATION] == 0 and g.hand[p, WILD_INDUSTRY] == 0 and hand_size(g, p) >= SCOUT_CARDS


@rule
def take_wilds(g: State, p: int) -> None:
    """The two wild cards of a scout."""
    g.hand[p, WILD_LOCATION] += 1
    g.hand[p, WILD_INDUSTRY] += 1
    emit(g, events.SCOUTS, p, 0, 0, 0)


@rule
def give_card(g: State, p: int, kind: int) -> None:
    """A card leaves the hand: to the discards, a wild one to its supply."""
    g.hand[p, kind] -= 1
    emit(g, events.GIVES, p, kind, 0, 0)


@rule
def scout_cards(g: State, p: int) -> int:
    """The kinds that seat ``p`` may give next for a scout: from the last one up, with enough left for the rest."""
    rest = SCOUT_CARDS - 1 - g.count
    found = 0
    above = 0
    for below in range(CARD_KINDS - g.last):
        kind = CARD_KINDS - 1 - below
        held = g.hand[p, kind]
        if held > 0 and above + held > rest:
            found |= 1 << kind
        above += held
    return found


@rule
def paying_cards(g: State, p: int) -> int:
    """The kinds of cards that seat ``p`` may give for the action that it has carried out."""
    return holds(g, p) & g.fits
