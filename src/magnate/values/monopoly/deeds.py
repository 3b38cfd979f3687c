"""What deeds are worth and earn: how often they are visited, list prices, and what the next throw may cost."""

from __future__ import annotations

from collections.abc import Sequence

from ...games.monopoly import board
from ...games.monopoly.board import (
    ALL_DEEDS,
    DEEDS,
    GROUP,
    GROUP_MASK,
    GROUPS,
    JAIL_TURNS,
    PRICE,
    SQUARE_DEED,
    SQUARES,
    STREET_GROUPS,
    TITLE_DEEDS,
    UTILITIES,
)
from ...games.monopoly.landing import rent_by_throw
from ...games.monopoly.state import ITEM_CHANCE_CARD, PAID_MOVE, THROW_FRESH, THROWN, State
from ...runtime.compiler import rule
from ...runtime.layout import constants
from ...runtime.primitives import count_bits, low_bit

_VISITS = (
    *(21314, 21624, 29631, 22621, 23210, 23003, 27017, 26040, 23721, 24649, 29200, 27924, 29356, 30852),
    *(28358, 27357, 31858, 30659, 27072, 26789, 28074, 25860, 26774, 26252, 25006, 24326, 21864, 26260),
)
MILLION = 1_000_000
VISITS = constants(_VISITS)
"""``VISITS[deed]``: how many of a million throws end on the deed's square."""
MEAN_THROW = 7
"""The mean of two dice, for the rent of utilities."""
STEPS = 6
"""The levels of a lot: bare, one to four houses, hotel."""
HORIZON = 20
"""Throws of an opponent over which the agents reckon what a complete group earns: some twenty turns, half a game."""


def _flow(group: int, level: int) -> int:
    """Thousandths of a dollar that a complete group earns with each throw of an opponent, all lots at this level."""
    total = 0
    deeds = board.GROUP_DEEDS[group]
    for d in deeds:
        rents = board.TITLE_DEEDS[d].rents
        if group == board.RAILROADS:
            rent = rents[len(deeds) - 1]
        elif group == board.UTILITIES:
            rent = rents[len(deeds) - 1] * MEAN_THROW
        else:
            rent = 2 * rents[0] if level == 0 else rents[level]
        total += _VISITS[d] * rent
    return total // 1000


_GROUPS = range(len(board.GROUP_NAMES))
FLOW = constants(_flow(k, level) for k in _GROUPS for level in range(STEPS))
"""``FLOW[group * STEPS + level]``: thousandths of a dollar for each throw of an opponent (railroads and utilities
alike at every level)."""


