"""What the frames on the stack and the waiting rents say about a seat or a deed, for the observation."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import count_bits
from .state import AUCTION, AWARD, COLLECT_EACH, CONTEST, DEBT, PAY_EACH, RENTS, State
from .tables import DEEDS

__all__ = [
    "deeds_of_frames",
    "is_asked",
    "is_declarer",
    "is_owed",
    "is_party",
    "owes",
    "topmost",
    "waiting_for",
    "waiting_from",
]


@rule
def topmost(g: State, kind: int) -> int:
    """The depth of the topmost frame of a kind, -1 without one."""
    for depth in range(g.depth):
        if g.fkind[g.depth - 1 - depth] == kind:
            return g.depth - 1 - depth
    return -1


@rule
def owes(g: State, p: int) -> int:
    """What seat ``p`` owes in all frames."""
    total = 0
    for depth in range(g.depth):
        if g.fkind[depth] == DEBT and g.fwho[depth] == p:
            total += g.famount[depth]
        elif g.fkind[depth] == PAY_EACH and g.fwho[depth] == p:
            total += g.famount[depth] * count_bits(g.farg[depth] & g.alive)
        elif g.fkind[depth] == COLLECT_EACH and (g.farg[depth] >> p) & 1 == 1:
            total += g.famount[depth]
    return total


@rule
def is_owed(g: State, p: int) -> int:
    """What others owe seat ``p`` in all frames."""
    total = 0
    for depth in range(g.depth):
        if g.fkind[depth] == DEBT and g.fto[depth] == p:
            total += g.famount[depth]
        elif g.fkind[depth] == COLLECT_EACH and g.fwho[depth] == p:
            total += g.famount[depth] * count_bits(g.farg[depth] & g.alive)
        elif g.fkind[depth] == PAY_EACH and (g.farg[depth] >> p) & 1 == 1:
            total += g.famount[depth]
    return total


@rule
def waiting_from(g: State, p: int, left: int) -> int:
    """The unclaimed rents from seat ``p`` that may be asked for before so many players' throws."""
    total = 0
    for i in range(RENTS):
        if g.rent_left[i] == left and g.rent_payer[i] == p:
            total += g.rent_due[i]
    return total


@rule
def waiting_for(g: State, p: int, left: int) -> int:
    """The unclaimed rents that seat ``p`` may ask for before so many players' throws."""
    total = 0
    for i in range(RENTS):
        if g.rent_left[i] == left and g.rent_owner[i] == p:
            total += g.rent_due[i]
    return total


@rule
def is_party(g: State, p: int, kind: int, other: int) -> int:
    """1 when seat ``p`` is the one concerned by the topmost frame of a kind (``other`` 1: its other side)."""
    depth = topmost(g, kind)
    if depth < 0:
        return 0
    party = g.fwho[depth]
    if other == 1:
        party = g.fto[depth]
    return int(party == p)


@rule
def is_declarer(g: State, p: int) -> int:
    """1 when seat ``p`` declared the contested building, while it may come to build it without a bid."""
    if g.depth == 0:
        return 0
    top = g.depth - 1
    open_auction = g.fkind[top] == AUCTION and g.lot >= DEEDS and g.leader == 0
    return int((g.fkind[top] == CONTEST or open_auction) and g.fwho[top] == p)


@rule
def is_asked(g: State, p: int) -> int:
    """1 when seat ``p`` will be asked whether it claims the contested building."""
    depth = topmost(g, CONTEST)
    if depth < 0:
        return 0
    return (g.farg[depth] >> p) & 1


@rule
def deeds_of_frames(g: State, kind: int) -> int:
    """Mask of the deeds that the frames of a kind are about (``AWARD``: one each; otherwise a mask)."""
    mask = 0
    for depth in range(g.depth):
        if g.fkind[depth] == kind:
            if kind == AWARD:
                mask |= 1 << g.farg[depth]
            else:
                mask |= g.farg[depth]
    return mask
