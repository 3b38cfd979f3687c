"""Trades: deeds without buildings in their group, cash either way, jail cards (rules section 9).

An offer is a short sequence: the partner, the items in ascending order (whose they are says which way they go). Then
comes either the offer as it is or an amount of cash digit by digit. The partner accepts or rejects.
"""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import after_set, digit_ok, emit, has_bit, low_bit, pop, push, type_digit
from . import events, reasons, state
from .board import ALL_DEEDS, BANK, CHANCE_DECK, CHEST_DECK, MORTGAGE, SEATS
from .money import in_game, interest, interest_on, means, move_money, pay
from .past_offers import remember, remember_answer
from .property import can_lift_received
from .state import State

MOST_INTEREST = 40
"""No deed costs more when it changes hands: 10 % of the dearest one's price."""


@rule
def tradable(g: State, p: int) -> int:
    """The items that seat ``p`` may give away, as a mask."""
    mask = g.deeds[p] & ~g.built
    if g.opt.trade_mortgaged == 0:
        mask &= ~g.mortgaged
    if g.holder[CHANCE_DECK] == p + 1:
        mask |= 1 << state.ITEM_CHANCE_CARD
    if g.holder[CHEST_DECK] == p + 1:
        mask |= 1 << state.ITEM_CHEST_CARD
    return mask


@rule
def holdings(g: State, p: int) -> int:
    """Everything seat ``p`` has that could be an item, tradable or not."""
    mask = g.deeds[p] & ALL_DEEDS
    if g.holder[CHANCE_DECK] == p + 1:
        mask |= 1 << state.ITEM_CHANCE_CARD
    if g.holder[CHEST_DECK] == p + 1:
        mask |= 1 << state.ITEM_CHEST_CARD
    return mask


@rule
def debt_under(g: State, depth: int, p: int) -> int:
    """What seat ``p`` owes in the frame at ``depth``, 0 if it is no debt of its own."""
    if depth >= 0 and g.fkind[depth] == state.DEBT and g.fwho[depth] == p:
        return g.famount[depth]
    return 0


@rule
def debt_in_offer(g: State) -> int:
    """The debt that the proposer of the pending offer is raising money for, 0 when there is none."""
    return debt_under(g, g.depth - 2, g.fwho[g.depth - 1])


@rule
def why_not_offer(g: State, p: int) -> int:
    """Whether seat ``p`` may make an offer at all: trades are on, offers are left this turn and for the debt."""
    if g.opt.offers_per_turn == 0:
        return reasons.NO_TRADES
    if g.offers[p] >= g.opt.offers_per_turn:
        return reasons.NO_OFFERS_LEFT
    if g.opt.one_attempt == 1 and debt_under(g, g.depth - 1, p) > 0 and g.farg[g.depth - 1] > 0:
        return reasons.NO_OFFERS_LEFT
    return reasons.OK


@rule
def why_not_trade_with(g: State, p: int, q: int) -> int:
    """Whether seat ``p`` may begin an offer to seat ``q``."""
    reason = why_not_offer(g, p)
    if reason != reasons.OK:
        return reason
    return why_not_partner(g, p, q)


@rule
def why_not_partner(g: State, p: int, q: int) -> int:
    """Whether some offer of seat ``p``, if it may make one at all, can be completed with seat ``q``."""
    if q >= g.opt.players or q == p or not in_game(g, q):
        return reasons.NO_PARTNER
    items = tradable(g, p) | tradable(g, q)
    if items == 0:
        return reasons.NOTHING_TO_TRADE
    if g.depth == 0 and (items & ~g.mortgaged) != 0 and g.cash[p] + g.cash[q] >= 0:
        return reasons.OK  # the common case, without interest or debt
    return why_not_begun(g, p, q, items)


@rule
def why_not_begun(g: State, p: int, q: int, items: int) -> int:
    """Whether an offer to ``q`` with any of ``items`` can be completed."""
    debt = debt_under(g, g.depth - 1, p)
    if not can_complete(g, p, q, debt, 0, items):
        return why_not_completed(debt)
    return reasons.OK


@rule
def can_offer(g: State, p: int) -> bool:
    """Whether seat ``p`` may begin an offer to anybody."""
    if why_not_offer(g, p) != reasons.OK:
        return False
    if g.depth == 0 and g.opt.bankruptcy == state.BANKRUPT_DEBT and (tradable(g, p) & ~g.mortgaged) != 0:
        return True  # anybody may be offered that: nobody's cash is below zero, and there is neither interest nor debt
    for q in range(g.opt.players):
        if why_not_partner(g, p, q) == reasons.OK:
            return True
    return False


