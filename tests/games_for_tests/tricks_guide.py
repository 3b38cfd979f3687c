"""A guide of the game of tricks: what it says of actions and of the end follows from its parameters."""

from __future__ import annotations

from magnate.runtime.compiler import Floats, Ints, rule

from .tricks import State, utility

__all__ = ["prior", "reward"]


@rule
def prior(g: State, acts: Ints, n: int, params: Floats, out: Floats) -> None:
    """The lowest card has ``params[1]``, the others share the rest alike."""
    for i in range(n):
        out[i] = (1.0 - params[1]) / (n - 1) if n > 1 else 1.0
    if n > 1:
        out[0] = params[1]


@rule
def reward(g: State, params: Floats, out: Floats) -> None:
    """The utilities; with ``params[2]`` what the others have is what counts."""
    utility(g, out)
    if params[2] != 0.0:
        for p in range(len(out)):
            out[p] = 1.0 - out[p]
