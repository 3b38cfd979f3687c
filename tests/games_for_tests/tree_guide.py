"""A guide of the trees: what is written at a node is its estimate."""

from __future__ import annotations

from magnate.engine.compiler import Floats, rule

from .tree import State


@rule
def estimate(g: State, params: Floats, out: Floats) -> None:
    """The node's own value, times ``params[0]`` unless that is 0, plus ``params[1]``."""
    for p in range(g.opt.players):
        out[p] = g.opt.nodes[g.node].value[p] * (params[0] if params[0] != 0 else 1.0) + params[1]
