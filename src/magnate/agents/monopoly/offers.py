"""The offers that an agent makes which plays by a network (a kernel).

Where an offer may be begun, the exchanges with each partner are considered (:func:`.list_exchanges`), each at the price
at which a partner like ``strategic`` would just accept (:func:`.price_by_rules`). The position that follows is valued
by the network. Those that are best for the seat are considered again at several prices, with what the network says that
the partner gains. Where three or more play, this is also done at the price at which that is the margin. An offer's
worth is the chance that it is accepted times what the seat gains then; it must gain the margin. The best three are
offered one after another, as often as a turn allows offers, without those that were made before. Whether a turn is used
for offers, and how greedy the prices are, is drawn from the position itself: it stays the same while an offer is made
up.

The plans of a position are noted (``memo``), and thought of anew when the notes are of another position.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.binding import State, game, kernel
from ...games.monopoly.money import in_game, living
from ...games.monopoly.reasons import OK
from ...games.monopoly.rules import key as key_of
from ...games.monopoly.state import ACCEPT, DEBT, TRADE, TRADE_ANSWER, TRADE_WITH, clear_trade
from ...games.monopoly.trade import can_offer, debt_under, least_payable, most_payable
from ...networks.inference import Net
from ...runtime.compiler import Ints, rule
from ...runtime.primitives import pop, push
from ...runtime.stream import below
from .baseline import is_new, make_up, withdraw
from .offer_value import MARGIN, chance_of, leave_window, list_exchanges, manages, price_by_rules
from .trade_plan import MONEY_AT, MONEY_ZERO, NO_PLAN, PARTNER_AT, plan_items, plan_money, plan_partner

if TYPE_CHECKING:
    from ...values import afterstates
else:
    afterstates = kernel("magnate.values.afterstates")

Workspace = afterstates.Workspace

OFTEN, MOST = 0, 2
"""Where in the settings the chance of a turn for offers stands, and how many exchanges are valued with a partner."""
BASE, AFTER = 1, 2
"""Where in the workspace the position before an offer has room, and the one after it."""
KEY, PLANS = 2, 3
"""Cells of the notes: the position's key, and the plans from there on. (The policies have the first two.)"""
OFFERS = 3
"""How many plans are made."""
GOOD = 8
"""How many exchanges are considered at several prices."""
PRICES = 5
STEP = 60
"""Dollars from one price to the next."""
SLACK = 0.03
"""How much an exchange may lose by that price: it may gain by another."""
DRAWS = 1 << 20
NOTHING = -1.0


@rule
def is_offering(g: State) -> bool:
    """Whether an offer is being made up."""
    return g.depth > 0 and g.fkind[g.depth - 1] == TRADE and g.trade_step != TRADE_ANSWER


@rule
def strip(g: State, p: int) -> None:
    """Take back the offer that seat ``p`` has begun: the position from which all its offers of the turn are valued."""
    pop(g)
    clear_trade(g)
    g.mover = p
    g.offers[p] = 0
    g.operations = 0
    g.quiet = 0


@rule
def close(g: State, p: int, ws: Workspace) -> None:
    """Leave the window of seat ``p``, so that positions are compared at the same stage of a turn."""
    afterstates.take_forced(g, ws.after)
    leave_window(g, p)
    afterstates.take_forced(g, ws.after)


@rule
def put_offer(g: State, p: int, q: int, items: int, money: int) -> None:
    """Put an offer to seat ``q``."""
    push(g, TRADE, p, q, 0, 0)
    g.items = items
    g.money = money
    g.trade_step = TRADE_ANSWER
    g.mover = q


@rule
def value_of(p: int, seat: int, net: Net, ws: Workspace) -> float:
    """What the position before all offers is worth to a seat, when ``p`` leaves its window."""
    ws.states[AFTER] = ws.states[BASE]
    close(ws.states[AFTER], p, ws)
    return afterstates.value(ws.states[AFTER], seat, net, ws)


@rule
def accepted(p: int, q: int, items: int, money: int, ws: Workspace) -> None:
    """Go to the position in which the offer has been accepted and the window left."""
    ws.states[AFTER] = ws.states[BASE]
    g = ws.states[AFTER]
    put_offer(g, p, q, items, money)
    game.step(g, ACCEPT)
    close(g, p, ws)


