"""A guide of Monopoly that goes by net worth: each seat's share of everybody's."""

from __future__ import annotations

from magnate.games.monopoly.money import worth
from magnate.games.monopoly.state import State
from magnate.runtime.compiler import Floats, rule


@rule
def estimate(g: State, params: Floats, out: Floats) -> None:
    """Each seat's net worth, divided by the sum of all."""
    total = 0.0
    for p in range(g.opt.players):
        out[p] = worth(g, p)
        total += out[p]
    for p in range(g.opt.players):
        out[p] = out[p] / total
