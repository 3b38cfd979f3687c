"""A policy that looks at the hidden bit, if it can: for tests that playouts do not show it."""

from __future__ import annotations

from magnate.runtime.compiler import Floats, Ints, rule

from .fusion import State


@rule
def policy(g: State, params: Floats, key: int, acts: Ints, memo: Ints) -> int:
    """Guess the bit as it is in this world; gamble otherwise."""
    return 1 if g.gambled == 0 else max(0, g.bit - 1)
