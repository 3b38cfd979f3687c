"""What networks are shown of a bear-off (a guide): how many checkers stand on each point, in units that are on or off.

As in TD-Gammon (Tesauro 1992), a point with n checkers sets as many of three units, and a fourth one to (n - 3) / 2. A
linear layer can then weigh the second checker on a point differently from the first.
"""

from __future__ import annotations

from ..games.bearoff import POINTS, State
from ..runtime.compiler import Floats, rule

UNITS = 4
INPUTS = 2 * POINTS * UNITS + POINTS + 1
"""Both seats' points, the dice that are left, and whose turn it is."""


@rule
def inputs(g: State, seat: int, out: Floats) -> None:
    """The checkers of ``seat`` by point, then the other's, the dice left by number, and whose turn it is."""
    for side in range(2):
        for point in range(POINTS):
            n = g.home[seat if side == 0 else 1 - seat, point + 1]
            first = (side * POINTS + point) * UNITS
            for k in range(min(n, UNITS - 1)):
                out[first + k] = 1.0
            if n >= UNITS:
                out[first + UNITS - 1] = (n - UNITS + 1) / 2
    for face in range(POINTS):
        out[2 * POINTS * UNITS + face] = g.dice[face + 1]
    out[INPUTS - 1] = 1.0 if g.seat == seat else 0.0
