"""The baseline agent: buys, builds, bids, trades simply and keeps a reserve.

Whether it thinks about an offer at all is drawn; every other decision is a function of the position and its parameters
alone, so that one spread over several small ones (an offer, a bid typed digit by digit) is worked out anew at each step
and comes out the same.
"""

from __future__ import annotations

from ...engine.bits import count_bits, low_bit
from ...engine.compiler import Floats, Ints, rule
from ...engine.stream import choice
from ...games.monopoly.actions import (
    ACCEPT,
    BANKRUPT,
    BID_10,
    BID_50,
    BID_100,
    BID_LEAST,
    BREAK_GROUP,
    BUILD,
    BUILD_GROUP,
    BUY,
    CLAIM,
    CLAIM_RENT,
    DECLINE,
    LIFT,
    MORTGAGE,
    PASS,
    PASS_UNTIL_TURN,
    PAY_FINE,
    REJECT,
    ROLL,
    SELL,
    SELL_GROUP,
    TAX_FLAT,
    TAX_SHARE,
    TRADE_WITH,
    USE_CHANCE_CARD,
    USE_CHEST_CARD,
)
from ...games.monopoly.auction import least_bid
from ...games.monopoly.buildings import (
    why_not_break,
    why_not_build,
    why_not_build_group,
    why_not_sell,
    why_not_sell_group,
)
from ...games.monopoly.contest import why_not_claim
from ...games.monopoly.debt import is_solvent
from ...games.monopoly.landing import FLAT_INCOME_TAX
from ...games.monopoly.legality import legal
from ...games.monopoly.management import BUILDS, LIFTS, is_open
from ...games.monopoly.management import TRADES as OFFERS
from ...games.monopoly.money import in_game, owns_group, pieces, share, taxable_worth
from ...games.monopoly.mortgages import lifting_price, why_not_mortgage
from ...games.monopoly.reasons import OK
from ...games.monopoly.state import (
    AFTER,
    AUCTION,
    BEFORE,
    BETWEEN,
    BUYING,
    CONTEST,
    DEBT,
    TAXING,
    THROWN,
    TRADE,
    TRADE_ANSWER,
    TRANSFER,
    State,
)
from ...games.monopoly.tables import (
    ALL_DEEDS,
    CHANCE_DECK,
    CHEST_DECK,
    DEEDS,
    GROUP,
    GROUP_HOUSE_PRICE,
    GROUP_MASK,
    GROUP_SIZE,
    HOUSE_PRICE,
    PRICE,
    SQUARE_DEED,
    STREET_GROUPS,
    STREET_MASK,
)
from ...games.monopoly.tables import (
    MORTGAGE as MORTGAGE_VALUE,
)
from ...games.monopoly.trade import why_not_trade_with
from ...games.monopoly.turn import why_not_pay_fine
from ...games.monopoly.windows import may_pass_until_turn
from .offers import NO_PLAN, accepts, plan_next, plan_with
from .topics import leaves_alone
from .worth import wanted

RESERVE, BID, TRADES = 1, 2, 3
"""Places of the parameters in the row."""

EARLY_UNOWNED = 8
"""While more deeds than this are unowned it is worth leaving jail at once."""
OFFER_ONE_IN = 8
"""A window in which a good swap exists is used for an offer once in so many times: a refused one would be repeated."""
GOOD_LEVEL = 3
"""The third house pays best on almost every street, so every group comes to it before any goes on."""


@rule
def unowned(g: State) -> int:
    """How many deeds the bank still has."""
    n = DEEDS
    for p in range(g.opt.players):
        n -= count_bits(g.deeds[p])
    return n


@rule
def buys(g: State, params: Floats, p: int, d: int) -> bool:
    """Whether to buy deed ``d`` at its price: with the reserve left, or with nothing left when it completes a group."""
    if g.cash[p] - PRICE[d] >= params[RESERVE]:
        return True
    return g.cash[p] >= PRICE[d] and (wanted(g, p) >> d) & 1 == 1


@rule
def answer_jail(g: State, p: int) -> int:
    """Leave jail while there is much to buy, stay when the board has become dangerous."""
    if g.jail[p] > 0 and unowned(g) > EARLY_UNOWNED:
        if g.holder[CHANCE_DECK] == p + 1:
            return USE_CHANCE_CARD
        if g.holder[CHEST_DECK] == p + 1:
            return USE_CHEST_CARD
        if why_not_pay_fine(g, p) == OK:
            return PAY_FINE
    return ROLL


