"""A network in compiled code: one vector at a time, nothing allocated.

Products are summed in float64, in the order of the inputs, so compiled and interpreted code give the same bits. An
input of 0, of which a description of a position has many, costs nothing, nor does a hidden unit that is off.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..engine.compiler import Floats, Floats2, Ints, Singles2, entry, rule

__all__ = ["evaluate", "forward", "output", "scratch_for", "through"]


@rule
def through(inputs: Floats, sizes: Ints, table: Singles2, layers: int, scratch: Floats2) -> int:
    """Work through the first so many layers; returns the row of the table at which the next one begins.

    What the last of them gives lies in ``scratch[layers & 1]``. ``sizes`` and ``table`` are those of
    :class:`.dense.Network`; ``scratch`` is room for two layers (:func:`scratch_for`).
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
