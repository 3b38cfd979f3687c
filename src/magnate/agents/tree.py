# ruff: noqa: ARG001 - the contract gives the signatures
"""The guide of the written trees: a search that stops at a node takes the estimate written there."""

from __future__ import annotations

from ..core.agents import AgentPackage
from ..games.tree import State
from ..runtime.compiler import Floats, rule

# ---------- The guide of the written trees (a kernel): a search that stops at a node takes the estimate written there.


@rule
def estimate(g: State, params: Floats, out: Floats) -> None:
    """The node's estimate for every seat, 0 where none was written."""
    for p in range(len(out)):
        out[p] = g.value[g.node, p]


# ---------------- The written trees have no agents of their own, but estimates: those that were written into the tree.


AGENTS = AgentPackage(guide="magnate.agents.tree")
