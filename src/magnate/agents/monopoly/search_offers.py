"""Offers of agents that search: none that no model of the partner accepts, and none that it has made before.

Such an agent chooses each small step of an offer for itself. The models are rows of the game's own agents; the first of
them also says what an offer is worth to its proposer. What it does not lose by is begun only if there is an exchange
that a model accepts. An offer that is made up is withdrawn, or its cash goes to the nearest sum that a model accepts.
"""

from __future__ import annotations

from ...games.monopoly.money import in_game
from ...games.monopoly.past_offers import may_make
from ...games.monopoly.reasons import OK
from ...games.monopoly.state import (
    ASK_CASH,
    CANCEL,
    DIGIT,
    DONE,
    OFFER_CASH,
    PROPOSE,
    TRADE,
    TRADE_ANSWER,
    TRADE_ASKS,
    TRADE_ITEMS,
    TRADE_PAYS,
    State,
)
from ...games.monopoly.trade import (
    highest_amount,
    holdings,
    least_paid,
    lowest_amount,
    most_paid,
    why_not_trade_with,
)
from ...runtime.compiler import Floats, Floats2, Ints, rule
from ...runtime.primitives import digit_towards, nearest_amount, type_digit
from .baseline import accepts, asking_price, is_new
from .offer_value import list_exchanges, price_by_rules
from .parameters import BASELINE, KIND
from .property_value import accepts_offer, trade_value, value_after

MOST = 32
"""Exchanges that are looked at with each partner, those that complete a group first."""
NO_SUM = -1
"""No sum will do."""


@rule
def gain(g: State, row: Floats, p: int, q: int, items: int, money: int) -> float:
    """What an exchange is worth to its proposer, in dollars by the measure of ``strategic``."""
    given = items & holdings(g, p)
    return value_after(g, row, p, p, q, given, items & ~given, money) - trade_value(g, row, p)


@rule
def is_taken(g: State, p: int, q: int, money: int, models: Floats2) -> bool:
    """Whether the offer that is made up is new with this sum, and some model of ``q`` accepts it."""
    if not may_make(g, p, q, g.items * 1, money):
        return False
    before = g.money * 1
    g.money = money
    found = False
    for i in range(len(models)):
        if models[i, KIND] == BASELINE:
            found = found or accepts(g, q)
        else:
            found = found or accepts_offer(g, models[i], q)
    g.money = before
    return found


@rule
def least_taken(g: State, p: int, q: int, step: int, models: Floats2) -> int:
    """The amount that suits the proposer best of those that some model takes; NO_SUM: there is none.

    It is the least that is paid (``TRADE_PAYS``), or the most that is asked for. More cash never makes an offer worse.
    """
    low = lowest_amount(g, p, q, step)
    high = highest_amount(g, p, q, step)
    if step == TRADE_PAYS:
        if low > high or not is_taken(g, p, q, high, models):
            return NO_SUM
        while low < high:
            middle = (low + high) // 2
            if is_taken(g, p, q, middle, models):
                high = middle
            else:
                low = middle + 1
        return high
    if low > high or not is_taken(g, p, q, -low, models):
        return NO_SUM
    while low < high:
        middle = (low + high + 1) // 2
        if is_taken(g, p, q, -middle, models):
            low = middle
        else:
            high = middle - 1
    return low


@rule
def is_hopeless(g: State, p: int, q: int, a: int, models: Floats2) -> bool:
    """Whether the offer is none that a model takes, with the cash that the action ``a`` begins to enter.

    With the least cash that a model takes the proposer must not lose, by its own measure.
    """
    if a == PROPOSE:
        return not is_taken(g, p, q, 0, models)
    sign = 1
    step = TRADE_PAYS
    if a == ASK_CASH:
        sign = -1
        step = TRADE_ASKS
    amount = least_taken(g, p, q, step, models)
    return amount == NO_SUM or gain(g, models[0], p, q, g.items * 1, sign * amount) < 0.0


@rule
def revise(g: State, a: int, models: Floats2) -> int:
    """What a search does that has chosen ``a``: it withdraws an offer that no model takes, or enters another sum."""
    if g.depth == 0 or g.fkind[g.depth - 1] != TRADE or g.trade_step == TRADE_ANSWER:
        return a
    p = g.fwho[g.depth - 1] * 1
    q = g.fto[g.depth - 1] * 1
    if g.trade_step == TRADE_ITEMS:
        if (a == PROPOSE or a == OFFER_CASH or a == ASK_CASH) and is_hopeless(g, p, q, a, models):
            return CANCEL
        return a
    best = least_taken(g, p, q, g.trade_step * 1, models)
    if best == NO_SUM:  # somebody else has begun it
        return a
    low = lowest_amount(g, p, q, g.trade_step)
    high = highest_amount(g, p, q, g.trade_step)
    sign = 1
    if g.trade_step == TRADE_ASKS:
        sign = -1
    amount = g.entry * 1
    if a != DONE:
        amount = nearest_amount(type_digit(g.entry, a - DIGIT), best, low, high)
    if is_taken(g, p, q, sign * amount, models):
        return a
    return DIGIT + digit_towards(g.entry, best, low, high)


# -------------------------------------------------------------------------------------------- Whether to begin an offer


@rule
def price_for(g: State, row: Floats, p: int, q: int, items: int) -> int:
    """The least that ``p`` must pay (negative: the most that it may ask) so that ``q`` takes the items, by a model."""
    given = items & holdings(g, p)
    taken = items & ~given
    if row[KIND] == BASELINE:
        return asking_price(g, p, q, taken, given)
    return price_by_rules(g, row, p, q, given, taken)


@rule
def is_promising(g: State, p: int, q: int, items: int, models: Floats2) -> bool:
    """Whether the exchange is possible and new at the price of some model of ``q``, and ``p`` gains by it."""
    low = least_paid(g, p, q, items)
    high = most_paid(g, p, q, 0, items)
    for i in range(len(models)):
        price = price_for(g, models[i], p, q, items)
        money = max(price, low)
        if money <= high and is_new(g, p, q, 0, items, money) and gain(g, models[0], p, q, items, money) > 0.0:
            return True
    return False


@rule
def prune(g: State, models: Floats2, acts: Ints) -> None:
    """In a window the seat to move begins no offer, unless there is a promising exchange with somebody."""
    p = g.mover * 1
    if g.depth > 0 or g.offers[p] >= g.opt.offers_per_turn:
        return
    for q in range(g.opt.players):
        if q != p and in_game(g, q) and why_not_trade_with(g, p, q) == OK:
            n = list_exchanges(g, p, q, acts, min(MOST, len(acts)))
            for i in range(n):
                if is_promising(g, p, q, acts[i] * 1, models):
                    return
    g.offers[p] = g.opt.offers_per_turn
