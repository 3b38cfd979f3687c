"""The offers of agents whose network says the win chances of all seats (a kernel).

Where an offer may be begun, the exchanges with each partner are considered (:func:`.list_exchanges`), each at several
prices. A network says what all seats have if the offer is accepted, so effects on third parties count. How likely that
is follows from the belief about the partner (:mod:`.bidding`). An offer's worth is that chance times the gain. What
its refusal teaches counts too: the best that could be offered afterwards, under the belief of then, at a discount. So
it begins dear where that costs little. What is worth less than a small cost is not offered.

A part of the windows, all by default, is used for offers, drawn from the position itself: it stays the same while an
offer is made up. The plans of a position are noted (``memo``), and thought of anew when the notes are of another one.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ...core.binding import State, game, kernel
from ...games.monopoly.money import in_game
from ...games.monopoly.past_offers import NET_UNIT, NET_ZERO, answer_of
from ...games.monopoly.reasons import OK
from ...games.monopoly.rules import key as key_of
from ...games.monopoly.state import DEBT, PAST_ANSWERS, PAST_BIDS, PAST_PURCHASES, TRADE_WITH
from ...games.monopoly.trade import can_offer, debt_under
from ...networks.inference import Net
from ...runtime.compiler import Floats, Ints, rule
from ...runtime.layout import constants
from ...runtime.stream import below
from .acceptance import BY_CHANCES, HIDDEN, REFUSERS, TYPES, chances_by_type
from .baseline import is_new, make_up, withdraw
from .bidding import believe
from .offer_value import MARGIN, list_exchanges, manages
from .trade_plan import MONEY_ZERO, NO_PLAN, plan_items, plan_money, plan_partner

if TYPE_CHECKING:
    from ...values import afterstates
    from . import offers
else:
    afterstates = kernel("magnate.values.afterstates")
    offers = kernel("magnate.agents.monopoly.offers")

Workspace = afterstates.Workspace

OFTEN, MOST, PARTNER, LEARNS, PER_TURN = 0, 2, 3, 4, 5
"""Where in the settings stand: the chance of a turn for offers, how many exchanges are valued with a partner, what a
partner must gain at least, what bids and purchases count, and how many offers there are in a turn. The network judges
what a partner gains. Who lives by others' errors finds no partner among people."""
BASE, AFTER = 1, 2
"""Where in the workspace the position before an offer has room, and the one after it."""
KEY, PLANS = 2, 3
"""Cells of the notes: the position's key, and the plans from there on."""
OFFERS = 3
"""How many plans are made."""
GOOD = 8
"""How many exchanges are valued exactly at their price."""
ADVANTAGES = constants([-500, -200, -50, 50, 150, 300, 500, 800, 1200, 1700])
"""What the partner gains by list prices, in dollars, by each of the prices that are considered."""
PRICES = 10
COST = 0.002
"""What an offer must be worth, as a share of the win."""
ROUNDING = 0.005
"""By how much the network's word at a price may be less than between the least and the greatest price."""
LATER = 0.7
"""What a chance to offer something else later counts."""
LEAST_HOPE = 0.05
"""How often it thinks of offers to a partner at least, of the turns for offers, when it takes them for a refuser."""
DEMAND, CARE = 0.01, 0.01
"""What a partner that judges by win chances demands, and how exactly it judges."""
DRAWS = 1 << 20
FACTOR, MASK = 0x9E3779B1, (1 << 31) - 1
BELIEF = HIDDEN
"""Where in the room the belief about a partner stands, then the chances by type of each price, the gains and sums."""
CHANCES = BELIEF + TYPES
GAINS = CHANCES + PRICES * TYPES
SUMS = GAINS + PRICES


@rule
def price_for(g: State, p: int, q: int, items: int, advantage: int) -> int:
    """What ``p`` must pay (negative: may ask) so that the offer is to the advantage of ``q`` by list prices."""
    net = ((answer_of(g, p, q, items, 0) & (2 * NET_ZERO - 1)) - NET_ZERO) * NET_UNIT
    return advantage - net


@rule
def shares_after(p: int, q: int, items: int, money: int, net: Net, ws: Workspace) -> float:
    """What ``p`` has if the offer is accepted; what all have is in ``ws.shares``."""
    offers.accepted(p, q, items, money, ws)
    return afterstates.value(ws.states[AFTER], p, net, ws)


@rule
def judges_by_chances(gain: float) -> float:
    """How likely a partner accepts that judges by win chances and would gain so much."""
    return 1.0 / (1.0 + math.exp(max(-30.0, min(30.0, (DEMAND - gain) / CARE))))


@rule
def chance_at(room: Floats, j: int) -> float:
    """How likely the partner accepts price ``j``, by the belief."""
    total = 0.0
    for k in range(TYPES):
        total += room[BELIEF + k] * room[CHANCES + j * TYPES + k]
    return total


@rule
def worth_at(room: Floats, j: int, n: int) -> float:
    """What the offer at price ``j`` of ``n`` is worth, with what may be offered after its refusal."""
    later = 0.0
    for i in range(j + 1, n):
        taken = 0.0
        for k in range(TYPES):
            taken += room[BELIEF + k] * (1.0 - room[CHANCES + j * TYPES + k]) * room[CHANCES + i * TYPES + k]
        later = max(later, taken * room[GAINS + i])
    return chance_at(room, j) * room[GAINS + j] + LATER * later


