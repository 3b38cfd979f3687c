"""What a trade is worth by cash and deeds alone: list prices, rents of groups, and the houses that cash pays for.

``character`` judges offers by it. It shares nothing with ``trade_value``, by which ``strategic`` judges them.
"""

from __future__ import annotations

from ...games.monopoly.board import (
    ALL_DEEDS,
    GROUP,
    GROUP_HOUSE_PRICE,
    GROUP_MASK,
    GROUP_SIZE,
    GROUPS,
    HOTEL,
    PRICE,
    RAILROADS,
    STREET_GROUPS,
)
from ...games.monopoly.money import interest_on, living
from ...games.monopoly.property import lifting_price, lowest_rank
from ...games.monopoly.state import ITEM_CHANCE_CARD, State
from ...games.monopoly.trade import holdings
from ...runtime.compiler import Floats, rule
from ...runtime.layout import constants
from ...runtime.primitives import count_bits, low_bit
from ...values.monopoly.deeds import FLOW, STEPS
from .parameters import CASH_RESERVE, FAIRNESS, RENT_THROWS, RIVALRY, SURPLUS, TRADES

CARD_WORTH = 50
"""A jail card saves the fine."""
HOUSES = 3
"""Houses on each lot of a whole group that count before they stand."""
NEARLY_PERCENT = 10
"""What a street group counts of which one deed is missing, in percent of its rents with three houses."""
RAILROAD_PERCENT = constants([0, 3, 12, 37, 100])
"""What railroads earn, by how many they are, in percent of what all four do."""
THOUSAND = 1000
CENTS = 100_000
"""Rents are in thousandths of a dollar, here also in percent."""


@rule
def group_rents(g: State, k: int, own: int, budget: int, throws: int) -> int:
    """What the deeds ``own`` of group ``k`` earn in so many throws of opponents, less half of what houses cost.

    Of what houses add to a whole group half counts at once, and more the more of them the budget pays for.
    """
    missing = GROUP_MASK[k] & ~own
    if k == RAILROADS:
        return RAILROAD_PERCENT[count_bits(own & ~g.mortgaged)] * FLOW[k * STEPS] * throws // CENTS
    if missing == 0 and (own & g.mortgaged) == 0:
        if k >= STREET_GROUPS:
            return FLOW[k * STEPS] * throws // THOUSAND
        built = level_built(g, k)
        level = level_to_come(g, k, built)
        cost = (level - built) * GROUP_SIZE[k] * GROUP_HOUSE_PRICE[k]
        now = FLOW[k * STEPS + built] * throws // THOUSAND
        more = FLOW[k * STEPS + level] * throws // THOUSAND - cost // 2 - now
        if more <= 0:
            return now
        return now + more * (cost + max(0, min(budget, cost))) // (2 * cost)
    if k < STREET_GROUPS and (missing & (missing - 1)) == 0:
        return NEARLY_PERCENT * FLOW[k * STEPS + HOUSES] * throws // CENTS
    return 0


@rule
def level_built(g: State, k: int) -> int:
    """The houses on each lot of group ``k``; five for hotels."""
    if (g.built & GROUP_MASK[k]) == 0:
        return 0
    built = lowest_rank(g, k)
    if built > g.opt.hotel_houses:
        return HOTEL
    return built


@rule
def level_to_come(g: State, k: int, built: int) -> int:
    """The houses on each lot of group ``k`` that count: three if the bank has them, or more that stand."""
    if built >= HOUSES:
        return built
    if g.opt.unlimited_buildings == 1:
        return HOUSES
    return min(HOUSES, built + g.houses // GROUP_SIZE[k])


@rule
def assets(g: State, cash: int, items: int, throws: int) -> int:
    """What a seat has with this cash and these deeds and jail cards, in dollars.

    A deed counts its list price, on a mortgage less what lifting costs. Half of the cash is the budget for houses.
    """
    total = cash + CARD_WORTH * count_bits(items >> ITEM_CHANCE_CARD)
    deeds = items & ALL_DEEDS
    m = deeds
    while m != 0:
        d = low_bit(m)
        m &= m - 1
        total += PRICE[d]
        if (g.mortgaged >> d) & 1 == 1:
            total -= lifting_price(g, d)
    for k in range(GROUPS):
        own = deeds & GROUP_MASK[k]
        if own != 0:
            total += group_rents(g, k, own, cash // 2, throws)
    return total


@rule
def throws_counted(g: State, params: Floats) -> int:
    """The throws of all opponents over which rents are counted."""
    return int(params[RENT_THROWS]) * (living(g) - 1)


@rule
def given_up(g: State, r: int, out: int, received: int, pays: int, throws: int) -> int:
    """What seat ``r`` loses by giving the items ``out`` and, if it pays, cash, and by the interest that it owes."""
    items = holdings(g, r)
    left = g.cash[r] - max(0, pays) - interest_on(g, received & ALL_DEEDS)
    return assets(g, g.cash[r] * 1, items, throws) - assets(g, left, items & ~out, throws)


@rule
def gain(g: State, r: int, out: int, received: int, pays: int, throws: int) -> int:
    """What seat ``r`` has more by giving the items ``out`` and paying (negative: getting) cash for ``received``."""
    items = holdings(g, r)
    left = g.cash[r] - pays - interest_on(g, received & ALL_DEEDS)
    return assets(g, left, (items & ~out) | received, throws) - assets(g, g.cash[r] * 1, items, throws)


@rule
def completes_group(g: State, r: int, out: int, received: int) -> bool:
    """Whether seat ``r`` gets a whole group by giving ``out`` for ``received``."""
    after = (g.deeds[r] & ~out) | received
    m = received & ALL_DEEDS
    while m != 0:
        mask = GROUP_MASK[GROUP[low_bit(m)]]
        m &= m - 1
        if (after & mask) == mask:
            return True
    return False


@rule
def agrees(g: State, params: Floats, r: int, other: int, out: int, received: int, pays: int) -> bool:
    """Whether seat ``r`` agrees to give ``other`` the items ``out`` and cash for ``received``.

    What it gets must be worth more than what it gives up, by the surplus, to the nearest dollar. A part of what the
    other gains counts as given up too. If it is fair, its gain must be a part of the other's. Half of its reserve
    stays.
    """
    if params[TRADES] == 0.0 or (params[TRADES] == 1.0 and completes_group(g, other, received, out)):
        return False
    cost = pays + interest_on(g, received & ALL_DEEDS)
    if cost > 0 and g.cash[r] - cost < int(params[CASH_RESERVE] / 2.0):
        return False
    throws = throws_counted(g, params)
    mine = gain(g, r, out, received, pays, throws)
    theirs = max(0, gain(g, other, received, out, -pays, throws))
    lost = given_up(g, r, out, received, pays, throws)
    return (
        mine > 0
        and mine >= params[FAIRNESS] * theirs
        and mine + lost >= int((1.0 + params[SURPLUS]) * (lost + params[RIVALRY] * theirs) + 0.5)
    )
