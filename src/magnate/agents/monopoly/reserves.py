"""Cash and houses: how much cash to keep, what to build next, and what to part with when money must be raised."""

from __future__ import annotations

from ...games.monopoly.board import (
    DEEDS,
    GROUP,
    GROUP_HOUSE_PRICE,
    GROUP_MASK,
    GROUP_SIZE,
    HOTEL,
    SQUARE_DEED,
    SQUARES,
    STREET_GROUPS,
)
from ...games.monopoly.board import MORTGAGE as MORTGAGE_VALUE
from ...games.monopoly.landing import rent
from ...games.monopoly.money import in_game, is_solvent, owns_group
from ...games.monopoly.property import (
    lifting_price,
    lowest_rank,
    why_not_break,
    why_not_build,
    why_not_build_group,
    why_not_mortgage,
    why_not_sell,
    why_not_sell_group,
)
from ...games.monopoly.reasons import OK
from ...games.monopoly.state import BANKRUPT, BREAK_GROUP, BUILD, BUILD_GROUP, LIFT, MORTGAGE, SELL, SELL_GROUP, State
from ...runtime.compiler import Floats, rule
from ...runtime.primitives import count_bits, low_bit
from ...values.monopoly.deeds import FLOW, MEAN_THROW, MILLION, SINGLE_RENT, STEPS, VISITS, unsold
from .parameters import (
    CASH_RESERVE,
    DANGER_WEIGHT,
    HOARDED_HOUSES,
    LAST_LEVEL,
    LATE_RESERVE,
    LEVERAGE,
    RENT_FOCUS,
    STAGE_ADAPTION,
    TARGET_LEVEL,
)

# ------------------------------------------------------------------------------------------------------------ Reserves


HIGHEST_THROW = 12


@rule
def stage(g: State) -> float:
    """The stage of the game: the part of the deeds that is sold, 0 at first and 1 when the bank has none left."""
    return 1.0 - unsold(g) / DEEDS


@rule
def reserve(g: State, params: Floats) -> float:
    """The dollars that a seat keeps in this stage of the game."""
    kept = params[CASH_RESERVE]
    if params[LATE_RESERVE] > 0.0:
        kept += params[LATE_RESERVE] * stage(g)
    return kept


@rule
def collector(g: State, p: int, d: int) -> int:
    """The seat that collects rent from ``p`` on deed ``d``, or -1."""
    if (g.mortgaged >> d) & 1 == 1:
        return -1
    for q in range(g.opt.players):
        if (g.deeds[q] >> d) & 1 == 1:
            if q == p or (g.opt.rent_in_jail == 0 and g.jail[q] > 0):
                return -1
            return q
    return -1


@rule
def highest_rent(g: State, p: int) -> int:
    """The highest rent that seat ``p``'s next throw may cost it."""
    most = 0
    square = g.square[p]
    for steps in range(2, HIGHEST_THROW + 1):
        d = SQUARE_DEED[(square + steps) % SQUARES]
        if d >= 0:
            q = collector(g, p, d)
            if q >= 0:
                most = max(most, rent(g, q, d, steps))
    return most


@rule
def danger(g: State, params: Floats, p: int) -> float:
    """The dollars kept because of the rents in reach."""
    if params[DANGER_WEIGHT] == 0.0:
        return 0.0
    weight = params[DANGER_WEIGHT]
    if params[STAGE_ADAPTION] > 0.0:
        weight *= 1.0 + params[STAGE_ADAPTION] * stage(g)
    return weight * highest_rent(g, p)


@rule
def mean_rent(g: State, p: int) -> float:
    """The dollars of rent that a throw costs seat ``p`` on average, wherever it stands."""
    total = 0
    for q in range(g.opt.players):
        if q != p and in_game(g, q):
            m = g.deeds[q] & ~g.mortgaged
            while m != 0:
                d = low_bit(m)
                total += VISITS[d] * rent(g, q, d, MEAN_THROW)
                m &= m - 1
    return total / MILLION


# --------------------------------------------- Which houses ``strategic`` builds next, and what it mortgages for them.


DOLLARS_TO_RENT = 20.0
"""Weighs rent for a dollar spent against rent alone: both are then about 1 for a good group."""
GOOD_RENT = 50_000.0
"""Thousandths of a dollar a throw that a good group earns with three houses."""


