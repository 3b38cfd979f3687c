"""The sum of cash that goes with an exchange of deeds: within what both have, and so that both gain.

Cash enters by brackets: both are taken to have what their bracket begins with.
"""

from __future__ import annotations

from ...games.monopoly.money import interest_on
from ...games.monopoly.state import State
from ...runtime.compiler import Floats, Ints, rule
from .places import GREED, TRADE_MARGIN
from .trade_answer import cash_kept
from .trade_options import RESULT, UNIT
from .trade_value import BUILDING_FUND

CASH_P, CASH_Q, FUNDED_P, FUNDED_Q, BEST, BEST_ITEMS, BEST_MONEY = range(RESULT, RESULT + 7)
"""Cells of the scratch array: the cash of both, who is to have its building fund afterwards, the best so far."""
IMPOSSIBLE = 1 << 40


@rule
def least_gain(params: Floats) -> int:
    """What each side must gain by an offer, in sixteenths of a dollar: the margin, and a dollar for rounding."""
    return int(UNIT * params[TRADE_MARGIN]) + UNIT


@rule
def room(cash: int, kept: int, due: int) -> int:
    """What a seat can pay in a trade, with the interest due; negative: what it must receive."""
    left = cash - due
    if left < kept:
        return -due
    return left - kept


@rule
def lowest_by_rules(acts: Ints, kept: int, due_p: int, due_q: int) -> int:
    """The least that the giver may pay (negative: the most it may ask), by the cash of both and the funds to be had."""
    low = -room(acts[CASH_Q], kept, due_q)
    if acts[FUNDED_P] == 0:
        low = max(low, acts[CASH_P] - due_p - BUILDING_FUND + 1)
    if acts[FUNDED_Q] == 1:
        low = max(low, BUILDING_FUND - acts[CASH_Q] + due_q)
    return low


@rule
def highest_by_rules(acts: Ints, kept: int, due_p: int, due_q: int) -> int:
    """The most that the giver may pay."""
    high = room(acts[CASH_P], kept, due_p)
    if acts[FUNDED_P] == 1:
        high = min(high, acts[CASH_P] - due_p - BUILDING_FUND)
    if acts[FUNDED_Q] == 0:
        high = min(high, BUILDING_FUND - acts[CASH_Q] + due_q - 1)
    return high


@rule
def consider(g: State, params: Floats, p: int, q: int, share: float, acts: Ints, a: int, b: int, items: int) -> int:
    """Keep an exchange that is worth ``a`` and ``b`` to both without cash, if a sum of cash suits both: then 0.

    Otherwise how many dollars the giver lacks to pay enough (negative: the taker), or IMPOSSIBLE.
    """
    due_p = interest_on(g, items & g.deeds[q])
    due_q = interest_on(g, items & g.deeds[p])
    kept = cash_kept(params)
    low = lowest_by_rules(acts, kept, due_p, due_q)
    high = highest_by_rules(acts, kept, due_p, due_q)
    unit = UNIT * (1.0 + share)  # what a dollar is worth that changes hands
    margin = least_gain(params)
    needed = -int((b - margin) // unit)
    willing = int((a - margin) // unit)
    if low > high or needed > willing:
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
