"""Networks in compiled code, and what their outputs mean: win shares, and chances of actions.

One vector at a time, nothing allocated. Products are summed in float32, as weights are, and in the order of the inputs.
So compiled and interpreted code give the same bits. An input of 0, of which a description of a position has many, costs
nothing, nor does a hidden unit that is off.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from ..runtime.compiler import Floats, Floats2, Ints, Singles, Singles2, entry, float32, rule, shared
from ..runtime.primitives import low_bit
from .network import aligned_zeros


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


LOOKED_AT: Final = 60
"""In how many values at once those that are not 0 are looked for."""


@shared
def add_rows(out: Singles, width: int, values: Any, start: int, n: int, table: Singles2, row: int) -> None:
    """Add ``values[start + i]`` times row ``row + i`` of the table to ``out[:width]``, for all ``i`` below ``n``.

    ``values`` are float64 or float32. Those that are not 0 are noted as bits, which takes no branches. Their rows are
    added by fours, so that the sums are read and written once for them. Each sum still adds its products in the order
    of the rows.
    """
    done = 0
    while done < n:
        most = min(LOOKED_AT, n - done)
        at = start + done
        base = row + done
        mask = 0
        for k in range(most):
            mask |= int(values[at + k] != 0.0) << k
        while mask != 0:
            a = low_bit(mask)
            mask &= mask - 1
            b = c = d = a
            first = float32(values[at + a])
            second = third = fourth = float32(0.0)
            if mask != 0:
                b = low_bit(mask)
                mask &= mask - 1
                second = float32(values[at + b])
            if mask != 0:
                c = low_bit(mask)
                mask &= mask - 1
                third = float32(values[at + c])
            if mask != 0:
                d = low_bit(mask)
                mask &= mask - 1
                fourth = float32(values[at + d])
            for j in range(width):
                some = (out[j] + first * table[base + a, j]) + second * table[base + b, j]
                out[j] = (some + third * table[base + c, j]) + fourth * table[base + d, j]
        done += most


@rule
def through(inputs: Floats, sizes: Ints, table: Singles2, layers: int, scratch: Singles2) -> int:
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
            given[j] = table[row, j]
        row += 1
        if layer == 0:
            add_rows(given, width, inputs, 0, sizes[0], table, row)
        else:
            add_rows(given, width, taken, 0, sizes[layer], table, row)
        row += sizes[layer]
        if layer + 2 < len(sizes):
            for j in range(width):
                if given[j] < 0.0:
                    given[j] = 0.0
    return row


@rule
def forward(inputs: Floats, sizes: Ints, table: Singles2, scratch: Singles2, out: Floats) -> None:
    """Write the network's raw outputs for one vector of inputs.

    ``out`` has a place for each output, or more; the others are those of :func:`through`.
    """
    layers = len(sizes) - 1
    through(inputs, sizes, table, layers, scratch)
    last = scratch[layers & 1]
    for j in range(sizes[layers]):
        out[j] = last[j]


@rule
def output(hidden: Singles, width: int, table: Singles2, row: int, j: int) -> float:
    """Output ``j`` of a layer whose rows of the table begin at ``row``, where its inputs are ``hidden[:width]``.

    So one of very many outputs is worked out without the rest.
    """
    total = table[row, j]
    for i in range(width):
        if hidden[i] != 0.0:
            total += hidden[i] * table[row + 1 + i, j]
    return float(total)


@entry
def evaluate(inputs: Floats2, sizes: Ints, table: Singles2, scratch: Singles2, out: Floats2) -> None:
    """Write a row of outputs for each row of inputs."""
    for i in range(len(inputs)):
        forward(inputs[i], sizes, table, scratch, out[i])


def scratch_for(sizes: Sequence[int]) -> np.ndarray:
    """Room for what :func:`forward` works out of a network of these sizes."""
    return aligned_zeros(2, max(sizes[1:]))


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
    hidden: Singles, width: int, table: Singles2, row: int, acts: Ints, n: int, temperature: float, chances: Floats
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
def expect(hidden: Singles, width: int, table: Singles2, row: int, actions: int, shares: Floats) -> None:
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
