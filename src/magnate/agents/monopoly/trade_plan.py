"""The offer that a seat would make: the best exchange found, a function of who owns what and of cash brackets."""

from __future__ import annotations

from ...games.monopoly.board import ALL_DEEDS, GROUP_MASK, GROUPS, STREET_GROUPS
from ...games.monopoly.management import TRADES
from ...games.monopoly.money import in_game
from ...games.monopoly.reasons import OK
from ...games.monopoly.state import ACCEPT, REJECT, TRADE_ANSWER, TRADE_WITH, State
from ...games.monopoly.trade import why_not_trade_with
from ...runtime.compiler import Floats, Ints, rule
from ...runtime.layout import constants
from ...runtime.primitives import count_bits
from ...runtime.stream import choice, philox
from .baseline import is_new, make_up, withdraw
from .decision_kinds import may_use
from .parameters import OFFER_CHANCE
from .property_value import BUILDING_FUND, accepts_offer, gain_scale, is_grown, threat_share, trade_value, value_after
from .trade_options import (
    BEST,
    BEST_ITEMS,
    BEST_MONEY,
    BOUNDS,
    CASH_P,
    CASH_Q,
    FUNDED_P,
    FUNDED_Q,
    IMPOSSIBLE,
    MOST_ITEMS,
    STACK,
    Deal,
    consider,
    giver_completes,
    giver_value,
    growth_of,
    hot_deeds,
    least_gain,
    list_options,
    option_group,
    option_items,
    option_next,
    pay_in_deeds,
    taker_completes,
    taker_value,
)

# ------ The best exchange between two seats: a search over the options of hot groups, with payments in other deeds and
# cash.
#
# The best exchange is the one with the greatest sum of what both gain by the proposer's measure, among those with
# a sum of cash at which both gain at least the margin and pay no more than they have. Branch and bound over the
# groups finds it: what the groups that are left can add at most is known beforehand.


@rule
def weigh(g: State, deal: Deal, i: int, taker: bool) -> int:
    """What option ``i`` is worth to the giver (or the taker) when the funds are as they are to be."""
    acts = deal.acts
    worth = giver_value(acts, i)
    if taker:
        worth = taker_value(acts, i)
    p_grows = giver_completes(acts, i) * acts[FUNDED_P]
    q_grows = taker_completes(acts, i) * acts[FUNDED_Q]
    if p_grows != 0 or q_grows != 0:
        growth = growth_of(g, deal.scale, option_group(acts, i))
        if taker:
            worth += int(growth * (q_grows - deal.share * p_grows))
        else:
            worth += int(growth * (p_grows - deal.share * q_grows))
    return worth


@rule
def set_bounds(g: State, deal: Deal, n: int) -> None:
    """For each group, the most that options of it and of later ones can be worth to both together."""
    acts = deal.acts
    for k in range(GROUPS + 1):
        acts[BOUNDS + k] = 0
    for i in range(n):
        k = option_group(acts, i)
        both = weigh(g, deal, i, False) + weigh(g, deal, i, True)
        acts[BOUNDS + k] = max(acts[BOUNDS + k], both)
    for i in range(GROUPS):
        k = GROUPS - 1 - i
        acts[BOUNDS + k] += acts[BOUNDS + k + 1]


