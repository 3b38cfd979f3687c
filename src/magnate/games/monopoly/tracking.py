"""What statistics need to know of a game that its last position does not tell: who bought each deed from the bank."""

from __future__ import annotations

from ...engine.bits import count_bits
from ...engine.compiler import Ints, rule
from .state import State
from .tables import ALL_DEEDS, SEATS

__all__ = ["TRACKED", "track"]

SOLD = 0
"""Place of the mask of the deeds that have left the bank for the first time."""
BOUGHT = 1
"""Place of the first seat's mask of the deeds whose first buyer it was; the others follow."""
TRACKED = BOUGHT + SEATS


@rule
def track(g: State, tally: Ints) -> None:
    """Note who bought deeds in the last step, at the printed price or by auction; dealt deeds are nobody's purchase."""
    if tally[SOLD] == ALL_DEEDS:
        return
    owned = 0
    for p in range(g.opt.players):
        owned |= g.deeds[p]
    fresh = owned & ~tally[SOLD]
    if fresh == 0:
        return
    tally[SOLD] |= owned
    if count_bits(tally[SOLD]) <= g.opt.dealt_deeds * g.opt.players:
        return
    for p in range(g.opt.players):
        tally[BOUGHT + p] |= g.deeds[p] & fresh