@rule
def bid(g: State, params: Floats, p: int) -> int:
    """Raise in large steps while far below one's price, in small ones near it."""
    if g.lot >= DEEDS:
        most = min(2 * HOUSE_PRICE[g.claims[p] - 1], g.cash[p] * 1)
    else:
        price = params[BID] * PRICE[g.lot]
        if (wanted(g, p) >> g.lot) & 1 == 1:
            price = 2.0 * price
        most = int(min(price, g.cash[p] - params[RESERVE] / 2.0))
    least = least_bid(g)
    if most < least:
        return PASS
    room = most - g.bid
    if room >= 200 and g.bid + 100 > least:
        return BID_100
    if room >= 100 and g.bid + 50 > least:
        return BID_50
    if room >= 20 and g.bid + 10 > least:
        return BID_10
    return BID_LEAST


@rule
def lot_to_build(g: State, p: int, spare: float) -> int:
    """The street to build on next, or -1: the least developed group first up to three houses, dearer before cheaper."""
    best = -1
    best_rank = 9
    m = g.deeds[p] & STREET_MASK
    while m != 0:
        d = low_bit(m)
        if owns_group(g, p, GROUP[d]) and HOUSE_PRICE[d] <= spare and why_not_build(g, p, d) == OK:
            r = pieces(g, g.level[d])
            if r < GOOD_LEVEL:
                r = 0
            if r <= best_rank:
                best = d
                best_rank = r
        m &= m - 1
    return best


@rule
def build(g: State, p: int, spare: float) -> int:
    """The next building worth its price, as an action; or -1."""
    if g.opt.build_by_group == 1:
        for i in range(STREET_GROUPS):
            k = STREET_GROUPS - 1 - i
            if GROUP_SIZE[k] * GROUP_HOUSE_PRICE[k] <= spare and why_not_build_group(g, p, k) == OK:
                return BUILD_GROUP + k
        return -1
    d = lot_to_build(g, p, spare)
    if d >= 0:
        return BUILD + d
    return -1


@rule
def lift(g: State, p: int, spare: float) -> int:
    """A mortgage to lift, of a complete group first; or -1."""
    best = -1
    m = g.deeds[p] & g.mortgaged
    while m != 0:
        d = low_bit(m)
        if lifting_price(g, d) <= spare and (best < 0 or owns_group(g, p, GROUP[d])):
            best = d
        m &= m - 1
    if best >= 0:
        return LIFT + best
    return -1


@rule
def partner(g: State, p: int, spare: float) -> int:
    """With whom a good swap exists, as a seat; or -1."""
    for q in range(g.opt.players):
        if q != p and in_game(g, q) and plan_with(g, p, q, spare) != NO_PLAN and why_not_trade_with(g, p, q) == OK:
            return q
    return -1


@rule
def use_window(g: State, params: Floats, p: int, key: int) -> int:
    """Build, lift or offer a swap, in this order (which is also that of windows that build first); else -1."""
    if g.opt.one_operation == 1 and g.operations > 0:
        return -1
    spare = g.cash[p] - params[RESERVE]
    if spare > 0.0 and g.deeds[p] != 0:
        if is_open(g, BUILDS) and not leaves_alone(params, BUILDS):
            a = build(g, p, spare)
            if a >= 0:
                return a
        if (g.deeds[p] & g.mortgaged) != 0 and is_open(g, LIFTS) and not leaves_alone(params, LIFTS):
            a = lift(g, p, spare / 2.0)
            if a >= 0:
                return a
    trades = params[TRADES] > 0.0 and not leaves_alone(params, OFFERS)
    if trades and g.opt.offers_per_turn > 0 and g.offers[p] == 0 and choice(key, OFFER_ONE_IN) == 0:
        q = partner(g, p, spare)
        if q >= 0:
            return TRADE_WITH + q
    return -1


@rule
def window(g: State, params: Floats, p: int, key: int) -> int:
    """In a window after the move or between turns."""
    a = use_window(g, params, p, key)
    if a >= 0:
        return a
    if may_pass_until_turn(g):
        return PASS_UNTIL_TURN
    return PASS


