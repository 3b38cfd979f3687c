"""Networks in compiled code, and what their outputs mean: win shares, and chances of actions.

One vector at a time, nothing allocated. Products are summed in float64, in the order of the inputs, so compiled and
interpreted code give the same bits. An input of 0, of which a description of a position has many, costs nothing, nor
does a hidden unit that is off.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from ..runtime.compiler import Floats, Floats2, Ints, Singles2, entry, rule


class Net(NamedTuple):
    """A network in compiled code, and how an agent plays by it.

    ``sizes`` and ``table`` are those of :class:`.network.Network`. With chance ``epsilon`` the agent takes any legal
    action. ``delegate`` is the row of the policy to which it leaves what its guide can leave to one; that of random
    play, which is all 0, is none.
    """

    sizes: Ints
    table: Singles2
    epsilon: float
    delegate: Floats


@rule
def through(inputs: Floats, sizes: Ints, table: Singles2, layers: int, scratch: Floats2) -> int:
    """Work through the first so many layers; returns the row of the table at which the next one begins.

    What the last of them gives lies in ``scratch[layers & 1]``. ``sizes`` and ``table`` are those of
    :class:`.network.Network`; ``scratch`` is room for two layers (:func:`scratch_for`).
    """
    row = 0
    for layer in range(layers):
        taken = scratch[layer & 1]
        given = scratch[(layer + 1) & 1]
        width = sizes[layer + 1]
        for j in range(width):
            given[j] = float(table[row, j])
        row += 1
        for i in range(sizes[layer]):
            value = inputs[i] if layer == 0 else taken[i]
            if value != 0.0:
                for j in range(width):
                    given[j] += value * float(table[row, j])
            row += 1
        if layer + 2 < len(sizes):
            for j in range(width):
                if given[j] < 0.0:
                    given[j] = 0.0
    return row


@rule
def forward(inputs: Floats, sizes: Ints, table: Singles2, scratch: Floats2, out: Floats) -> None:
    """Write the network's raw outputs for one vector of inputs.

    ``out`` has a place for each output, or more; the others are those of :func:`through`.
    """
    layers = len(sizes) - 1
    through(inputs, sizes, table, layers, scratch)
    last = scratch[layers & 1]
    for j in range(sizes[layers]):
        out[j] = last[j]


@rule
def output(hidden: Floats, width: int, table: Singles2, row: int, j: int) -> float:
    """Output ``j`` of a layer whose rows of the table begin at ``row``, where its inputs are ``hidden[:width]``.

    So one of very many outputs is worked out without the rest.
    """
    total = float(table[row, j])
    for i in range(width):
        if hidden[i] != 0.0:
            total += hidden[i] * float(table[row + 1 + i, j])
    return total


@entry
def evaluate(inputs: Floats2, sizes: Ints, table: Singles2, scratch: Floats2, out: Floats2) -> None:
    """Write a row of outputs for each row of inputs."""
    for i in range(len(inputs)):
        forward(inputs[i], sizes, table, scratch, out[i])


def scratch_for(sizes: Sequence[int]) -> np.ndarray:
    """Room for what :func:`forward` works out of a network of these sizes."""
    return np.zeros((2, max(sizes[1:])))


# --------------------------------------------- Win shares, one a seat, by softmax over the seats that are at the table


def win_shares(outputs: np.ndarray, present: np.ndarray | None = None) -> np.ndarray:
    """The win shares (…, seats) that raw outputs (…, seats) stand for: softmax, each row adding up to 1.

    ``present`` (broadcast to the same shape; default: all) says which seats are at the table: the others have 0. At
    least one must be.

    >>> win_shares(np.array([0.0, 0.0, 9.0]), np.array([True, True, False])).tolist()
    [0.5, 0.5, 0.0]
    """
    raw = np.asarray(outputs, np.float64)
    there = np.ones(raw.shape, np.bool_) if present is None else np.broadcast_to(present, raw.shape)
    greatest = np.max(raw, axis=-1, keepdims=True, where=there, initial=-np.inf)
    powers = np.where(there, np.exp(np.where(there, raw - greatest, 0.0)), 0.0)
    shares: np.ndarray = powers / powers.sum(axis=-1, keepdims=True)
    return shares


@rule
def share_out(values: Floats, present: int) -> None:
    """Turn raw outputs into win shares in place; ``present`` is the mask of the seats that are at the table."""
    greatest = -math.inf
    for k in range(len(values)):
        if (present >> k) & 1:
            greatest = max(greatest, values[k])
    total = 0.0
    for k in range(len(values)):
        if (present >> k) & 1:
            values[k] = math.exp(values[k] - greatest)
            total += values[k]
        else:
            values[k] = 0.0
    for k in range(len(values)):
        values[k] /= total


# ------------------------------------ Policies: an output for each action of a game, and after these one for each seat


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
    (:func:`through`). Logits are divided by the ``temperature``, which is greater than 0: below 1 likely
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
