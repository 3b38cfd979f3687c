"""The best exchange between two seats: a search over the options of hot groups, with payments in other deeds and cash.

The best exchange is the one with the greatest sum of what both gain by the proposer's measure, among those with a sum of
cash at which both gain at least the margin and pay no more than they have. Branch and bound over the groups finds it: what
the groups that are left can add at most is known beforehand.

Cash enters by brackets: both are taken to have what their bracket begins with.
"""

from __future__ import annotations

from ...engine.bits import count_bits, low_bit
from ...engine.compiler import Floats, Ints, rule
from ...games.monopoly.money import interest_on
from ...games.monopoly.state import State
from ...games.monopoly.tables import ALL_DEEDS, GROUP_MASK, GROUPS
from ...games.monopoly.trade import tradable
from .places import GREED, TRADE_MARGIN
from .trade_answer import cash_kept
from .trade_options import (
    BOUNDS,
    MOST_ITEMS,
    RESULT,
    STACK,
    UNIT,
    giver_completes,
    giver_value,
    growth_of,
    hot_groups,
    list_options,
    option_group,
    option_items,
    option_next,
    payment_worth,
    taker_completes,
    taker_value,
)
from .trade_value import BUILDING_FUND, is_grown, threat_share

CASH_P, CASH_Q, FUNDED_P, FUNDED_Q, BEST, BEST_ITEMS, BEST_MONEY = range(RESULT, RESULT + 7)
"""Cells of the scratch array: the cash of both, whether each is to have its building fund afterwards, the best so far."""
IMPOSSIBLE = 1 << 40
NO_DEED = 30
"""Stands for no further deed in a loop over the bits of a mask."""


@rule
def room(cash: int, kept: int, due: int) -> int:
    """What a seat can pay in a trade, with the interest due; negative: what it must receive."""
    left = cash - due
    if left < kept:
        return -due
    return left - kept


@rule
def unit_worth(g: State, params: Floats) -> int:
    """What a dollar that changes hands is worth to its receiver: itself, and that the other has it no longer."""
    return int(UNIT * (1.0 + threat_share(g, params)) + 0.5)


@rule
def lowest_by_rules(g: State, acts: Ints, kept: int, due_p: int, due_q: int) -> int:
    """The least that the giver may pay (negative: the most it may ask), by the cash of both and the funds to be had."""
    low = -room(acts[CASH_Q], kept, due_q)
    if acts[FUNDED_P] == 0:
        low = max(low, acts[CASH_P] - due_p - BUILDING_FUND + 1)
    if acts[FUNDED_Q] == 1:
        low = max(low, BUILDING_FUND - acts[CASH_Q] + due_q)
    return low


@rule
def highest_by_rules(g: State, acts: Ints, kept: int, due_p: int, due_q: int) -> int:
    """The most that the giver may pay."""
    high = room(acts[CASH_P], kept, due_p)
    if acts[FUNDED_P] == 1:
        high = min(high, acts[CASH_P] - due_p - BUILDING_FUND)
    if acts[FUNDED_Q] == 0:
        high = min(high, BUILDING_FUND - acts[CASH_Q] + due_q - 1)
    return high


