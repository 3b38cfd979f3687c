"""What networks are shown of a game of Pig (a guide): amounts as ramps, and what holding would come to.

A ramp is a row of numbers, each of which rises from 0 to 1 within its tenth of the way to the target. A network can so
treat the last points unlike the first, which a single number makes hard for it.
"""

from __future__ import annotations

from ..core.contract import SEATS
from ..games.pig import State
from ..runtime.compiler import Floats, rule

STEPS = 10
INPUTS = (SEATS + 2) * STEPS + SEATS
"""All seats' points, the turn's total, the points of whose turn it is with that total, and whose turn it is."""


@rule
def ramp(amount: int, target: int, at: int, out: Floats) -> int:
    """Write an amount as a ramp from place ``at`` on; returns the place after it."""
    for k in range(STEPS):
        risen = amount * STEPS / target - k
        if risen > 0.0:
            out[at + k] = min(risen, 1.0)
    return at + STEPS


@rule
def inputs(g: State, seat: int, out: Floats) -> None:
    """The position as ``seat`` sees it: seats are counted from it on, round the table; absent seats are 0."""
    players = g.opt.players
    for i in range(players):
        ramp(g.points[(seat + i) % players], g.opt.target, i * STEPS, out)
    at = ramp(g.total, g.opt.target, SEATS * STEPS, out)
    at = ramp(g.points[g.seat] + g.total, g.opt.target, at, out)
    out[at + (g.seat - seat + players) % players] = 1.0
