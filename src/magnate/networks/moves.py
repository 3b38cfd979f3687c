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
from ..runtime.compiler import Floats, Floats2, Ints, Singles2, entry, rule
from .inference import share_out, win_shares
from .network import Network
from .seats import CODES, HEAD, POOL, add_row

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
    row for each seat's code, then one for the sum, one for hidden units, and one for what the policy knows before it
    sees a move.
    """

    table: Singles2
    sizes: Ints
    found: Floats2


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
        parts = [part.table() for part in (self.codes, self.head, self.policy)]
        width = max(part.shape[1] for part in parts)
        table = np.concatenate([np.pad(part, ((0, 0), (0, width - part.shape[1]))) for part in parts])
        sizes = [*self.codes.sizes, self.head.sizes[1], self.move, self.policy.sizes[1]]
        return MoveTables(table, np.array(sizes), np.zeros((seats + 3, width)))


@rule
def encode(inputs: Floats, own: int, places: int, seats: int, ws: MoveTables) -> None:
    """Work out the codes of the ``seats``, their sum, and what the policy of the first one knows.

    ``inputs`` has ``own`` numbers for each of so many ``places`` at a table, and then the numbers of the table.
    """
    width = ws.sizes[1]
    last = len(ws.found)
    total = ws.found[last - 3]
    base = ws.found[last - 2]
    for j in range(width):
        base[j] = float(ws.table[0, j])
        total[j] = 0.0
    for i in range(len(inputs) - own * places):
        add_row(base, inputs[own * places + i], ws.table, 1 + own + i, width)
    for k in range(seats):
        code = ws.found[k]
        for j in range(width):
            code[j] = base[j]
        for i in range(own):
            add_row(code, inputs[k * own + i], ws.table, 1 + i, width)
        for j in range(width):
            code[j] = max(code[j], 0.0)
            total[j] += POOL * code[j]
    first = 1 + ws.sizes[0] + 2 + 2 * width + ws.sizes[2]
    known = ws.found[last - 1]
    for j in range(ws.sizes[4]):
        known[j] = float(ws.table[first, j])
    for i in range(width):
        add_row(known, ws.found[0, i], ws.table, first + 1 + i, ws.sizes[4])
        add_row(known, total[i], ws.table, first + 1 + width + i, ws.sizes[4])


@rule
def judge(seats: int, ws: MoveTables, shares: Floats, points: Floats) -> None:
    """Write the win shares and the points of the ``seats``, whose codes were worked out."""
    width = ws.sizes[1]
    hidden = ws.sizes[2]
    last = len(ws.found)
    total = ws.found[last - 3]
    units = ws.found[last - 2]
    first = 1 + ws.sizes[0]
    end = first + 1 + 2 * width
    for k in range(seats):
        for j in range(hidden):
            units[j] = float(ws.table[first, j])
        for i in range(width):
            add_row(units, ws.found[k, i], ws.table, first + 1 + i, hidden)
            add_row(units, total[i], ws.table, first + 1 + width + i, hidden)
        shares[k] = float(ws.table[end, 0])
        points[k] = float(ws.table[end, 1])
        for j in range(hidden):
            shares[k] += max(units[j], 0.0) * float(ws.table[end + 1 + j, 0])
            points[k] += max(units[j], 0.0) * float(ws.table[end + 1 + j, 1])
        points[k] *= POINTS
    share_out(shares, (1 << seats) - 1)


@rule
def attract(move: Floats, ws: MoveTables) -> float:
    """What the policy adds to the logarithm of the prior of a move with these numbers."""
    width = ws.sizes[1]
    hidden = ws.sizes[4]
    last = len(ws.found)
    units = ws.found[last - 2]
    first = 1 + ws.sizes[0] + 2 + 2 * width + ws.sizes[2]
    for j in range(hidden):
        units[j] = ws.found[last - 1, j]
    for i in range(ws.sizes[3]):
        add_row(units, move[i], ws.table, first + 1 + 2 * width + i, hidden)
    end = first + 1 + 2 * width + ws.sizes[3]
    found = float(ws.table[end, 0])
    for j in range(hidden):
        found += max(units[j], 0.0) * float(ws.table[end + 1 + j, 0])
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
        added[i] = attract(moves[i], ws)
