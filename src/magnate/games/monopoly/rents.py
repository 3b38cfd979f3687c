"""Rent that its owner may still ask for (rules section 6, option ``rent_claim`` next_throw and second_throw).

The amount is fixed on landing (a utility's own throw comes first), then the owner is asked; what it leaves for later
waits. Before each throw the owners of waiting rents are asked again, oldest first. When the next player (or the one
after that) throws the first time in its turn, what was not claimed is forfeited. The rents wait in the order in which
they fell due, the oldest first, so that ``rent_left`` never falls along the row; an entry with 0 left is none.
"""

from __future__ import annotations

from ...core.contract import CHANCE
from ...runtime.compiler import rule
from ...runtime.primitives import emit
from . import events
from .actions import CLAIM_RENT
from .debt import owe
from .money import in_game
from .state import LANDED, RENT_ASKED, RENTS, THROW, State


@rule
def rent_may_wait(g: State) -> bool:
    """Whether an owner may ask for its rent later than at once."""
    return g.opt.claim_rent > RENT_ASKED


@rule
def longest_wait(g: State) -> int:
    """Before how many other players' throws a rent may be asked for: 1 or 2."""
    return g.opt.claim_rent - RENT_ASKED


@rule
def waiting_rents(g: State) -> int:
    """How many rents wait."""
    n = 0
    while n < RENTS and g.rent_left[n] != 0:
        n += 1
    return n


@rule
def add_rent(g: State, payer: int, owner: int, amount: int) -> None:
    """A rent has fallen due; that there is room for it is argued in ``state.RENTS``."""
    n = waiting_rents(g)
    g.rent_payer[n] = payer
    g.rent_owner[n] = owner
    g.rent_due[n] = amount
    g.rent_left[n] = longest_wait(g)


@rule
def drop_rent(g: State, i: int) -> None:
    """Take rent ``i`` out of the row; before a throw ``asked`` goes on counting the rents in front of the next one."""
    last = RENTS - 1
    for k in range(i, last):
        g.rent_payer[k] = g.rent_payer[k + 1]
        g.rent_owner[k] = g.rent_owner[k + 1]
        g.rent_due[k] = g.rent_due[k + 1]
        g.rent_left[k] = g.rent_left[k + 1]
    g.rent_payer[last] = 0
    g.rent_owner[last] = 0
    g.rent_due[last] = 0
    g.rent_left[last] = 0
    if g.phase == THROW and i < g.asked:
        g.asked -= 1


@rule
def lapse_rents(g: State, p: int) -> None:
    """Seat ``p`` is bankrupt: nobody claims rent from it any more, nor does it."""
    for k in range(RENTS):
        i = RENTS - 1 - k
        if g.rent_left[i] != 0 and (g.rent_payer[i] == p or g.rent_owner[i] == p):
            drop_rent(g, i)


@rule
def forfeit_rents(g: State, first: bool) -> None:
    """The dice are thrown; if ``first`` in a turn, the rents that had to be asked for before are forfeited."""
    g.asked = 0
    if not first:
        return
    while g.rent_left[0] == 1:
        emit(g, events.RENT_FORFEITED, g.rent_owner[0], g.rent_payer[0], g.rent_due[0], 0)
        drop_rent(g, 0)
    for i in range(waiting_rents(g)):
        g.rent_left[i] -= 1


@rule
def asked_rent(g: State) -> int:
    """Which rent an owner is asked about now: before a throw the next in the row, on landing the last one."""
    if g.phase == THROW:
        return g.asked * 1
    return waiting_rents(g) - 1


@rule
def resolve_throw(g: State) -> bool:
    """Before a throw each owner of a waiting rent is asked; then the dice are thrown, if the thrower is still there."""
    if not in_game(g, g.current):
        g.asked = 0
        g.phase = LANDED
        return False
    if g.asked < waiting_rents(g):
        g.mover = g.rent_owner[g.asked]
    else:
        g.mover = CHANCE
    return True


@rule
def step_rent(g: State, a: int) -> None:
    """The owner asks for its rent, or leaves it for now; on landing the turn goes on, before a throw the next is asked.

    A claimed rent is owed at once, whosever turn it is.
    """
    i = asked_rent(g)
    payer = g.rent_payer[i] * 1
    owner = g.rent_owner[i] * 1
    amount = g.rent_due[i] * 1
    if g.phase != THROW:
        g.phase = LANDED
    if a == CLAIM_RENT:
        drop_rent(g, i)
        emit(g, events.RENT_CLAIMED, owner, payer, amount, 0)
        owe(g, payer, owner, amount, events.FOR_RENT)
    else:
        emit(g, events.RENT_WAITS, owner, payer, amount, 0)
        if g.phase == THROW:
            g.asked += 1