@rule
def consider_exchange(p: int, q: int, items: int, mine: float, theirs: float, net: Net, ws: Workspace) -> None:
    """Keep the exchange at its best price. ``mine`` and ``theirs`` are what both have if nothing is offered.

    The network is asked at the least and the greatest of the prices; between them gains are taken to be linear.
    """
    g = ws.states[BASE]
    room = ws.room
    margin = ws.settings[MARGIN] * 1
    least_theirs = ws.settings[PARTNER] * 1
    low = offers.possible(p, q, items, -MONEY_ZERO, ws)
    if low > MONEY_ZERO:
        return
    high = offers.possible(p, q, items, MONEY_ZERO, ws)
    fair = price_for(g, p, q, items, 0)
    first = max(low, min(high, fair + ADVANTAGES[0]))
    most = shares_after(p, q, items, first, net, ws) - mine
    if most < margin:
        return
    theirs_first = ws.shares[q] - theirs
    last = max(low, min(high, fair + ADVANTAGES[PRICES - 1]))
    least = most
    theirs_last = theirs_first
    if last > first:
        least = shares_after(p, q, items, last, net, ws) - mine
        theirs_last = ws.shares[q] - theirs
    if theirs_last < least_theirs:
        return
    even = first
    if theirs_first < least_theirs:
        even = first + math.ceil((last - first) * (least_theirs - theirs_first) / (theirs_last - theirs_first))
    n = 0
    before = first - 1
    for j in range(PRICES):
        money = max(even, low, min(high, fair + ADVANTAGES[j]))
        if money <= before:
            continue
        before = money
        part = 0.0
        if last > first:
            part = (money - first) / (last - first)
        gain = most + part * (least - most)
        if gain < margin:
            break
        chances_by_type(ws.partner, answer_of(g, p, q, items, money), g.opt.players * 1, room, CHANCES + n * TYPES)
        room[CHANCES + n * TYPES + BY_CHANCES] = judges_by_chances(theirs_first + part * (theirs_last - theirs_first))
        room[GAINS + n] = gain
        room[SUMS + n] = money
        n += 1
    best = -1
    worth = COST
    debt = debt_under(g, g.depth - 1, p)
    for j in range(n):
        found = worth_at(room, j, n)
        if found > worth and is_new(g, p, q, debt, items, int(room[SUMS + j])):
            worth = found
            best = j
    if best >= 0:
        offers.keep(offers.coded(q, items, int(room[SUMS + best])), worth, 0, GOOD, ws)


@rule
def find(p: int, net: Net, ws: Workspace) -> None:
    """Keep the best offers of seat ``p`` to anybody that gain what they should at just their price."""
    g = ws.states[BASE]
    most = int(ws.settings[MOST])
    offers.clear(0, 2 * GOOD, ws)
    for q in range(g.opt.players):
        if q == p or not in_game(g, q):
            continue
        mine = offers.value_of(p, p, net, ws)
        theirs = ws.shares[q] * 1
        believe(g, q, ws.settings[LEARNS] * 1, ws.partner, ws.room, BELIEF, CHANCES)
        hope = max(LEAST_HOPE, 1.0 - ws.room[BELIEF + REFUSERS])
        if below(2 * key_of(g) + 1, 1 + q, DRAWS) >= hope * DRAWS:
            continue
        n = list_exchanges(g, p, q, ws.listed, most)
        for i in range(n):
            consider_exchange(p, q, ws.listed[i] * 1, mine, theirs, net, ws)
    for i in range(GOOD):
        code = ws.codes[i] * 1
        if code == NO_PLAN:
            continue
        q = plan_partner(code)
        mine = offers.value_of(p, p, net, ws)
        theirs = ws.shares[q] * 1
        gain = shares_after(p, q, plan_items(code), plan_money(code), net, ws) - mine
        if gain >= ws.settings[MARGIN] and ws.shares[q] - theirs >= ws.settings[PARTNER] - ROUNDING:
            offers.keep(code, ws.scores[i] * 1, GOOD, GOOD, ws)


@rule
def key_with_past(g: State, learns: float) -> int:
    """A number, not 0, of the position and of what beliefs go by: answers, with ``learns`` bids and purchases too."""
    h = 0
    for i in range(PAST_ANSWERS):
        h = ((h ^ g.past.answers[i]) * FACTOR) & MASK
    if learns > 0.0:
        for i in range(PAST_BIDS):
            h = ((h ^ g.bidding.bids[i]) * FACTOR) & MASK
        for i in range(PAST_PURCHASES):
            h = ((h ^ g.bidding.purchases[i]) * FACTOR) & MASK
    return 2 * (key_of(g) ^ h) + 1


@rule
def plan(p: int, made: int, net: Net, ws: Workspace, memo: Ints) -> int:
    """What seat ``p`` offers in ``ws.states[BASE]`` after ``made`` offers in this turn, or NO_PLAN."""
    if made >= ws.settings[PER_TURN]:
        return NO_PLAN
    key = key_with_past(ws.states[BASE], ws.settings[LEARNS] * 1)
    if memo[KEY] != key:
        find(p, net, ws)
        for j in range(OFFERS):
            memo[PLANS + j] = ws.codes[GOOD + j]
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
    if not offers.is_offering(g):
        return -1
    q = g.fto[g.depth - 1] * 1
    made = g.offers[p] - 1
    ws.states[BASE] = g
    offers.strip(ws.states[BASE], p)
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
    first = offers.first_partner(g)
    if first < 0:
        return -1
    ws.states[BASE] = g
    base = ws.states[BASE]
    game.step(base, TRADE_WITH + first)
    offers.strip(base, p)
    if not in_debt and below(2 * key_of(base) + 1, 0, DRAWS) >= ws.settings[OFTEN] * DRAWS:
        return -1
    code = plan(p, g.offers[p] * 1, net, ws, memo)
    if code == NO_PLAN or game.why(g, TRADE_WITH + plan_partner(code)) != OK:
        return -1
    return TRADE_WITH + plan_partner(code)
