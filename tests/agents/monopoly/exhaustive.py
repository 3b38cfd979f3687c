"""The best exchange by trying all of them: the oracle for the agents' search. Compiled, since there are thousands."""

from __future__ import annotations

from magnate.agents.monopoly.parameters import TRADE_MARGIN
from magnate.agents.monopoly.property_value import BUILDING_FUND, cash_kept, threat_share, value_after
from magnate.games.monopoly.board import ALL_DEEDS, DEEDS
from magnate.games.monopoly.money import interest_on
from magnate.games.monopoly.state import State
from magnate.games.monopoly.trade import tradable
from magnate.runtime.compiler import Floats, Ints, rule


@rule
def best_sum(
    g: State, params: Floats, p: int, q: int, given: int, taken: int, low: int, high: int, slack: float
) -> float:
    """What both gain by an exchange with a sum at which each gains the margin and ``slack``; or 0.

    Within these bounds the worth is linear in the sum.
    """
    if low > high:
        return 0.0
    mine = value_after(g, params, p, p, q, given, taken, low) - value_after(g, params, p, p, q, 0, 0, 0)
    theirs = value_after(g, params, q, p, q, given, taken, low) - value_after(g, params, q, p, q, 0, 0, 0)
    unit = 1.0 + threat_share(g, params)
    least = params[TRADE_MARGIN] + slack
    for more in range(high - low + 1):
        if mine - unit * more < least:
            return 0.0
        if theirs + unit * more >= least:
            return mine + theirs
    return 0.0


@rule
def best_with_cash(g: State, params: Floats, p: int, q: int, given: int, taken: int, slack: float) -> float:
    """What both gain by an exchange with the best sum of cash, by whole dollars."""
    kept = cash_kept(params)
    due_p = interest_on(g, taken)
    due_q = interest_on(g, given)
    high = -due_p
    if g.cash[p] - due_p >= kept:
        high = g.cash[p] - due_p - kept
    low = due_q
    if g.cash[q] - due_q >= kept:
        low = -(g.cash[q] - due_q - kept)
    at_p = g.cash[p] - due_p - BUILDING_FUND  # paying more than this leaves the giver without its fund
    at_q = BUILDING_FUND - g.cash[q] + due_q  # paying this gives the taker its fund
    first = min(at_p + 1, at_q)
    second = max(at_p + 1, at_q)
    best = best_sum(g, params, p, q, given, taken, low, min(high, first - 1), slack)
    best = max(best, best_sum(g, params, p, q, given, taken, max(low, first), min(high, second - 1), slack))
    return max(best, best_sum(g, params, p, q, given, taken, max(low, second), high, slack))


@rule
def small_sets(mask: int, out: Ints) -> int:
    """Write the sets of up to two deeds of a mask; returns how many there are."""
    out[0] = 0
    n = 1
    for a in range(DEEDS):
        for b in range(a, DEEDS):
            pair = (1 << a) | (1 << b)
            if (pair & ~mask) == 0:
                out[n] = pair
                n += 1
    return n


@rule
def best_of_all(g: State, params: Floats, p: int, q: int, slack: float, mine: Ints, theirs: Ints) -> float:
    """What both gain by the best exchange of up to two deeds a side; ``mine`` and ``theirs`` are scratch."""
    n = small_sets(tradable(g, p) & ALL_DEEDS, mine)
    m = small_sets(tradable(g, q) & ALL_DEEDS, theirs)
    best = 0.0
    for i in range(n):
        for j in range(m):
            if mine[i] + theirs[j] != 0:
                best = max(best, best_with_cash(g, params, p, q, mine[i], theirs[j], slack))
    return best
