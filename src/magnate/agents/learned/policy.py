"""Playing by a network that says what to do (a kernel): it is shown the position, and gives each action a chance.

Of actions that are alike only the first counts. Illegal actions have no chance, whatever the network's outputs are.
"""

from __future__ import annotations

from typing import NamedTuple

from ...core.binding import State, States, game, guide
from ...networks.inference import draw, likeliest, through, weigh
from ...runtime.compiler import Floats, Ints, Singles2, entry, rule
from ...runtime.stream import uniform_of

DRAWS = 4503599627370496.0
"""How many numbers :func:`~magnate.runtime.stream.uniform_of` may draw."""


class Workspace(NamedTuple):
    """The arrays that decisions are worked out on, made once (:func:`.spec.policy_workspace`).

    ``acts`` are the actions that may be taken, ``chances`` those of each, ``inputs`` what the network is shown.
    ``scratch`` is what it works on, and ``shares`` are the win shares that it expects, from the seat that looks on.
    """

    acts: Ints
    chances: Floats
    inputs: Floats
    scratch: Singles2
    shares: Floats


@rule
def choices(g: State, acts: Ints) -> int:
    """Write the legal actions, of those that are alike only the first, and return how many there are."""
    n = game.legal(g, acts)
    kept = 0
    for i in range(n):
        if game.canonical(g, acts[i]) == acts[i]:
            acts[kept] = acts[i]
            kept += 1
    return kept


@rule
def consider(g: State, seat: int, n: int, temperature: float, sizes: Ints, table: Singles2, ws: Workspace) -> int:
    """Write the chances of the first ``n`` actions of ``ws.acts``, as the seat sees the position.

    Returns the row of the table at which the last layer begins, for :func:`~magnate.networks.inference.expect`.
    """
    ws.inputs[:] = 0.0
    guide.inputs(g, seat, ws.inputs)
    layers = len(sizes) - 2
    row = through(ws.inputs, sizes, table, layers, ws.scratch)
    weigh(ws.scratch[layers & 1], sizes[layers], table, row, ws.acts, n, temperature, ws.chances)
    return row


@rule
def chosen_by(key: int, n: int, ws: Workspace) -> int:
    """The place of the action that a decision's key draws among the first ``n`` by their chances."""
    return draw(ws.chances, n, uniform_of(key, 0) / DRAWS)


@rule
def choose(g: State, seat: int, key: int, temperature: float, sizes: Ints, table: Singles2, ws: Workspace) -> int:
    """What the seat to move does: an action drawn by its chance, or with ``temperature`` 0 the likeliest one.

    The guide may amend it.

    ``key`` is that of the decision: all that is random follows from it. ``sizes`` and ``table`` are a network's
    (:class:`~magnate.networks.network.Network`).
    """
    n = choices(g, ws.acts)
    if n == 1:
        return ws.acts[0]
    if temperature > 0.0:
        consider(g, seat, n, temperature, sizes, table, ws)
        return guide.amend(g, ws.acts[chosen_by(key, n, ws)])
    consider(g, seat, n, 1.0, sizes, table, ws)
    return guide.amend(g, ws.acts[likeliest(ws.chances, n)])


@entry
def answer(
    states: States,
    seats: Ints,
    keys: Ints,
    temperature: float,
    sizes: Ints,
    table: Singles2,
    ws: Workspace,
    chosen: Ints,
) -> None:
    """What each seat does at its decision; see :func:`choose`."""
    for i in range(len(states)):
        chosen[i] = choose(states[i], seats[i], keys[i], temperature, sizes, table, ws)
