"""A test game of amounts and interrupts: lots are sold to the highest bidder, and a bid may be doubted.

Two players have so many coins each. A lot is offered to both in turn: a bid is chosen on a ladder (pass, the minimum,
10, 50 or 100 more, all that one has), and who passes leaves the lot to the other. Who bids all may be doubted by the
other; a doubter must then name a forfeit of one or two coins or have none to name, and the auction goes on as it was.
So an auction (a frame) may be interrupted by a doubt, and that by a forfeit: three frames, never more.
"""

from __future__ import annotations

from typing import Annotated, Any

from magnate.core.contract import OVER
from magnate.runtime.compiler import Ints, rule
from magnate.runtime.layout import constants, packed
from magnate.runtime.primitives import frame_fields, pop, push

DEPTH = 3
STATE = packed([*frame_fields(DEPTH), ("lots", "i1", (2,)), ("cash", "i4", (2,)), ("left", "i4")])
State = Annotated[Any, STATE]

AUCTION, DOUBT, FORFEIT = 1, 2, 3  # kinds of frames
PASS, MINIMUM, PLUS_10, PLUS_50, PLUS_100, LIMIT, BELIEVE, DOUBT_IT, ONE, TWO = range(10)
MAX_ACTIONS, MAX_LEGAL = 10, 6
RAISE = constants([0, 1, 10, 50, 100])


@rule
def offer(g: State, p: int) -> None:
    """The next lot, if there is one, is offered to ``p`` first; nobody has bid."""
    if g.left > 0:
        g.left -= 1
        push(g, AUCTION, p, 1 - p, 0, 0)


@rule
def to_move(g: State) -> int:
    """Who the frame on top concerns."""
    if g.depth == 0:
        return OVER
    return g.fwho[g.depth - 1]


@rule
def bid_of(g: State, a: int) -> int:
    """The bid that a rung of the ladder means now."""
    top = g.depth - 1
    if a == LIMIT:
        return g.cash[g.fwho[top]]
    return g.famount[top] + RAISE[a]


@rule
def why(g: State, a: int) -> int:
    """1: no such action, 2: not now, 3: beyond what one has, or spelled otherwise."""
    if a < PASS or a > TWO:
        return 1
    if g.depth == 0:
        return 2
    top = g.depth - 1
    cash = g.cash[g.fwho[top]]
    if g.fkind[top] == AUCTION:
        if a > LIMIT:
            return 2
        if a == PASS:
            return 0
        if a == LIMIT:
            raised = cash - g.famount[top]
            if raised <= 0 or raised == 1 or raised == 10 or raised == 50 or raised == 100:
                return 3
            return 0
        return 3 if bid_of(g, a) > cash else 0
    if g.fkind[top] == DOUBT:
        return 0 if a == BELIEVE or a == DOUBT_IT else 2
    if a != ONE and a != TWO:
        return 2
    return 3 if a == TWO and cash < 2 else 0


@rule
def legal(g: State, out: Ints) -> int:
    """All that why allows."""
    n = 0
    for a in range(MAX_ACTIONS):
        if why(g, a) == 0:
            out[n] = a
            n += 1
    return n


@rule
def sell(g: State) -> None:
    """The seat in the frame passes: the other has the lot, if it has bid."""
    p = g.fwho[g.depth - 1]
    amount = g.famount[g.depth - 1]
    pop(g)
    if amount > 0:
        g.cash[1 - p] -= amount
        g.lots[1 - p] += 1
    offer(g, 1 - p)


@rule
def step(g: State, a: int) -> None:
    """One decision."""
    top = g.depth - 1
    p = g.fwho[top]
    if g.fkind[top] == AUCTION:
        if a == PASS:
            sell(g)
            return
        bid = bid_of(g, a)
        g.famount[top] = bid
        g.fwho[top] = 1 - p
        g.fto[top] = p
        if bid == g.cash[p]:
            push(g, DOUBT, 1 - p, p, bid, 0)
    elif g.fkind[top] == DOUBT:
        if a == DOUBT_IT and g.cash[p] > 0:
            push(g, FORFEIT, p, 1 - p, 0, 0)
        else:
            pop(g)
    else:
        g.cash[p] -= a - BELIEVE - 1
        pop(g)
        pop(g)


@rule
def check(g: State) -> int:
    """1: a frame too many, 2: a frame out of order, 3: something left of a frame that was popped, 4: a debt."""
    if g.depth < 0 or g.depth > DEPTH:
        return 1
    for k in range(DEPTH):
        if k < g.depth and g.fkind[k] != k + 1:
            return 2
        if k >= g.depth and (g.fkind[k] != 0 or g.fwho[k] != 0 or g.fto[k] != 0 or g.famount[k] != 0):
            return 3
    for p in range(2):
        if g.cash[p] < 0:
            return 4
    return 0
