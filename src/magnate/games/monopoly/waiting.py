"""Whether the rents that wait to be claimed are such as landings leave them (option ``rent_claim``)."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import has_bit
from .breaches import HOLDS, RENT_IMPOSSIBLE, STALE_FIELD
from .rents import longest_wait, rent_may_wait, waiting_rents
from .state import AFTER, BEFORE, CLAIMING, DEAL, FINISHED, LANDED, RENTS, THROW, State

LANDINGS = 3
"""The most landings of a turn: the third double goes to jail."""


@rule
def most_new_rents(g: State) -> int:
    """How many rents there may be that no other player has thrown after: no more than landings so far.

    They are of this turn, or (before its first throw) of the last one.
    """
    phase = g.phase
    if phase == BEFORE or phase == THROW:
        if g.doubles > 0:
            return g.doubles * 1
        return LANDINGS
    if phase >= AFTER:
        return LANDINGS
    landings = LANDINGS
    if g.again == 1:
        landings = g.doubles * 1
    if phase == CLAIMING or phase == LANDED:
        return landings
    return landings - 1


@rule
def check_rent(g: State, i: int) -> int:
    """One rent: between two living players, and no older than the one before it, which has the same payer if as old."""
    payer = g.rent_payer[i]
    owner = g.rent_owner[i]
    left = g.rent_left[i]
    if payer == owner or not has_bit(g.alive, payer) or not has_bit(g.alive, owner):
        return RENT_IMPOSSIBLE
    if g.rent_due[i] <= 0 or left < 0 or left > longest_wait(g):
        return RENT_IMPOSSIBLE
    if i > 0 and (left < g.rent_left[i - 1] or (left == g.rent_left[i - 1] and payer != g.rent_payer[i - 1])):
        return RENT_IMPOSSIBLE
    return HOLDS


@rule
def check_claiming(g: State, n: int) -> int:
    """On landing the owner is asked about the last of the ``n`` rents, the current player's, which is fixed by then."""
    if n == 0 or g.rent_left[n - 1] != longest_wait(g) or g.rent_payer[n - 1] != g.current:
        return RENT_IMPOSSIBLE
    if g.low != 0 or g.arrival != 0:
        return STALE_FIELD
    return HOLDS


@rule
def check_rents(g: State) -> int:
    """All rents that wait; there is room for those of the landings to come (``state.RENTS``)."""
    n = waiting_rents(g)
    for i in range(n, RENTS):
        if g.rent_payer[i] != 0 or g.rent_owner[i] != 0 or g.rent_due[i] != 0 or g.rent_left[i] != 0:
            return STALE_FIELD
    if g.phase == THROW and g.asked > n:
        return STALE_FIELD
    if not rent_may_wait(g):
        if n > 0:
            return STALE_FIELD
        return HOLDS
    new = 0
    for i in range(n):
        code = check_rent(g, i)
        if code != HOLDS:
            return code
        if g.rent_left[i] == longest_wait(g):
            new += 1
    if n > 0 and (g.phase <= DEAL or g.phase == FINISHED or new > most_new_rents(g) or n - new > LANDINGS):
        return RENT_IMPOSSIBLE
    if g.phase == CLAIMING:
        return check_claiming(g, n)
    return HOLDS
