"""What a position is worth to a search: E3's evaluation, for any number of players (a part of the guide).

E3 (the Persian report of 2023) scores a position of two players in dollars::

    own net worth - opponent's + a · rents of own streets - b · rents of the opponent's - penalty if cash < reserve

and was run with 400, 2, 3 and 5: the report lists four numbers for three names, its code reads them as reserve,
penalty, a and b. What it leaves unclear is a parameter here. With more players the opponent's part is the mean of the
others' (or, with ``rival=1``, the best of them).

A search wants shares of the win. Dollars become shares by a straight line, ``scale`` dollars being worth as much as a
win, since a bent one would change what a search across dice prefers. Only beyond ±``scale`` a score counts no more.
"""

from __future__ import annotations

import math

from ...games.monopoly.board import ALL_DEEDS, CHANCE_DECK, CHEST_DECK, PRICE, SQUARE_DEED, SQUARES, STREET_MASK
from ...games.monopoly.landing import rent, rent_is_due
from ...games.monopoly.money import in_game, living, means, owner_of, worth
from ...games.monopoly.reasons import OK
from ...games.monopoly.state import BANKRUPT_DEBT, BEFORE, PAY_FINE, ROLL, USE_CHANCE_CARD, USE_CHEST_CARD, State
from ...games.monopoly.turn import why_not_pay_fine
from ...runtime.compiler import Floats, rule
from ...runtime.primitives import low_bit
from ...values.monopoly.deeds import MEAN_THROW
from . import parameters

__all__ = ["estimate", "rule_move", "search_row"]


def search_row(vector: bool) -> tuple[float, ...]:
    """The row of parameters where none are given; ``vector``: for a search that finds the values of all seats."""
    from .parameters import default_row

    return default_row(vector)


@rule
def rents(g: State, p: int, params: Floats) -> int:
    """The rents of seat ``p``'s deeds, once each, by the parameters that say which count."""
    m = g.deeds[p] & ALL_DEEDS
    if params[parameters.ALL_RENTS] == 0.0:
        m &= STREET_MASK
    if params[parameters.MORTGAGED_RENTS] == 0.0:
        m &= ~g.mortgaged
    total = 0
    while m != 0:
        total += rent(g, p, low_bit(m), MEAN_THROW)
        m &= m - 1
    return total


@rule
def shortfall(g: State, p: int, params: Floats) -> float:
    """The dollars that are taken off when seat ``p`` has less cash than the reserve."""
    missing = params[parameters.RESERVE] - g.cash[p]
    if missing <= 0.0:
        return 0.0
    if params[parameters.EACH] == 0.0:
        return params[parameters.PENALTY]
    return params[parameters.PENALTY] * missing


@rule
def score_all(g: State, params: Floats, out: Floats) -> None:
    """E3's score of a position for each living seat, in dollars; 0 for the others. Each seat is looked at once."""
    rivals = max(1, living(g) - 1)
    best = -math.inf  # what the richest seat is worth to the others,
    second = -math.inf  # and what the next one is
    richest = -1
    total = 0.0
    for p in range(g.opt.players):
        out[p] = 0.0
        if in_game(g, p):
            net = worth(g, p)
            rent_sum = rents(g, p, params)
            theirs = net + params[parameters.OTHER_RENT] * rent_sum
            out[p] = net + params[parameters.OWN_RENT] * rent_sum - shortfall(g, p, params)
            if params[parameters.RIVAL] == 0.0:
                out[p] += theirs / rivals  # which the mean of all that is taken off below has too much
            total += theirs
            if theirs > best:
                second = best
                best = theirs
                richest = p
            elif theirs > second:
                second = theirs
    for p in range(g.opt.players):
        if in_game(g, p):
            if params[parameters.RIVAL] == 0.0:
                out[p] -= total / rivals
            else:
                out[p] -= second if p == richest else best


@rule
def estimate(g: State, params: Floats, out: Floats) -> None:
    """Each living seat's prospects from 0 to 1: an equal share, and half of its score's part of the scale on top.

    A bankrupt seat has none. Unless ``balanced`` each seat is scored from its own side, so that they need not add up.
    """
    score_all(g, params, out)
    n = living(g)
    mean = 0.0
    if params[parameters.BALANCED] != 0.0:
        for p in range(g.opt.players):
            mean += out[p]
        mean /= n
    for p in range(g.opt.players):
        if in_game(g, p):
            share = 1.0 / n + (out[p] - mean) / (2.0 * params[parameters.SCALE])
            out[p] = min(1.0, max(0.0, share))


# ------------------ E2's rule about leaving jail: a look at the next throw (a part of the guide and of ``published``).
#
# Staying scores 0. Leaving scores the mean over the 36 throws of: minus infinity where the rent or the purchase
# would bankrupt, -1 where rent is paid, +1 where a deed is for sale, which is taken to be bought, else 0. It
# leaves when that is no worse, ties included, as its author's code does (the Persian report of 2023, E2).


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
def rule_move(g: State, params: Floats) -> int:
    """What an agent that searches does here without a search, by the parameter ``jail``; -1: it searches."""
    if params[parameters.JAIL] == 0.0 or g.depth > 0 or g.phase != BEFORE:
        return -1
    p = g.mover
    if g.jail[p] == 0 or way_out(g, p) == ROLL:
        return -1
    return answer_jail(g, p)
