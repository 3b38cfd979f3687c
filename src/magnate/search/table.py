"""The transposition table: what was found out about positions that a search may meet again.

A position's slot follows from its key, and a new entry replaces the old one. An entry counts where the position is met
with as many moves left, or with any number if it is proven; its action is tried first in any case. A game's keys are
equal for equal positions; where different ones may share a key, the table may mistake one for the other.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

from ..engine.compiler import rule
from ..engine.layout import packed

__all__ = [
    "AT_LEAST",
    "AT_MOST",
    "EXACT",
    "MASK",
    "NOTHING",
    "SLOT",
    "Slot",
    "Slots",
    "hint",
    "place",
    "remember",
    "usable",
]

SLOT = packed(
    [
        ("key", "i8"),
        ("value", "f8"),  # for the seat that searches
        ("action", "i4"),  # the best one, or the one that led to a cut-off
        ("moves", "i4"),  # how many the search had left
        ("bound", "i1"),  # what the value is: one of the kinds below
        ("proven", "i1"),  # 1: every line went to the end of the game
        ("spare", "i1", (6,)),
    ]
)
Slot: TypeAlias = Annotated[Any, SLOT]
Slots: TypeAlias = Annotated[Any, (SLOT,)]

NOTHING, EXACT, AT_LEAST, AT_MOST = range(4)
"""``bound``: an empty slot, the value itself, and bounds of it."""
FACTOR: Final = 0x9E3779B97F4A7C15 >> 1
"""Spreads neighbouring keys over the table (half of the golden ratio, as 63 bits)."""
MASK: Final = 0x7FFFFFFF
"""31 bits."""


@rule
def place(key: int, slots: int) -> int:
    """The slot of a key among so many, at most 2**31."""
    high = (key >> 32) & MASK
    low = key & MASK
    # The two products of 31-bit words stay below 2**62 each.
    mixed = (low * (FACTOR & MASK) + high * (FACTOR >> 32)) & 0x3FFFFFFFFFFFFFFF
    return ((mixed ^ (mixed >> 29)) & MASK) % slots


@rule
def usable(slot: Slot, key: int, moves: int, alpha: float, beta: float) -> bool:
    """Whether a slot answers for the position with this key and so many moves left in this window."""
    if slot.bound == NOTHING or slot.key != key or (slot.moves != moves and slot.proven == 0):
        return False
    if slot.bound == EXACT:
        return True
    return (slot.bound == AT_LEAST and slot.value >= beta) or (slot.bound == AT_MOST and slot.value <= alpha)


@rule
def hint(slot: Slot, key: int) -> int:
    """The action that was best when the position with this key was last met, or -1."""
    return slot.action if slot.bound != NOTHING and slot.key == key else -1


@rule
def remember(
    slot: Slot, key: int, moves: int, value: float, alpha: float, beta: float, action: int, proven: bool
) -> None:
    """Write what a search in this window found."""
    slot.key = key
    slot.moves = moves
    slot.value = value
    slot.action = action
    slot.proven = 1 if proven else 0
    slot.bound = EXACT
    if value >= beta:
        slot.bound = AT_LEAST
    elif value <= alpha:
        slot.bound = AT_MOST
