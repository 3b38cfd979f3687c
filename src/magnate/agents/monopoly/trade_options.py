"""The exchanges of deeds between two seats: options of each group, the cash for them, and payment in deeds."""

from __future__ import annotations

from typing import NamedTuple

from ...games.monopoly.board import ALL_DEEDS, GROUP_MASK, GROUP_SIZE, GROUPS
from ...games.monopoly.money import interest_on
from ...games.monopoly.state import State
from ...games.monopoly.trade import tradable
from ...runtime.compiler import Floats, Ints, rule
from ...runtime.primitives import count_bits, low_bit
from .parameters import GREED, TRADE_MARGIN
from .property_value import BUILDING_FUND, cash_kept, deed_worth, deeds_worth, group_gain, growth, sold_deeds, standing

# ------------- The exchanges of deeds between two seats, colour group by colour group, and what each is worth to both.
#
# A group is *hot* when the two have all of it, or all but one deed: an exchange there can complete it for
# someone, break it, or block it. In all other groups a deed is worth the same to every owner, so there it only
# serves as payment (:func:`pay_in_deeds`). A hot group is *productive* when both have part of it: only there can
# both together gain. What an exchange in one group changes does not depend on those in others, but for the cash
# at the end; so the exchanges of a group are listed once, with what each changes, and combined afterwards.
#
# The list stands in a policy's scratch array: two numbers an option, then the bounds, the search's stack and its
# result.


MOST_ITEMS = 2
"""Deeds that an exchange moves at most in each direction."""
MOST_OPTIONS = 66
"""Never more: seven in each of the six groups of three deeds, three in each of three of two, fifteen railroads."""
CELLS = 2
BOUNDS = CELLS * MOST_OPTIONS
STACK = BOUNDS + GROUPS + 1
RESULT = STACK + 2 * MOST_ITEMS
UNIT = 16
"""Values are in sixteenths of a dollar."""
ZERO = 1 << 24
"""Added to a value to keep it in the unsigned half of a cell."""
GROUP_AT, GIVER_AT, TAKER_AT, NEXT_AT = 28, 32, 34, 36


class Deal(NamedTuple):
    """Who exchanges with whom: ``p`` is the giver, who proposes, ``q`` the taker.

    ``params`` is the proposer's row of parameters. ``share`` is the part of the other's change that each counts against
    its own (``threat_share``), ``scale`` what groups are worth (``gain_scale``). ``acts`` is the scratch array.
    """

    params: Floats
    p: int
    q: int
    share: float
    scale: float
    acts: Ints


@rule
def is_hot(g: State, p: int, q: int, k: int) -> bool:
    """Whether an exchange between ``p`` and ``q`` in group ``k`` may change who has it or nearly has it."""
    return count_bits((g.deeds[p] | g.deeds[q]) & GROUP_MASK[k]) >= GROUP_SIZE[k] - 1


@rule
def is_shared(g: State, p: int, q: int, k: int) -> bool:
    """Whether both ``p`` and ``q`` have part of group ``k``."""
    return (g.deeds[p] & GROUP_MASK[k]) != 0 and (g.deeds[q] & GROUP_MASK[k]) != 0


@rule
def hot_deeds(g: State, p: int, q: int, productive: bool) -> int:
    """The deeds of the hot (or only the productive) groups in which ``p`` or ``q`` has something to give, as a mask."""
    mask = 0
    movable = tradable(g, p) | tradable(g, q)
    for k in range(GROUPS):
        if (movable & GROUP_MASK[k]) != 0 and is_hot(g, p, q, k) and (not productive or is_shared(g, p, q, k)):
            mask |= GROUP_MASK[k]
    return mask


@rule
def view(k: int, gain: int, own: int, other: int, sold: int, share: float) -> float:
    """What group ``k`` is worth to a seat with ``own`` of it while the other one has ``other``, deeds apart."""
    return standing(k, gain, own, sold) - share * standing(k, gain, other, sold)


@rule
def handed_over(g: State, deal: Deal, mask: int) -> float:
    """What deeds are worth, one by one, to a seat that receives them, also as they no longer serve the other."""
    return (1.0 + deal.share) * deeds_worth(g, deal.params, mask)


@rule
def list_group(g: State, deal: Deal, k: int, n: int) -> int:
    """Append the exchanges of hot group ``k``; returns how many options there are now."""
    first = n
    mine = tradable(g, deal.p) & GROUP_MASK[k]
    theirs = tradable(g, deal.q) & GROUP_MASK[k]
    gain = group_gain(deal.scale, k)
    sold = sold_deeds(g)
    given = mine
    while True:
        if count_bits(given) <= MOST_ITEMS:
            taken = theirs
            while True:
                if (given | taken) != 0 and count_bits(taken) <= MOST_ITEMS:
                    put_option(g, deal, k, gain, sold, given, taken, n)
                    n += 1
                if taken == 0:
                    break
                taken = (taken - 1) & theirs
        if given == 0:
            break
        given = (given - 1) & mine
    for i in range(first, n):
        deal.acts[CELLS * i] |= n << NEXT_AT
    return n