@rule
def mortgage_first(g: State, p: int, complete: bool) -> int:
    """The cheapest deed that can be mortgaged, of complete groups or of incomplete ones; or -1."""
    m = g.deeds[p] & ALL_DEEDS & ~g.mortgaged
    while m != 0:
        d = low_bit(m)
        if owns_group(g, p, GROUP[d]) == complete and why_not_mortgage(g, p, d) == OK:
            return MORTGAGE + d
        m &= m - 1
    return -1


@rule
def sell_first(g: State, p: int) -> int:
    """The first sale of buildings that is possible; or -1."""
    m = g.deeds[p] & g.built
    while m != 0:
        d = low_bit(m)
        if why_not_sell(g, p, d) == OK:
            return SELL + d
        m &= m - 1
    for k in range(STREET_GROUPS):
        if (g.deeds[p] & g.built & GROUP_MASK[k]) != 0:
            if why_not_sell_group(g, p, k) == OK:
                return SELL_GROUP + k
            if why_not_break(g, p, k) == OK:
                return BREAK_GROUP + k
    return -1


@rule
def raise_cash(g: State, p: int) -> int:
    """Under a debt: mortgage single deeds, sell buildings, mortgage complete groups; give up if it cannot be paid."""
    if not is_solvent(g):
        return BANKRUPT
    a = mortgage_first(g, p, False)
    if a < 0:
        a = sell_first(g, p)
    if a < 0:
        a = mortgage_first(g, p, True)
    return a


@rule
def claim(g: State, params: Floats, p: int) -> int:
    """Claim a contested building for the first lot that it fits, if the reserve stays."""
    top = g.depth - 1
    m = g.deeds[p] & STREET_MASK
    while m != 0:
        d = low_bit(m)
        if g.cash[p] - HOUSE_PRICE[d] >= params[RESERVE] and why_not_claim(g, p, d, g.fto[top]) == OK:
            return CLAIM + d
        m &= m - 1
    return PASS


@rule
def lift_received(g: State, params: Floats, p: int) -> int:
    """Lift a mortgage just received for its principal, if the reserve stays."""
    m = g.farg[g.depth - 1] & ALL_DEEDS
    while m != 0:
        d = low_bit(m)
        if g.cash[p] - MORTGAGE_VALUE[d] >= params[RESERVE]:
            return LIFT + d
        m &= m - 1
    return PASS


@rule
def in_interrupt(g: State, params: Floats, p: int, acts: Ints) -> int:
    """Decide in a debt, an auction, an offer and so on."""
    kind = g.fkind[g.depth - 1]
    if kind == DEBT:
        return raise_cash(g, p)
    if kind == AUCTION:
        return bid(g, params, p)
    if kind == TRADE:
        if g.trade_step == TRADE_ANSWER:
            if params[TRADES] > 0.0 and accepts(g, g.fto[g.depth - 1]):
                return ACCEPT
            return REJECT
        return plan_next(g, g.cash[p] - params[RESERVE])
    if kind == TRANSFER:
        return lift_received(g, params, p)
    if kind == CONTEST:
        return claim(g, params, p)
    n = legal(g, acts)  # how far to sell a group down: as little as possible
    return acts[n - 1]


@rule
def baseline(g: State, params: Floats, key: int, acts: Ints) -> int:
    """The baseline's action for the seat that is to move."""
    p = g.mover
    if g.depth > 0:
        return in_interrupt(g, params, p, acts)
    phase = g.phase
    if phase == BEFORE:
        if g.jail[p] > 0:
            return answer_jail(g, p)
        if g.opt.manage_after == 0 and g.opt.manage_before == 1:
            a = use_window(g, params, p, key)
            if a >= 0:
                return a
        return ROLL
    if phase == AFTER or phase == BETWEEN or phase == THROWN:
        return window(g, params, p, key)
    if phase == BUYING:
        if buys(g, params, p, SQUARE_DEED[g.square[p]]):
            return BUY
        return DECLINE
    if phase == TAXING:
        if share(g, taxable_worth(g, p)) < FLAT_INCOME_TAX:
            return TAX_SHARE
        return TAX_FLAT
    return CLAIM_RENT  # the last phase that asks: rent to be claimed
