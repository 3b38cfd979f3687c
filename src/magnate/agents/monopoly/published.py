"""``published``: E3 as its author's code plays it, for comparison with the search that resolves landings.

The code's expectiminimax lets dice move tokens and take 50 dollars, but resolves no landing, rent or purchase inside
its tree. So nothing that its opponent does there depends on what it does. The opponent's moves and the dice shift all
values alike. Up to depth 4 little of the search remains. It takes the one operation after which its own part of E3's
score is best. The comparison with the reserve is made with 50 dollars less. A deed is bought if that part is no worse
for it. About jail E2 decides. (The code's mortgaging and lifting are swapped by mistake, which is not repeated here.)
Where E1's game has no question, ``baseline`` without a reserve, bids or trades answers.
"""

from __future__ import annotations

from ...games.monopoly.board import (
    ALL_DEEDS,
    GROUP,
    GROUP_MASK,
    HOTEL,
    HOUSE_PRICE,
    PRICE,
    RENT,
    RENT_STEPS,
    SQUARE_DEED,
    STREET_MASK,
)
from ...games.monopoly.board import MORTGAGE as MORTGAGE_VALUE
from ...games.monopoly.legal import legal
from ...games.monopoly.money import pieces
from ...games.monopoly.property import level_below, lifting_price
from ...games.monopoly.state import (
    AFTER,
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
    ROLL,
    SELL,
    THROWN,
    WORTH_HALF,
    State,
)
from ...runtime.compiler import Floats, Ints, rule
from ...runtime.primitives import low_bit
from . import parameters
from .baseline import baseline
from .evaluation import answer_jail

__all__ = ["published"]


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