def _gain(group: int) -> int:
    """What a complete group earns over the horizon with three houses on each lot, less half of what they cost."""
    deeds = board.GROUP_DEEDS[group]
    houses = 3 * sum(board.TITLE_DEEDS[d].house_price for d in deeds)
    built = HORIZON * _flow(group, 3) // 1000 - houses // 2
    return max(built, HORIZON * _flow(group, 0) // 1000)


GROUP_GAIN = constants(_gain(k) for k in _GROUPS)
"""``GROUP_GAIN[group]``: what it is worth in dollars to complete the group, beyond the deeds themselves.

The houses can be sold again at half price, so half of their cost is taken off."""

SINGLE_RENT = constants(
    deed.rents[0] * (MEAN_THROW if deed.group == board.UTILITIES else 1) for deed in board.TITLE_DEEDS
)
"""``SINGLE_RENT[deed]``: the rent of the bare deed alone."""


# --------- What deeds are worth to a player, as the baseline sees it: list price, more for a group that gets complete.


CARD_WORTH = 50
COMPLETE_PERCENT = 250
PART_PERCENT = 30


@rule
def list_price(mask: int) -> int:
    """The list prices of the deeds of ``mask``, together."""
    total = 0
    m = mask
    while m != 0:
        total += PRICE[low_bit(m)]
        m &= m - 1
    return total


def _worth(group: int, deeds: Sequence[int]) -> int:
    """What some deeds of a group are worth together in dollars: the more of them, the more each."""
    whole = len(deeds) == len(board.GROUP_DEEDS[group]) and group != board.RAILROADS
    percent = COMPLETE_PERCENT if whole else 100 + PART_PERCENT * (len(deeds) - 1)
    return sum(board.TITLE_DEEDS[d].price for d in deeds) * percent // 100


LOTS, NUMBERS = 16, 5
"""How many sets there are of the four deeds from the first of a street group on, and sizes of a group's part."""
FIRST_LOT = constants(deeds[0] for deeds in board.GROUP_DEEDS)
STREETS_WORTH = constants(
    _worth(k, [d for d in deeds if lots >> (d - deeds[0]) & 1])
    for k, deeds in enumerate(board.GROUP_DEEDS[: board.STREET_GROUPS])
    for lots in range(LOTS)
)
"""``STREETS_WORTH[group * LOTS + lots]``: lots are counted from the first of the group."""
ALIKE_WORTH = constants(
    _worth(k, board.GROUP_DEEDS[k][:n]) if k >= board.STREET_GROUPS else 0 for k in _GROUPS for n in range(NUMBERS)
)
"""``ALIKE_WORTH[group * NUMBERS + number]``: of railroads and utilities, which all cost the same."""


@rule
def holding_worth(k: int, mask: int) -> int:
    """What the deeds of ``mask`` in group ``k`` are worth together in dollars."""
    own = mask & GROUP_MASK[k]
    if k < STREET_GROUPS:
        return STREETS_WORTH[k * LOTS + (own >> FIRST_LOT[k])]
    return ALIKE_WORTH[k * NUMBERS + count_bits(own)]


@rule
def change_in_worth(g: State, p: int, given: int, taken: int) -> int:
    """How much seat ``p``'s holdings are worth more after giving and taking the items of the two masks."""
    before = g.deeds[p] * 1
    after = (before & ~given) | taken
    total = CARD_WORTH * (count_bits(taken >> ITEM_CHANCE_CARD) - count_bits(given >> ITEM_CHANCE_CARD))
    m = (given | taken) & ALL_DEEDS
    while m != 0:
        k = GROUP[low_bit(m)]
        total += holding_worth(k, after) - holding_worth(k, before)
        m &= ~GROUP_MASK[k]
    return total


@rule
def wanted(g: State, p: int) -> int:
    """The deeds that would complete a group for seat ``p``: the only ones of their group that it lacks."""
    mask = 0
    for k in range(GROUPS):
        missing = GROUP_MASK[k] & ~g.deeds[p]
        if missing != 0 and (missing & (missing - 1)) == 0:
            mask |= missing
    return mask


# -------------- What the next throw of a seat may cost it, by exact probabilities: where it lands, and the rent there.
#
# Only the landing itself is looked at: not a second throw after a double, nor where a card sends.


LOWEST, HIGHEST = 2, 12
"""The throws of two dice."""
SIDES = 6
WAYS = SIDES * SIDES
"""How many equally likely throws there are."""
DEED_SQUARE = constants(deed.square for deed in TITLE_DEEDS)
"""The square of each deed."""


@rule
def ways(g: State, p: int, steps: int) -> int:
    """How many of 36 throws move seat ``p`` by so many steps, with the throw that it makes next.

    In jail only doubles move it, on its third turn there every throw (it pays the fine). A throw that is made but not
    moved yet is certain. That a seat may pay before it throws is left out: it has not decided to.
    """
    if p == g.current and (g.phase == THROWN or g.phase == PAID_MOVE):
        return WAYS * int(g.low + g.high == steps)
    if steps < LOWEST or steps > HIGHEST:
        return 0
    if 0 < g.jail[p] < JAIL_TURNS:
        return int(steps % 2 == 0)
    return SIDES - abs(steps - MEAN_THROW)


@rule
def collects(g: State, q: int, d: int) -> bool:
    """Whether seat ``q``, its owner, may collect rent on deed ``d``."""
    if (g.mortgaged >> d) & 1 == 1:
        return False
    return g.opt.rent_in_jail == 1 or g.jail[q] == 0


@rule
def rent_of(g: State, q: int, d: int, steps: int) -> int:
    """The rent that seat ``q`` collects on its deed ``d`` from who comes there by so many steps.

    Where a utility's rent takes a throw of its own, the mean throw stands for it.
    """
    if GROUP[d] == UTILITIES and g.opt.utility_throw == THROW_FRESH:
        return rent_by_throw(g, q, d, MEAN_THROW)
    return rent_by_throw(g, q, d, steps)


@rule
def rent_on(g: State, p: int, q: int, steps: int) -> int:
    """The rent that seat ``p`` pays seat ``q`` where so many steps take it; 0 where it pays none."""
    d = SQUARE_DEED[(g.square[p] + steps) % SQUARES]
    if d < 0 or (g.deeds[q] >> d) & 1 == 0 or not collects(g, q, d):
        return 0
    return rent_of(g, q, d, steps)


@rule
def unsold(g: State) -> int:
    """How many deeds the bank still has."""
    n = DEEDS
    for p in range(g.opt.players):
        n -= count_bits(g.deeds[p])
    return n
