"""By which position a network judges bids, steps of a window and offers, and which offers it considers.

Where an action is only a step, it is judged by the position that it is a step to.

A bid is judged as if it won the auction, and to pass as if the leader won it with the present bid. So a seat bids as
long as it would rather have the deed for the price than see the leader have it. Bids rise by ten dollars as long as the
rules allow it, so a seat may stop up to ten dollars before it is indifferent, and an auction ends soon.

To build, sell, mortgage or lift is judged by the position in which the window is left after it, as to pass is. So what
is compared is at the same stage of a turn. A seat that compares its open window with the one that it has left may find
it better to have the turn for ever. Then it mortgages and lifts the same deed again and again.
"""

from __future__ import annotations

import math

from ...games.monopoly.auction import bid_limit, knock_down, ladder, least_bid, least_bid_of, leave_unsold, why_not_bid
from ...games.monopoly.board import ALL_DEEDS, DEEDS, GROUP, GROUP_MASK, GROUPS
from ...games.monopoly.legal import why
from ...games.monopoly.reasons import OK
from ...games.monopoly.rules import advance, step
from ...games.monopoly.state import (
    ACCEPT,
    AUCTION,
    BEFORE,
    BID_10,
    BID_LEAST,
    BID_LIMIT,
    BUILD_GROUP,
    CANCEL,
    DIGIT,
    DONE,
    ITEM,
    PASS,
    PASS_UNTIL_TURN,
    ROLL,
    TRADE,
    TRADE_WITH,
    State,
)
from ...games.monopoly.trade import tradable
from ...runtime.compiler import Floats, Ints, rule
from ...runtime.primitives import count_bits, low_bit, nearest_amount, type_digit
from .parameters import TRADE_MARGIN
from .property_value import threat_share, trade_value, value_after

MARGIN = 1
"""Where in an agent's settings the margin stands: what an offer must gain at least, made or accepted."""
NEVER = 1.0
"""More than any action can be worth more than another: it is not tried."""


@rule
def in_auction(g: State) -> bool:
    """Whether a bid is to be made."""
    return g.depth > 0 and g.fkind[g.depth - 1] == AUCTION


@rule
def decision_margin(g: State, a: int, settings: Floats) -> float:
    """What action ``a`` must be worth more than another to be preferred; 1 or more: it is not even tried.

    An offer is begun by a plan only. To accept one must gain the margin, lest two seats swap to and fro on errors of
    their networks. Windows are not given up before they come: one may still pass in them, which the network, that is
    not told of it, cannot tell apart. Of the bids that are open there is but one choice.
    """
    if a == PASS_UNTIL_TURN:
        return NEVER
    if a == ACCEPT:
        return settings[MARGIN] * 1
    if TRADE_WITH <= a < CANCEL:
        return NEVER
    if in_auction(g) and g.entering == 0 and a != PASS:
        if a == BID_10:
            return 0.0
        if a == BID_LEAST and why_not_bid(g, BID_10, bid_limit(g, g.bidder)) != OK:
            return 0.0
        return NEVER
    return 0.0


@rule
def afterstate(g: State, a: int) -> None:
    """Go to the position that action ``a`` is judged by."""
    if not in_auction(g):
        p = g.mover * 1
        in_window = g.depth == 0
        step(g, a)
        if in_window and manages(a):
            leave_window(g, p)
        return
    if a == PASS:
        let_go(g)
    else:
        win(g, g.bidder * 1, amount_of(g, a))
    advance(g)


@rule
def manages(a: int) -> bool:
    """Whether action ``a`` builds, sells, mortgages or lifts."""
    return BUILD_GROUP <= a < ITEM


@rule
def leave_window(g: State, p: int) -> None:
    """Seat ``p`` leaves the window that it is in, if it is in one and may: it throws, or passes."""
    if g.mover == p and g.depth == 0:
        a = PASS
        if g.phase == BEFORE:
            a = ROLL
        if why(g, a) == OK:
            step(g, a)


