"""Lines of play that a learner's seats are forced into early, so that the dear half of the mat is in its games.

A line is a number. Its progress counts what it builds, sells and clears from the mat. A search may be given a bonus for
that, and planner's priors may be bent towards it (:data:`BENDS`). Nothing of it belongs to a finished agent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...games.brass import board
from ...games.brass.board import BREWERY, COTTON, MANUFACTURER, POTTERY, RAIL, TILE_INDUSTRY, TILE_LEVEL
from ...games.brass.state import State
from ...runtime.compiler import rule
from ...runtime.layout import constants
from ...runtime.primitives import count_bits, has_bit, low_bit

__all__ = ["BENDS", "LINE_NAMES", "NO_LINE", "RAILS", "line_progress"]

NO_LINE, COTTON_LINE, MANUFACTURER_LINE, POTTERY_LINE, BEER, RAILS = range(6)
LINE_NAMES: Final = ("", "cotton", "manufacturer", "pottery", "beer", "rails")
LINE_INDUSTRY = constants([-1, COTTON, MANUFACTURER, POTTERY, BREWERY, -1])
LINE_LEVEL = constants([0, 2, 5, 3, 1, 0])
"""The least level of the tiles of a line."""
LINE_CLEARED = constants(
    sum(tile.count for tile in board.TILES if tile.industry == industry and tile.level < level)
    for industry, level in zip(LINE_INDUSTRY, LINE_LEVEL, strict=True)
)
"""The tiles that lie above these on the mat."""
FLIPPED, BUILT, CLEARED, RAIL_LAID = 1.0, 0.5, 0.15, 0.2
"""What a tile of the line is worth when it is flipped, or only built; a tile cleared from above it; a rail."""
BENDS: Final[Mapping[str, Mapping[str, float]]] = {
    "cotton": {"cotton_weight": 3.0, "cotton_plan": 9.0, "developing": 1.0},
    "manufacturer": {"manufacturer_weight": 2.0, "manufacturer_plan": 10.0, "developing": 1.2},
    "pottery": {"pottery_weight": 3.0, "pottery_plan": 5.0, "developing": 1.0},
    "beer": {"brewery_weight": 2.0, "brewery_plan": 7.0},
    "rails": {"link_weight": 3.0, "coal_weight": 1.3},
}
"""What planner's parameters are in the priors of a line."""


@rule
def line_progress(g: State, p: int, line: int) -> float:
    """How far seat ``p`` has come in a line: about the tiles that it has flipped there."""
    if line == NO_LINE:
        return 0.0
    if line == RAILS:
        return RAIL_LAID * count_bits(g.lines[p]) if g.era == RAIL else 0.0
    industry = LINE_INDUSTRY[line]
    found = CLEARED * min(g.taken[p, industry] * 1, LINE_CLEARED[line])
    rest = g.tiles[p] * 1
    while rest != 0:
        s = low_bit(rest)
        rest &= rest - 1
        tile = g.tile[s] * 1
        if TILE_INDUSTRY[tile] == industry and TILE_LEVEL[tile] >= LINE_LEVEL[line]:
            found += FLIPPED if has_bit(g.flipped, s) else BUILT
    return found
