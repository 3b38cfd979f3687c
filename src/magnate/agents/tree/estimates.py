# ruff: noqa: ARG001 - the contract gives the signatures
"""The guide of the written trees (a kernel): a search that stops at a node takes the estimate written there."""

from __future__ import annotations

from ...games.tree import State
from ...runtime.compiler import Floats, rule

__all__ = ["estimate"]


@rule
def estimate(g: State, params: Floats, out: Floats) -> None:
    """The node's estimate for every seat, 0 where none was written."""
    for p in range(len(out)):
        out[p] = g.value[g.node, p]