@rule
def put_option(g: State, deal: Deal, k: int, gain: int, sold: int, given: int, taken: int, n: int) -> None:
    """Write one exchange: its deeds and group, whose complete groups it changes, and what it is worth to both."""
    acts = deal.acts
    share = deal.share
    mask = GROUP_MASK[k]
    mine = g.deeds[deal.p] & mask
    theirs = g.deeds[deal.q] & mask
    mine_after = (mine & ~given) | taken
    theirs_after = (theirs & ~taken) | given
    giver = 1 + int(mine_after == mask) - int(mine == mask)
    taker = 1 + int(theirs_after == mask) - int(theirs == mask)
    acts[CELLS * n] = given | taken | (k << GROUP_AT) | (giver << GIVER_AT) | (taker << TAKER_AT)
    moved = handed_over(g, deal, taken) - handed_over(g, deal, given)
    due_p = interest_on(g, taken)
    due_q = interest_on(g, given)
    a = moved - due_p + share * due_q
    b = -moved - due_q + share * due_p
    a += view(k, gain, mine_after, theirs_after, sold, share) - view(k, gain, mine, theirs, sold, share)
    b += view(k, gain, theirs_after, mine_after, sold, share) - view(k, gain, theirs, mine, sold, share)
    acts[CELLS * n + 1] = ((int(UNIT * a) + ZERO) << 25) | (int(UNIT * b) + ZERO)


@rule
def list_options(g: State, deal: Deal, hot: int) -> int:
    """Write the exchanges of every group of the mask ``hot``; returns how many there are."""
    n = 0
    for k in range(GROUPS):
        if (hot & GROUP_MASK[k]) != 0:
            n = list_group(g, deal, k, n)
    return n


@rule
def option_items(acts: Ints, i: int) -> int:
    """The deeds that option ``i`` moves."""
    return acts[CELLS * i] & ALL_DEEDS


@rule
def option_group(acts: Ints, i: int) -> int:
    """The group of option ``i``."""
    return (acts[CELLS * i] >> GROUP_AT) & 15


@rule
def option_next(acts: Ints, i: int) -> int:
    """The first option of the next group."""
    return acts[CELLS * i] >> NEXT_AT


@rule
def giver_completes(acts: Ints, i: int) -> int:
    """1 when option ``i`` completes the group for the giver, -1 when it breaks it, else 0."""
    return ((acts[CELLS * i] >> GIVER_AT) & 3) - 1


@rule
def taker_completes(acts: Ints, i: int) -> int:
    """1 when option ``i`` completes the group for the taker, -1 when it breaks it, else 0."""
    return ((acts[CELLS * i] >> TAKER_AT) & 3) - 1


@rule
def giver_value(acts: Ints, i: int) -> int:
    """What option ``i`` is worth to the giver, in sixteenths of a dollar."""
    return (acts[CELLS * i + 1] >> 25) - ZERO


@rule
def taker_value(acts: Ints, i: int) -> int:
    """What option ``i`` is worth to the taker, in sixteenths of a dollar."""
    return (acts[CELLS * i + 1] & ((1 << 25) - 1)) - ZERO


@rule
def growth_of(g: State, scale: float, k: int) -> int:
    """What group ``k`` is worth more to an owner who can build next, in sixteenths of a dollar."""
    return UNIT * growth(g, k, group_gain(scale, k))


# ------------------ The sum of cash that goes with an exchange of deeds: within what both have, and so that both gain.
#
# Cash enters by brackets: both are taken to have what their bracket begins with.


CASH_P, CASH_Q, FUNDED_P, FUNDED_Q, BEST, BEST_ITEMS, BEST_MONEY = range(RESULT, RESULT + 7)
"""Cells of the scratch array: the cash of both, who is to have its building fund afterwards, the best so far."""
IMPOSSIBLE = 1 << 40


@rule
def least_gain(params: Floats) -> int:
    """What each side must gain by an offer, in sixteenths of a dollar: the margin, and a dollar for rounding."""
    return int(UNIT * params[TRADE_MARGIN]) + UNIT


@rule
def room(cash: int, kept: int, due: int) -> int:
    """What a seat can pay in a trade, with the interest due; negative: what it must receive."""
    left = cash - due
    if left < kept:
        return -due
    return left - kept


