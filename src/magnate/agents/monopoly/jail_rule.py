"""E2's rule about leaving jail: a look at the next throw (a part of the guide and of ``published``).

Staying scores 0. Leaving scores the mean over the 36 throws of: minus infinity where the rent or the purchase would
bankrupt, -1 where rent is paid, +1 where a deed is for sale, which is taken to be bought, else 0. It leaves when that
is no worse, ties included, as its author's code does (the Persian report of 2023, E2).
"""

from __future__ import annotations

import math

from ...games.monopoly.board import CHANCE_DECK, CHEST_DECK, PRICE, SQUARE_DEED, SQUARES
from ...games.monopoly.landing import rent, rent_is_due
from ...games.monopoly.money import means, owner_of
from ...games.monopoly.reasons import OK
from ...games.monopoly.state import BANKRUPT_DEBT, BEFORE, PAY_FINE, ROLL, USE_CHANCE_CARD, USE_CHEST_CARD, State
from ...games.monopoly.turn import why_not_pay_fine
from ...runtime.compiler import Floats, rule
from . import places

__all__ = ["instead", "leaving"]

SIDES = 6


@rule
def ruins(g: State, p: int, spent: int, means_left: int) -> bool:
    """Whether seat ``p`` is bankrupt having spent so much: without cash in E1, elsewhere with a debt it cannot pay."""
    if g.opt.bankruptcy == BANKRUPT_DEBT:
        return means_left < spent
    return g.cash[p] - spent <= 0


@rule
def landing_score(g: State, p: int, square: int, throw: int, fine: int) -> float:
    """What it scores to land on a square, having paid the fine."""
    d = SQUARE_DEED[square]
    if d < 0:
        return 0.0
    owner = owner_of(g, d)
    if owner < 0:
        if g.opt.bankruptcy == BANKRUPT_DEBT and g.cash[p] - fine < PRICE[d]:
            return 0.0  # it is not bought
        if ruins(g, p, fine + PRICE[d], g.cash[p] * 1):
            return -math.inf
        return 1.0
    if owner == p or not rent_is_due(g, owner, d):
        return 0.0
    if ruins(g, p, fine + rent(g, owner, d, throw), means(g, p)):
        return -math.inf
    return -1.0


@rule
def leaving(g: State, p: int, fine: int) -> float:
    """The mean score of leaving jail for so many dollars, over the throws that follow."""
    total = 0.0
    for one in range(1, SIDES + 1):
        for other in range(1, SIDES + 1):
            throw = one + other
            total += landing_score(g, p, (g.square[p] + throw) % SQUARES, throw, fine)
    return total / (SIDES * SIDES)


@rule
def way_out(g: State, p: int) -> int:
    """How jailed seat ``p`` gets out before it throws, a card before money; ROLL where it cannot."""
    if g.holder[CHANCE_DECK] == p + 1:
        return USE_CHANCE_CARD
    if g.holder[CHEST_DECK] == p + 1:
        return USE_CHEST_CARD
    if why_not_pay_fine(g, p) == OK:
        return PAY_FINE
    return ROLL


@rule
def answer_jail(g: State, p: int) -> int:
    """What E2 does before the throw of jailed seat ``p``."""
    way = way_out(g, p)
    fine = 0
    if way == PAY_FINE:
        fine = g.opt.jail_fine * 1
    if way == ROLL or leaving(g, p, fine) < 0.0:
        return ROLL
    return way


@rule
def instead(g: State, params: Floats) -> int:
    """What an agent that searches does here without a search, by the parameter ``jail``; -1: it searches."""
    if params[places.JAIL] == 0.0 or g.depth > 0 or g.phase != BEFORE:
        return -1
    p = g.mover
    if g.jail[p] == 0 or way_out(g, p) == ROLL:
        return -1
    return answer_jail(g, p)
