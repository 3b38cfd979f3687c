"""The weights of the signs as tables for rules; they were fitted to games of the planner (:mod:`.fitted`)."""

from __future__ import annotations

from ...games.brass.board import SEATS
from ...runtime.layout import constants
from .fitted import FITTED
from .signs import Signs

__all__ = ["CANAL_GAME", "INTRODUCTORY", "KINDS", "RAIL_GAME", "SPREADS", "STEADY", "UNIT", "VARYING"]

KINDS = 3
CANAL_GAME, RAIL_GAME, INTRODUCTORY = range(KINDS)
"""The Canal era of a whole game, its Rail era, and the Canal era after which the game ends."""
UNIT = 0.001
"""What a whole number of the tables stands for."""

_NAMES = ("canal", "rail", "introductory")
_ROWS = [FITTED.get((players, name), {}) for players in range(SEATS + 1) for name in _NAMES]


def _table(place: int) -> list[int]:
    """Number ``place`` of each sign's weights, row after row, in thousandths."""
    return [round(row.get(sign, (0.0, 0.0))[place] / UNIT) for row in _ROWS for sign in Signs._fields]


STEADY = constants(_table(0))
"""``STEADY[(players * KINDS + kind) * len(Signs) + sign]``: points a unit of a sign."""
VARYING = constants(_table(1))
"""The same for the part of the era's actions that is left: it comes on top, times that part."""
SPREADS = constants(round(row.get("spread", (0.0, 0.0))[place] / UNIT) for row in _ROWS for place in range(2))
"""``SPREADS[2 * row]``: points of difference that are a factor e of the odds to win in an era's last action, and behind
it what comes on top at its beginning."""