@rule
def lowest_by_rules(acts: Ints, kept: int, due_p: int, due_q: int) -> int:
    """The least that the giver may pay (negative: the most it may ask), by the cash of both and the funds to be had."""
    low = -room(acts[CASH_Q], kept, due_q)
    if acts[FUNDED_P] == 0:
        low = max(low, acts[CASH_P] - due_p - BUILDING_FUND + 1)
    if acts[FUNDED_Q] == 1:
        low = max(low, BUILDING_FUND - acts[CASH_Q] + due_q)
    return low


@rule
def highest_by_rules(acts: Ints, kept: int, due_p: int, due_q: int) -> int:
    """The most that the giver may pay."""
    high = room(acts[CASH_P], kept, due_p)
    if acts[FUNDED_P] == 1:
        high = min(high, acts[CASH_P] - due_p - BUILDING_FUND)
    if acts[FUNDED_Q] == 0:
        high = min(high, BUILDING_FUND - acts[CASH_Q] + due_q - 1)
    return high


@rule
def consider(g: State, deal: Deal, a: int, b: int, items: int) -> int:
    """Keep an exchange that is worth ``a`` and ``b`` to both without cash, if a sum of cash suits both: then 0.

    Otherwise how many dollars the giver lacks to pay enough (negative: the taker), or IMPOSSIBLE.
    """
    acts = deal.acts
    due_p = interest_on(g, items & g.deeds[deal.q])
    due_q = interest_on(g, items & g.deeds[deal.p])
    kept = cash_kept(deal.params)
    low = lowest_by_rules(acts, kept, due_p, due_q)
    high = highest_by_rules(acts, kept, due_p, due_q)
    unit = UNIT * (1.0 + deal.share)  # what a dollar is worth that changes hands
    margin = least_gain(deal.params)
    needed = -int((b - margin) // unit)
    willing = int((a - margin) // unit)
    if low > high or needed > willing:
        return IMPOSSIBLE
    if needed > high:
        return needed - high
    if willing < low:
        return willing - low
    low = max(low, needed)
    high = min(high, willing)
    acts[BEST] = a + b
    acts[BEST_ITEMS] = items
    acts[BEST_MONEY] = low + int((high - low) * (1.0 - deal.params[GREED]))
    return 0


# ------------------------------------------- Deeds that serve as payment, where cash alone cannot balance an exchange.


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

    A mortgaged deed may be worth less than it costs to lift, and the giver also counts part of the interest
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
def moved(g: State, deal: Deal, mask: int, own: bool) -> int:
    """What deeds outside the hot groups change for a seat that hands them over (``own``) or receives them.

    In sixteenths of a dollar; the receiver pays the interest on mortgages, and each counts part of the other's change.
    """
    worth = deeds_worth(g, deal.params, mask)
    due = interest_on(g, mask)
    if own:
        return int(UNIT * (deal.share * due - (1.0 + deal.share) * worth))
    return int(UNIT * ((1.0 + deal.share) * worth - due))


@rule
def pay_in_deeds(g: State, deal: Deal, a: int, b: int, items: int, hot: int, gap: int) -> int:
    """Add deeds from outside the hot groups to an exchange that cash alone cannot balance; 0 when that succeeds.

    They only move worth from one to the other, but for the interest on mortgaged ones, so the search goes on until
    nothing is lost by it.
    """
    params = deal.params
    mine = tradable(g, deal.p) & ALL_DEEDS & ~hot
    theirs = tradable(g, deal.q) & ALL_DEEDS & ~hot
    to_give = MOST_ITEMS - count_bits(items & g.deeds[deal.p])
    to_take = MOST_ITEMS - count_bits(items & g.deeds[deal.q])
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
            a_left = a + moved(g, deal, given, True)
            b_left = b + moved(g, deal, given, False)
            if a_left + b_left > deal.acts[BEST]:
                found = take_deeds(g, deal, a_left, b_left, items | given, theirs, to_take)
                if found == 0:
                    result = 0
                    if deal.acts[BEST] >= a + b:
                        return 0
    return result


@rule
def take_deeds(g: State, deal: Deal, a: int, b: int, items: int, theirs: int, to_take: int) -> int:
    """As :func:`pay_in_deeds` for what the taker adds: no deed, one or two."""
    params = deal.params
    gap = IMPOSSIBLE
    if items != 0:
        gap = consider(g, deal, a, b, items)
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
            a_left = a + moved(g, deal, taken, False)
            b_left = b + moved(g, deal, taken, True)
            if a_left + b_left <= deal.acts[BEST]:
                continue
            if consider(g, deal, a_left, b_left, items | taken) == 0:
                result = 0
                if deal.acts[BEST] >= a + b:
                    return 0
    return result
