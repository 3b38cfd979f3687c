"""The record that a search reads its limits and switches from, and keeps its counts in.

One record serves all algorithms: a kernel uses the fields that its algorithm has a meaning for.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

from ..engine.clock import CLOCK
from ..engine.layout import packed

__all__ = ["BUDGET", "DICE", "FIRST", "LAST", "NO_ROOM", "OUTSIDE", "RANDOM", "TIES", "WORK", "WORST", "Work", "Works"]

WORK = packed(
    [
        ("limit", "i8"),  # the most nodes that may be visited; 0: any number
        ("deadline", "i8"),  # when to stop, in nanoseconds of the monotonic clock; 0: never
        ("clock", CLOCK),  # where the clock writes the time
        ("key", "i8"),  # what draws are derived from
        ("low", "f8"),  # no value is less than this …
        ("high", "f8"),  # … or more than this (Star1 and Star2)
        ("nodes", "i8"),  # visited positions, the root included
        ("evaluations", "i8"),  # leaves: ends of the game, and positions valued by the guide
        ("horizon", "i8"),  # … of these, those valued by the guide because no moves were left
        ("cutoffs", "i8"),  # nodes left early because a bound was reached
        ("hits", "i8"),  # nodes answered by the transposition table
        ("noted", "i8"),  # nodes visited when the last action of the root was finished
        ("deepest", "i4"),  # the longest line, in plies
        ("stop", "i1"),  # why the search ended early: 0 it did not, or one of the reasons below
        ("deep", "i1"),  # 1: bounds of all ancestors count, 0: those of the parent only (alpha-beta)
        ("probe", "i1"),  # 1: look at one action below each outcome first (Star2)
        ("every", "i1"),  # 1: every action of the root gets its exact value (alpha-beta, Star1, Star2)
        ("killers", "i1"),  # 1: actions that led to a cut-off at the same ply come early (ordered)
        ("history", "i1"),  # 1: actions that led to many cut-offs come early (ordered)
        ("ties", "i1"),  # the rule for ties (max^n)
        ("spare", "i1", (5,)),
    ]
)
Work: TypeAlias = Annotated[Any, WORK]
Works: TypeAlias = Annotated[Any, (WORK,)]

BUDGET: Final = 1
"""``stop``: the nodes or the time are used up."""
NO_ROOM: Final = 2
"""``stop``: a line is longer than the desk has room for."""
OUTSIDE: Final = 3
"""``stop``: a value lies outside the bounds that pruning relies on."""
DICE: Final = 4
"""``stop``: chance is to move, and the algorithm knows no chance."""

TIES: Final = ("first", "last", "worst", "random")
"""Which of several equally good actions a player takes: that with the lowest id, that with the highest, the one worst
for the seat that searches, or any of them."""
FIRST, LAST, WORST, RANDOM = range(4)