@rule
def level_of(g: State, rank: int) -> int:
    """The building level of a rank on the ladder (the short game's hotel comes after three houses)."""
    if rank > g.opt.hotel_houses:
        return HOTEL
    return rank


@rule
def highest_wanted(g: State, params: Floats) -> int:
    """The rank that ``strategic`` builds to at most: no hotels while houses are worth hoarding."""
    most = g.opt.hotel_houses + 1
    if params[LAST_LEVEL] < HOTEL:
        most = min(int(params[LAST_LEVEL]), g.opt.hotel_houses * 1)
    elif g.opt.unlimited_buildings == 0 and g.houses <= params[HOARDED_HOUSES]:
        most = g.opt.hotel_houses * 1
    return most


@rule
def appeal(g: State, params: Floats, k: int, rank: int, aim: int) -> float:
    """How attractive it is to build group ``k`` from ``rank`` up to ``aim``: by rent for a dollar and by rent alone."""
    more = FLOW[k * STEPS + level_of(g, aim)] - FLOW[k * STEPS + level_of(g, rank)]
    cost = (aim - rank) * GROUP_SIZE[k] * GROUP_HOUSE_PRICE[k]
    focus = params[RENT_FOCUS]
    return (1.0 - focus) * DOLLARS_TO_RENT * more / (1000.0 * cost) + focus * more / GOOD_RENT


@rule
def buildable(g: State, p: int) -> int:
    """The street groups that seat ``p`` owns whole and has not built up to hotels, as a mask of groups."""
    groups = 0
    for k in range(STREET_GROUPS):
        if owns_group(g, p, k) and lowest_rank(g, k) <= g.opt.hotel_houses:
            groups |= 1 << k
    return groups


@rule
def best_group(g: State, params: Floats, p: int, groups: int, spare: float) -> int:
    """The group of the mask to build next with ``spare`` dollars, or -1.

    First those below the target level, which they are built to; then beyond.
    """
    target = min(int(params[TARGET_LEVEL]), g.opt.hotel_houses + 1)
    last = highest_wanted(g, params)
    best = -1
    best_appeal = -1.0
    m = groups
    while m != 0:
        k = low_bit(m)
        m &= m - 1
        rank = lowest_rank(g, k)
        if rank >= last or round_price(g, k) > spare:
            continue
        worth = 0.0
        if rank < target and rank < last:
            worth = 100.0 + appeal(g, params, k, rank, min(target, last))
        else:
            worth = appeal(g, params, k, rank, rank + 1)
        if worth > best_appeal and build_in(g, p, k) >= 0:
            best = k
            best_appeal = worth
    return best


@rule
def round_price(g: State, k: int) -> int:
    """What the next building on group ``k`` costs: one house, or one on each lot."""
    if g.opt.build_by_group == 1:
        return GROUP_SIZE[k] * GROUP_HOUSE_PRICE[k]
    return GROUP_HOUSE_PRICE[k] * 1


@rule
def build_in(g: State, p: int, k: int) -> int:
    """The action that builds on group ``k``, the dearest lot first; or -1."""
    if g.opt.build_by_group == 1:
        if why_not_build_group(g, p, k) == OK:
            return BUILD_GROUP + k
        return -1
    best = -1
    m = GROUP_MASK[k]
    while m != 0:
        d = low_bit(m)
        if why_not_build(g, p, d) == OK:
            best = BUILD + d
        m &= m - 1
    return best


@rule
def build_next(g: State, params: Floats, p: int, groups: int, spare: float) -> int:
    """The next building worth its price, as an action; or -1."""
    k = best_group(g, params, p, groups, spare)
    if k < 0:
        return -1
    return build_in(g, p, k)


@rule
def is_single(g: State, p: int, d: int) -> bool:
    """Whether deed ``d`` is neither of a whole group of seat ``p`` nor of one that it nearly has."""
    mask = GROUP_MASK[GROUP[d]]
    return count_bits(mask & ~g.deeds[p]) >= 2


