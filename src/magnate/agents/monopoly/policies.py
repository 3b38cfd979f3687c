"""Monopoly's compiled policies: which one a row of parameters means, and what a search expects of its choice."""

from __future__ import annotations

from ...engine.compiler import Floats, Ints, rule
from ...engine.stream import choice
from ...games.monopoly.key import key as key_of
from ...games.monopoly.legality import legal
from ...games.monopoly.state import State
from .algorithmic import algorithmic
from .baseline import baseline
from .evaluation import estimate, search_row
from .jail_rule import instead
from .places import ALGORITHMIC, BASELINE, KIND, PUBLISHED, RANDOM, STRATEGIC, TRUST
from .published import published
from .strategic import strategic
from .topics import asks

__all__ = ["asks", "estimate", "instead", "policy", "prior", "search_row"]


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


@rule
def choice_at(g: State, params: Floats, acts: Ints) -> int:
    """The number of the legal action that :func:`policy` chooses here, with draws that follow from the position alone.

    -1: none. A search comes to positions that the policy does not foresee, since it would not have begun to bid or to
    offer what is being entered there. ``acts`` holds the legal actions, before and after; in between it is the policy's
    scratch and, since nothing in notes is read but under a number that is never 0, its notes too.
    """
    acts[0] = 0
    chosen = policy(g, params, 2 * key_of(g), acts, acts)  # a key has 63 bits, that of a position 62
    n = legal(g, acts)
    for i in range(n):
        if acts[i] == chosen:
            return i
    return -1


@rule
def prior(g: State, acts: Ints, n: int, params: Floats, out: Floats) -> None:
    """The policy's choice is trusted so far (``params[TRUST]``), and all actions share the rest alike.

    All are alike where the policy is random play, or chooses nothing that is legal.
    """
    trust = params[TRUST] * 1
    chosen = -1
    if n > 1 and trust > 0.0 and params[KIND] != RANDOM:
        chosen = choice_at(g, params, acts)
    if chosen < 0:
        trust = 0.0
    for i in range(n):
        out[i] = (1.0 - trust) / n
    if chosen >= 0:
        out[chosen] += trust
