"""What kernels and Python agree on: the arrays of games, the places of counts, and endings that no rules have."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

__all__ = ["BROKEN", "DECISIONS", "DRAWS", "ENDING", "GOES_ON", "NOTHING", "RUNAWAY", "Games"]


DECISIONS, DRAWS, ENDING = 0, 1, 2
"""The places of a game's row of counts."""
GOES_ON: Final = 0
"""The ending of a game that is not over."""
NOTHING: Final = -1
"""In place of an action: the game has ended."""
BROKEN: Final = -3
"""The ending of a game that was not played, because its position breaks an invariant of the rules."""
RUNAWAY: Final = -4
"""The ending of a game that was stopped because chance went on far longer than decisions may."""


class Games(NamedTuple):
    """Many games: all arrays have a row or an entry a game, but for ``params``."""

    states: Any
    streams: Any
    seats: Any
    params: Any
    memos: Any
    counts: Any
    utility: Any
    score: Any
    tally: Any
