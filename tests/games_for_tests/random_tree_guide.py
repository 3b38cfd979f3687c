"""A guide of random trees that knows something of every kind, for comparing compiled searches with interpreted ones.

What it says follows from a node's place alone and means nothing.
"""

from __future__ import annotations

from magnate.games import random_tree as game
from magnate.games.random_tree import State
from magnate.runtime.compiler import Floats, Ints, rule


@rule
def weight(g: State, i: int) -> float:
    """A number from 1 to 11 for a node and something about it."""
    return 1.0 + (g.node * 7 + g.level * 3 + i * 5) % 11


@rule
def estimate(g: State, params: Floats, out: Floats) -> None:
    """Shares that add up to 1."""
    total = 0.0
    for p in range(g.opt.players):
        total += weight(g, p)
    for p in range(g.opt.players):
        out[p] = weight(g, p) / total
    if g.opt.players == 2:
        out[1] = 1.0 - out[0]


@rule
def prior(g: State, acts: Ints, n: int, params: Floats, out: Floats) -> None:
    """Some actions are likelier than others."""
    total = 0.0
    for i in range(n):
        out[i] = weight(g, acts[i])
        total += out[i]
    for i in range(n):
        out[i] /= total


@rule
def is_tactical(g: State, a: int, params: Floats) -> bool:
    """Every other action or so."""
    return weight(g, a) > 6.0


@rule
def policy(g: State, params: Floats, key: int, acts: Ints, memo: Ints) -> int:
    """Of two actions that are drawn the likelier one."""
    n = game.legal(g, acts)
    one = acts[key % n]
    other = acts[(key >> 8) % n]
    return one if weight(g, one) > weight(g, other) else other
