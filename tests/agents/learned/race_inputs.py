"""Inputs of Pig that a package of its agents might have: how far the seat and the best of the others are."""

from __future__ import annotations

from typing import Annotated, Any

from magnate.games.pig import STATE
from magnate.runtime.compiler import Floats, rule

__all__ = ["INPUTS", "inputs"]

INPUTS = 2


@rule
def inputs(g: Annotated[Any, STATE], seat: int, out: Floats) -> None:
    """The seat's points with what it may bank, and the most that another has, each as a share of the target."""
    out[0] = g.points[seat] / g.opt.target
    if g.seat == seat:
        out[0] += 0.5 * g.total / g.opt.target
    for p in range(g.opt.players):
        if p != seat:
            out[1] = max(out[1], g.points[p] / g.opt.target)
