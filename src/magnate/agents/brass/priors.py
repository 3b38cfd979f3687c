"""How likely each answer is thought to be the best one: by what the planner would give for it."""

from __future__ import annotations

import math

from ...games.brass.state import State
from ...runtime.compiler import Floats, Ints, rule
from .outlook import look_ahead
from .places import KIND, OPEN, PLANNER, TEMPERATURE
from .planner import worth_of

__all__ = ["prior"]

LEAST = 5.0
"""Answers that are so many temperatures worse than the best one need not be told apart."""


@rule
def prior(g: State, acts: Ints, n: int, params: Floats, out: Floats) -> None:
    """Softmax of the answers' worths, in points, over ``params[TEMPERATURE]``; all share ``params[OPEN]`` alike.

    It goes by what the mover sees, like the planner; where another policy plays games out, all answers are alike.
    """
    if params[KIND] != PLANNER:
        for i in range(n):
            out[i] = 1.0 / n
        return
    view = look_ahead(g, params, g.mover)
    most = -math.inf
    for i in range(n):
        out[i] = worth_of(g, view, acts[i], most - LEAST * params[TEMPERATURE])
        most = max(most, out[i])
    total = 0.0
    for i in range(n):
        out[i] = math.exp((out[i] - most) / params[TEMPERATURE])
        total += out[i]
    for i in range(n):
        out[i] = (1.0 - params[OPEN]) * out[i] / total + params[OPEN] / n
