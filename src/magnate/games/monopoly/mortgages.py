"""Mortgaging, lifting, and what happens to mortgages that change hands (rules section 9)."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import emit, low_bit
from . import events, reasons
from .money import interest
from .state import State
from .tables import ALL_DEEDS, MORTGAGE


@rule
def why_not_mortgage(g: State, p: int, d: int) -> int:
    """Whether seat ``p`` may mortgage deed ``d``."""
    if (g.deeds[p] >> d) & 1 == 0:
        return reasons.NOT_YOURS
    if (g.mortgaged >> d) & 1 == 1:
        return reasons.ALREADY_MORTGAGED
    if (g.built >> d) & 1 == 1:
        return reasons.GROUP_HAS_BUILDINGS
    return reasons.OK


@rule
def lifting_price(g: State, d: int) -> int:
    """The mortgage value and 10 %."""
    return MORTGAGE[d] + interest(g, d)


@rule
def why_not_lift(g: State, p: int, d: int) -> int:
    """Whether seat ``p`` may lift deed ``d``'s mortgage."""
    if (g.deeds[p] >> d) & 1 == 0:
        return reasons.NOT_YOURS
    if (g.mortgaged >> d) & 1 == 0:
        return reasons.NOT_MORTGAGED
    if g.cash[p] < lifting_price(g, d):
        return reasons.TOO_EXPENSIVE
    return reasons.OK


@rule
def mortgage(g: State, p: int, d: int) -> None:
    """The bank lends half the price on deed ``d``."""
    g.mortgaged |= 1 << d
    g.cash[p] += MORTGAGE[d]
    emit(g, events.MORTGAGES, p, d, MORTGAGE[d], 0)


@rule
def undo_mortgages(g: State, p: int) -> None:
    """Option ``failed_raising``: undo what seat ``p`` has mortgaged for the debt that ruins it, as its cash permits.

    In board order; the bank gets back what it lent, without interest. What was traded away since stays mortgaged.
    """
    m = g.pledged & ALL_DEEDS
    g.pledged = 0
    while m != 0:
        d = low_bit(m)
        if g.cash[p] >= MORTGAGE[d]:
            g.cash[p] -= MORTGAGE[d]
            g.mortgaged &= ~(1 << d)
            emit(g, events.MORTGAGE_UNDONE, p, d, MORTGAGE[d], 0)
        m &= m - 1


@rule
def cancel_mortgages(g: State, deeds: int) -> None:
    """The bank frees those deeds of the mask that are mortgaged, for nothing."""
    freed = g.mortgaged & deeds
    if freed != 0:
        emit(g, events.MORTGAGES_CANCELLED, freed, 0, 0, 0)
        g.mortgaged &= ~freed


@rule
def lift(g: State, p: int, d: int, price: int) -> None:
    """Pay ``price`` and free deed ``d``."""
    g.cash[p] -= price
    g.mortgaged &= ~(1 << d)
    emit(g, events.LIFTS, p, d, price, 0)


@rule
def why_not_lift_received(g: State, p: int, received: int, d: int) -> int:
    """Whether the new owner may lift deed ``d`` at once for the principal, its 10 % being paid (rules section 9)."""
    if (received >> d) & 1 == 0:
        return reasons.NOT_RECEIVED
    if g.cash[p] < MORTGAGE[d]:
        return reasons.TOO_EXPENSIVE
    return reasons.OK


@rule
def can_lift_received(g: State, p: int, received: int) -> bool:
    """Whether any deed of the mask ``received`` can be lifted at once."""
    m = received
    while m != 0:
        if g.cash[p] >= MORTGAGE[low_bit(m)]:
            return True
        m &= m - 1
    return False
