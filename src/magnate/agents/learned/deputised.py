"""Playing by a network which leaves a part of its decisions to a policy (a kernel): see ``Guide.propose``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.binding import RANDOM, State, States, guide, kernel
from ...runtime.compiler import Floats, Ints, Ints2, Singles2, entry, rule

if TYPE_CHECKING:
    from . import afterstates, playing
else:
    afterstates = kernel("magnate.agents.learned.afterstates")
    playing = kernel("magnate.agents.learned.playing")

__all__ = ["answer", "choose"]

Desk = afterstates.Desk
NARROWED = 3
"""Where on the desk there is room for the position without what is left to the policy."""


@rule
def choose(
    g: State,
    seat: int,
    key: int,
    epsilon: float,
    sizes: Ints,
    table: Singles2,
    desk: Desk,
    params: Floats,
    memo: Ints,
) -> int:
    """What the seat to move does: as ``playing.choose``, but for what the policy of ``params`` has a say in.

    Random play is no policy here: then the network decides everything. ``memo`` are the seat's notes.
    """
    if params[0] == RANDOM:
        return playing.choose(g, seat, key, epsilon, sizes, table, desk, memo)
    action = guide.propose(g, params, -1, key, desk.after, memo)
    if action >= 0:
        return action
    desk.states[NARROWED] = g
    guide.narrow(desk.states[NARROWED])
    found = playing.choose(desk.states[NARROWED], seat, key, epsilon, sizes, table, desk, memo)
    action = guide.propose(g, params, found, key, desk.after, memo)
    if action >= 0:
        return action
    return found


@entry
def answer(
    states: States,
    seats: Ints,
    keys: Ints,
    rows: Ints,
    epsilon: float,
    sizes: Ints,
    table: Singles2,
    desk: Desk,
    params: Floats,
    memos: Ints2,
    chosen: Ints,
) -> None:
    """What each seat does at its decision; see :func:`choose`. Its notes are ``memos[rows[i]]``."""
    for i in range(len(states)):
        chosen[i] = choose(states[i], seats[i], keys[i], epsilon, sizes, table, desk, params, memos[rows[i]])
