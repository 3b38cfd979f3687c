"""A guide of Pig that leaves some decisions to a rule and to a delegate, for tests of agents that search."""

from __future__ import annotations

from magnate.games.pig import HOLD, ROLL, State
from magnate.runtime.compiler import Floats, Ints, rule
from tests.games_for_tests.pig_holder import policy

__all__ = ["delegate", "narrow", "policy", "rule_move"]

ENOUGH, DELEGATES, FEW = 12, 3, 6


@rule
def rule_move(g: State, params: Floats) -> int:
    """It holds what is enough."""
    return HOLD if g.total >= ENOUGH else -1


@rule
def delegate(g: State, params: Floats, found: int, key: int, acts: Ints, memo: Ints) -> int:
    """The delegate decides by its policy with three points; with few points it rolls where the search would hold."""
    if g.total == DELEGATES:
        return policy(g, params, key, acts, memo)
    if found == HOLD and g.total < FEW:
        return ROLL
    return -1


@rule
def narrow(g: State) -> None:
    """Nothing is taken out."""
