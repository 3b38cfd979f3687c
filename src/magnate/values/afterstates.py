"""A network's values of afterstates (a kernel): each action is tried, and what it leads to is valued.

An afterstate is the position after an action of a seat and all forced decisions (a single legal action) behind it. It
is at chance, at the end, or where somebody has a choice. The network values it from the point of view of the seat that
decides, and the end is worth what the game says. Chance is not looked into: what may come is what the network has
learned of the position before it (Sutton and Barto, "Reinforcement learning", 2018, section 6.8).

What is done with that is the part of :mod:`magnate.agents.learned.playing`. The last two rules stand for the plans of
games whose guide names none (``PLANS``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from ..core.binding import State, States, game, guide, kernel
from ..core.contract import OVER
from ..networks.inference import Net
from ..runtime.compiler import Floats, Floats2, Ints, Singles2, entry, rule
from ..runtime.stream import below, uniform_of

if TYPE_CHECKING:
    from . import one_view as valuing
else:
    valuing = kernel(getattr(guide, "VALUES", "magnate.values.one_view"))

DRAWS = 4503599627370496.0
"""How many numbers :func:`~magnate.runtime.stream.uniform_of` may draw."""
FORCED: Final = 1 << 12
"""The most decisions without a choice that are taken one after the other."""


class Workspace(NamedTuple):
    """The arrays that decisions are worked out on, made once (:func:`~magnate.agents.learned.agent.workspace_for`).

    ``states`` has room for an afterstate, and for others; ``after`` for what is legal there. ``acts`` are the actions
    that are tried, ended by a -1, and ``worth`` is what each is worth to the seat that decides. ``inputs`` is what the
    network is shown, ``scratch`` what it works on, ``outputs`` what it gives, and ``shares`` the win shares of all
    seats. ``settings`` are the agent's own; the rest is for plans (``Guide.PLANS``). ``partner`` is the row of the
    agent by whose measure it guesses what others accept, ``codes`` and ``scores`` are lists, as is what is ``listed``,
    and ``room`` is for numbers.
    """

    states: States
    acts: Ints
    after: Ints
    worth: Floats
    inputs: Floats
    scratch: Singles2
    outputs: Floats
    shares: Floats
    settings: Floats
    partner: Floats
    codes: Ints
    scores: Floats
    listed: Ints
    room: Floats


@rule
def describe(g: State, seat: int, inputs: Floats) -> None:
    """Write what a network is shown of a position from a seat's point of view."""
    inputs[:] = 0.0
    guide.inputs(g, seat, inputs)


@rule
def value(g: State, seat: int, net: Net, ws: Workspace) -> float:
    """The win share of a seat as it sees the position, and in ``ws.shares`` those of all seats, by their numbers."""
    if game.to_move(g) == OVER:
        game.utility(g, ws.shares)
    else:
        valuing.write_shares(g, seat, net, ws.inputs, ws.scratch, ws.outputs, ws.shares)
    return ws.shares[seat]


@rule
def take_forced(g: State, acts: Ints) -> None:
    """Take all decisions that are none, up to the next chance, choice or end, but not for ever; ``acts`` is scratch."""
    for _ in range(FORCED):
        if game.to_move(g) < 0 or game.legal(g, acts) > 1:
            return
        game.step(g, acts[0])


@rule
def consider(g: State, seat: int, n: int, net: Net, ws: Workspace) -> int:
    """Try the first ``n`` actions of ``ws.acts``, all that are legal; returns the place of the best one for the seat.

    Of actions that are alike only the first is tried, and none that the guide rules out (``Guide.decision_margin``).
    Those that were tried are left in ``ws.acts``, before a -1, and what each is worth in ``ws.worth``. Of equally
    good ones the first is best.
    """
    tried = 0
    best = 0
    for i in range(n):
        a = ws.acts[i]
        if game.canonical(g, a) == a:
            behind = guide.decision_margin(g, a, ws.settings)
            if behind >= 1.0:
                continue
            ws.states[0] = g
            guide.afterstate(ws.states[0], a)
            take_forced(ws.states[0], ws.after)
            ws.acts[tried] = a
            ws.worth[tried] = value(ws.states[0], seat, net, ws) - behind
            if ws.worth[tried] > ws.worth[best]:
                best = tried
            tried += 1
    ws.acts[tried] = -1
    return best


@rule
def explores(key: int, epsilon: float) -> bool:
    """Whether at the decision of that key any legal action is taken, which happens with chance ``epsilon``."""
    return epsilon > 0.0 and uniform_of(key, 0) < epsilon * DRAWS


@rule
def any_of(key: int, n: int, ws: Workspace) -> int:
    """One of the first ``n`` actions of ``ws.acts``, each equally likely."""
    return ws.acts[below(key, 1, n)]


@entry
def values(states: States, seats: Ints, net: Net, ws: Workspace, out: Floats2) -> None:
    """Write a row for each position: the win shares of all seats, as the seat in ``seats`` sees them."""
    for i in range(len(states)):
        value(states[i], seats[i], net, ws)
        for p in range(len(ws.shares)):
            out[i, p] = ws.shares[p]


@entry
def observe(states: States, seats: Ints, inputs: Floats, out: Singles2) -> None:
    """Write what a network is shown of each position from the point of view of the seat in ``seats``, a row each.

    ``inputs`` is room for one row.
    """
    for i in range(len(states)):
        describe(states[i], seats[i], inputs)
        for k in range(len(inputs)):
            out[i, k] = inputs[k]


# -------------------------------------------------------------------------------- plans, where a guide names none


@rule
def carry_on(g: State, seat: int, net: Net, ws: Workspace, memo: Ints) -> int:  # noqa: ARG001
    """The next step of what the seat to move has begun; -1: it has begun nothing.

    ``memo`` are the seat's notes, of which the first two numbers are a policy's (``Guide.policy``): the choice must not
    depend on them.
    """
    return -1


@rule
def begin(g: State, seat: int, found: int, net: Net, ws: Workspace, memo: Ints) -> int:  # noqa: ARG001
    """The first step of what is better for the seat to move than action ``found``, the best that it can try; or -1."""
    return -1