@rule
def addable(g: State, p: int, q: int) -> int:
    """The items with which the pending offer between ``p`` and ``q`` can still be completed, as a mask."""
    mask = (tradable(g, p) | tradable(g, q)) & after_set(g.items)
    if (g.depth == 1 and (mask & g.mortgaged) == 0) or g.opt.completable_offers == 0:
        return mask  # without a debt, what costs no interest leaves the offer as possible as it is
    debt = debt_in_offer(g)
    if debt > 0 and g.opt.insolvent_trades == state.TRADES_ANY:
        m = mask
        while m != 0:
            item = m & -m
            m &= m - 1
            if not can_complete(g, p, q, debt, g.items | item, m):
                mask &= ~item
        return mask
    spare = payable_interest(g, p, q, debt, g.items) - interest_on(g, g.items)
    if spare < 0:
        return 0
    if spare < MOST_INTEREST:
        m = mask & g.mortgaged
        while m != 0:
            item = m & -m
            m &= m - 1
            if interest_on(g, item) > spare:
                mask &= ~item
    return mask


@rule
def why_not_add(g: State, p: int, q: int, item: int) -> int:
    """Whether ``item`` may be added to the offer between ``p`` and ``q``."""
    if not has_bit(after_set(g.items), item):
        return reasons.ITEM_ORDER
    if ((tradable(g, p) | tradable(g, q)) >> item) & 1 == 1:
        if has_bit(addable(g, p, q), item):
            return reasons.OK
        return why_not_completed(debt_in_offer(g))
    if ((holdings(g, p) | holdings(g, q)) >> item) & 1 == 0:
        return reasons.ITEM_NOT_HELD
    if item < state.ITEM_CHANCE_CARD and (g.mortgaged >> item) & 1 == 1 and g.opt.trade_mortgaged == 0:
        return reasons.MORTGAGED_NOT_TRADED
    return reasons.GROUP_HAS_BUILDINGS


@rule
def interest_of_receiver(g: State, giver: int) -> int:
    """The 10 % that the receiver of ``giver``'s mortgaged items pays at once."""
    return interest_on(g, g.items & g.deeds[giver])


@rule
def gives_all(g: State, p: int, q: int, items: int) -> bool:
    """Whether an offer of ``items`` gives ``q`` all deeds and jail cards that ``p`` has, for none of its own."""
    return (holdings(g, p) & ~items) == 0 and (items & holdings(g, q)) == 0


@rule
def least_gain(g: State, p: int, q: int, debt: int, items: int) -> int:
    """The least that the proposer's cash must gain by an offer of ``items``: no bound unless it is raising a debt.

    Whatever the option says, a debtor who gives all that it has for no item must get cash.
    """
    if debt > 0:
        if g.opt.insolvent_trades == state.TRADES_RAISE_ENOUGH:
            return debt - g.cash[p]
        if g.opt.insolvent_trades == state.TRADES_RAISE_CASH:
            return 1
        if g.opt.completable_offers == 1 and gives_all(g, p, q, items):
            return 1
    return -g.cash[p]


@rule
def payable_interest(g: State, p: int, q: int, debt: int, items: int) -> int:
    """The most interest, of both sides together, with which an offer of ``items`` is possible; below 0: none is."""
    return g.cash[q] - least_gain(g, p, q, debt, items)


@rule
def least_interest(g: State, mask: int) -> int:
    """The interest on the item of the mask on which it is least; there is one."""
    if (mask & ~g.mortgaged) != 0:
        return 0
    least = MOST_INTEREST
    m = mask
    while m != 0:
        least = min(least, interest_on(g, m & -m))
        m &= m - 1
    return least


@rule
def can_complete(g: State, p: int, q: int, debt: int, items: int, more: int) -> bool:
    """Whether an offer of ``p`` to ``q`` with ``items``, and any of ``more``, can be completed.

    It can with some sum of cash if the cash of both, less what ``debt`` asks for, pays the interest on its items. Each
    item adds to that, so no more are needed than one if there is none yet, and one of the partner's where a debtor
    gives all that it has.
    """
    if g.opt.completable_offers == 0:
        return True
    due = interest_on(g, items)
    given = items
    if items == 0:
        if more == 0:
            return False
        own = holdings(g, p)
        if debt > 0 and (own & (own - 1)) == 0:
            given = own  # one item is all that it has
    if debt > 0 and g.opt.insolvent_trades == state.TRADES_ANY and gives_all(g, p, q, given):
        theirs = more & holdings(g, q)
        if theirs != 0 and due + least_interest(g, theirs) <= g.cash[p] + g.cash[q]:
            return True
        more &= ~theirs
        if items == 0 and more == 0:
            return False
    if items == 0:
        due = least_interest(g, more)
    return due <= payable_interest(g, p, q, debt, given)