@rule
def mortgage_for_houses(g: State, params: Floats, p: int, groups: int, spare: float) -> int:
    """A single deed to mortgage so that a group can be built on below the target level; or -1.

    Only when the part of the single deeds' mortgage values that ``strategic`` raises closes the gap.
    """
    gap = 0.0
    m = groups
    while m != 0:
        k = low_bit(m)
        m &= m - 1
        if lowest_rank(g, k) < min(int(params[TARGET_LEVEL]), highest_wanted(g, params)):
            lacking = round_price(g, k) - spare
            if (g.mortgaged & GROUP_MASK[k]) == 0 and lacking > 0.0 and (gap == 0.0 or lacking < gap):
                gap = lacking
    if gap == 0.0:
        return -1
    best = -1
    total = 0
    m = g.deeds[p] & ~g.mortgaged
    while m != 0:
        d = low_bit(m)
        m &= m - 1
        if is_single(g, p, d) and why_not_mortgage(g, p, d) == OK:
            total += MORTGAGE_VALUE[d]
            if best < 0 or MORTGAGE_VALUE[d] > MORTGAGE_VALUE[best]:
                best = d
    if best >= 0 and params[LEVERAGE] * total >= gap:
        return MORTGAGE + best
    return -1


@rule
def lift_next(g: State, p: int, spare: float, spare_for_singles: float) -> int:
    """A mortgage to lift: of a whole group with ``spare`` dollars, of others with ``spare_for_singles``; or -1."""
    best = -1
    m = g.deeds[p] & g.mortgaged
    while m != 0:
        d = low_bit(m)
        m &= m - 1
        price = lifting_price(g, d)
        if owns_group(g, p, GROUP[d]):
            if price <= spare:
                return LIFT + d
        elif price <= spare_for_singles:
            best = LIFT + d
    return best


# ------ Which deeds and buildings to part with when money must be raised: what earns least for its dollars goes first.


NEARLY_COMPLETE = 2_000
COMPLETE = 20_000
"""What it costs besides the rent to mortgage a deed of a nearly complete or of a complete group: the chance to build
(thousandths of a dollar a throw)."""


@rule
def mortgage_loss(g: State, p: int, d: int) -> float:
    """What mortgaging deed ``d`` loses, in thousandths of a dollar a throw for each dollar raised."""
    k = GROUP[d]
    missing = count_bits(GROUP_MASK[k] & ~g.deeds[p])
    loss = VISITS[d] * SINGLE_RENT[d] // 1000
    if missing == 0:
        loss += COMPLETE
    elif missing == 1:
        loss += NEARLY_COMPLETE
    return loss / MORTGAGE_VALUE[d]


@rule
def sale_loss(g: State, k: int) -> float:
    """What selling the upper buildings of group ``k`` loses, in the same measure."""
    rank = max(1, lowest_rank(g, k))
    lost = FLOW[k * STEPS + level_of(g, rank)] - FLOW[k * STEPS + level_of(g, rank - 1)]
    return 2.0 * lost / (GROUP_SIZE[k] * GROUP_HOUSE_PRICE[k])


@rule
def sale_in(g: State, p: int, k: int) -> int:
    """The action that sells buildings of group ``k``, or -1."""
    if g.opt.build_by_group == 1:
        if why_not_sell_group(g, p, k) == OK:
            return SELL_GROUP + k
    else:
        m = GROUP_MASK[k]
        while m != 0:
            d = low_bit(m)
            if why_not_sell(g, p, d) == OK:
                return SELL + d
            m &= m - 1
    if why_not_break(g, p, k) == OK:
        return BREAK_GROUP + k
    return -1


@rule
def cheapest_sacrifice(g: State, p: int) -> int:
    """The mortgage or sale that loses least for the dollars it raises, as an action; or -1 when nothing is left."""
    best = -1
    least = 0.0
    m = g.deeds[p] & ~g.mortgaged & ~g.built
    while m != 0:
        d = low_bit(m)
        m &= m - 1
        if why_not_mortgage(g, p, d) == OK:
            loss = mortgage_loss(g, p, d)
            if best < 0 or loss < least:
                best = MORTGAGE + d
                least = loss
    if (g.deeds[p] & g.built) != 0:
        for k in range(STREET_GROUPS):
            if owns_group(g, p, k) and (g.built & GROUP_MASK[k]) != 0:
                loss = sale_loss(g, k)
                if best < 0 or loss < least:
                    a = sale_in(g, p, k)
                    if a >= 0:
                        best = a
                        least = loss
    return best


@rule
def raise_for_debt(g: State, p: int) -> int:
    """Under a debt: the cheapest sacrifice; give up if it cannot be paid."""
    if not is_solvent(g):
        return BANKRUPT
    return cheapest_sacrifice(g, p)
