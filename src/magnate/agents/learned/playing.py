"""Playing by a network (a kernel): by afterstates, and by plans for what takes several decisions (``Guide.PLANS``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.binding import State, States, game, guide, kernel
from ...runtime.compiler import Ints, Ints2, Singles2, entry, rule

if TYPE_CHECKING:
    from . import afterstates
    from . import no_plans as plans
else:
    afterstates = kernel("magnate.agents.learned.afterstates")
    plans = kernel(getattr(guide, "PLANS", "magnate.agents.learned.no_plans"))

__all__ = ["answer", "choose"]

Desk = afterstates.Desk


@rule
def choose(g: State, seat: int, key: int, epsilon: float, sizes: Ints, table: Singles2, desk: Desk, memo: Ints) -> int:
    """What the seat to move does: what it has begun it carries on, else it takes the action of the best afterstate.

    With chance ``epsilon`` it takes any legal action where it has begun nothing. ``key`` is that of the decision: all
    that is random follows from it. ``memo`` are the seat's notes.
    """
    n = game.legal(g, desk.acts)
    if n == 1:
        return desk.acts[0]
    action = plans.carry_on(g, seat, sizes, table, desk, memo)
    if action >= 0:
        return action
    if afterstates.wanders(key, epsilon):
        return afterstates.any_of(key, n, desk)
    found = desk.acts[afterstates.consider(g, seat, n, sizes, table, desk)]
    action = plans.begin(g, seat, found, sizes, table, desk, memo)
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
    memos: Ints2,
    chosen: Ints,
) -> None:
    """What each seat does at its decision; see :func:`choose`. Its notes are ``memos[rows[i]]``."""
    for i in range(len(states)):
        chosen[i] = choose(states[i], seats[i], keys[i], epsilon, sizes, table, desk, memos[rows[i]])
