# ruff: noqa: ARG001 - the contract gives the signatures
"""The guide of Pig (a kernel): each seat's chance to win, estimated from the points.

Who holds as soon as the next roll has more to lose than to win gets about ``pace`` points a turn. So each seat needs
about so many turns more, and the chances follow from these.
"""

from __future__ import annotations

import math

from ...games.pig import State
from ...runtime.compiler import Floats, rule

DECIDED = 1.3
"""How much a turn's lead counts, in units of the luck that is left: 1.7 (a logistic curve like the normal one) / 1.3.

A turn's points have a standard deviation of 1.3 times their mean (10.5 and 8.1 with six sides).
"""


@rule
def turn_worth(total: float, sides: int) -> float:
    """The points that a turn with this total brings on average.

    A roll that is not 1 brings ``gain`` points. At ``enough`` points the next roll loses as much as it wins.
    """
    gain = (sides + 2) / 2
    enough = (sides - 1) * gain
    if total >= enough:
        return total
    return enough * math.exp((enough - total) / gain * math.log(1.0 - 1.0 / sides))


@rule
def estimate(g: State, params: Floats, out: Floats) -> None:
    """The chance of each seat to be the first at the target; the cap on turns does not count."""
    players, target = g.opt.players, g.opt.target
    if g.points[g.seat] + g.total >= target:
        for p in range(players):
            out[p] = 1.0 if p == g.seat else 0.0
        return
    pace = turn_worth(0, g.opt.sides)
    mean = 0.0
    for i in range(players):  # the turns that each seat needs: now ``seat`` is on turn, then those after it
        p = (g.seat + i) % players
        left = float(target - g.points[p])
        if i == 0:
            left = max(0.0, left - turn_worth(g.total, g.opt.sides)) + pace
        out[p] = left / pace + i / players
        mean += out[p] / players
    luck = math.sqrt(1.0 + players * mean)
    total = 0.0
    for p in range(players):
        out[p] = math.exp(DECIDED * (mean - out[p]) / luck)
        total += out[p]
    for p in range(players):
        out[p] /= total
