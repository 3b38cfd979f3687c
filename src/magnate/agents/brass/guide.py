"""Brass's guide: its agents' policies, and what a search is told by them."""

from __future__ import annotations

from ...games.brass.rules import legal
from ...games.brass.state import State
from ...runtime.compiler import Floats, Ints, rule
from ...runtime.stream import choice
from .estimate import adds_up, estimate, reward, search_row
from .places import KIND, PLANNER
from .planner import planner
from .priors import prior

__all__ = ["DISCREET", "adds_up", "estimate", "policy", "prior", "reward", "search_row"]

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
