"""Monopoly's compiled policies: which one a row of parameters means."""

from __future__ import annotations

from ...games.monopoly.legal import legal
from ...games.monopoly.state import State
from ...runtime.compiler import Floats, Ints, rule
from ...runtime.stream import choice
from .algorithmic import algorithmic
from .baseline import baseline
from .places import ALGORITHMIC, BASELINE, KIND, PUBLISHED, STRATEGIC
from .published import published
from .strategic import strategic

__all__ = ["policy"]


@rule
def policy(g: State, params: Floats, key: int, acts: Ints, memo: Ints) -> int:
    """The action of the policy that ``params[0]`` names; ``key`` gives it its own random numbers."""
    kind = params[KIND]
    if kind == STRATEGIC:
        return strategic(g, params, key, acts, memo)
    if kind == ALGORITHMIC:
        return algorithmic(g, params, key, acts, memo)
    if kind == BASELINE:
        return baseline(g, params, key, acts)
    if kind == PUBLISHED:
        return published(g, params, key, acts)
    n = legal(g, acts)
    if n == 1:
        return acts[0]
    return acts[choice(key, n)]
