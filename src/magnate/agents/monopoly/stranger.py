"""``stranger``: players whom no training meets, so that the judging shows how an agent does with people it never met.

They buy, bid, build and leave jail as ``strategic`` does. They judge trades by what deeds earn: rents that come in, and
rents that the partner will take. List prices do not count, and nothing here is shared with the measures of others.
Whether a good trade is offered in this window is drawn. Every other decision follows from the position.
"""

from __future__ import annotations

from ...games.monopoly.board import (
    ALL_DEEDS,
    GROUP,
    GROUP_HOUSE_PRICE,
    GROUP_MASK,
    GROUP_SIZE,
    GROUPS,
    RAILROADS,
    SQUARE_DEED,
    STREET_GROUPS,
)
from ...games.monopoly.board import MORTGAGE as MORTGAGE_VALUE
from ...games.monopoly.management import TRADES as OFFERS
from ...games.monopoly.money import interest_on, living
from ...games.monopoly.reasons import OK
from ...games.monopoly.state import (
    ACCEPT,
    AFTER,
    AUCTION,
    BEFORE,
    BETWEEN,
    BUYING,
    ITEM_CHANCE_CARD,
    REJECT,
    ROLL,
    THROWN,
    TRADE,
    TRADE_ANSWER,
    TRADE_WITH,
    State,
)
from ...games.monopoly.trade import holdings, tradable, why_not_trade_with
from ...runtime.compiler import Floats, Ints, rule
from ...runtime.primitives import count_bits, low_bit
from ...values.monopoly.deeds import FLOW, SINGLE_RENT, STEPS, VISITS, wanted
from .baseline import is_new, make_up, withdraw
from .cash_and_deeds import level_built
from .decision_kinds import may_use
from .parameters import CASH_RESERVE, FIRST_SURPLUS, GREED, LAST_SURPLUS, PATIENCE, RENT_THROWS, SHARES
from .shared_decisions import end_window, tax_or_claim
from .strategic import decide_bid, decide_buying, decide_jail, develop, in_interrupt, rescue
from .trade_plan import MONEY_AT, MONEY_ZERO, NO_PLAN, draws_offer, plan_items, plan_money

CARD_WORTH = 50
HOUSES = 3
"""Houses on each lot that count before they stand, as far as half of the cash pays for them."""
THOUSAND = 1000


# ------------------------------------------------------------------------------------------------ What deeds earn


@rule
def street_flow(k: int, mine: int, level: int) -> int:
    """Thousandths of a dollar that lots of group ``k`` earn with each throw of an opponent: whole ones at a level."""
    if mine == GROUP_MASK[k]:
        return FLOW[k * STEPS + level]
    total = 0
    while mine != 0:
        d = low_bit(mine)
        mine &= mine - 1
        total += VISITS[d] * SINGLE_RENT[d] // THOUSAND
    return total