@rule
def search(g: State, deal: Deal, n: int, a: int, b: int, hot: int, with_deeds: bool) -> bool:
    """Branch and bound over the options; ``a`` and ``b`` are what the change of funds alone is worth to both.

    Returns whether a better exchange was met that cash alone cannot balance; ``with_deeds`` says to pay in deeds then.
    """
    acts = deal.acts
    unbalanced = False
    items = 0
    depth = 0
    i = 0
    if a + b > acts[BEST]:
        unbalanced = True
        if with_deeds:
            pay_in_deeds(g, deal, a, b, 0, hot, 0)
    while True:
        if i < n and depth < 2 * MOST_ITEMS and a + b + acts[BOUNDS + option_group(acts, i)] > acts[BEST]:
            more = items | option_items(acts, i)
            if count_bits(more & g.deeds[deal.p]) <= MOST_ITEMS and count_bits(more & g.deeds[deal.q]) <= MOST_ITEMS:
                acts[STACK + depth] = i
                depth += 1
                items = more
                a += weigh(g, deal, i, False)
                b += weigh(g, deal, i, True)
                if a + b > acts[BEST]:
                    gap = consider(g, deal, a, b, items)
                    if gap != 0 and gap != IMPOSSIBLE:
                        unbalanced = True
                        if with_deeds:
                            pay_in_deeds(g, deal, a, b, items, hot, gap)
                i = option_next(acts, i)
            else:
                i += 1
            continue
        if depth == 0:
            break
        depth -= 1
        i = acts[STACK + depth]
        items &= ~option_items(acts, i)
        a -= weigh(g, deal, i, False)
        b -= weigh(g, deal, i, True)
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
def search_all_funds(g: State, deal: Deal, hot: int, with_deeds: bool) -> bool:
    """Search for each way in which the two may have their building funds afterwards; returns as :func:`search`."""
    acts = deal.acts
    n = list_options(g, deal, hot)
    p_waits = growth_waiting(g, deal.scale, deal.p)
    q_waits = growth_waiting(g, deal.scale, deal.q)
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
        set_bounds(g, deal, n)
        a = int(p_more - deal.share * q_more)
        b = int(q_more - deal.share * p_more)
        if search(g, deal, n, a, b, hot, with_deeds):
            unbalanced = True
    return unbalanced


@rule
def best_exchange(g: State, params: Floats, p: int, q: int, cash_p: int, cash_q: int, acts: Ints) -> bool:
    """Find the best exchange that ``p`` can offer ``q``; the scratch array then has it and its worth to both.

    First among the productive groups and with cash alone. All others only move worth from one to the other, so they are
    looked at only when something better was met that cash cannot balance.
    """
    deal = Deal(params, p, q, threat_share(g, params), gain_scale(g, params), acts)
    acts[CASH_P] = cash_p
    acts[CASH_Q] = cash_q
    acts[BEST] = 2 * least_gain(params) - 1
    acts[BEST_ITEMS] = 0
    hot = hot_deeds(g, p, q, True)
    poor = cash_p < BUILDING_FUND or cash_q < BUILDING_FUND
    if hot == 0 and not (poor and (growth_waiting(g, deal.scale, p) != 0 or growth_waiting(g, deal.scale, q) != 0)):
        return False
    if search_all_funds(g, deal, hot, False):
        search_all_funds(g, deal, hot_deeds(g, p, q, False), True)
    return acts[BEST_ITEMS] != 0


# --------------------------------- The offer that a seat would make: a function of who owns what and of cash brackets.
#
# It is worked out anew only when these change: what was worked out is kept in the policy's notes (``memo``), under a
# number that stands for the ownership and the brackets. Forgetting it costs time and changes nothing.


BRACKETS = constants([0, 100, 200, 300, BUILDING_FUND, 600, 900, 1300, 1800, 2500, 4000, 8000])
"""Where the cash brackets begin; the last has no end."""
ROUNDS = 7
MOST_DRAWS = 1_000_000
WORD = 0xFFFFFFFF
NO_PLAN = 0
MONEY_ZERO = 1 << 20
PARTNER_AT, MONEY_AT = 50, 28
"""A plan is one number: the deeds, above them the money paid (plus MONEY_ZERO), above that the partner's seat + 1."""
KEY, PLAN = 0, 1
"""Cells of the notes."""


@rule
def bracket(cash: int) -> int:
    """What the bracket of this cash begins with."""
    floor = 0
    for least in BRACKETS:
        if least > cash:
            break
        floor = least
    return floor


@rule
def mix(key: int, a: int, b: int) -> int:
    """Stir two numbers of up to 32 bits into a key."""
    return philox(a ^ (key & WORD), b ^ ((key >> 32) & WORD), 1, ROUNDS) & 0x7FFFFFFFFFFFFFFF


@rule
def ownership_key(g: State) -> int:
    """A number that stands for all that a plan depends on: owners, mortgages, buildings, cash brackets, who plays."""
    grown = 0
    for k in range(STREET_GROUPS):
        if (g.built & GROUP_MASK[k]) != 0 and is_grown(g, k):
            grown |= 1 << k
    key = mix(g.alive * 1, g.mortgaged * 1, g.built | 0)
    key = mix(key, grown, 0)
    for r in range(g.opt.players):
        if in_game(g, r):
            key = mix(key, g.deeds[r] * 1, bracket(g.cash[r] * 1))
    return key | 1


