"""A network that says what a position is worth to all seats, and how good each move is that it is shown.

It has three parts. The codes and the head are those of :mod:`.seats`, and the head has a second output: the points
with which the seat ends, over 100. The third part, the policy, takes the code of the seat that decides, the sum of all
codes, and the numbers of a move. Its output is added to the logarithm of the move's prior. So any number of moves can
be compared, and a network that has learned nothing leaves the priors as they are.

The seat that decides comes first. Compiled code works the codes out once a position, and then a move takes one layer of
its own numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..errors import BadNetwork
from ..runtime.compiler import Floats, Floats2, Ints, Singles2, entry, float32, rule
from .inference import add_rows, share_out, win_shares
from .network import Network, aligned_zeros, table_of
from .seats import CODES, HEAD, POOL

__all__ = [
    "CODES",
    "HEAD",
    "MOVES",
    "POINTS",
    "POLICY",
    "MoveNetwork",
    "MoveTables",
    "assess",
    "attract",
    "encode",
    "judge",
    "prepare",
]

MOVES = "moves"
"""The kind of such networks, as files call it."""
POLICY = "policy"
"""The name of the third part."""
POINTS = 100.0
"""So many points are 1 to the network."""


class MoveTables(NamedTuple):
    """A network for compiled code, and room to work.

    ``table`` has the rows of the three parts, one below the other. ``sizes`` are the inputs of a code, a code's
    numbers, the hidden units of the head, the numbers of a move, and the hidden units of the policy. ``found`` has a
    row for each seat's code, then one for the sum, one for hidden units, and one for what the head or the policy knows
    before it sees a seat or a move.
    """

    table: Singles2
    sizes: Ints
    found: Singles2


@dataclass(frozen=True)
class MoveNetwork:
    """The three parts.

    >>> network = MoveNetwork.new(own=3, table=2, move=4, codes=8, hidden=6, seed=1)
    >>> shares, points = network(np.ones((5, 2, 3)), np.ones((5, 2)))
    >>> shares[0].tolist(), points.shape, network.logits(np.ones((5, 2, 3)), np.ones((5, 2)), np.ones((5, 7, 4))).shape
    ([0.5, 0.5], (5, 2), (5, 7))
    """

    codes: Network
    head: Network
    policy: Network

    def __post_init__(self) -> None:
        wide = self.codes.sizes[-1]
        if tuple(map(len, (self.codes.sizes, self.head.sizes, self.policy.sizes))) != (2, 3, 3):
            raise BadNetwork("the codes are one layer, the head and the policy are two", hint="train the network again")
        if self.head.sizes[0] != 2 * wide or self.head.sizes[2] != 2:
            raise BadNetwork(
                f"a head for codes of {wide} numbers has {2 * wide} inputs and 2 outputs, not {self.head.sizes[0]} "
                f"and {self.head.sizes[2]}",
                hint="train the network again",
            )
        if self.policy.sizes[0] <= 2 * wide or self.policy.sizes[2] != 1:
            raise BadNetwork(
                f"a policy for codes of {wide} numbers has more than {2 * wide} inputs and 1 output, not "
                f"{self.policy.sizes[0]} and {self.policy.sizes[2]}",
                hint="train the network again",
            )

    @classmethod
    def new(cls, *, own: int, table: int, move: int, codes: int, hidden: int, seed: int) -> MoveNetwork:
        """A network that has learned nothing, for so many numbers of a seat, of the table and of a move.

        The last weights are 0: all seats have equal chances, and all moves keep their priors.
        """
        sizes = ([own + table, codes], [2 * codes, hidden, 2], [2 * codes + move, hidden, 1])
        parts = [Network.new(layers, seed + number) for number, layers in enumerate(sizes)]
        still = [Network((one.weights[0], np.zeros_like(one.weights[1])), one.biases) for one in parts[1:]]
        return cls(parts[0], *still)

    @property
    def move(self) -> int:
        """How many numbers it is shown of a move."""
        return self.policy.sizes[0] - 2 * self.codes.sizes[1]

    def _codes(self, own: np.ndarray, table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The codes (n, seats, codes), and their sum (n, codes)."""
        given = np.concatenate([own, np.broadcast_to(table[:, None], (*own.shape[:2], table.shape[1]))], axis=2)
        codes = np.maximum(self.codes(given), 0.0)
        return codes, POOL * codes.sum(axis=1)

    def __call__(self, own: np.ndarray, table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The win shares and the points (n, seats), for numbers of seats (n, seats, own) and of tables (n, table)."""
        codes, total = self._codes(own, table)
        raw = self.head(np.concatenate([codes, np.broadcast_to(total[:, None], codes.shape)], axis=2))
        return win_shares(raw[:, :, 0]), POINTS * raw[:, :, 1]

    def logits(self, own: np.ndarray, table: np.ndarray, moves: np.ndarray) -> np.ndarray:
        """What the policy adds to the logarithms of the priors (n, m) of moves (n, m, move) of the first seat."""
        codes, total = self._codes(own, table)
        known = np.concatenate([codes[:, 0], total], axis=1)
        shown = np.broadcast_to(known[:, None], (*moves.shape[:2], known.shape[1]))
        found: np.ndarray = self.policy(np.concatenate([shown, moves], axis=2))[:, :, 0]
        return found

    def tables(self, seats: int) -> MoveTables:
        """The same network for compiled code, with room for so many seats."""
        table = table_of((self.codes, self.head, self.policy))
        sizes = [*self.codes.sizes, self.head.sizes[1], self.move, self.policy.sizes[1]]
        return MoveTables(table, np.array(sizes), aligned_zeros(seats + 3, table.shape[1]))


@rule
def encode(inputs: Floats, own: int, places: int, seats: int, ws: MoveTables) -> None:
    """Work out the codes of the ``seats`` and their sum.

    ``inputs`` has ``own`` numbers for each of so many ``places`` at a table, and then the numbers of the table.
    """
    width = ws.sizes[1]
    last = len(ws.found)
    total = ws.found[last - 3]
    base = ws.found[last - 2]
    for j in range(width):
        base[j] = ws.table[0, j]
        total[j] = 0.0
    add_rows(base, width, inputs, own * places, len(inputs) - own * places, ws.table, 1 + own)
    for k in range(seats):
        code = ws.found[k]
        for j in range(width):
            code[j] = base[j]
        add_rows(code, width, inputs, k * own, own, ws.table, 1)
        for j in range(width):
            if code[j] < 0.0:
                code[j] = 0.0
            total[j] += float32(POOL) * code[j]


@rule
def prepare(ws: MoveTables) -> None:
    """Work out what the policy knows before it sees a move of the first seat, once the codes are worked out."""
    width = ws.sizes[1]
    hidden = ws.sizes[4]
    last = len(ws.found)
    known = ws.found[last - 1]
    first = 1 + ws.sizes[0] + 2 + 2 * width + ws.sizes[2]
    for j in range(hidden):
        known[j] = ws.table[first, j]
    add_rows(known, hidden, ws.found[0], 0, width, ws.table, first + 1)
    add_rows(known, hidden, ws.found[last - 3], 0, width, ws.table, first + 1 + width)


@rule
def judge(seats: int, ws: MoveTables, shares: Floats, points: Floats) -> None:
    """Write the win shares and the points of the ``seats``, whose codes were worked out."""
    width = ws.sizes[1]
    hidden = ws.sizes[2]
    last = len(ws.found)
    base = ws.found[last - 1]
    units = ws.found[last - 2]
    first = 1 + ws.sizes[0]
    end = first + 1 + 2 * width
    for j in range(hidden):
        base[j] = ws.table[first, j]
    add_rows(base, hidden, ws.found[last - 3], 0, width, ws.table, first + 1 + width)
    for k in range(seats):
        for j in range(hidden):
            units[j] = base[j]
        add_rows(units, hidden, ws.found[k], 0, width, ws.table, first + 1)
        shares[k] = float(ws.table[end, 0])
        points[k] = float(ws.table[end, 1])
        for j in range(hidden):
            shares[k] += max(float(units[j]), 0.0) * float(ws.table[end + 1 + j, 0])
            points[k] += max(float(units[j]), 0.0) * float(ws.table[end + 1 + j, 1])
        points[k] *= POINTS
    share_out(shares, (1 << seats) - 1)


@rule
def attract(move: Floats, ws: MoveTables) -> float:
    """What the policy adds to the logarithm of the prior of a move with these numbers, once it is prepared."""
    width = ws.sizes[1]
    hidden = ws.sizes[4]
    last = len(ws.found)
    units = ws.found[last - 2]
    first = 1 + ws.sizes[0] + 2 + 2 * width + ws.sizes[2]
    for j in range(hidden):
        units[j] = ws.found[last - 1, j]
    add_rows(units, hidden, move, 0, ws.sizes[3], ws.table, first + 1 + 2 * width)
    end = first + 1 + 2 * width + ws.sizes[3]
    found = float(ws.table[end, 0])
    for j in range(hidden):
        found += max(float(units[j]), 0.0) * float(ws.table[end + 1 + j, 0])
    return found


@entry
def assess(
    inputs: Floats2,
    own: int,
    places: int,
    moves: Floats2,
    ws: MoveTables,
    shares: Floats2,
    points: Floats2,
    added: Floats,
) -> None:
    """Write win shares and points for each row of inputs, and what is added to the prior of its move."""
    for i in range(len(inputs)):
        encode(inputs[i], own, places, places, ws)
        judge(places, ws, shares[i], points[i])
        prepare(ws)
        added[i] = attract(moves[i], ws)
