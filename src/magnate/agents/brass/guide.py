"""Brass's guide: its agents' policies, priors and estimate, as searches ask them."""

from __future__ import annotations

import math

from ...games.brass.rules import legal
from ...games.brass.state import State
from ...runtime.compiler import Floats, Ints, rule
from ...runtime.stream import choice
from .estimate import adds_up, estimate, reward, search_row
from .forecast import look_ahead
from .parameters import KIND, OPEN, PLANNER, TEMPERATURE
from .planner import planner, worth_of

__all__ = ["DISCREET", "adds_up", "estimate", "policy", "prior", "reward", "search_row"]


# ------------------------ How likely each answer is thought to be the best one: by what the planner would give for it.


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


DISCREET = 1
"""The planner, and what is legal, go by the mover's own hand."""


@rule
def policy(g: State, params: Floats, key: int, acts: Ints, memo: Ints) -> int:  # noqa: ARG001 - the contract's signature
    """The action of the policy that ``params[0]`` names; ``key`` gives it its own random numbers."""
    if params[KIND] == PLANNER:
        return planner(g, params, acts)
    n = legal(g, acts)
    if n == 1:
        return acts[0]
    return acts[choice(key, n)]
