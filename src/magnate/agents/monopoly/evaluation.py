"""What a position is worth to a search: E3's evaluation, for any number of players.

E3 (the Persian report of 2023) scores a position of two players in dollars::

    own net worth - opponent's + a · rents of own streets - b · rents of the opponent's - penalty if cash < reserve

and was run with 400, 2, 3 and 5: the report lists four numbers for three names, its code reads them as reserve,
penalty, a and b. What it leaves unclear is a parameter here. With more players the opponent's part is the mean of the
others' (or, with ``rival=1``, the best of them).

A search wants shares of the win. Dollars become shares by a straight line, ``scale`` dollars being worth as much as a
win, since a bent one would change what a search across dice prefers. Only beyond ±``scale`` a score counts no more.

The agent ``published`` plays E3 as its author's code does.
"""

from __future__ import annotations

import math

from ...games.monopoly.board import (
    ALL_DEEDS,
    CHANCE_DECK,
    CHEST_DECK,
    GROUP,
    GROUP_MASK,
    HOTEL,
    HOUSE_PRICE,
    PRICE,
    RENT,
    RENT_STEPS,
    SQUARE_DEED,
    SQUARES,
    STREET_MASK,
)
from ...games.monopoly.board import MORTGAGE as MORTGAGE_VALUE
from ...games.monopoly.landing import rent, rent_is_due
from ...games.monopoly.legal import legal
from ...games.monopoly.money import in_game, living, means, owner_of, pieces, worth
from ...games.monopoly.property import level_below, lifting_price
from ...games.monopoly.reasons import OK
from ...games.monopoly.state import (
    AFTER,
    BANKRUPT_DEBT,
    BEFORE,
    BETWEEN,
    BUILD,
    BUY,
    BUYING,
    DECLINE,
    ITEM,
    LIFT,
    MORTGAGE,
    PASS,
    PAY_FINE,
    ROLL,
    SELL,
    THROWN,
    USE_CHANCE_CARD,
    USE_CHEST_CARD,
    WORTH_HALF,
    State,
)
from ...games.monopoly.turn import why_not_pay_fine
from ...runtime.compiler import Floats, Ints, rule
from ...runtime.primitives import low_bit
from ...values.monopoly.deeds import MEAN_THROW
from . import parameters
from .baseline import baseline


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


# ---------- The jail rule of the Persian report of 2023: a look at the next throw (in the guide and in ``published``).
#
# Staying scores 0. Leaving scores the mean over the 36 throws of: minus infinity where the rent or the purchase
# would bankrupt, -1 where rent is paid, +1 where a deed is for sale, which is taken to be bought, else 0. It
# leaves when that is no worse, ties included, as its author's code does.


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
    """What the jail rule does before the throw of seat ``p``."""
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


# ------------- ``published``: E3 as its author's code plays it, for comparison with the search that resolves landings.
#
# The code's expectiminimax lets dice move tokens and take 50 dollars, but resolves no landing, rent or purchase
# inside its tree. So nothing that its opponent does there depends on what it does. The opponent's moves and the
# dice shift all values alike. Up to depth 4 little of the search remains. It takes the one operation after which
# its own part of E3's score is best. The comparison with the reserve is made with 50 dollars less. A deed is
# bought if that part is no worse for it. The jail rule decides about leaving jail. (The code's mortgaging and
# lifting are swapped by mistake, which is not repeated here.) Where E1's game has no question, ``baseline`` without
# a reserve, bids or trades answers.


@rule
def street_rents(g: State, deeds: int, mortgaged: int, changed: int, level: int) -> int:
    """The rents of the streets among ``deeds``, when ``changed`` (-1: none) stands at ``level``."""
    total = 0
    m = deeds & STREET_MASK & ~mortgaged & ALL_DEEDS
    while m != 0:
        d = low_bit(m)
        built = g.level[d] * 1
        if d == changed:
            built = level
        amount = RENT[d * RENT_STEPS + built]
        group = GROUP_MASK[GROUP[d]]
        whole = built == 0 and (deeds & group) == group
        if whole and ((mortgaged & group) == 0 or g.opt.mortgaged_group_double == 1):
            amount *= 2
        total += amount
        m &= m - 1
    return total


