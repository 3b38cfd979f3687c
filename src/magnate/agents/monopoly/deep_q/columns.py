"""The columns in which the kernel :mod:`.recording` notes a decision."""

from __future__ import annotations

from typing import Final

__all__ = [
    "COLUMNS",
    "DEBT",
    "GAME",
    "LEGAL",
    "NETWORK",
    "OUTPUT",
    "SEAT",
    "TURN",
    "WORTH",
    "WORTH_AFTER",
]

NETWORK, SEAT, GAME, TURN, LEGAL, OUTPUT, WORTH, WORTH_AFTER, DEBT = range(9)
"""Which network, seat and game; the turns of players completed; the legal outputs as a mask, and the one that was
chosen (-1: an empty list); net worth before and after the action; whether it was to pay a debt."""
COLUMNS: Final = 9
