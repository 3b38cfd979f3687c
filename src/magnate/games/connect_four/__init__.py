"""Connect four: drop discs into columns, four in a row win; boards of any size that fits, and lines of any length.

A disc falls to the lowest free cell of its column. Seat 0 plays X and moves first. A row, column or diagonal of
``line`` discs of one side wins 1, a full board without one is worth ½ each.

The board is two masks of 64 bits. Column ``c`` has the bits ``c * (rows + 1)`` on, from the bottom up, and one more
that is never set, so that lines cannot run from one column into the next; hence ``columns * (rows + 1)`` is at most
63. This layout and the shifts that find lines are those of John Tromp's Fhourstones.

Solved sizes that the tests hold it to (columns × rows, both sides perfect): 4 × 4, 5 × 4, 4 × 5, 5 × 5, 4 × 6, 6 × 5
and 5 × 6 are drawn, on 6 × 4 the first player loses.
"""

from __future__ import annotations

import numpy as np

from ...core.contract import GameInfo
from ...core.result_schema import ResultSchema
from . import rules
from .options import DEFAULT_PRESET, PRESETS, Options, write_options
from .position import board_text, setup, to_setup, view
from .rules import MAX_CELLS, MAX_SIDE
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
    "FACTS",
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
    name="connect_four",
    title="Connect four",
    about="drop discs, four in a row win; any size of board and line, small ones solved",
    min_players=2,
    max_players=2,
    max_actions=MAX_SIDE,
    max_legal=MAX_SIDE,
    max_outcomes=1,
    max_decisions=MAX_CELLS,
    endings=("", "line", "full board"),
    features=2 * MAX_CELLS,
)

FACTS = ResultSchema(
    game=(("turns", "i4"),),
    seat=(("score", "i4"),),
    collect=lambda results: {"turns": results.states["count"].astype(np.int32), "score": results.score},
)
"""What a tournament keeps of each finished game: the discs dropped, and who made a line."""
