"""A guide for the test game whose policy keeps notes, and which lets Python decide about debts."""

from __future__ import annotations

from magnate.runtime.compiler import Floats, Ints, rule

from .market import DEBT, State, legal

__all__ = ["is_python_decision", "policy"]


@rule
def is_python_decision(g: State, params: Floats) -> bool:
    """Rows with a second number leave debts to Python."""
    return params[1] == 1.0 and g.phase == DEBT


@rule
def policy(g: State, params: Floats, key: int, acts: Ints, memo: Ints) -> int:
    """The legal action with the number of this seat's decisions so far, counted round and round."""
    n = legal(g, acts)
    memo[0] += 1
    return acts[memo[0] % n]
