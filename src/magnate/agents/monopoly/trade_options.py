"""The exchanges of deeds between two seats, colour group by colour group, and what each is worth to both.

A group is *hot* when the two have all of it, or all but one deed: an exchange there can complete it for someone, break
it, or block it. In all other groups a deed is worth the same to whoever has it, so there it only serves as payment (see
``trade_payment``). A hot group is *productive* when both have part of it: only there can both together gain. What an
exchange in one group changes does not depend on those in others, but for the cash at the end; so the exchanges of a
group are listed once, with what each changes, and combined afterwards.

The list stands in a policy's scratch array: two numbers an option, then the bounds, the search's stack and its result.
"""

from __future__ import annotations

from ...games.monopoly.board import ALL_DEEDS, GROUP_MASK, GROUP_SIZE, GROUPS
from ...games.monopoly.money import interest_on
from ...games.monopoly.state import State
from ...games.monopoly.trade import tradable
from ...runtime.compiler import Floats, Ints, rule
from ...runtime.primitives import count_bits
from .trade_value import deeds_worth, group_gain, growth, sold_deeds, standing

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
def handed_over(g: State, params: Floats, share: float, mask: int) -> float:
    """What deeds are worth, one by one, to a seat that receives them, also as they no longer serve the other."""
    return (1.0 + share) * deeds_worth(g, params, mask)


@rule
def list_group(g: State, params: Floats, p: int, q: int, k: int, scale: float, share: float, acts: Ints, n: int) -> int:
    """Append the exchanges of hot group ``k``; returns how many options there are now."""
    first = n
    mine = tradable(g, p) & GROUP_MASK[k]
    theirs = tradable(g, q) & GROUP_MASK[k]
    gain = group_gain(scale, k)
    sold = sold_deeds(g)
    given = mine
    while True:
        if count_bits(given) <= MOST_ITEMS:
            taken = theirs
            while True:
                if (given | taken) != 0 and count_bits(taken) <= MOST_ITEMS:
                    put_option(g, params, p, q, k, gain, share, sold, given, taken, acts, n)
                    n += 1
                if taken == 0:
                    break
                taken = (taken - 1) & theirs
        if given == 0:
            break
        given = (given - 1) & mine
    for i in range(first, n):
        acts[CELLS * i] |= n << NEXT_AT
    return n


@rule
def put_option(
    g: State,
    params: Floats,
    p: int,
    q: int,
    k: int,
    gain: int,
    share: float,
    sold: int,
    given: int,
    taken: int,
    acts: Ints,
    n: int,
) -> None:
    """Write one exchange: its deeds and group, whose complete groups it changes, and what it is worth to both."""
    mask = GROUP_MASK[k]
    mine = g.deeds[p] & mask
    theirs = g.deeds[q] & mask
    mine_after = (mine & ~given) | taken
    theirs_after = (theirs & ~taken) | given
    giver = 1 + int(mine_after == mask) - int(mine == mask)
    taker = 1 + int(theirs_after == mask) - int(theirs == mask)
    acts[CELLS * n] = given | taken | (k << GROUP_AT) | (giver << GIVER_AT) | (taker << TAKER_AT)
    moved = handed_over(g, params, share, taken) - handed_over(g, params, share, given)
    due_p = interest_on(g, taken)
    due_q = interest_on(g, given)
    a = moved - due_p + share * due_q
    b = -moved - due_q + share * due_p
    a += view(k, gain, mine_after, theirs_after, sold, share) - view(k, gain, mine, theirs, sold, share)
    b += view(k, gain, theirs_after, mine_after, sold, share) - view(k, gain, theirs, mine, sold, share)
    acts[CELLS * n + 1] = ((int(UNIT * a) + ZERO) << 25) | (int(UNIT * b) + ZERO)


@rule
def list_options(g: State, params: Floats, p: int, q: int, hot: int, scale: float, share: float, acts: Ints) -> int:
    """Write the exchanges of every group of the mask ``hot``; returns how many there are."""
    n = 0
    for k in range(GROUPS):
        if (hot & GROUP_MASK[k]) != 0:
            n = list_group(g, params, p, q, k, scale, share, acts, n)
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
