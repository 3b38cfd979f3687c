"""Monopoly's compiled policies: which one a row of parameters means."""

from __future__ import annotations

from ...engine.compiler import Floats, Ints, rule
from ...engine.stream import choice
from ...games.monopoly.legality import legal
from ...games.monopoly.state import State
from .baseline import baseline
from .topics import asks

__all__ = ["asks", "policy"]

RANDOM, BASELINE = 0, 1


@rule
def policy(g: State, params: Floats, key: int, acts: Ints, memo: Ints) -> int:  # noqa: ARG001 - no notes yet
    """The action of the policy that ``params[0]`` names; ``key`` gives it its own random numbers."""
    if params[0] == BASELINE:
        return baseline(g, params, key, acts)
    n = legal(g, acts)
    if n == 1:
        return acts[0]
    return acts[choice(key, n)]
