"""Playing by a network (a kernel): by afterstates, and by plans for what takes several decisions (``Guide.PLANS``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.binding import RANDOM, State, States, game, guide, kernel
from ...networks.inference import Net
from ...runtime.compiler import Ints, Ints2, entry, rule

if TYPE_CHECKING:
    from ...values import afterstates
    from ...values import afterstates as plans
else:
    afterstates = kernel("magnate.values.afterstates")
    plans = kernel(getattr(guide, "PLANS", "magnate.values.afterstates"))

Workspace = afterstates.Workspace


@rule
def choose(g: State, seat: int, key: int, net: Net, ws: Workspace, memo: Ints) -> int:
    """What the seat to move does: what it has begun it carries on, else it takes the action of the best afterstate.

    With the network's ``epsilon`` it takes any legal action where it has begun nothing. ``key`` is that of the
    decision: all that is random follows from it. ``memo`` are the seat's notes.
    """
    n = game.legal(g, ws.acts)
    if n == 1:
        return ws.acts[0]
    action = plans.carry_on(g, seat, net, ws, memo)
    if action >= 0:
        return action
    if afterstates.explores(key, net.epsilon):
        return afterstates.any_of(key, n, ws)
    found = ws.acts[afterstates.consider(g, seat, n, net, ws)]
    action = plans.begin(g, seat, found, net, ws, memo)
    if action >= 0:
        return action
    return found


@entry
def answer(
    states: States, seats: Ints, keys: Ints, rows: Ints, net: Net, ws: Workspace, memos: Ints2, chosen: Ints
) -> None:
    """What each seat does at its decision; see :func:`choose`. Its notes are ``memos[rows[i]]``."""
    for i in range(len(states)):
        chosen[i] = choose(states[i], seats[i], keys[i], net, ws, memos[rows[i]])


# ------------------------------------------------------------------------------ delegating a part (``Guide.propose``)

NARROWED = 3
"""Where in ``ws.states`` there is room for the position without what is left to the policy."""


@rule
def choose_delegating(g: State, seat: int, key: int, net: Net, ws: Workspace, memo: Ints) -> int:
    """What the seat to move does: as :func:`choose`, but for what the policy of ``net.delegate`` has a say in.

    Random play is no policy here: then the network decides everything. ``memo`` are the seat's notes.
    """
    params = net.delegate
    if params[0] == RANDOM:
        return choose(g, seat, key, net, ws, memo)
    action = guide.propose(g, params, -1, key, ws.after, memo)
    if action >= 0:
        return action
    ws.states[NARROWED] = g
    guide.narrow(ws.states[NARROWED])
    found = choose(ws.states[NARROWED], seat, key, net, ws, memo)
    action = guide.propose(g, params, found, key, ws.after, memo)
    if action >= 0:
        return action
    return found


@entry
def answer_delegating(
    states: States, seats: Ints, keys: Ints, rows: Ints, net: Net, ws: Workspace, memos: Ints2, chosen: Ints
) -> None:
    """What each seat does at its decision; see :func:`choose_delegating`. Its notes are ``memos[rows[i]]``."""
    for i in range(len(states)):
        chosen[i] = choose_delegating(states[i], seats[i], keys[i], net, ws, memos[rows[i]])
