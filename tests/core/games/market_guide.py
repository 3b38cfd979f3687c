"""A guide for the test game with all three functions, each of which depends on its parameters.

``params[1]`` says which of the legal actions the policy takes, ``params[2]`` what a share of the win is worth in the
estimate, ``params[3]`` how much likelier than the others the first action is.
"""

from __future__ import annotations

from magnate.runtime.compiler import Floats, Ints, rule

from .market import CLOSE, State, legal, score

__all__ = ["estimate", "policy", "prior"]


@rule
def policy(g: State, params: Floats, key: int, acts: Ints, memo: Ints) -> int:
    """The legal action with the number ``params[1]``, counted round and round."""
    n = legal(g, acts)
    return acts[int(params[1]) % n]


@rule
def estimate(g: State, params: Floats, out: Floats) -> None:
    """Each seat's part of all points, times ``params[2]``."""
    score(g, out)
    total = 0.0
    for p in range(g.opt.players):
        total += out[p]
    for p in range(g.opt.players):
        out[p] = params[2] * out[p] / total


@rule
def prior(g: State, acts: Ints, n: int, params: Floats, out: Floats) -> None:
    """The first action has the weight ``params[3]``, to close the lots 1/2, any other action 1."""
    total = 0.0
    for i in range(n):
        out[i] = 1.0
        if i == 0:
            out[i] = params[3]
        elif acts[i] == CLOSE:
            out[i] = 0.5
        total += out[i]
    for i in range(n):
        out[i] = out[i] / total
