"""How much cash to keep: the stage of the game, the rents in reach, and when jail is the safer place."""

from __future__ import annotations

from ...games.monopoly.board import DEEDS, SQUARE_DEED, SQUARES
from ...games.monopoly.landing import rent
from ...games.monopoly.money import in_game
from ...games.monopoly.state import State
from ...runtime.compiler import Floats, rule
from ...runtime.primitives import count_bits, low_bit
from .earnings import MEAN_THROW, MILLION, VISITS
from .places import CASH_RESERVE, DANGER_WEIGHT, LATE_RESERVE, STAGE_ADAPTION

HIGHEST_THROW = 12


@rule
def unsold(g: State) -> int:
    """How many deeds the bank still has."""
    n = DEEDS
    for p in range(g.opt.players):
        n -= count_bits(g.deeds[p])
    return n


@rule
def stage(g: State) -> float:
    """The stage of the game: the part of the deeds that is sold, 0 at first and 1 when the bank has none left."""
    return 1.0 - unsold(g) / DEEDS


@rule
def reserve(g: State, params: Floats) -> float:
    """The dollars that a seat keeps in this stage of the game."""
    kept = params[CASH_RESERVE]
    if params[LATE_RESERVE] > 0.0:
        kept += params[LATE_RESERVE] * stage(g)
    return kept


@rule
def collector(g: State, p: int, d: int) -> int:
    """The seat that collects rent from ``p`` on deed ``d``, or -1."""
    if (g.mortgaged >> d) & 1 == 1:
        return -1
    for q in range(g.opt.players):
        if (g.deeds[q] >> d) & 1 == 1:
            if q == p or (g.opt.rent_in_jail == 0 and g.jail[q] > 0):
                return -1
            return q
    return -1


@rule
def highest_rent(g: State, p: int) -> int:
    """The highest rent that seat ``p``'s next throw may cost it."""
    most = 0
    square = g.square[p]
    for steps in range(2, HIGHEST_THROW + 1):
        d = SQUARE_DEED[(square + steps) % SQUARES]
        if d >= 0:
            q = collector(g, p, d)
            if q >= 0:
                most = max(most, rent(g, q, d, steps))
    return most


@rule
def danger(g: State, params: Floats, p: int) -> float:
    """The dollars kept because of the rents in reach."""
    if params[DANGER_WEIGHT] == 0.0:
        return 0.0
    weight = params[DANGER_WEIGHT]
    if params[STAGE_ADAPTION] > 0.0:
        weight *= 1.0 + params[STAGE_ADAPTION] * stage(g)
    return weight * highest_rent(g, p)


@rule
def mean_rent(g: State, p: int) -> float:
    """The dollars of rent that a throw costs seat ``p`` on average, wherever it stands."""
    total = 0
    for q in range(g.opt.players):
        if q != p and in_game(g, q):
            m = g.deeds[q] & ~g.mortgaged
            while m != 0:
                d = low_bit(m)
                total += VISITS[d] * rent(g, q, d, MEAN_THROW)
                m &= m - 1
    return total / MILLION