@rule
def flow(g: State, own: int, budget: int) -> int:
    """Thousandths of a dollar that deeds earn with each throw of an opponent, with the houses that a budget pays."""
    total = 0
    for k in range(GROUPS):
        mine = own & GROUP_MASK[k] & ~g.mortgaged
        if mine == 0:
            continue
        n = count_bits(mine)
        if k == RAILROADS:  # the rent doubles with each of four: a railroad alone earns a 32th of them all
            total += FLOW[k * STEPS] * (n << (n - 1)) // 32
        elif k >= STREET_GROUPS:  # one utility alone: 4 instead of 10 times the throw, and half of the visits
            total += FLOW[k * STEPS] if n == GROUP_SIZE[k] else FLOW[k * STEPS] // 5
        elif mine == GROUP_MASK[k]:
            built = level_built(g, k)
            level = max(built, min(HOUSES, built + budget // (GROUP_SIZE[k] * GROUP_HOUSE_PRICE[k])))
            if g.opt.unlimited_buildings == 0:
                level = max(built, min(level, built + g.houses // GROUP_SIZE[k]))
            budget -= (level - built) * GROUP_SIZE[k] * GROUP_HOUSE_PRICE[k]
            total += street_flow(k, mine, level)
        else:
            total += street_flow(k, mine, 0)
    return total


@rule
def account(g: State, cash: int, items: int, throws: int) -> int:
    """Cash, what the bank lends on deeds, and their rents over so many throws of all opponents; in dollars."""
    total = cash + CARD_WORTH * count_bits(items >> ITEM_CHANCE_CARD)
    m = items & ALL_DEEDS & ~g.mortgaged
    while m != 0:
        total += MORTGAGE_VALUE[low_bit(m)]
        m &= m - 1
    return total + flow(g, items & ALL_DEEDS, max(0, cash) // 2) * throws * (living(g) - 1) // THOUSAND


@rule
def account_after(g: State, r: int, out: int, received: int, pays: int, throws: int) -> int:
    """The account of seat ``r`` once it has given ``out`` and paid (negative: got) cash for ``received``."""
    left = g.cash[r] - pays - interest_on(g, received & ALL_DEEDS)
    return account(g, left, (holdings(g, r) & ~out) | received, throws)


@rule
def rents_to_pay(g: State, q: int, out: int, received: int, throws: int) -> int:
    """What seat ``q`` will take more from each other seat by giving ``out`` for ``received``; nothing if it is less."""
    budget = max(0, g.cash[q] * 1) // 2
    before = flow(g, g.deeds[q] * 1, budget)
    after = flow(g, ((g.deeds[q] & ~out) | received) & ALL_DEEDS, budget)
    return max(0, after - before) * throws // THOUSAND


@rule
def gain(g: State, r: int, q: int, out: int, received: int, pays: int, throws: int) -> int:
    """What seat ``r`` gains by giving ``q`` the items ``out`` and cash for ``received``, the rents to pay taken off."""
    before = account(g, g.cash[r] * 1, holdings(g, r), throws)
    return account_after(g, r, out, received, pays, throws) - before - rents_to_pay(g, q, received, out, throws)


# ------------------------------------------------------------------------------------------------ What they agree to


@rule
def surplus(g: State, params: Floats) -> float:
    """What a trade must bring more than it costs: less with each round, until its patience is at an end."""
    gone = min(1.0, g.rounds / max(1.0, params[PATIENCE]))
    return params[FIRST_SURPLUS] + gone * (params[LAST_SURPLUS] - params[FIRST_SURPLUS])


@rule
def pays_enough(g: State, params: Floats, r: int, q: int, out: int, received: int, pays: int, throws: int) -> bool:
    """Whether seat ``r`` gains, and gets more than it gives by the surplus of the round."""
    before = account(g, g.cash[r] * 1, holdings(g, r), throws)
    given = max(0, pays) + interest_on(g, received & ALL_DEEDS)
    lost = before - account(g, g.cash[r] - given, holdings(g, r) & ~out, throws)
    lost += rents_to_pay(g, q, received, out, throws)
    mine = gain(g, r, q, out, received, pays, throws)
    return mine > 0 and mine >= surplus(g, params) * lost


@rule
def keeps_pace(g: State, r: int, q: int, out: int, received: int, pays: int, throws: int) -> bool:
    """Whether the share of seat ``r`` in the accounts of the whole table grows, and by no less than that of ``q``."""
    mine = max(1, account(g, g.cash[r] * 1, holdings(g, r), throws))
    theirs = max(1, account(g, g.cash[q] * 1, holdings(g, q), throws))
    others = 0
    for s in range(g.opt.players):
        if s != r and s != q and (g.alive >> s) & 1 == 1:
            others += max(1, account(g, g.cash[s] * 1, holdings(g, s), throws))
    mine_after = max(1, account_after(g, r, out, received, pays, throws))
    theirs_after = max(1, account_after(g, q, received, out, -pays, throws))
    before, after = 1.0 * (mine + theirs + others), 1.0 * (mine_after + theirs_after + others)
    own = mine_after / after - mine / before
    return own > 0.0 and own >= theirs_after / after - theirs / before


@rule
def agrees(g: State, params: Floats, r: int, q: int, out: int, received: int, pays: int) -> bool:
    """Whether seat ``r`` gives ``q`` the items ``out`` and cash for ``received``; half of its reserve stays."""
    cost = pays + interest_on(g, received & ALL_DEEDS)
    if cost > 0 and g.cash[r] - cost < int(params[CASH_RESERVE] / 2.0):
        return False
    throws = int(params[RENT_THROWS])
    if params[SHARES] == 1.0:
        return keeps_pace(g, r, q, out, received, pays, throws)
    return pays_enough(g, params, r, q, out, received, pays, throws)


# ------------------------------------------------------------------------------------------------ Offers of their own


@rule
def best_offer(g: State, params: Floats, p: int, q: int) -> int:
    """The best new offer of seat ``p`` to ``q`` for a deed that completes a group, as a plan; or NO_PLAN.

    It gives cash, or one deed too. The cash leaves it ``greed`` of what both gain by its measure.
    """
    best = NO_PLAN
    most = 0
    throws = int(params[RENT_THROWS])
    asked = wanted(g, p) & tradable(g, q)
    while asked != 0:
        taken = asked & -asked
        asked &= asked - 1
        left = tradable(g, p) & ALL_DEEDS & ~GROUP_MASK[GROUP[low_bit(taken)]]
        given = 0
        while True:
            theirs = gain(g, q, p, taken, given, 0, throws)
            joint = gain(g, p, q, given, taken, 0, throws) + theirs
            money = int((1.0 - params[GREED]) * max(0, joint)) - theirs
            affordable = g.cash[p] - int(params[CASH_RESERVE] / 2.0) - interest_on(g, taken)
            money = max(interest_on(g, given) - g.cash[q], min(affordable, money))
            mine = gain(g, p, q, given, taken, money, throws)
            if (
                mine > most
                and is_new(g, p, q, 0, given | taken, money)
                and gain(g, q, p, taken, given, -money, throws) >= 0
                and agrees(g, params, p, q, given, taken, money)
            ):
                most = mine
                best = given | taken | ((money + MONEY_ZERO) << MONEY_AT)
            if left == 0:
                break
            given = left & -left
            left &= left - 1
    return best


@rule
def begin_offer(g: State, params: Floats, p: int, key: int) -> int:
    """The action that begins an offer in this window, or -1."""
    if not may_use(g, params, OFFERS) or g.offers[p] >= g.opt.offers_per_turn or not draws_offer(params, key):
        return -1
    completing = wanted(g, p)
    for i in range(1, g.opt.players):
        q = (p + i) % g.opt.players
        if (
            (g.deeds[q] & completing) != 0
            and why_not_trade_with(g, p, q) == OK
            and best_offer(g, params, p, q) != NO_PLAN
        ):
            return TRADE_WITH + q
    return -1


@rule
def in_offer(g: State, params: Floats, p: int) -> int:
    """Answer the offer that is pending, or go on making up one's own."""
    top = g.depth - 1
    q = g.fto[top]
    if g.trade_step == TRADE_ANSWER:
        giver = g.fwho[top]
        if agrees(g, params, p, giver, g.items & holdings(g, p), g.items & holdings(g, giver), -g.money):
            return ACCEPT
        return REJECT
    plan = best_offer(g, params, p, q)
    if plan == NO_PLAN:
        return withdraw(g, p, q)
    return make_up(g, p, q, plan_items(plan), plan_money(plan))


# -------------------------------------------------------------------------------------------------- Every decision


@rule
def use_window(g: State, params: Floats, p: int, key: int) -> int:
    """Raise cash that is missing, build or offer a trade, in this order; else -1."""
    if g.opt.one_operation == 1 and g.operations > 0:
        return -1
    a = rescue(g, params, p)
    if a < 0 and g.deeds[p] != 0:
        a = develop(g, params, p)
    if a < 0:
        a = begin_offer(g, params, p, key)
    return a


@rule
def stranger(g: State, params: Floats, key: int, acts: Ints, memo: Ints) -> int:
    """The action of a stranger for the seat that is to move."""
    p = g.mover
    if g.depth > 0:
        kind = g.fkind[g.depth - 1]
        if kind == TRADE:
            return in_offer(g, params, p)
        if kind == AUCTION:
            return decide_bid(g, params, p)
        return in_interrupt(g, params, p, acts, memo)
    phase = g.phase
    if phase == BEFORE and g.jail[p] > 0:
        return decide_jail(g, params, p)
    after = phase == AFTER or phase == BETWEEN or phase == THROWN
    if after or (phase == BEFORE and g.opt.manage_before == 1):
        a = use_window(g, params, p, key)
        if a >= 0:
            return a
    if phase == BEFORE:
        return ROLL
    if after:
        return end_window(g)
    if phase == BUYING:
        return decide_buying(g, params, p, SQUARE_DEED[g.square[p]])
    return tax_or_claim(g, p)
