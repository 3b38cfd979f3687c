"""Backgammon bear-off: two players take their checkers off, each from their own home board, and never meet.

On your turn throw two dice and play each, a double four times. A die moves a checker down by that many points, or
bears one off from the point of that number; a die that is larger than your highest point bears off from that one. As
many dice as can be played must be played, and if only one can, the larger. The first to have no checker left wins.

Each die is a decision of its own, named as in backgammon by where the checker leaves and arrives (``6/2``,
``3/off``), so the dice can be played in any order. When more than one die could bear off from a point, the larger is
used: nothing hangs on it, because then that point is the highest, and either die left would bear off the next highest
checker.

Small positions are solved exactly: with one checker on the 6 point each, say, the player who throws first wins 13/16.
"""

from __future__ import annotations

from ...core.contract import GameInfo
from . import rules
from .options import DEFAULT_PRESET, PRESETS, Options, write_options
from .position import board_text, setup, to_setup, view
from .rules import MAX_CHECKERS, MOVES, POINTS
from .text import (
    action_facets,
    action_message,
    action_name,
    narrate,
    outcome_name,
    parse_action,
    parse_outcome,
    reason_message,
)

__all__ = [
    "DEFAULT_PRESET",
    "GAME",
    "PRESETS",
    "Options",
    "action_facets",
    "action_message",
    "action_name",
    "board_text",
    "narrate",
    "outcome_name",
    "parse_action",
    "parse_outcome",
    "reason_message",
    "rules",
    "setup",
    "to_setup",
    "view",
    "write_options",
]

GAME = GameInfo(
    name="bearoff",
    title="Backgammon bear-off",
    about="two dice, up to fifteen checkers each to bear off: a race solved exactly",
    min_players=2,
    max_players=2,
    max_actions=1 + len(MOVES),
    max_legal=2 * POINTS,
    max_outcomes=21,
    max_decisions=4 * POINTS * MAX_CHECKERS,  # each move takes a pip at least, and no turn is without one
    purposes=("dice",),
    endings=("", "borne off"),
    features=3 * POINTS + 3,
)
