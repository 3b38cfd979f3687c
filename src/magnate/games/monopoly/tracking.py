"""What statistics need to know of a game that its last position does not tell: first buyers, and offers of trades."""

from __future__ import annotations

from ...runtime.compiler import Ints, rule
from ...runtime.primitives import count_bits
from .actions import ACCEPT
from .state import TRADE_ANSWER, State
from .tables import ALL_DEEDS, SEATS

__all__ = ["ACCEPTED", "BOUGHT", "OFFERED", "TRACKED", "track"]

SOLD = 0
"""Place of the mask of the deeds that have left the bank for the first time."""
BOUGHT = 1
"""Place of the first seat's mask of the deeds whose first buyer it was; the others follow."""
OFFERED = BOUGHT + SEATS
"""Place of the number of offers that the first seat has put to a partner; the others follow."""
ACCEPTED = OFFERED + SEATS
"""Place of the number of those that were accepted; the others follow."""
PROPOSER = ACCEPTED + SEATS
"""Place of the seat + 1 whose offer waits for its answer, 0 when none does."""
TRACKED = PROPOSER + 1


@rule
def track(g: State, a: int, tally: Ints) -> None:
    """Note what step ``a``, a decision or an outcome, did; ``g`` is the position after it."""
    if tally[PROPOSER] != 0:
        note_answer(a, tally)
    elif g.trade_step == TRADE_ANSWER:
        note_offer(g, tally)
    if tally[SOLD] != ALL_DEEDS:
        note_purchases(g, tally)


@rule
def note_offer(g: State, tally: Ints) -> None:
    """An offer has been made: its partner has the next decision. One that is withdrawn while it is made up is none."""
    p = g.fwho[g.depth - 1]
    tally[OFFERED + p] += 1
    tally[PROPOSER] = p + 1


@rule
def note_answer(a: int, tally: Ints) -> None:
    """The offer has been answered. The position would not tell how: what was exchanged may have passed on already."""
    if a == ACCEPT:
        tally[ACCEPTED + tally[PROPOSER] - 1] += 1
    tally[PROPOSER] = 0


@rule
def note_purchases(g: State, tally: Ints) -> None:
    """Note who bought deeds in the last step, at the printed price or by auction; dealt deeds are nobody's purchase."""
    owned = 0
    for p in range(g.opt.players):
        owned |= g.deeds[p]
    fresh = owned & ~tally[SOLD]
    if fresh == 0:
        return
    tally[SOLD] |= owned
    if count_bits(tally[SOLD]) <= g.opt.dealt_deeds * g.opt.players:
        return
    for p in range(g.opt.players):
        tally[BOUGHT + p] |= g.deeds[p] & fresh
