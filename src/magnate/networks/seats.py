"""A network with one output a seat, the same for whoever looks: shared weights, and a sum over the seats.

Every seat has numbers of its own, and the table has some that all share. One layer turns the numbers of a seat and of
the table into a code. The codes of the seats that are still in the game are added up. A second network takes a seat's
code and this sum, and gives one number. The softmax of these numbers over the seats in the game is the chance of each.
The weights are the same for every seat, so a network learns from all seats and serves every size of table (Zaheer and
others, "Deep sets", 2017).

Sums run round the table from one seat that belongs to the position, such as the one whose turn it is. So a rotation of
the players rotates the answer to the bit.
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..errors import BadNetwork
from ..runtime.compiler import Floats, Ints, Singles2, float32, rule
from .inference import add_rows, win_shares
from .network import Network, aligned_zeros, table_of

__all__ = ["CODES", "HEAD", "SEAT_CHANCES", "PackedSeats", "SeatNetwork", "SeatTables", "seat_chances"]

SEAT_CHANCES = "seat chances"
"""The kind of such networks, as files call it."""
CODES, HEAD = "codes", "head"
"""The names of the two parts in a file."""
POOL = 0.5
"""What the sum over the seats is multiplied by: codes of few and of many seats stay of a like size."""


class SeatTables(NamedTuple):
    """A network for compiled code, and room to work.

    ``table`` has the rows of both parts, as :meth:`.network.Network.table` gives them, those of the codes first.
    ``sizes`` are the inputs, a code's numbers and the hidden units. ``found`` has a row for each seat's code, then one
    for the table, one for the sum and one for the hidden units.
    """

    table: Singles2
    sizes: Ints
    found: Singles2


@dataclass(frozen=True)
class SeatNetwork:
    """The two parts: ``codes`` from a seat's and the table's numbers, ``head`` from a code and the sum to one output.

    >>> network = SeatNetwork.new(own=3, table=2, codes=8, hidden=4, seed=1)
    >>> chances = network(np.ones((5, 2, 3)), np.ones((5, 2)), np.ones((5, 2), bool))
    >>> chances.shape, chances[0].tolist()
    ((5, 2), [0.5, 0.5])
    """

    codes: Network
    head: Network

    def __post_init__(self) -> None:
        if len(self.codes.sizes) != 2 or len(self.head.sizes) != 3:
            raise BadNetwork("the codes of seats are one layer, the head is two", hint="train the network again")
        if self.head.sizes[0] != 2 * self.codes.sizes[1] or self.head.sizes[2] != 1:
            raise BadNetwork(
                f"a head for codes of {self.codes.sizes[1]} numbers takes twice as many, not {self.head.sizes[0]}",
                hint="train the network again",
            )

    @classmethod
    def new(cls, own: int, table: int, codes: int, hidden: int, seed: int) -> SeatNetwork:
        """A network that has learned nothing, for so many numbers of a seat and of the table.

        Its last weights are 0, so that it begins with equal chances.
        """
        first, second = Network.new([own + table, codes], seed), Network.new([2 * codes, hidden, 1], seed + 1)
        return cls(first, Network((second.weights[0], np.zeros((hidden, 1))), second.biases))

    def __call__(self, own: np.ndarray, table: np.ndarray, there: np.ndarray) -> np.ndarray:
        """The chances (n, seats) for numbers of seats (n, seats, own) and of the table (n, table).

        ``there`` (n, seats) says which seats are in the game.
        """
        given = np.concatenate([own, np.broadcast_to(table[:, None], (*own.shape[:2], table.shape[1]))], axis=2)
        codes = np.maximum(self.codes(given), 0.0) * there[:, :, None]
        total = np.broadcast_to(POOL * codes.sum(axis=1, keepdims=True), codes.shape)
        raw = self.head(np.concatenate([codes, total], axis=2))[:, :, 0]
        return win_shares(raw, there)

    def tables(self, seats: int) -> SeatTables:
        """The same network for compiled code, with room for so many seats."""
        table = self.table()
        sizes = np.array([self.codes.sizes[0], self.codes.sizes[1], self.head.sizes[1]])
        return SeatTables(table, sizes, aligned_zeros(seats + 3, table.shape[1]))

    def table(self) -> np.ndarray:
        """Both parts' tables, one below the other."""
        return table_of((self.codes, self.head))


@dataclass(frozen=True)
class PackedSeats:
    """Such a network as agents play by it: like a :class:`.network.Network` with ``inputs`` and an output a seat."""

    network: SeatNetwork
    inputs: int
    seats: int

    @property
    def sizes(self) -> tuple[int, ...]:
        """The inputs of a whole table, a code's numbers, the hidden units, and the most seats."""
        return (self.inputs, self.network.codes.sizes[1], self.network.head.sizes[1], self.seats)

    @property
    def digest(self) -> str:
        """A hash of all its numbers."""
        return hashlib.blake2b(repr(self.sizes).encode() + self.table().tobytes(), digest_size=16).hexdigest()

    def table(self) -> np.ndarray:
        """The table for compiled code."""
        return self.network.table()


@rule
def seat_chances(inputs: Floats, own: int, places: int, seats: int, there: int, ws: SeatTables, out: Floats) -> None:
    """Write the chance of each of the ``seats``, in the order of ``inputs``; ``there`` masks those in the game.

    ``inputs`` has ``own`` numbers for each of so many ``places`` at a table, of which the first are taken, and then the
    numbers of the table.
    """
    width = ws.sizes[1]
    hidden = ws.sizes[2]
    first = 1 + len(inputs) - own * (places - 1)
    table = ws.found[seats]
    total = ws.found[seats + 1]
    units = ws.found[seats + 2]
    for j in range(width):
        table[j] = ws.table[0, j]
        total[j] = 0.0
    add_rows(table, width, inputs, own * places, len(inputs) - own * places, ws.table, 1 + own)
    for k in range(seats):
        if (there >> k) & 1:
            code = ws.found[k]
            for j in range(width):
                code[j] = table[j]
            add_rows(code, width, inputs, k * own, own, ws.table, 1)
            for j in range(width):
                if code[j] < 0.0:
                    code[j] = 0.0
                total[j] += code[j]
    for j in range(hidden):
        table[j] = ws.table[first, j]
    for j in range(width):
        total[j] *= float32(POOL)
    add_rows(table, hidden, total, 0, width, ws.table, first + 1 + width)
    last = first + 1 + 2 * width
    greatest = -math.inf
    for k in range(seats):
        out[k] = 0.0
        if (there >> k) & 1:
            for j in range(hidden):
                units[j] = table[j]
            add_rows(units, hidden, ws.found[k], 0, width, ws.table, first + 1)
            raw = float(ws.table[last, 0])
            for j in range(hidden):
                raw += max(float(units[j]), 0.0) * float(ws.table[last + 1 + j, 0])
            out[k] = raw
            greatest = max(greatest, raw)
    whole = 0.0
    for k in range(seats):
        if (there >> k) & 1:
            out[k] = math.exp(out[k] - greatest)
            whole += out[k]
    for k in range(seats):
        out[k] /= whole
