# ruff: noqa: ARG001 - the contract gives the signatures
"""The default guide: every legal action alike, every seat's prospects alike (a kernel)."""

from __future__ import annotations

from ..runtime.compiler import Floats, Floats2, Ints, rule
from ..runtime.stream import choice
from .binding import State, game

DISCREET = 1
"""What is legal for a seat is something that it can see."""


@rule
def is_python_decision(g: State, params: Floats) -> bool:
    """Rows with a negative kind are agents in Python, which answer everything."""
    return params[0] < 0


@rule
def policy(g: State, params: Floats, key: int, acts: Ints, memo: Ints) -> int:
    """A legal action, each equally likely."""
    n = game.legal(g, acts)
    if n == 1:
        return acts[0]
    return acts[choice(key, n)]


@rule
def estimate(g: State, params: Floats, out: Floats) -> None:
    """The same value for every seat; ``out`` has one place a seat."""
    for p in range(len(out)):
        out[p] = 1.0 / len(out)


@rule
def reward(g: State, params: Floats, out: Floats) -> None:
    """The utilities of the game."""
    game.utility(g, out)


@rule
def inputs(g: State, seat: int, out: Floats) -> None:
    """The game's own observation."""
    game.features(g, seat, out)


@rule
def amend(g: State, a: int) -> int:
    """What the agent has chosen."""
    return a


@rule
def prune(g: State, models: Floats2, acts: Ints) -> None:
    """Nothing is taken out."""


@rule
def revise(g: State, a: int, models: Floats2) -> int:
    """What the agent has chosen."""
    return a


@rule
def rule_move(g: State, params: Floats) -> int:
    """-1: every decision is searched."""
    return -1


@rule
def delegate(g: State, params: Floats, found: int, key: int, acts: Ints, memo: Ints) -> int:
    """-1: nothing can be left to a policy."""
    return -1


@rule
def propose(g: State, params: Floats, found: int, key: int, acts: Ints, memo: Ints) -> int:
    """-1: nothing can be left to a policy."""
    return -1


@rule
def afterstate(g: State, a: int) -> None:
    """The next position."""
    game.step(g, a)


@rule
def decision_margin(g: State, a: int, settings: Floats) -> float:
    """0: no action need be better than another."""
    return 0.0


@rule
def is_transient(g: State) -> bool:
    """Actions are judged by any position."""
    return False


@rule
def narrow(g: State) -> None:
    """Nothing is taken out."""


@rule
def prior(g: State, acts: Ints, n: int, params: Floats, out: Floats) -> None:
    """The same probability for each of the ``n`` actions."""
    for i in range(n):
        out[i] = 1.0 / n


@rule
def is_tactical(g: State, a: int, params: Floats) -> bool:
    """No action is."""
    return False