@rule
def consider(g: State, params: Floats, p: int, q: int, acts: Ints, a: int, b: int, items: int) -> int:
    """Keep an exchange that is worth ``a`` and ``b`` to both without cash, if a sum of cash suits both: then 0.

    Otherwise how many dollars the giver lacks to pay enough (negative: the taker), or IMPOSSIBLE.
    """
    due_p = interest_on(g, items & g.deeds[q])
    due_q = interest_on(g, items & g.deeds[p])
    kept = cash_kept(params)
    low = lowest_by_rules(g, acts, kept, due_p, due_q)
    high = highest_by_rules(g, acts, kept, due_p, due_q)
    if low > high:
        return IMPOSSIBLE
    unit = unit_worth(g, params)
    margin = int(UNIT * params[TRADE_MARGIN]) + UNIT
    needed = -((b - margin) // unit)
    willing = (a - margin) // unit
    if needed > willing:
        return IMPOSSIBLE
    if needed > high:
        return needed - high
    if willing < low:
        return willing - low
    low = max(low, needed)
    high = min(high, willing)
    acts[BEST] = a + b
    acts[BEST_ITEMS] = items
    acts[BEST_MONEY] = low + int((high - low) * (1.0 - params[GREED]))
    return 0


@rule
def dearest(g: State, params: Floats, mask: int) -> int:
    """The worth of the dearest deed of the mask in whole dollars, rounded up; 0 if there is none."""
    most = 0
    m = mask
    while m != 0:
        most = max(most, payment_worth(g, params, low_bit(m)))
        m &= m - 1
    return most // UNIT + 1


@rule
def bit_of(d: int) -> int:
    """The mask of deed ``d``; 0 for NO_DEED."""
    if d == NO_DEED:
        return 0
    return 1 << d


@rule
def after_bit(mask: int, d: int) -> int:
    """The deeds of the mask after ``d``, and NO_DEED."""
    return (mask & ~((2 << d) - 1)) | (1 << NO_DEED)


@rule
def moved(g: State, params: Floats, mask: int, own: bool) -> int:
    """What deeds outside the hot groups change for a seat that hands them over (``own``) or receives them.

    In sixteenths of a dollar; the receiver pays the interest on mortgages, and each counts part of the other's change.
    """
    worth = 0
    m = mask
    while m != 0:
        worth += payment_worth(g, params, low_bit(m))
        m &= m - 1
    due = UNIT * interest_on(g, mask)
    share = threat_share(g, params)
    if own:
        return int(-worth - share * (worth - due))
    return int(worth - due + share * worth)


@rule
def pay_in_deeds(
    g: State, params: Floats, p: int, q: int, acts: Ints, a: int, b: int, items: int, hot: int, gap: int
) -> int:
    """Add deeds from outside the hot groups to an exchange that cash alone cannot balance; 0 when that succeeds."""
    mine = tradable(g, p) & ALL_DEEDS & ~hot
    theirs = tradable(g, q) & ALL_DEEDS & ~hot
    to_give = MOST_ITEMS - count_bits(items & g.deeds[p])
    to_take = MOST_ITEMS - count_bits(items & g.deeds[q])
    if gap > to_give * dearest(g, params, mine) or -gap > to_take * dearest(g, params, theirs):
        return IMPOSSIBLE
    x_mask = 1 << NO_DEED
    if to_give >= 1:
        x_mask |= mine
    while x_mask != 0:
        x = low_bit(x_mask)
        x_mask &= x_mask - 1
        y_mask = 1 << NO_DEED
        if to_give == MOST_ITEMS and x != NO_DEED:
            y_mask = after_bit(mine, x)
        while y_mask != 0:
            given = bit_of(x) | bit_of(low_bit(y_mask))
            y_mask &= y_mask - 1
            a_left = a + moved(g, params, given, True)
            b_left = b + moved(g, params, given, False)
            if a_left + b_left > acts[BEST]:
                found = take_deeds(g, params, p, q, acts, a_left, b_left, items | given, theirs, to_take)
                if found == 0:
                    return 0
    return IMPOSSIBLE


@rule
def take_deeds(
    g: State, params: Floats, p: int, q: int, acts: Ints, a: int, b: int, items: int, theirs: int, to_take: int
) -> int:
    """As :func:`pay_in_deeds` for what the taker adds: no deed, one or two."""
    gap = IMPOSSIBLE
    if items != 0:
        gap = consider(g, params, p, q, acts, a, b, items)
        if gap >= 0:
            return gap
    if to_take == 0 or -gap > to_take * dearest(g, params, theirs):
        return IMPOSSIBLE
    x_mask = theirs
    while x_mask != 0:
        x = low_bit(x_mask)
        x_mask &= x_mask - 1
        y_mask = 1 << NO_DEED
        if to_take == MOST_ITEMS:
            y_mask = after_bit(theirs, x)
        while y_mask != 0:
            taken = bit_of(x) | bit_of(low_bit(y_mask))
            y_mask &= y_mask - 1
            a_left = a + moved(g, params, taken, False)
            b_left = b + moved(g, params, taken, True)
            if a_left + b_left > acts[BEST]:
                if consider(g, params, p, q, acts, a_left, b_left, items | taken) == 0:
                    return 0
    return IMPOSSIBLE


@rule
def weigh(g: State, params: Floats, acts: Ints, i: int, taker: bool) -> int:
    """What option ``i`` is worth to the giver (or the taker) when the funds are as they are to be."""
    worth = growth_of(g, params, option_group(acts, i))
    p_grows = worth * giver_completes(acts, i) * acts[FUNDED_P]
    q_grows = worth * taker_completes(acts, i) * acts[FUNDED_Q]
    share = threat_share(g, params)
    if taker:
        return taker_value(acts, i) + int(q_grows - share * p_grows)
    return giver_value(acts, i) + int(p_grows - share * q_grows)


@rule
def set_bounds(g: State, params: Floats, acts: Ints, n: int) -> None:
    """For each group, the most that options of it and of later ones can be worth to both together."""
    for k in range(GROUPS + 1):
        acts[BOUNDS + k] = 0
    for i in range(n):
        k = option_group(acts, i)
        acts[BOUNDS + k] = max(acts[BOUNDS + k], weigh(g, params, acts, i, False) + weigh(g, params, acts, i, True))
    for i in range(GROUPS):
        k = GROUPS - 1 - i
        acts[BOUNDS + k] += acts[BOUNDS + k + 1]


@rule
def search(g: State, params: Floats, p: int, q: int, acts: Ints, n: int, a: int, b: int, hot: int) -> None:
    """Branch and bound over the options; ``a`` and ``b`` are what the change of funds alone is worth to both."""
    items = 0
    depth = 0
    i = 0
    if a + b > acts[BEST]:
        pay_in_deeds(g, params, p, q, acts, a, b, 0, hot, 0)
    while True:
        if i < n and depth < 2 * MOST_ITEMS and a + b + acts[BOUNDS + option_group(acts, i)] > acts[BEST]:
            more = items | option_items(acts, i)
            if count_bits(more & g.deeds[p]) <= MOST_ITEMS and count_bits(more & g.deeds[q]) <= MOST_ITEMS:
                acts[STACK + depth] = i
                depth += 1
                items = more
                a += weigh(g, params, acts, i, False)
                b += weigh(g, params, acts, i, True)
                if a + b > acts[BEST]:
                    gap = consider(g, params, p, q, acts, a, b, items)
                    if gap != 0 and gap != IMPOSSIBLE:
                        pay_in_deeds(g, params, p, q, acts, a, b, items, hot, gap)
                i = option_next(acts, i)
            else:
                i += 1
            continue
        if depth == 0:
            break
        depth -= 1
        i = acts[STACK + depth]
        items &= ~option_items(acts, i)
        a -= weigh(g, params, acts, i, False)
        b -= weigh(g, params, acts, i, True)
        i += 1


@rule
def growth_waiting(g: State, params: Floats, r: int) -> int:
    """What the complete groups of seat ``r`` are worth more once it has cash to build, in sixteenths of a dollar."""
    total = 0
    for k in range(GROUPS):
        if (g.deeds[r] & GROUP_MASK[k]) == GROUP_MASK[k] and not is_grown(g, k):
            total += growth_of(g, params, k)
    return total


@rule
def best_exchange(g: State, params: Floats, p: int, q: int, cash_p: int, cash_q: int, acts: Ints) -> bool:
    """Find the best exchange that ``p`` can offer ``q``; the scratch array then has it, and its worth to both together."""
    hot = hot_groups(g, p, q)
    p_waits = growth_waiting(g, params, p)
    q_waits = growth_waiting(g, params, q)
    if hot == 0 and p_waits == 0 and q_waits == 0:
        return False
    n = list_options(g, params, p, q, hot, acts)
    acts[CASH_P] = cash_p
    acts[CASH_Q] = cash_q
    acts[BEST] = 0
    acts[BEST_ITEMS] = 0
    share = threat_share(g, params)
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
        set_bounds(g, params, acts, n)
        a = int(p_more - share * q_more)
        b = int(q_more - share * p_more)
        search(g, params, p, q, acts, n, a, b, hot)
    return acts[BEST_ITEMS] != 0