@rule
def possible(p: int, q: int, items: int, money: int, ws: Workspace) -> int:
    """The amount nearest to ``money`` that the rules allow with these items; more than MONEY_ZERO: none."""
    ws.states[AFTER] = ws.states[BASE]
    g = ws.states[AFTER]
    put_offer(g, p, q, items, 0)
    low = least_payable(g, p, q)
    high = most_payable(g, p, q)
    if low > high:
        return MONEY_ZERO + 1
    return min(high, max(low, money))


@rule
def coded(q: int, items: int, money: int) -> int:
    """An offer as one number."""
    return items | ((money + MONEY_ZERO) << MONEY_AT) | ((q + 1) << PARTNER_AT)


@rule
def keep(code: int, worth: float, first: int, room: int, ws: Workspace) -> None:
    """Keep a number in the list that begins at place ``first``, if it is among the ``room`` best."""
    at = first + room
    while at > first and worth > ws.scores[at - 1]:
        at -= 1
    if at < first + room:
        i = first + room - 1
        while i > at:
            ws.codes[i] = ws.codes[i - 1]
            ws.scores[i] = ws.scores[i - 1]
            i -= 1
        ws.codes[at] = code
        ws.scores[at] = worth


@rule
def clear(first: int, room: int, ws: Workspace) -> None:
    """Empty a list."""
    for i in range(first, first + room):
        ws.codes[i] = NO_PLAN
        ws.scores[i] = NOTHING


@rule
def find_good(p: int, net: Net, ws: Workspace) -> None:
    """Keep the exchanges that are best for seat ``p`` at the price of a partner like ``strategic``.

    What the partner gains by the network is taken from the values as ``p`` sees them, which costs nothing more.
    """
    g = ws.states[BASE]
    margin = ws.settings[MARGIN] * 1
    most = int(ws.settings[MOST])
    clear(0, GOOD, ws)
    for q in range(g.opt.players):
        if q == p or not in_game(g, q):
            continue
        before = value_of(p, p, net, ws)
        theirs = ws.shares[q] * 1
        n = list_exchanges(g, p, q, ws.listed, most)
        for i in range(n):
            items = ws.listed[i]
            price = price_by_rules(g, ws.partner, p, q, items & g.deeds[p], items & g.deeds[q])
            money = possible(p, q, items, price, ws)
            if money <= MONEY_ZERO:
                accepted(p, q, items, money, ws)
                worth = afterstates.value(ws.states[AFTER], p, net, ws) - before
                if worth > 0.0:
                    worth *= chance_of(money - price, ws.shares[q] - theirs, margin)
                keep(coded(q, items, money), worth, 0, GOOD, ws)


@rule
def weigh(p: int, offer: int, price: int, before: float, theirs: float, net: Net, ws: Workspace) -> None:
    """Keep an offer by the chance that it is accepted and what ``p`` gains then, if that is the margin or more.

    ``before`` and ``theirs`` are what the position without it is worth to both, ``price`` is the one by rules.
    """
    margin = ws.settings[MARGIN] * 1
    q = plan_partner(offer)
    money = plan_money(offer)
    accepted(p, q, plan_items(offer), money, ws)
    gain = afterstates.value(ws.states[AFTER], p, net, ws) - before
    if gain >= margin:
        by_network = afterstates.value(ws.states[AFTER], q, net, ws) - theirs
        keep(offer, gain * chance_of(money - price, by_network, margin), GOOD, GOOD, ws)


@rule
def price_by_network(p: int, q: int, items: int, theirs: float, net: Net, ws: Workspace) -> int:
    """The least that ``p`` must pay so that ``q`` gains the margin by the network; if none does, the most it can."""
    low = possible(p, q, items, -MONEY_ZERO, ws)
    high = possible(p, q, items, MONEY_ZERO, ws)
    while low < high:
        money = (low + high) // 2
        accepted(p, q, items, money, ws)
        if afterstates.value(ws.states[AFTER], q, net, ws) - theirs >= ws.settings[MARGIN]:
            high = money
        else:
            low = money + 1
    return high


