"""The best exchange between two seats: a search over the options of hot groups, with payments in other deeds and cash.

The best exchange is the one with the greatest sum of what both gain by the proposer's measure, among those with a sum
of cash at which both gain at least the margin and pay no more than they have. Branch and bound over the groups finds
it: what the groups that are left can add at most is known beforehand.
"""

from __future__ import annotations

from ...games.monopoly.board import GROUP_MASK, GROUPS
from ...games.monopoly.state import State
from ...runtime.compiler import Floats, Ints, rule
from ...runtime.primitives import count_bits
from .trade_balance import (
    BEST,
    BEST_ITEMS,
    CASH_P,
    CASH_Q,
    FUNDED_P,
    FUNDED_Q,
    IMPOSSIBLE,
    consider,
    least_gain,
)
from .trade_options import (
    BOUNDS,
    MOST_ITEMS,
    STACK,
    giver_completes,
    giver_value,
    growth_of,
    hot_deeds,
    list_options,
    option_group,
    option_items,
    option_next,
    taker_completes,
    taker_value,
)
from .trade_payment import pay_in_deeds
from .trade_value import BUILDING_FUND, gain_scale, is_grown, threat_share


@rule
def weigh(g: State, scale: float, share: float, acts: Ints, i: int, taker: bool) -> int:
    """What option ``i`` is worth to the giver (or the taker) when the funds are as they are to be."""
    worth = giver_value(acts, i)
    if taker:
        worth = taker_value(acts, i)
    p_grows = giver_completes(acts, i) * acts[FUNDED_P]
    q_grows = taker_completes(acts, i) * acts[FUNDED_Q]
    if p_grows != 0 or q_grows != 0:
        growth = growth_of(g, scale, option_group(acts, i))
        if taker:
            worth += int(growth * (q_grows - share * p_grows))
        else:
            worth += int(growth * (p_grows - share * q_grows))
    return worth


@rule
def set_bounds(g: State, scale: float, share: float, acts: Ints, n: int) -> None:
    """For each group, the most that options of it and of later ones can be worth to both together."""
    for k in range(GROUPS + 1):
        acts[BOUNDS + k] = 0
    for i in range(n):
        k = option_group(acts, i)
        both = weigh(g, scale, share, acts, i, False) + weigh(g, scale, share, acts, i, True)
        acts[BOUNDS + k] = max(acts[BOUNDS + k], both)
    for i in range(GROUPS):
        k = GROUPS - 1 - i
        acts[BOUNDS + k] += acts[BOUNDS + k + 1]


@rule
def search(
    g: State,
    params: Floats,
    p: int,
    q: int,
    scale: float,
    share: float,
    acts: Ints,
    n: int,
    a: int,
    b: int,
    hot: int,
    with_deeds: bool,
) -> bool:
    """Branch and bound over the options; ``a`` and ``b`` are what the change of funds alone is worth to both.

    Returns whether a better exchange was met that cash alone cannot balance; ``with_deeds`` says to pay in deeds then.
    """
    unbalanced = False
    items = 0
    depth = 0
    i = 0
    if a + b > acts[BEST]:
        unbalanced = True
        if with_deeds:
            pay_in_deeds(g, params, p, q, share, acts, a, b, 0, hot, 0)
    while True:
        if i < n and depth < 2 * MOST_ITEMS and a + b + acts[BOUNDS + option_group(acts, i)] > acts[BEST]:
            more = items | option_items(acts, i)
            if count_bits(more & g.deeds[p]) <= MOST_ITEMS and count_bits(more & g.deeds[q]) <= MOST_ITEMS:
                acts[STACK + depth] = i
                depth += 1
                items = more
                a += weigh(g, scale, share, acts, i, False)
                b += weigh(g, scale, share, acts, i, True)
                if a + b > acts[BEST]:
                    gap = consider(g, params, p, q, share, acts, a, b, items)
                    if gap != 0 and gap != IMPOSSIBLE:
                        unbalanced = True
                        if with_deeds:
                            pay_in_deeds(g, params, p, q, share, acts, a, b, items, hot, gap)
                i = option_next(acts, i)
            else:
                i += 1
            continue
        if depth == 0:
            break
        depth -= 1
        i = acts[STACK + depth]
        items &= ~option_items(acts, i)
        a -= weigh(g, scale, share, acts, i, False)
        b -= weigh(g, scale, share, acts, i, True)
        i += 1
    return unbalanced


@rule
def growth_waiting(g: State, scale: float, r: int) -> int:
    """What the complete groups of seat ``r`` are worth more once it has cash to build, in sixteenths of a dollar."""
    total = 0
    for k in range(GROUPS):
        if (g.deeds[r] & GROUP_MASK[k]) == GROUP_MASK[k] and not is_grown(g, k):
            total += growth_of(g, scale, k)
    return total


@rule
def search_all_funds(
    g: State, params: Floats, p: int, q: int, scale: float, share: float, acts: Ints, hot: int, with_deeds: bool
) -> bool:
    """Search for each way in which the two may have their building funds afterwards; returns as :func:`search`."""
    n = list_options(g, params, p, q, hot, scale, share, acts)
    p_waits = growth_waiting(g, scale, p)
    q_waits = growth_waiting(g, scale, q)
    cash_p = acts[CASH_P]
    cash_q = acts[CASH_Q]
    unbalanced = False
    for funds in range(4):
        p_funded = 1 - funds // 2
        q_funded = 1 - funds % 2
        if (p_funded + q_funded) * BUILDING_FUND > cash_p + cash_q:
            continue
        if funds == 3 and cash_p + cash_q >= 2 * BUILDING_FUND:
            continue
        acts[FUNDED_P] = p_funded
        acts[FUNDED_Q] = q_funded
        p_more = p_waits * (p_funded - int(cash_p >= BUILDING_FUND))
        q_more = q_waits * (q_funded - int(cash_q >= BUILDING_FUND))
        set_bounds(g, scale, share, acts, n)
        a = int(p_more - share * q_more)
        b = int(q_more - share * p_more)
        if search(g, params, p, q, scale, share, acts, n, a, b, hot, with_deeds):
            unbalanced = True
    return unbalanced


@rule
def best_exchange(g: State, params: Floats, p: int, q: int, cash_p: int, cash_q: int, acts: Ints) -> bool:
    """Find the best exchange that ``p`` can offer ``q``; the scratch array then has it and its worth to both.

    First among the productive groups and with cash alone. All others only move worth from one to the other, so they are
    looked at only when something better was met that cash cannot balance.
    """
    share = threat_share(g, params)
    scale = gain_scale(g, params)
    acts[CASH_P] = cash_p
    acts[CASH_Q] = cash_q
    acts[BEST] = 2 * least_gain(params) - 1
    acts[BEST_ITEMS] = 0
    hot = hot_deeds(g, p, q, True)
    poor = cash_p < BUILDING_FUND or cash_q < BUILDING_FUND
    if hot == 0 and not (poor and (growth_waiting(g, scale, p) != 0 or growth_waiting(g, scale, q) != 0)):
        return False
    if search_all_funds(g, params, p, q, scale, share, acts, hot, False):
        search_all_funds(g, params, p, q, scale, share, acts, hot_deeds(g, p, q, False), True)
    return acts[BEST_ITEMS] != 0
