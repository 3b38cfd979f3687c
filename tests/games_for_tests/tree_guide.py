"""A guide of the trees: what is written there is an estimate, how likely an action is, and which ones are noisy."""

from __future__ import annotations

from magnate.runtime.compiler import Floats, Ints, rule

from .tree import State


@rule
def estimate(g: State, params: Floats, out: Floats) -> None:
    """The node's own value, times ``params[0]`` unless that is 0, plus ``params[1]``."""
    for p in range(g.opt.players):
        out[p] = g.opt.nodes[g.node].value[p] * (params[0] if params[0] != 0 else 1.0) + params[1]


@rule
def is_tactical(g: State, a: int, params: Floats) -> bool:
    """As it is written."""
    return g.opt.nodes[g.opt.nodes[g.node].first + a].noisy != 0


@rule
def prior(g: State, acts: Ints, n: int, params: Floats, out: Floats) -> None:
    """In proportion to what is written at the next nodes for the seat to move; all alike where that is nothing."""
    node = g.opt.nodes[g.node]
    total = 0.0
    for i in range(n):
        out[i] = g.opt.nodes[node.first + acts[i]].value[node.mover]
        total += out[i]
    for i in range(n):
        out[i] = out[i] / total if total > 0 else 1.0 / n
