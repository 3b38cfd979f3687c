"""The offer that a seat would make: a function of who owns what and of cash brackets.

It is worked out anew only when these change: what was worked out is kept in the policy's notes (``memo``), under a
number that stands for the ownership and the brackets. Forgetting it costs time and changes nothing.
"""

from __future__ import annotations

from ...games.monopoly.board import ALL_DEEDS, GROUP_MASK, STREET_GROUPS
from ...games.monopoly.management import TRADES
from ...games.monopoly.money import in_game
from ...games.monopoly.reasons import OK
from ...games.monopoly.state import ACCEPT, REJECT, TRADE_ANSWER, TRADE_WITH, State
from ...games.monopoly.trade import why_not_trade_with
from ...runtime.compiler import Floats, Ints, rule
from ...runtime.layout import constants
from ...runtime.stream import choice, philox
from .offers import is_new, make_up, withdraw
from .places import OFFER_CHANCE
from .topics import may_use
from .trade_answer import accepts_offer
from .trade_balance import BEST, BEST_ITEMS, BEST_MONEY
from .trade_search import best_exchange
from .trade_value import BUILDING_FUND, is_grown, trade_value, value_after

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