@rule
def why_not_completed(debt: int) -> int:
    """Why an offer cannot be completed: it would not raise what a debt asks for, or nobody could pay its interest."""
    if debt > 0:
        return reasons.CANNOT_RAISE_CASH
    return reasons.CANNOT_COMPLETE


@rule
def could_raise(g: State, p: int, q: int, debt: int) -> bool:
    """Whether the debtor ``p`` can complete an offer to ``q`` once it has sold its buildings and mortgaged deeds.

    A mortgage brings more than the interest on it costs. So all deeds are mortgaged that the rules then still let it
    give, where the offer depends on what the debtor has; else none is.
    """
    if g.opt.completable_offers == 0:
        return (g.deeds[p] & g.built) != 0
    theirs = tradable(g, q)
    own = holdings(g, p)
    if g.opt.trade_mortgaged == 0:
        own &= ~g.mortgaged
    if g.opt.insolvent_trades == state.TRADES_RAISE_CASH:
        return (own | theirs) != 0 and least_interest(g, own | theirs) < g.cash[q]
    spare = g.cash[q] + means(g, p)
    if g.opt.insolvent_trades == state.TRADES_RAISE_ENOUGH:
        spare -= debt
    elif own != 0 and least_interest(g, own) < g.cash[q]:
        return True
    elif gives_all(g, p, q, own & -own):
        own = 0
    if theirs != 0 and least_interest(g, theirs) <= spare:
        return True
    m = own
    while m != 0:
        item = m & -m
        m &= m - 1
        cost = interest_on(g, item)
        if (item & ALL_DEEDS & ~g.mortgaged) != 0:
            cost = MORTGAGE[low_bit(item)]
            if g.opt.trade_mortgaged == 1:
                cost = interest(g, low_bit(item)) * g.opt.transfer_interest
        if cost <= spare:
            return True
    return False


@rule
def most_paid(g: State, p: int, q: int, debt: int, items: int) -> int:
    """The most that ``p`` can pay in an offer of ``items``: what its interest and its debt leave."""
    return -least_gain(g, p, q, debt, items) - interest_on(g, items & g.deeds[q])


@rule
def least_paid(g: State, p: int, q: int, items: int) -> int:
    """The least (negative: what it may ask at most) that ``p`` must pay so that ``q`` can pay its interest."""
    return interest_on(g, items & g.deeds[p]) - g.cash[q]


@rule
def most_payable(g: State, p: int, q: int) -> int:
    """The most that ``p`` can pay in the pending offer."""
    return most_paid(g, p, q, debt_in_offer(g), g.items)


@rule
def least_payable(g: State, p: int, q: int) -> int:
    """The least that ``p`` must pay in the pending offer (negative: what it may ask at most)."""
    return least_paid(g, p, q, g.items)


@rule
def why_not_propose(g: State, p: int, q: int) -> int:
    """Whether the offer may be made as it stands, without cash."""
    if g.items == 0:
        return reasons.NOTHING_OFFERED
    if most_payable(g, p, q) < 0:
        if debt_in_offer(g) > 0:
            return reasons.MUST_RAISE_CASH
        return reasons.CANNOT_PAY_INTEREST
    if least_payable(g, p, q) > 0:
        return reasons.CANNOT_PAY_INTEREST
    return reasons.OK


@rule
def lowest_amount(g: State, p: int, q: int, step: int) -> int:
    """The least amount that may be entered when offering (``TRADE_PAYS``) or asking (``TRADE_ASKS``) cash."""
    if step == state.TRADE_PAYS:
        return max(1, least_payable(g, p, q))
    return max(1, -most_payable(g, p, q))


@rule
def highest_amount(g: State, p: int, q: int, step: int) -> int:
    """The greatest amount that may be entered."""
    if step == state.TRADE_PAYS:
        return most_payable(g, p, q)
    return -least_payable(g, p, q)


@rule
def why_not_cash(g: State, p: int, q: int, step: int) -> int:
    """Whether any amount of cash can be offered or asked."""
    if g.items == 0:
        return reasons.NOTHING_OFFERED
    if lowest_amount(g, p, q, step) > highest_amount(g, p, q, step):
        if debt_in_offer(g) > 0:
            return reasons.MUST_RAISE_CASH
        return reasons.NO_SUCH_AMOUNT
    return reasons.OK


@rule
def why_not_enter_cash(g: State, p: int, q: int, a: int) -> int:
    """Whether digit or `DONE` ``a`` can follow the digits so far."""
    low = lowest_amount(g, p, q, g.trade_step)
    high = highest_amount(g, p, q, g.trade_step)
    if digit_ok(g.entry, a - state.DIGIT, low, high):
        return reasons.OK
    return reasons.NO_SUCH_AMOUNT


