"""Deeds that serve as payment, where cash alone cannot balance an exchange."""

from __future__ import annotations

from ...games.monopoly.board import ALL_DEEDS
from ...games.monopoly.money import interest_on
from ...games.monopoly.state import State
from ...games.monopoly.trade import tradable
from ...runtime.compiler import Floats, Ints, rule
from ...runtime.primitives import count_bits, low_bit
from .trade_balance import BEST, IMPOSSIBLE, consider
from .trade_options import MOST_ITEMS, UNIT
from .trade_value import deed_worth, deeds_worth

NO_DEED = 30
"""Stands for no further deed in a loop over the bits of a mask."""


@rule
def dearest(g: State, params: Floats, mask: int) -> int:
    """The worth of the dearest deed of the mask in dollars, and one for rounding."""
    most = 0
    m = mask
    while m != 0:
        most = max(most, deed_worth(g, params, low_bit(m)))
        m &= m - 1
    return most + 1


@rule
def heaviest(g: State, params: Floats, mask: int) -> int:
    """What it is worth at most, in dollars, to be rid of a deed of the mask; 0 when all are worth having.

    A mortgaged deed may be worth less than it costs to lift, and whoever hands it over also counts part of the interest
    that its new owner pays.
    """
    most = 0
    m = mask & g.mortgaged
    while m != 0:
        d = low_bit(m)
        most = max(most, 1 + interest_on(g, 1 << d) - deed_worth(g, params, d))
        m &= m - 1
    return most


@rule
def deed_bit(d: int) -> int:
    """The mask of deed ``d``; 0 for NO_DEED."""
    if d == NO_DEED:
        return 0
    return 1 << d


@rule
def after_bit(mask: int, d: int) -> int:
    """The deeds of the mask after ``d``, and NO_DEED."""
    return (mask & ~((2 << d) - 1)) | (1 << NO_DEED)


@rule
def moved(g: State, params: Floats, share: float, mask: int, own: bool) -> int:
    """What deeds outside the hot groups change for a seat that hands them over (``own``) or receives them.

    In sixteenths of a dollar; the receiver pays the interest on mortgages, and each counts part of the other's change.
    """
    worth = deeds_worth(g, params, mask)
    due = interest_on(g, mask)
    if own:
        return int(UNIT * (share * due - (1.0 + share) * worth))
    return int(UNIT * ((1.0 + share) * worth - due))


@rule
def pay_in_deeds(
    g: State, params: Floats, p: int, q: int, share: float, acts: Ints, a: int, b: int, items: int, hot: int, gap: int
) -> int:
    """Add deeds from outside the hot groups to an exchange that cash alone cannot balance; 0 when that succeeds.

    They only move worth from one to the other, but for the interest on mortgaged ones, so the search goes on until
    nothing is lost by it.
    """
    mine = tradable(g, p) & ALL_DEEDS & ~hot
    theirs = tradable(g, q) & ALL_DEEDS & ~hot
    to_give = MOST_ITEMS - count_bits(items & g.deeds[p])
    to_take = MOST_ITEMS - count_bits(items & g.deeds[q])
    if gap > to_give * dearest(g, params, mine) + to_take * heaviest(g, params, theirs):
        return IMPOSSIBLE
    if -gap > to_take * dearest(g, params, theirs) + to_give * heaviest(g, params, mine):
        return IMPOSSIBLE
    result = IMPOSSIBLE
    x_mask = 1 << NO_DEED
    if to_give >= 1:
        x_mask |= mine
    while x_mask != 0:
        x = low_bit(x_mask)
        x_mask &= x_mask - 1
        y_mask = 1 << NO_DEED
        if to_give == MOST_ITEMS and x != NO_DEED:
            y_mask = after_bit(mine, x)
        while y_mask != 0:
            given = deed_bit(x) | deed_bit(low_bit(y_mask))
            y_mask &= y_mask - 1
            a_left = a + moved(g, params, share, given, True)
            b_left = b + moved(g, params, share, given, False)
            if a_left + b_left > acts[BEST]:
                found = take_deeds(g, params, p, q, share, acts, a_left, b_left, items | given, theirs, to_take)
                if found == 0:
                    result = 0
                    if acts[BEST] >= a + b:
                        return 0
    return result


@rule
def take_deeds(
    g: State,
    params: Floats,
    p: int,
    q: int,
    share: float,
    acts: Ints,
    a: int,
    b: int,
    items: int,
    theirs: int,
    to_take: int,
) -> int:
    """As :func:`pay_in_deeds` for what the taker adds: no deed, one or two."""
    gap = IMPOSSIBLE
    if items != 0:
        gap = consider(g, params, p, q, share, acts, a, b, items)
        if gap == 0 or gap > to_take * heaviest(g, params, theirs):
            return gap
    if to_take == 0 or -gap > to_take * dearest(g, params, theirs):
        return IMPOSSIBLE
    result = IMPOSSIBLE
    x_mask = theirs
    while x_mask != 0:
        x = low_bit(x_mask)
        x_mask &= x_mask - 1
        y_mask = 1 << NO_DEED
        if to_take == MOST_ITEMS:
            y_mask = after_bit(theirs, x)
        while y_mask != 0:
            taken = deed_bit(x) | deed_bit(low_bit(y_mask))
            y_mask &= y_mask - 1
            a_left = a + moved(g, params, share, taken, False)
            b_left = b + moved(g, params, share, taken, True)
            if a_left + b_left <= acts[BEST]:
                continue
            if consider(g, params, p, q, share, acts, a_left, b_left, items | taken) == 0:
                result = 0
                if acts[BEST] >= a + b:
                    return 0
    return result