@rule
def amount_of(g: State, a: int) -> int:
    """What a bid is, or may become at least when it is entered digit by digit."""
    least = least_bid(g)
    limit = bid_limit(g, g.bidder)
    if g.entering == 1:
        if a == DONE:
            return g.entry
        return nearest_amount(type_digit(g.entry, a - DIGIT), least, least, limit)
    if a >= BID_LIMIT:
        return limit
    return ladder(g, a, limit)


@rule
def win(g: State, p: int, amount: int) -> None:
    """Seat ``p`` gets the lot for that much."""
    g.leader = p + 1
    g.bid = amount
    g.entering = 0
    g.entry = 0
    knock_down(g)


@rule
def let_go(g: State) -> None:
    """The lot goes to the leader; without one to the likeliest other bidder, who pays the least; else to nobody."""
    winner = g.leader - 1
    price = g.bid * 1
    if winner < 0:
        winner = likeliest(g, g.bidder)
        if winner >= 0:
            price = least_bid_of(g, winner)
    if winner >= 0:
        win(g, winner, price)
    else:
        leave_unsold(g)


@rule
def likeliest(g: State, p: int) -> int:
    """Who of the bidders but ``p`` has most of the lot's group, and among those most cash; -1 if nobody can bid."""
    best = -1
    most = -1
    for q in range(g.opt.players):
        if q != p and (g.bidders >> q) & 1 == 1 and bid_limit(g, q) >= least_bid_of(g, q):
            own = 0
            if g.lot < DEEDS:
                own = count_bits(g.deeds[q] & GROUP_MASK[GROUP[g.lot]])
            rank = (own << 32) + g.cash[q]
            if rank > most:
                best = q
                most = rank
    return best


@rule
def is_transient(g: State) -> bool:
    """Whether the position is one in the midst of an offer or of bidding, which no action is judged by."""
    if g.depth == 0:
        return False
    if g.fkind[g.depth - 1] == TRADE:
        return True
    return in_auction(g) and (g.leader != 0 or g.entering == 1)


# ----------------------------------- How likely a partner accepts an offer: a model, since nobody knows whom it plays.
#
# A partner judges like ``strategic``, or by a network like one's own; both are as likely. One like ``strategic``
# accepts the likelier the more dollars it gains by that agent's measure (``trade_value``): its parameters are not
# known, nor is it ``strategic`` itself. One with a network accepts if that gains the margin.


ROUGHLY = 60.0
"""Dollars by which others' measures differ."""
SURE = 30.0
"""How many times that leave no doubt."""
BY_RULES = 0.5
"""How likely a partner judges by rules and not by a network."""
STEPS = 4


@rule
def gain_by_rules(g: State, row: Floats, p: int, q: int, given: int, taken: int, money: int) -> float:
    """What seat ``q`` gains, in dollars by the measure of ``strategic``, beyond what it demands."""
    return value_after(g, row, q, p, q, given, taken, money) - trade_value(g, row, q) - row[TRADE_MARGIN]


@rule
def price_by_rules(g: State, row: Floats, p: int, q: int, given: int, taken: int) -> int:
    """What ``p`` must pay (negative: may ask) so that ``q`` just accepts by the measure of ``strategic``."""
    wanted = trade_value(g, row, q) + row[TRADE_MARGIN]
    unit = 1.0 + threat_share(g, row)
    money = 0
    for _ in range(STEPS):
        gap = wanted - value_after(g, row, q, p, q, given, taken, money)
        if -unit < gap <= 0.0:
            break
        money += int(gap / unit)
        if gap > 0.0:
            money += 1
    return money


@rule
def chance_of(by_rules: float, by_network: float, margin: float) -> float:
    """The chance that an offer is accepted which is worth that much to the partner: dollars, and a share of the win."""
    sure = min(SURE, max(-SURE, by_rules / ROUGHLY))
    chance = BY_RULES / (1.0 + math.exp(-sure))
    if by_network >= margin:
        chance += 1.0 - BY_RULES
    return chance


