"""The phases of a turn: which rule file carries each on, and who decides in it."""

from __future__ import annotations

from ...core.contract import CHANCE
from ...runtime.compiler import rule
from ...runtime.primitives import emit
from . import events
from .actions import BUY, CLAIM_RENT, TAX_FLAT
from .buying import buy, decline, resolve_buying
from .debt import owe
from .deck import draw_is_known, top_card
from .landing import (
    FLAT_INCOME_TAX,
    charge_rent,
    land,
    obey,
    pay_income_tax_share,
    rent_after_throw,
    waive_rent,
)
from .money import owner_of, public_purse
from .opening import resolve_deal, resolve_start
from .rents import rent_may_wait, resolve_throw, step_rent
from .state import (
    AFTER,
    BEFORE,
    BETWEEN,
    BUYING,
    CLAIMING,
    DEAL,
    DRAW,
    LAND,
    LANDED,
    PAID_MOVE,
    RENT_THROW,
    START,
    TAXING,
    THROW,
    THROWN,
    TURN_END,
    State,
)
from .tables import SQUARE_DEED
from .turn import end_turn, resolve_before, resolve_landed, resolve_paid_move, step_before, throw
from .windows import resolve_after, resolve_between, resolve_thrown, step_window


@rule
def resolve_draw(g: State) -> bool:
    """Draw a card: a chance node while the next card is unknown."""
    if draw_is_known(g, g.drawn):
        obey(g, top_card(g, g.drawn))
        return False
    g.mover = CHANCE
    return True


@rule
def resolve_phase(g: State) -> bool:
    """Carry the turn on; True when it waits for a decision or a chance outcome.

    The phases that every turn goes through stand in their order, so that one call carries it far.
    """
    if g.phase == LAND:
        land(g)
        if g.depth > 0:
            return False
    if g.phase == LANDED:
        resolve_landed(g)
    if g.phase == AFTER and resolve_after(g):
        return True
    if g.phase == BETWEEN and resolve_between(g):
        return True
    if g.phase == TURN_END:
        end_turn(g)
        if g.depth > 0:
            return False
    if g.phase == BEFORE and resolve_before(g):
        return True
    if g.phase == THROW and rent_may_wait(g):
        return resolve_throw(g)
    if g.phase == THROW or g.phase == RENT_THROW:
        g.mover = CHANCE
        return True
    if g.phase == BUYING:
        return resolve_buying(g)
    if g.phase == DRAW:
        return resolve_draw(g)
    return resolve_rare_phase(g)


@rule
def resolve_rare_phase(g: State) -> bool:
    """The phases that few turns know."""
    phase = g.phase
    if phase == PAID_MOVE:
        return resolve_paid_move(g)
    if phase == THROWN:
        return resolve_thrown(g)
    if phase == CLAIMING:
        g.mover = owner_of(g, SQUARE_DEED[g.square[g.current]])
        return True
    if phase == TAXING:
        g.mover = g.current
        return True
    if phase == START:
        return resolve_start(g)
    if phase == DEAL:
        return resolve_deal(g)
    return False


@rule
def step_phase(g: State, a: int) -> None:
    """One decision outside of any interrupt."""
    p = g.mover
    if g.phase == BEFORE:
        step_before(g, a)
    elif g.phase == BUYING:
        if a == BUY:
            buy(g, p, SQUARE_DEED[g.square[p]])
        else:
            decline(g, p, SQUARE_DEED[g.square[p]])
    elif g.phase == TAXING:
        g.phase = LANDED
        if a == TAX_FLAT:
            owe(g, p, public_purse(g), FLAT_INCOME_TAX, events.FOR_TAX)
        else:
            pay_income_tax_share(g, p)
    elif g.phase == THROW or (g.phase == CLAIMING and rent_may_wait(g)):
        step_rent(g, a)
    elif g.phase == CLAIMING:
        d = SQUARE_DEED[g.square[g.current]]
        if a == CLAIM_RENT:
            charge_rent(g, g.current, p, d)
        else:
            waive_rent(g, g.current, p, d)
    else:
        step_window(g, p, a)


@rule
def after_throw(g: State, low: int, high: int) -> None:
    """A throw was made: the current player's move, or the rent of a utility."""
    if g.phase == RENT_THROW:
        emit(g, events.THROWS, g.current, low, high, 0)
        rent_after_throw(g, low + high)
    else:
        throw(g, low, high)
