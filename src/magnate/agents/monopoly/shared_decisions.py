"""Decisions that the agents take alike: jail, taxes, rents, bids, and raising cash."""

from __future__ import annotations

from ...games.monopoly.auction import bid_limit, least_bid, why_not_claim
from ...games.monopoly.board import (
    ALL_DEEDS,
    CHANCE_DECK,
    CHEST_DECK,
    GROUP,
    GROUP_MASK,
    HOUSE_PRICE,
    STREET_GROUPS,
    STREET_MASK,
)
from ...games.monopoly.board import MORTGAGE as MORTGAGE_VALUE
from ...games.monopoly.landing import FLAT_INCOME_TAX
from ...games.monopoly.legal import legal
from ...games.monopoly.money import is_solvent, owns_group, share, taxable_worth
from ...games.monopoly.property import lifting_price, why_not_break, why_not_mortgage, why_not_sell, why_not_sell_group
from ...games.monopoly.reasons import OK
from ...games.monopoly.state import (
    BANKRUPT,
    BID_10,
    BID_50,
    BID_100,
    BID_LEAST,
    BREAK_GROUP,
    CLAIM,
    CLAIM_RENT,
    DIGIT,
    LIFT,
    MORTGAGE,
    PASS,
    PASS_UNTIL_TURN,
    PAY_FINE,
    ROLL,
    SELL,
    SELL_GROUP,
    TAX_FLAT,
    TAX_SHARE,
    TAXING,
    USE_CHANCE_CARD,
    USE_CHEST_CARD,
    State,
)
from ...games.monopoly.turn import may_pass_until_turn, why_not_pay_fine
from ...runtime.compiler import Ints, rule
from ...runtime.primitives import digit_towards, low_bit
from ...values.monopoly.deeds import unsold


@rule
def leave_jail_now(g: State, p: int) -> int:
    """The action that leaves jail before the throw, a card before the fine; or -1."""
    if g.holder[CHANCE_DECK] == p + 1:
        return USE_CHANCE_CARD
    if g.holder[CHEST_DECK] == p + 1:
        return USE_CHEST_CARD
    if why_not_pay_fine(g, p) == OK:
        return PAY_FINE
    return -1


@rule
def end_window(g: State) -> int:
    """Pass, until one's next turn where that is allowed."""
    if may_pass_until_turn(g):
        return PASS_UNTIL_TURN
    return PASS


@rule
def tax_or_claim(g: State, p: int) -> int:
    """In the two phases in which there is nothing to weigh: the lower tax, and every rent that may be claimed."""
    if g.phase != TAXING:
        return CLAIM_RENT
    if share(g, taxable_worth(g, p)) < FLAT_INCOME_TAX:
        return TAX_SHARE
    return TAX_FLAT


@rule
def sell_down_least(g: State, acts: Ints) -> int:
    """How far to sell a group down: as little as possible."""
    n = legal(g, acts)
    return acts[n - 1]


# ------------------------------------------------------------------------- Raising a bid towards a limit of one's own.


@rule
def bid_up_to(g: State, most: int) -> int:
    """Raise in large steps while far below ``most`` dollars, in small ones near it; leave the auction above it.

    A bid that somebody else has begun to enter is brought as near to ``most`` as it still can be.
    """
    least = least_bid(g)
    if g.entering == 1:
        return DIGIT + digit_towards(g.entry, most, least, bid_limit(g, g.bidder))
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


# ---- Simple rules: leaving jail, lifting and raising cash as ``baseline`` and ``algorithmic`` do, claiming as all do.


EARLY_UNSOLD = 8
"""While more deeds than this are unsold it is worth leaving jail at once."""


@rule
def answer_jail(g: State, p: int) -> int:
    """Leave jail while there is much to buy, stay when the board has become dangerous."""
    if unsold(g) > EARLY_UNSOLD:
        a = leave_jail_now(g, p)
        if a >= 0:
            return a
    return ROLL


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
def claim(g: State, p: int, kept: float) -> int:
    """Claim a contested building for the first lot that it fits, if ``kept`` dollars stay."""
    top = g.depth - 1
    m = g.deeds[p] & STREET_MASK
    while m != 0:
        d = low_bit(m)
        if g.cash[p] - HOUSE_PRICE[d] >= kept and why_not_claim(g, p, d, g.fto[top]) == OK:
            return CLAIM + d
        m &= m - 1
    return PASS


@rule
def lift_received(g: State, p: int, kept: float) -> int:
    """Lift a mortgage just received for its principal, if ``kept`` dollars stay."""
    m = g.farg[g.depth - 1] & ALL_DEEDS
    while m != 0:
        d = low_bit(m)
        if g.cash[p] - MORTGAGE_VALUE[d] >= kept:
            return LIFT + d
        m &= m - 1
    return PASS