@rule
def begin_trade(g: State, p: int, q: int) -> None:
    """Seat ``p`` begins an offer to ``q``; even one that is withdrawn counts as made, so that a turn is bounded."""
    g.offers[p] += 1
    if g.opt.one_attempt == 1 and debt_under(g, g.depth - 1, p) > 0:
        g.farg[g.depth - 1] += 1
    push(g, state.TRADE, p, q, 0, 0)


@rule
def submit(g: State) -> None:
    """The offer goes to the partner."""
    top = g.depth - 1
    g.trade_step = state.TRADE_ANSWER
    g.entry = 0
    g.quiet &= ~(1 << g.fto[top])
    remember(g, g.fwho[top], g.fto[top], g.items, g.money)
    tell_terms(g, events.OFFERS, g.fwho[top], g.fto[top])


@rule
def tell_terms(g: State, kind: int, p: int, q: int) -> None:
    """Tell what ``p`` gives ``q`` in the offer, what it gets, and the cash that it pays."""
    emit(g, kind, p * SEATS + q, g.items & holdings(g, p), g.items & holdings(g, q), g.money)


@rule
def resolve_trade(g: State) -> bool:
    """An offer always waits: for its proposer while it is made up, then for the partner."""
    top = g.depth - 1
    if g.trade_step == state.TRADE_ANSWER:
        g.mover = g.fto[top]
    else:
        g.mover = g.fwho[top]
    return True


@rule
def step_trade(g: State, a: int) -> None:
    """One decision of the proposer or the partner."""
    top = g.depth - 1
    if g.trade_step == state.TRADE_ITEMS:
        if a == state.CANCEL:
            emit(g, events.WITHDRAWN, g.fwho[top], g.fto[top], 0, 0)
            pop(g)
            state.clear_trade(g)
        elif a == state.PROPOSE:
            submit(g)
        elif a == state.OFFER_CASH:
            g.trade_step = state.TRADE_PAYS
        elif a == state.ASK_CASH:
            g.trade_step = state.TRADE_ASKS
        else:
            g.items |= 1 << (a - state.ITEM)
    elif g.trade_step == state.TRADE_ANSWER:
        remember_answer(g, g.fwho[top], g.fto[top], a == state.ACCEPT)
        if a == state.ACCEPT:
            exchange(g)
        else:
            emit(g, events.REFUSED, g.fto[top], g.fwho[top], 0, 0)
            pop(g)
            state.clear_trade(g)
    elif a == state.DONE:
        g.money = g.entry
        if g.trade_step == state.TRADE_ASKS:
            g.money = -g.entry
        submit(g)
    else:
        g.entry = type_digit(g.entry, a - state.DIGIT)


@rule
def exchange(g: State) -> None:
    """Carry the accepted offer out: items, cash, the interest on mortgages; then each new owner may lift at once."""
    top = g.depth - 1
    p = g.fwho[top]
    q = g.fto[top]
    items = g.items
    money = g.money
    tell_terms(g, events.TRADED, p, q)
    due_p = interest_of_receiver(g, q)
    due_q = interest_of_receiver(g, p)
    given = items & g.deeds[p]
    taken = items & g.deeds[q]
    pop(g)
    state.clear_trade(g)
    g.deeds[p] = (g.deeds[p] & ~given) | taken
    g.deeds[q] = (g.deeds[q] & ~taken) | given
    g.pledged &= ~given
    swap_card(g, p, q, CHANCE_DECK, (items >> state.ITEM_CHANCE_CARD) & 1)
    swap_card(g, p, q, CHEST_DECK, (items >> state.ITEM_CHEST_CARD) & 1)
    if money > 0:
        move_money(g, p, q, money)
    elif money < 0:
        move_money(g, q, p, -money)
    settle_interest(g, q, given, due_q)
    settle_interest(g, p, taken, due_p)


@rule
def swap_card(g: State, p: int, q: int, deck: int, moves: int) -> None:
    """The jail card of ``deck`` changes hands between ``p`` and ``q`` when it is part of the offer."""
    if moves == 1:
        if g.holder[deck] == p + 1:
            g.holder[deck] = q + 1
        else:
            g.holder[deck] = p + 1


@rule
def settle_interest(g: State, p: int, received: int, due: int) -> None:
    """Pay the interest on what ``p`` received; unless it is raising money for a debt it may then lift at once."""
    if due == 0:
        return
    in_debt = False
    for depth in range(g.depth):
        if debt_under(g, depth, p) > 0:
            in_debt = True
    pay(g, p, BANK, due, events.FOR_INTEREST)
    received &= g.mortgaged
    if not in_debt and can_lift_received(g, p, received):
        push(g, state.TRANSFER, p, 0, 0, received)
