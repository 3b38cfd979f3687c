"""What kernels and Python agree on: the places of counts, endings that no rules have, and how a card fails."""

from __future__ import annotations

from typing import Final

from ..errors import MagnateError

__all__ = ["BROKEN", "CUT", "DECISIONS", "DRAWS", "ENDING", "GOES_ON", "NOTHING", "CardFailed"]


DECISIONS, DRAWS, ENDING = 0, 1, 2
"""The places of a game's row of counts."""
GOES_ON: Final = 0
"""The ending of a game that is not over."""
NOTHING: Final = -1
"""In place of an action: the game has ended."""
BROKEN: Final = -3
"""The ending of a game that was not played, because its position breaks an invariant of the rules."""
CUT: Final = -4
"""The ending of a game that has had as many chance events as were asked for."""


class CardFailed(MagnateError):
    """A card, its driver, or its compiler failed, or the card was given what it cannot play, or is too slow for it."""