@rule
def find_prices(p: int, draw: int, net: Net, ws: Workspace) -> None:
    """Keep the best offers of the good exchanges, each at several prices.

    Where three or more play, one of them is that at which the partner gains by the network: two can gain together then.
    """
    before = value_of(p, p, net, ws)
    clear(GOOD, GOOD, ws)
    g = ws.states[BASE]
    for i in range(GOOD):
        code = ws.codes[i]
        if code == NO_PLAN or ws.scores[i] < -SLACK:
            continue
        q = plan_partner(code)
        items = plan_items(code)
        theirs = value_of(p, q, net, ws)
        price = price_by_rules(g, ws.partner, p, q, items & g.deeds[p], items & g.deeds[q])
        for j in range(PRICES):
            money = possible(p, q, items, price + (j - PRICES // 2) * STEP + draw - STEP // 2, ws)
            weigh(p, coded(q, items, money), price, before, theirs, net, ws)
        if living(g) > 2:
            money = price_by_network(p, q, items, theirs, net, ws)
            weigh(p, coded(q, items, money), price, before, theirs, net, ws)


@rule
def is_worse(code: int, other: int) -> bool:
    """Whether the first offer is the other one with no more money for the partner, who has refused that."""
    return (
        plan_partner(code) == plan_partner(other)
        and plan_items(code) == plan_items(other)
        and plan_money(code) <= plan_money(other)
    )


@rule
def think(p: int, key: int, net: Net, ws: Workspace, memo: Ints) -> None:
    """Note the plans of seat ``p`` in the position before all offers, the best first."""
    for j in range(OFFERS):
        memo[PLANS + j] = NO_PLAN
    find_good(p, net, ws)
    find_prices(p, below(key, 1, STEP), net, ws)
    n = 0
    for i in range(GOOD, 2 * GOOD):
        code = ws.codes[i]
        fresh = code != NO_PLAN
        for j in range(n):
            if is_worse(code, memo[PLANS + j]):
                fresh = False
        if fresh and n < OFFERS:
            memo[PLANS + n] = code
            n += 1


@rule
def plan(p: int, made: int, net: Net, ws: Workspace, memo: Ints) -> int:
    """What seat ``p`` offers in ``ws.states[BASE]`` after ``made`` offers in this turn, or NO_PLAN.

    That is the best of its plans that is no offer made before.
    """
    if made >= OFFERS:
        return NO_PLAN
    key = 2 * key_of(ws.states[BASE]) + 1
    if memo[KEY] != key:
        think(p, key, net, ws, memo)
        memo[KEY] = key
    base = ws.states[BASE]
    debt = debt_under(base, base.depth - 1, p)
    for j in range(OFFERS):
        code = memo[PLANS + j] * 1
        if code != NO_PLAN and is_new(base, p, plan_partner(code), debt, plan_items(code), plan_money(code)):
            return code
    return NO_PLAN


@rule
def carry_on(g: State, p: int, net: Net, ws: Workspace, memo: Ints) -> int:
    """The next step of the offer that seat ``p`` is making up, which it withdraws if it is not its plan; else -1."""
    if not is_offering(g):
        return -1
    q = g.fto[g.depth - 1] * 1
    made = g.offers[p] - 1
    ws.states[BASE] = g
    strip(ws.states[BASE], p)
    code = plan(p, made, net, ws, memo)
    if code == NO_PLAN or plan_partner(code) != q:
        return withdraw(g, p, q)
    return make_up(g, p, q, plan_items(code), plan_money(code))


@rule
def begin(g: State, p: int, found: int, net: Net, ws: Workspace, memo: Ints) -> int:
    """The action that begins an offer where the seat would do ``found``; -1: there is none to make.

    In a window offers come when there is nothing more to manage.
    """
    in_debt = g.depth > 0 and g.fkind[g.depth - 1] == DEBT
    if ws.settings[OFTEN] <= 0.0 or (g.depth > 0 and not in_debt) or not can_offer(g, p):
        return -1
    if not in_debt and manages(found):
        return -1
    first = first_partner(g)
    if first < 0:
        return -1
    ws.states[BASE] = g
    base = ws.states[BASE]
    game.step(base, TRADE_WITH + first)
    strip(base, p)
    if not in_debt and below(2 * key_of(base) + 1, 0, DRAWS) >= ws.settings[OFTEN] * DRAWS:
        return -1
    code = plan(p, g.offers[p] * 1, net, ws, memo)
    if code == NO_PLAN or game.why(g, TRADE_WITH + plan_partner(code)) != OK:
        return -1
    return TRADE_WITH + plan_partner(code)


@rule
def first_partner(g: State) -> int:
    """The first seat to which an offer may be begun now, or -1."""
    for q in range(g.opt.players):
        if game.why(g, TRADE_WITH + q) == OK:
            return q
    return -1