@rule
def think(g: State, params: Floats, p: int, acts: Ints) -> int:
    """The plan of seat ``p``: the best exchange with the partner with whom it is worth most, or NO_PLAN."""
    plan = NO_PLAN
    worth = 0
    cash = bracket(g.cash[p] * 1)
    for q in range(g.opt.players):
        if q == p or not in_game(g, q):
            continue
        if best_exchange(g, params, p, q, cash, bracket(g.cash[q] * 1), acts) and acts[BEST] > worth:
            worth = acts[BEST]
            money = acts[BEST_MONEY] + MONEY_ZERO
            plan = acts[BEST_ITEMS] | (money << MONEY_AT) | ((q + 1) << PARTNER_AT)
    return plan


@rule
def plan_of(g: State, params: Floats, p: int, acts: Ints, memo: Ints) -> int:
    """The plan of seat ``p``, from the notes when nothing has changed."""
    key = ownership_key(g)
    if memo[KEY] != key:
        memo[PLAN] = think(g, params, p, acts)
        memo[KEY] = key
    return memo[PLAN]


@rule
def plan_partner(plan: int) -> int:
    """The seat that a plan's offer goes to."""
    return (plan >> PARTNER_AT) - 1


@rule
def plan_items(plan: int) -> int:
    """The deeds that a plan's offer moves."""
    return plan & ALL_DEEDS


@rule
def plan_money(plan: int) -> int:
    """What a plan's offer pays (negative: asks)."""
    return ((plan >> MONEY_AT) & (2 * MONEY_ZERO - 1)) - MONEY_ZERO


@rule
def is_good(g: State, params: Floats, p: int, plan: int) -> bool:
    """Whether the plan, with the cash that there really is, leaves its proposer with no less than before."""
    q = plan_partner(plan)
    items = plan_items(plan)
    after = value_after(g, params, p, p, q, items & g.deeds[p], items & g.deeds[q], plan_money(plan))
    return after >= trade_value(g, params, p)


@rule
def partner_for(g: State, params: Floats, p: int, acts: Ints, memo: Ints) -> int:
    """The seat to make an offer to now, or -1."""
    plan = plan_of(g, params, p, acts, memo)
    if plan == NO_PLAN:
        return -1
    q = plan_partner(plan)
    if why_not_trade_with(g, p, q) != OK or not is_good(g, params, p, plan):
        return -1
    if is_new(g, p, q, 0, plan_items(plan), plan_money(plan)):
        return q
    return -1


@rule
def draws_offer(params: Floats, key: int) -> bool:
    """Whether this window is used for an offer."""
    return choice(key, MOST_DRAWS) < params[OFFER_CHANCE] * MOST_DRAWS


@rule
def begin_offer(g: State, params: Floats, p: int, key: int, acts: Ints, memo: Ints) -> int:
    """The action that begins an offer in this window, or -1."""
    if may_use(g, params, TRADES) and g.offers[p] < g.opt.offers_per_turn and draws_offer(params, key):
        q = partner_for(g, params, p, acts, memo)
        if q >= 0:
            return TRADE_WITH + q
    return -1


@rule
def make_offer(g: State, params: Floats, p: int, acts: Ints, memo: Ints) -> int:
    """The next small step of making up the planned offer; it is withdrawn if there is none for this partner."""
    plan = plan_of(g, params, p, acts, memo)
    q = g.fto[g.depth - 1]
    if plan == NO_PLAN or plan_partner(plan) != q:
        return withdraw(g, p, q)
    return make_up(g, p, q, plan_items(plan), plan_money(plan))


@rule
def in_trade(g: State, params: Floats, p: int, acts: Ints, memo: Ints) -> int:
    """Answer the offer that is pending, or go on making up one's own."""
    if g.trade_step != TRADE_ANSWER:
        return make_offer(g, params, p, acts, memo)
    if accepts_offer(g, params, p):
        return ACCEPT
    return REJECT