@rule
def gain(g: State, params: Floats, p: int, worth: int, cash: int, rents: int) -> float:
    """What a change of net worth, cash and rents does to the own part of the score."""
    kept = g.cash[p] - params[parameters.DICE_COST]
    reserve = params[parameters.RESERVE]
    found = worth + params[parameters.OWN_RENT] * rents
    if kept < reserve:
        found += params[parameters.PENALTY]
    if kept + cash < reserve:
        found -= params[parameters.PENALTY]
    return found


@rule
def level_above(g: State, level: int) -> int:
    """The level after one building more."""
    if level == g.opt.hotel_houses:
        return HOTEL
    return level + 1


@rule
def operation(g: State, params: Floats, p: int, a: int) -> float:
    """What operation ``a`` gains; those that E1 has not are worth nothing."""
    deeds = g.deeds[p] * 1
    mortgaged = g.mortgaged * 1
    now = street_rents(g, deeds, mortgaged, -1, 0)
    if BUILD <= a < SELL:
        d = a - BUILD
        rents = street_rents(g, deeds, mortgaged, d, level_above(g, g.level[d])) - now
        return gain(g, params, p, 0, -HOUSE_PRICE[d], rents)
    if SELL <= a < MORTGAGE:
        d = a - SELL
        below = level_below(g, g.level[d])
        cost = (pieces(g, g.level[d]) - pieces(g, below)) * HOUSE_PRICE[d]
        rents = street_rents(g, deeds, mortgaged, d, below) - now
        return gain(g, params, p, cost // 2 - cost, cost // 2, rents)
    lost = 0
    if MORTGAGE <= a < LIFT:
        d = a - MORTGAGE
        if g.opt.mortgaged_worth == WORTH_HALF:
            lost = PRICE[d] - PRICE[d] // 2
        rents = street_rents(g, deeds, mortgaged | (1 << d), -1, 0) - now
        return gain(g, params, p, MORTGAGE_VALUE[d] - lost, MORTGAGE_VALUE[d] * 1, rents)
    if LIFT <= a < ITEM:
        d = a - LIFT
        if g.opt.mortgaged_worth == WORTH_HALF:
            lost = PRICE[d] - PRICE[d] // 2
        price = lifting_price(g, d)
        rents = street_rents(g, deeds, mortgaged & ~(1 << d), -1, 0) - now
        return gain(g, params, p, lost - price, -price, rents)
    return 0.0


@rule
def best_operation(g: State, params: Floats, p: int, acts: Ints) -> int:
    """The operation that gains most, the first of several; passing gains nothing."""
    best = PASS
    most = 0.0
    n = legal(g, acts)
    for i in range(n):
        found = operation(g, params, p, acts[i])
        if found > most:
            most = found
            best = acts[i]
    return best


@rule
def buys(g: State, params: Floats, p: int, d: int) -> bool:
    """Whether the own part of the score is no worse for buying deed ``d``."""
    deeds = g.deeds[p] * 1
    after = street_rents(g, deeds | (1 << d), g.mortgaged * 1, -1, 0)
    return gain(g, params, p, 0, -PRICE[d], after - street_rents(g, deeds, g.mortgaged * 1, -1, 0)) >= 0.0


@rule
def published(g: State, params: Floats, key: int, acts: Ints) -> int:
    """The action of E3's code for the seat that is to move."""
    p = g.mover
    if g.depth > 0:
        return baseline(g, params, key, acts)
    phase = g.phase
    if phase == BEFORE:
        return answer_jail(g, p) if g.jail[p] > 0 else ROLL
    if phase == AFTER or phase == BETWEEN or phase == THROWN:
        return best_operation(g, params, p, acts)
    if phase == BUYING:
        return BUY if buys(g, params, p, SQUARE_DEED[g.square[p]]) else DECLINE
    return baseline(g, params, key, acts)
