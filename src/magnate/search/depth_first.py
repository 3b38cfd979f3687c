"""What depth-first searches keep: the record of limits and counters, and the transposition table."""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

from ..runtime.compiler import rule
from ..runtime.layout import packed
from ..runtime.primitives import CLOCK

WORK = packed(
    [
        ("limit", "i8"),  # the most nodes that may be visited; 0: any number
        ("deadline", "i8"),  # when to stop, in nanoseconds of the monotonic clock; 0: never
        ("clock", CLOCK),  # where the clock writes the time
        ("key", "i8"),  # what draws are derived from
        ("low", "f8"),  # no value is less than this …
        ("high", "f8"),  # … or more than this (Star1 and Star2); max^n: nor do they add up to more
        ("nodes", "i8"),  # visited positions, the root included
        ("evaluations", "i8"),  # leaves: ends of the game, and positions valued by the guide
        ("horizon", "i8"),  # … of these, those valued by the guide because no moves were left
        ("cutoffs", "i8"),  # nodes left early because a bound was reached
        ("hits", "i8"),  # nodes answered by the transposition table
        ("noted", "i8"),  # nodes visited when the last action of the root was finished
        ("due", "i8"),  # nodes at which the clock is read again
        ("deepest", "i4"),  # the longest line, in plies
        ("outcomes", "i2"),  # the most outcomes of a chance node that are looked at; 0: all
        ("whole", "i2"),  # chance nodes up to this ply keep all their outcomes
        ("noisy", "i2"),  # so many moves beyond the horizon noisy actions are followed (selective)
        ("beam", "i2"),  # the most actions of a node that are looked at; 0: all (selective)
        ("min_ply", "i2"),  # … from this ply on (selective)
        ("null", "i2"),  # a null move is searched so many moves less deep; 0: none are made (selective)
        ("stop", "i1"),  # why the search ended early: 0 it did not, or one of the reasons below
        ("deep", "i1"),  # 1: bounds of all ancestors count, 0: those of the parent only (alpha-beta)
        ("probe", "i1"),  # look at so many actions below each outcome first (Star2)
        ("every", "i1"),  # 1: every action of the root gets its exact value (alpha-beta, Star1, Star2)
        ("killers", "i1"),  # 1: actions that led to a cut-off at the same ply come early (ordered)
        ("history", "i1"),  # 1: actions that led to many cut-offs come early (ordered)
        ("ties", "i1"),  # the rule for ties (max^n)
        ("shallow", "i1"),  # 1: leave a node when the player above has no use for it (max^n)
        ("alike", "i1"),  # 1: of actions that the game calls equivalent only the first is looked at (selective)
        ("inexact", "i1"),  # 1: something was left out that may change the value
        ("known", "i1"),  # 1: stop at chance, at the horizon, and where who decides does not know all (endgames)
        ("spare", "i1", (5,)),
    ]
)
Work: TypeAlias = Annotated[Any, WORK]
Works: TypeAlias = Annotated[Any, (WORK,)]

BUDGET: Final = 1
"""``stop``: the nodes or the time are used up."""
NO_ROOM: Final = 2
"""``stop``: a line is longer than the workspace has room for."""
OUTSIDE: Final = 3
"""``stop``: a value lies outside the bounds that pruning relies on."""
DICE: Final = 4
"""``stop``: chance is to move, and the algorithm knows no chance."""
UNKNOWN: Final = 5
"""``stop``: there is something that somebody cannot know yet, and nothing is to be guessed."""

TIES: Final = ("first", "last", "worst", "random")
"""Which of several equally good actions a player takes: that with the lowest id, that with the highest, the one worst
for the seat that searches, or any of them."""
FIRST, LAST, WORST, RANDOM = range(4)


# --------------------------------------------------------------------------------------------- The transposition table
#
# A position's slot follows from its key, and a new entry replaces the old one. An entry counts where the position
# is met with as many moves left, or with any number if it is proven; its action is tried first in any case. Equal
# positions have equal keys. If different ones share a key, the table may mistake one for the other.


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
