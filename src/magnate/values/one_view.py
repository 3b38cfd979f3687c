"""The win shares of all seats by a network that looks from one seat (a kernel)."""

from __future__ import annotations

from ..core.binding import State, guide
from ..networks.inference import Net, forward, share_out
from ..runtime.compiler import Floats, Singles2, rule


@rule
def write_shares(
    g: State, seat: int, net: Net, inputs: Floats, scratch: Singles2, outputs: Floats, shares: Floats
) -> None:
    """Write the win shares of all seats, by their numbers, as ``seat`` sees the position; the rest is for the work."""
    players = len(shares)
    inputs[:] = 0.0
    guide.inputs(g, seat, inputs)
    forward(inputs, net.sizes, net.table, scratch, outputs)
    share_out(outputs, (1 << players) - 1)
    for k in range(players):
        shares[(seat + k) % players] = outputs[k]
