"""The exchanges of deeds between two seats, colour group by colour group, and what each is worth to both.

A group is *hot* when an exchange in it can complete it for someone, break it, bring it near or block it. In all other
groups a deed is worth the same to whoever has it, so there it only serves as payment (see ``trade_search``). What an
exchange in one group changes does not depend on those in others, but for the cash at the end; so the exchanges of hot groups are
listed once, with what each changes, and combined afterwards.

The list stands in a policy's scratch array: two numbers an option, then the bounds, the search's stack and its result.
"""

from __future__ import annotations

from ...engine.bits import count_bits
from ...engine.compiler import Floats, Ints, rule
from ...games.monopoly.money import in_game, interest_on
from ...games.monopoly.state import State
from ...games.monopoly.tables import ALL_DEEDS, GROUP_MASK, GROUP_SIZE, GROUPS
from ...games.monopoly.trade import tradable
from .trade_value import deed_worth, group_gain, group_worth, threat_share

MOST_ITEMS = 2
"""Deeds that an exchange moves at most in each direction."""
MOST_OPTIONS = 66
"""Never more: seven in each of six groups of three deeds, three in each of three groups of two, fifteen in the railroads."""
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
    """Whether an exchange between ``p`` and ``q`` in group ``k`` may change who has it, is near to it or blocks it."""
    mask = GROUP_MASK[k]
    size = GROUP_SIZE[k]
    if count_bits((g.deeds[p] | g.deeds[q]) & mask) >= size - 1:
        return True
    for r in range(g.opt.players):
        if r != p and r != q and count_bits(g.deeds[r] & mask) == size - 1:
            return True
    return False


@rule
def hot_groups(g: State, p: int, q: int) -> int:
    """The deeds of the hot groups in which ``p`` or ``q`` has something to give, as a mask."""
    mask = 0
    movable = tradable(g, p) | tradable(g, q)
    for k in range(GROUPS):
        if (movable & GROUP_MASK[k]) != 0 and is_hot(g, p, q, k):
            mask |= GROUP_MASK[k]
    return mask


@rule
def seen_change(g: State, params: Floats, v: int, w: int, k: int, given: int, taken: int) -> float:
    """How much the worth of group ``k`` changes for seat ``v`` (as that of others, for their part ``threat``) when it
    gives ``w`` the deeds of ``given`` for those of ``taken``.
    """
    before = g.deeds[v] & GROUP_MASK[k]
    after = (before & ~given) | taken
    other = g.deeds[w] & GROUP_MASK[k]
    own = group_worth(g, params, k, after, 0) - group_worth(g, params, k, before, 0) - interest_on(g, taken)
    others = group_worth(g, params, k, (other & ~taken) | given, after) - group_worth(g, params, k, other, before)
    others -= interest_on(g, given)
    for r in range(g.opt.players):
        if r != v and r != w and in_game(g, r) and (g.deeds[r] & GROUP_MASK[k]) != 0:
            others += group_worth(g, params, k, g.deeds[r], after) - group_worth(g, params, k, g.deeds[r], before)
    return own - threat_share(g, params) * others


@rule
def completion(own: int, k: int) -> int:
    """1 when the mask has the whole of group ``k``, else 0."""
    if (own & GROUP_MASK[k]) == GROUP_MASK[k]:
        return 1
    return 0


@rule
def pack_values(a: float, b: float) -> int:
    """What an option is worth to its giver and its taker, in one number."""
    return ((int(UNIT * a) + ZERO) << 25) | (int(UNIT * b) + ZERO)


@rule
def list_group(g: State, params: Floats, p: int, q: int, k: int, acts: Ints, n: int) -> int:
    """Append the exchanges of hot group ``k``; returns how many options there are now."""
    first = n
    mine = tradable(g, p) & GROUP_MASK[k]
    theirs = tradable(g, q) & GROUP_MASK[k]
    given = mine
    while True:
        if count_bits(given) <= MOST_ITEMS:
            taken = theirs
            while True:
                if (given | taken) != 0 and count_bits(taken) <= MOST_ITEMS:
                    put_option(g, params, p, q, k, given, taken, acts, n)
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
def put_option(g: State, params: Floats, p: int, q: int, k: int, given: int, taken: int, acts: Ints, n: int) -> None:
    """Write one exchange: its deeds and group, whose complete groups it changes, and what it is worth to both."""
    mine = g.deeds[p] & GROUP_MASK[k]
    theirs = g.deeds[q] & GROUP_MASK[k]
    giver = 1 + completion((mine & ~given) | taken, k) - completion(mine, k)
    taker = 1 + completion((theirs & ~taken) | given, k) - completion(theirs, k)
    acts[CELLS * n] = given | taken | (k << GROUP_AT) | (giver << GIVER_AT) | (taker << TAKER_AT)
    a = seen_change(g, params, p, q, k, given, taken)
    b = seen_change(g, params, q, p, k, taken, given)
    acts[CELLS * n + 1] = pack_values(a, b)


@rule
def list_options(g: State, params: Floats, p: int, q: int, hot: int, acts: Ints) -> int:
    """Write the exchanges of every hot group; returns how many there are."""
    n = 0
    for k in range(GROUPS):
        if (hot & GROUP_MASK[k]) != 0:
            n = list_group(g, params, p, q, k, acts, n)
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
def growth_of(g: State, params: Floats, k: int) -> int:
    """What group ``k`` is worth more to an owner who can build next, in sixteenths of a dollar."""
    if (g.mortgaged & GROUP_MASK[k]) != 0:
        return 0
    return UNIT * (group_gain(g, params, k) // 2)


@rule
def payment_worth(g: State, params: Floats, d: int) -> int:
    """What a deed outside the hot groups is worth to either seat, in sixteenths of a dollar."""
    return UNIT * deed_worth(g, params, d)
