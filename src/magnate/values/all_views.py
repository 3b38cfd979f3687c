"""The win shares of all seats by a network with an output a seat, the same for whoever looks (a kernel)."""

from __future__ import annotations

from ..core.binding import State, guide
from ..networks.inference import Net
from ..networks.seats import SeatTables, seat_chances
from ..runtime.compiler import Floats, Singles2, rule


@rule
def write_shares(
    g: State, seat: int, net: Net, inputs: Floats, scratch: Singles2, outputs: Floats, shares: Floats
) -> None:
    """Write the win shares of all seats, by their numbers; the rest is for the work.

    They are the same for all who look, but for what hands ``seat`` knows.
    """
    players = len(shares)
    first = guide.first_seat(g)
    guide.seat_inputs(g, first, 1 << seat, inputs)
    tables = SeatTables(net.table, net.sizes, scratch)
    seat_chances(inputs, guide.OWN, guide.PLACES, players, guide.seats_left(g, first), tables, outputs)
    for k in range(players):
        shares[(first + k) % players] = outputs[k]