# ----------- The exchanges of deeds that an agent which plays by a network considers with a partner; cash comes later.
#
# These are: to complete a group with all that the partner has of it, for a group that completes the partner's, or
# for nothing but cash, with any further deed of either side; and any single deed, or one for one where somebody
# has more of its group.


MOST_DEEDS = 3
"""Deeds that one side gives at most."""


@rule
def completing(g: State, p: int, q: int, k: int) -> int:
    """What seat ``q`` has of group ``k``, if that is all that ``p`` lacks and ``q`` may give it away; else 0."""
    theirs = g.deeds[q] & GROUP_MASK[k]
    if theirs == 0 or (g.deeds[p] & GROUP_MASK[k]) == 0 or (theirs | g.deeds[p]) & GROUP_MASK[k] != GROUP_MASK[k]:
        return 0
    if (theirs & ~tradable(g, q)) != 0 or count_bits(theirs) > MOST_DEEDS:
        return 0
    return theirs


@rule
def put(out: Ints, n: int, most: int, items: int) -> int:
    """Append an exchange that is not there yet, while there is room; returns how many there are."""
    if n >= most:
        return n
    for i in range(n):
        if out[i] == items:
            return n
    out[n] = items
    return n + 1


@rule
def put_with_more(out: Ints, n: int, most: int, items: int, own: int, others: int) -> int:
    """Append an exchange with each further deed of the mask ``others``; ``own`` is what that side gives already."""
    if count_bits(own) < MOST_DEEDS:
        m = others & ~items
        while m != 0:
            n = put(out, n, most, items | (1 << low_bit(m)))
            m &= m - 1
    return n


@rule
def list_completing(g: State, p: int, q: int, more: bool, out: Ints, n: int, most: int) -> int:
    """Append the exchanges that complete a group for somebody, as they are or with one deed more."""
    mine = tradable(g, p) & ALL_DEEDS
    theirs = tradable(g, q) & ALL_DEEDS
    for a in range(GROUPS + 1):
        taken = 0
        if a < GROUPS:
            taken = completing(g, p, q, a)
            if taken == 0:
                continue
        for b in range(GROUPS + 1):
            given = 0
            if b < GROUPS:
                given = completing(g, q, p, b)
                if given == 0 or a == b:
                    continue
            if not more:
                if (given | taken) != 0:
                    n = put(out, n, most, given | taken)
                continue
            if taken != 0:
                n = put_with_more(out, n, most, given | taken, given, mine & ~GROUP_MASK[a])
            if given != 0:
                n = put_with_more(out, n, most, given | taken, taken, theirs & ~GROUP_MASK[b])
    return n


@rule
def list_small(g: State, p: int, q: int, out: Ints, n: int, most: int) -> int:
    """Append single deeds, and those one for one that may matter to somebody."""
    mine = tradable(g, p) & ALL_DEEDS
    theirs = tradable(g, q) & ALL_DEEDS
    x = theirs
    while x != 0:
        n = put(out, n, most, 1 << low_bit(x))
        x &= x - 1
    x = mine
    while x != 0:
        n = put(out, n, most, 1 << low_bit(x))
        x &= x - 1
    x = theirs
    while x != 0:
        t = low_bit(x)
        x &= x - 1
        helps = (g.deeds[p] & GROUP_MASK[GROUP[t]]) != 0
        y = mine
        while y != 0:
            s = low_bit(y)
            y &= y - 1
            if helps or (g.deeds[q] & GROUP_MASK[GROUP[s]]) != 0:
                n = put(out, n, most, (1 << s) | (1 << t))
    return n


@rule
def list_exchanges(g: State, p: int, q: int, out: Ints, most: int) -> int:
    """Write up to ``most`` exchanges of ``p`` with ``q``, each the mask of the deeds that move; returns how many.

    Those that complete a group come first, and of those the ones with no deed more.
    """
    n = list_completing(g, p, q, False, out, 0, most)
    n = list_completing(g, p, q, True, out, n, most)
    return list_small(g, p, q, out, n, most)
