"""The thesis' 100 numbers of a position of two players, for all seven of its decisions (:mod:`.layout` lists them).

What is beyond a bound counts as the bound, so that every number lies between 0 and 1. (The thesis chose its bounds such
that this is rare, and does not say what it does then.)
"""

from __future__ import annotations

from ...core.contract import OVER
from ...games.monopoly.board import (
    DEEDS,
    GROUP,
    GROUP_MASK,
    GROUP_SIZE,
    HOTEL,
    PRICE,
    RAILROADS,
    SQUARE_DEED,
    STREET_GROUPS,
    UTILITIES,
)
from ...games.monopoly.money import owner_of, raisable, worth
from ...games.monopoly.state import State
from ...runtime.compiler import Floats, rule
from ...runtime.primitives import count_bits, low_bit
from .deeds import HIGHEST, LOWEST, MEAN_THROW, WAYS, collects, rent_of, rent_on, unsold, ways
from .layout import SCALES
from .layout import THESIS_INPUTS as INPUTS

__all__ = ["INPUTS", "inputs", "unscaled"]


SIDES = 2
"""The numbers of the two players alternate."""


@rule
def put(out: Floats, at: int, value: float) -> int:
    """Write one number of a player; returns the place of its next one."""
    out[at] = value
    return at + SIDES


@rule
def levels_of(g: State, mask: int) -> int:
    """The building levels of the deeds in a mask, together: houses, and 5 for a hotel."""
    total = 0
    m = mask & g.built
    while m != 0:
        total += g.level[low_bit(m)]
        m &= m - 1
    return total


@rule
def hotels_of(g: State, mask: int) -> int:
    """How many deeds in a mask carry a hotel."""
    n = 0
    m = mask & g.built
    while m != 0:
        n += int(g.level[low_bit(m)] == HOTEL)
        m &= m - 1
    return n


@rule
def rents_of(g: State, q: int, mask: int) -> int:
    """The rents that seat ``q`` collects on its deeds in a mask, once each."""
    total = 0
    m = g.deeds[q] & mask
    while m != 0:
        d = low_bit(m)
        if collects(g, q, d):
            total += rent_of(g, q, d, MEAN_THROW)
        m &= m - 1
    return total


@rule
def liquidity(g: State, p: int) -> float:
    """Cash by net worth (reward A.3); 0 without either."""
    whole = worth(g, p)
    if whole <= 0 or g.cash[p] <= 0:
        return 0.0
    return g.cash[p] / whole


@rule
def danger(g: State, p: int, q: int) -> float:
    """The part of its cash that seat ``p``'s next throw costs on average, all of it at most (D of reward A.5)."""
    total = 0.0
    for steps in range(LOWEST, HIGHEST + 1):
        due = rent_on(g, p, q, steps)
        if due > 0:
            lost = 1.0
            if due < g.cash[p]:
                lost = due / g.cash[p]
            total += ways(g, p, steps) * lost
    return total / WAYS


@rule
def highest_rent(g: State, p: int, q: int) -> int:
    """The highest rent that seat ``p``'s next throw may cost it."""
    most = 0
    for steps in range(LOWEST, HIGHEST + 1):
        if ways(g, p, steps) > 0:
            most = max(most, rent_on(g, p, q, steps))
    return most


@rule
def groups_lacking(g: State, p: int, missing: int) -> int:
    """The colour groups of which seat ``p`` owns all deeds but so many."""
    n = 0
    for k in range(STREET_GROUPS):
        n += int(count_bits(GROUP_MASK[k] & ~g.deeds[p]) == missing)
    return n


@rule
def for_sale(g: State, p: int) -> int:
    """The deed under seat ``p``'s token while the bank has it, -1 otherwise."""
    d = SQUARE_DEED[g.square[p]]
    if d >= 0 and owner_of(g, d) < 0:
        return d
    return -1


@rule
def player_numbers(g: State, p: int, at: int, out: Floats) -> int:
    """The 4 numbers about seat ``p``."""
    at = put(out, at, g.square[p])
    at = put(out, at, g.cash[p])
    at = put(out, at, int(g.jail[p] > 0))
    return put(out, at, int(g.holder[0] == p + 1) + int(g.holder[1] == p + 1))


@rule
def monopoly_numbers(g: State, p: int, at: int, out: Floats) -> int:
    """The 24 numbers about seat ``p``'s colour groups."""
    for k in range(STREET_GROUPS):
        at = put(out, at, count_bits(g.deeds[p] & GROUP_MASK[k]))
    for k in range(STREET_GROUPS):
        at = put(out, at, levels_of(g, g.deeds[p] & GROUP_MASK[k]))
    for k in range(STREET_GROUPS):
        at = put(out, at, count_bits(g.deeds[p] & GROUP_MASK[k] & g.mortgaged))
    return at


@rule
def line_numbers(g: State, p: int, k: int, at: int, out: Floats) -> int:
    """Of railroads or utilities: how many seat ``p`` owns, how many of these are mortgaged, and the rents."""
    own = g.deeds[p] & GROUP_MASK[k]
    at = put(out, at, count_bits(own))
    at = put(out, at, count_bits(own & g.mortgaged))
    return put(out, at, rents_of(g, p, own))


@rule
def context_numbers(g: State, p: int, q: int, at: int, out: Floats) -> int:
    """The 21 numbers about seat ``p``'s context, ``q`` being the other seat."""
    at = line_numbers(g, p, RAILROADS, at, out)
    at = line_numbers(g, p, UTILITIES, at, out)
    at = put(out, at, g.jail[p])
    at = put(out, at, worth(g, p))
    at = put(out, at, raisable(g, p))
    at = put(out, at, liquidity(g, p))
    at = put(out, at, rents_of(g, p, g.deeds[p]))
    at = put(out, at, danger(g, p, q))
    at = put(out, at, highest_rent(g, p, q))
    at = put(out, at, groups_lacking(g, p, 0))
    at = put(out, at, groups_lacking(g, p, 1))
    at = put(out, at, count_bits(g.deeds[p]))
    hotels = hotels_of(g, g.deeds[p])
    at = put(out, at, levels_of(g, g.deeds[p]) - HOTEL * hotels)
    at = put(out, at, hotels)
    d = for_sale(g, p)
    price = 0
    part = 0.0
    if d >= 0:
        price = PRICE[d]
        k = GROUP[d]
        part = (count_bits(g.deeds[p] & GROUP_MASK[k]) + 1) / GROUP_SIZE[k]
    at = put(out, at, price)
    at = put(out, at, part)
    return put(out, at, int(g.current == p and g.mover != OVER))


@rule
def unscaled(g: State, p: int, out: Floats) -> None:
    """The 100 numbers as they are, seen from seat ``p``."""
    q = (p + 1) % g.opt.players
    for side in range(SIDES):
        own = p
        other = q
        if side == 1:
            own = q
            other = p
        at = player_numbers(g, own, side, out)
        at = monopoly_numbers(g, own, at, out)
        context_numbers(g, own, other, at, out)
    out[INPUTS - 2] = g.rounds
    out[INPUTS - 1] = DEEDS - unsold(g)


@rule
def inputs(g: State, p: int, out: Floats) -> None:
    """The 100 numbers seen from seat ``p``, each between 0 and 1; for games of two players."""
    unscaled(g, p, out)
    for i in range(INPUTS):
        out[i] = min(1.0, max(0.0, out[i] / SCALES[i]))
