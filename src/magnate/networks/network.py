"""The network: layers of weights and biases, max(0, ·) between them, and raw numbers at the end."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from ..errors import BadNetwork

LEAST: Final = -1e34
"""What an output gives that a network has not: less than any other, and finite even when a policy is sharpened."""

LINE: Final = 64
"""The bytes of a line of the processor's cache."""


def aligned_zeros(rows: int, columns: int) -> np.ndarray:
    """A float32 array of zeros that begins with a line of the cache: compiled code reads one a third faster.

    >>> aligned_zeros(3, 5).ctypes.data % 64
    0
    """
    size = rows * columns * np.dtype(np.float32).itemsize
    room = np.zeros(size + LINE, np.uint8)
    first = -room.ctypes.data % LINE
    return room[first : first + size].view(np.float32).reshape(rows, columns)


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """A fully connected network with rectified linear units (ReLU) between its layers.

    ``weights[k]`` is of the shape (inputs, outputs) of layer k, ``biases[k]`` has a number for each of its outputs.
    All are kept as float32, in copies that cannot be written to. The last layer's outputs are raw: what they mean is
    up to :mod:`.inference`.

    Raises :class:`~magnate.errors.BadNetwork` where the layers do not fit together or a number is not finite.

    >>> network = Network.new([18, 32, 2], seed=1)
    >>> network(np.zeros((5, 18))).shape
    (5, 2)
    """

    weights: tuple[np.ndarray, ...]
    biases: tuple[np.ndarray, ...]

    def __post_init__(self) -> None:
        for name in ("weights", "biases"):
            object.__setattr__(self, name, tuple(map(_kept, getattr(self, name))))  # the class is frozen
        if not self.weights or len(self.weights) != len(self.biases):
            raise BadNetwork(
                f"a network has as many weights as biases, not {len(self.weights)} and {len(self.biases)}",
                hint="give both for each layer, of one layer at least",
            )
        before = None
        for number, (weight, bias) in enumerate(zip(self.weights, self.biases, strict=True)):
            if weight.ndim != 2 or 0 in weight.shape or bias.shape != weight.shape[1:]:
                raise BadNetwork(
                    f"layer {number} of the network has weights of the shape {weight.shape} and biases of {bias.shape}",
                    hint="weights are of the shape (inputs, outputs), biases of (outputs,)",
                )
            if before is not None and weight.shape[0] != before:
                raise BadNetwork(
                    f"layer {number} of the network takes {weight.shape[0]} numbers, the one before gives {before}",
                    hint="give each layer as many inputs as the one before has outputs",
                )
            if not (np.isfinite(weight).all() and np.isfinite(bias).all()):
                raise BadNetwork(
                    f"layer {number} of the network has weights that are not finite (NaN or infinity)",
                    hint="its training went wrong: take an earlier checkpoint, or train with a smaller learning rate",
                )
            before = weight.shape[1]

    @classmethod
    def new(cls, sizes: Sequence[int], seed: int) -> Network:
        """A network that has learned nothing: ``sizes`` are those of the inputs, the hidden layers and the outputs.

        Weights are drawn from a normal distribution of variance 2 / inputs, biases are 0 (He, Zhang, Ren, Sun:
        "Delving deep into rectifiers", 2015). The same sizes and seed give the same network.
        """
        if len(sizes) < 2 or min(sizes) < 1:
            raise BadNetwork(
                f"a network cannot have layers of the sizes {list(sizes)}",
                hint="give the numbers of inputs, of units in each hidden layer, and of outputs: 100, 64, 2",
            )
        draws = np.random.default_rng(seed)
        layers = list(pairwise(sizes))
        weights = [draws.normal(0.0, np.sqrt(2.0 / taken), (taken, given)) for taken, given in layers]
        return cls(tuple(weights), tuple(np.zeros(given) for _, given in layers))

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many inputs, units in each hidden layer, and outputs it has.

        >>> Network.new((18, 32, 2), seed=1).sizes
        (18, 32, 2)
        """
        return (self.weights[0].shape[0], *(len(bias) for bias in self.biases))

    @property
    def digest(self) -> str:
        """A hash of all its numbers."""
        return hashlib.blake2b(repr(self.sizes).encode() + self.table().tobytes(), digest_size=16).hexdigest()

    def renumbered(self, before: Sequence[str], now: Sequence[str]) -> Network:
        """The same network, whose first outputs are called ``before``, with its outputs in the order of ``now``.

        Outputs beyond ``before`` come last, as they are. An output that the network has not is less than any other,
        whatever its inputs are. One whose name is not in ``now`` is left out.

        >>> network = Network((np.eye(3),), (np.zeros(3),))
        >>> network.renumbered(("buy", "pass"), ("pass", "sell", "buy"))(np.array([[1.0, 2.0, 3.0]])).tolist()[0][2:]
        [1.0, 3.0]
        """
        if tuple(before) == tuple(now):
            return self
        if len(before) > self.sizes[-1]:
            raise BadNetwork(
                f"the network has {self.sizes[-1]} outputs, and {len(before)} actions to choose from",
                hint="name a network that was trained for this game",
            )
        last, bias = in_order(self.weights[-1], before, now, 0.0), in_order(self.biases[-1], before, now, LEAST)
        return Network((*self.weights[:-1], last), (*self.biases[:-1], bias))

    def __call__(self, inputs: np.ndarray) -> np.ndarray:
        """The outputs (n, outputs) for inputs (n, inputs), in float32."""
        values: np.ndarray = np.asarray(inputs, np.float32)
        for weight, bias in zip(self.weights[:-1], self.biases[:-1], strict=True):
            values = values @ weight + bias
            np.maximum(values, 0.0, out=values)
        return values @ self.weights[-1] + self.biases[-1]

    def table(self) -> np.ndarray:
        """The same network for compiled code (:mod:`.inference`): a float32 table with a row for each bias and input.

        Layer after layer, first the row of its biases, then one for each of its inputs. A row has a place for each
        output of the widest layer. Those that a layer does not have are 0.
        """
        sizes = self.sizes
        table = aligned_zeros(sum(taken + 1 for taken in sizes[:-1]), max(sizes[1:]))
        row = 0
        for weight, bias in zip(self.weights, self.biases, strict=True):
            taken, given = weight.shape
            table[row, :given] = bias
            table[row + 1 : row + 1 + taken, :given] = weight
            row += 1 + taken
        return table

    @classmethod
    def of_table(cls, sizes: Iterable[int], table: np.ndarray) -> Network:
        """The network that a :meth:`table` describes."""
        weights, biases, row = [], [], 0
        for taken, given in pairwise(sizes):
            biases.append(table[row, :given])
            weights.append(table[row + 1 : row + 1 + taken, :given])
            row += 1 + taken
        return cls(tuple(weights), tuple(biases))


def table_of(parts: Sequence[Network]) -> np.ndarray:
    """The tables of several networks, one below the other, filled up with 0 to the width of the widest."""
    tables = [part.table() for part in parts]
    whole = aligned_zeros(sum(len(one) for one in tables), max(one.shape[1] for one in tables))
    row = 0
    for one in tables:
        whole[row : row + len(one), : one.shape[1]] = one
        row += len(one)
    return whole


def in_order(numbers: np.ndarray, before: Sequence[str], now: Sequence[str], new: float) -> np.ndarray:
    """Numbers of outputs, along the last axis, in another order, as in :meth:`Network.renumbered`.

    Those that were not there before are ``new``.
    """
    places = {name: place for place, name in enumerate(before)}
    found = np.full((*numbers.shape[:-1], len(now)), new, numbers.dtype)
    for place, name in enumerate(now):
        if name in places:
            found[..., place] = numbers[..., places[name]]
    return np.concatenate([found, numbers[..., len(before) :]], axis=-1)


def _kept(numbers: np.ndarray) -> np.ndarray:
    """A copy of an array that stays as it is."""
    copy = np.array(numbers, np.float32, order="C")
    copy.flags.writeable = False
    return copy
