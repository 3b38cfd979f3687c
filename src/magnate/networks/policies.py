"""Networks that say what to do: an output for each action of a game, and after these one for each seat.

The chances of the legal actions are the softmax of their outputs (their logits), and an illegal action has none. The
seats' outputs stand for win shares, as in :mod:`.outputs`: first that of the seat that looks on.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from ..engine.compiler import Floats, Ints, Singles2, rule
from .compiled import output
from .outputs import share_out

__all__ = ["POLICY", "draw", "expect", "likeliest", "log_chances", "weigh"]

POLICY: Final = "policy"
"""The kind of such a network, as files call it."""


def log_chances(logits: np.ndarray, legal: np.ndarray) -> np.ndarray:
    """The logarithms of the actions' chances (…, actions), where ``legal`` says which may be taken; -inf elsewhere.

    >>> np.exp(log_chances(np.array([0.0, 9.0, 0.0]), np.array([True, False, True]))).round(6).tolist()
    [0.5, 0.0, 0.5]
    """
    raw = np.where(legal, np.asarray(logits, np.float64), -np.inf)
    raw -= raw.max(axis=-1, keepdims=True)
    chances: np.ndarray = raw - np.log(np.exp(raw).sum(axis=-1, keepdims=True))
    return chances


@rule
def weigh(
    hidden: Floats, width: int, table: Singles2, row: int, acts: Ints, n: int, temperature: float, chances: Floats
) -> None:
    """Write the chances of the ``n`` legal actions ``acts`` to the first ``n`` places of ``chances``.

    ``hidden[:width]`` is what the last layer takes, whose rows of the table begin at ``row``
    (:func:`.compiled.through`). Logits are divided by the ``temperature``, which is greater than 0: below 1 likely
    actions become likelier.
    """
    greatest = -math.inf
    for i in range(n):
        chances[i] = output(hidden, width, table, row, acts[i]) / temperature
        greatest = max(greatest, chances[i])
    total = 0.0
    for i in range(n):
        chances[i] = math.exp(chances[i] - greatest)
        total += chances[i]
    for i in range(n):
        chances[i] /= total


@rule
def expect(hidden: Floats, width: int, table: Singles2, row: int, actions: int, shares: Floats) -> None:
    """Write the win shares, first that of the seat that looks on; the network has an output for each of ``actions``.

    The others are those of :func:`weigh`.
    """
    for k in range(len(shares)):
        shares[k] = output(hidden, width, table, row, actions + k)
    share_out(shares, (1 << len(shares)) - 1)


@rule
def draw(chances: Floats, n: int, u: float) -> int:
    """The place that a number from 0 to 1 draws among the first ``n`` chances, which add up to 1."""
    rest = u
    last = 0
    for i in range(n):
        if chances[i] > 0.0:
            last = i
            if rest < chances[i]:
                return i
            rest -= chances[i]
    return last


@rule
def likeliest(chances: Floats, n: int) -> int:
    """The place of the greatest of the first ``n`` chances, the first of equals."""
    best = 0
    for i in range(1, n):
        if chances[i] > chances[best]:
            best = i
    return best
