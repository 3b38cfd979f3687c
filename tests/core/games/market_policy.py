"""A guide for the test game with a policy only: the last legal action."""

from __future__ import annotations

from magnate.runtime.compiler import Floats, Ints, rule

from .market import State, legal

__all__ = ["policy"]


@rule
def policy(g: State, params: Floats, key: int, acts: Ints, memo: Ints) -> int:
    """The legal action with the greatest id."""
    return acts[legal(g, acts) - 1]
