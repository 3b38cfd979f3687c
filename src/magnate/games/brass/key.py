"""The transposition key: a hash of all that defines a position, and of nothing else."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import low_bit
from .state import State
from .tables import CARD_KINDS, INDUSTRIES, MERCHANT_SPACES_ALL, PLAIN_CARDS

__all__ = ["key"]

HALF = (1 << 31) - 1
PACKED = 15
"""How many numbers below 16 make one value of 60 bits."""


@rule
def mix(h: int, value: int) -> int:
    """One step of the key: a hash of 62 bits, in two halves that are multiplied apart so that nothing overflows.

    ``value`` is a number from 0 to 2**62 - 1.
    """
    low = (((h & HALF) ^ (value & HALF)) * 48271 + 11) & HALF
    high = (((h >> 31) & HALF) + (value >> 31) + (low >> 9)) * 69621 & HALF
    return (high << 31) | (low ^ (high >> 13))


@rule
def mix_hand(g: State, p: int, h: int) -> int:
    """The cards of seat ``p``."""
    value = 0
    for kind in range(CARD_KINDS):
        if kind == PACKED:
            h = mix(h, value)
            value = 0
        value = (value << 4) | g.hand[p, kind]
    return mix(h, value)


@rule
def mix_deck(g: State, h: int) -> int:
    """The cards that have not been drawn."""
    value = 0
    for kind in range(PLAIN_CARDS):
        if kind == PACKED:
            h = mix(h, value)
            value = 0
        value = (value << 4) | g.deck[kind]
    return mix(h, value)


@rule
def mix_seat(g: State, p: int, h: int) -> int:
    """What belongs to seat ``p``, and the tiles that it has on the board."""
    h = mix(h, g.lines[p])
    h = mix(h, g.tiles[p])
    h = mix(h, g.money[p] + (g.spent[p] << 16) + (g.points[p] << 32) + (g.income_space[p] << 48))
    taken = g.order[p] * 1
    for industry in range(INDUSTRIES):
        taken = (taken << 4) | g.taken[p, industry]
    h = mix(h, taken)
    rest = g.tiles[p] * 1
    while rest != 0:
        s = low_bit(rest)
        rest &= rest - 1
        h = mix(h, g.tile[s] + (g.goods[s] << 8))
    return mix_hand(g, p, h)


@rule
def key(g: State) -> int:
    """The transposition key: equal positions have equal keys (options apart, which a game never changes).

    What follows from other fields is left out: what is connected, the networks, the tiles that carry something.
    """
    h = 1
    for p in range(g.opt.players):
        h = mix_seat(g, p, h)
    h = mix_deck(g, h)
    h = mix(h, g.flipped)
    merchants = g.barrels * 1
    for m in range(MERCHANT_SPACES_ALL):
        merchants = (merchants << 3) | g.merchant[m]
    h = mix(h, merchants)
    h = mix(h, g.fits | (g.debt << 32))
    h = mix(h, g.coal | (g.iron << 8) | ((g.mover + 2) << 16) | (g.phase << 24) | (g.era << 32) | (g.round << 40))
    h = mix(h, g.turn | (g.actions << 8) | (g.dealt << 16) | (g.doing << 24) | (g.industry << 32) | (g.at << 40))
    return mix(
        h,
        g.coal_left | (g.iron_left << 8) | (g.beer_left << 16) | (g.count << 24) | (g.shop << 32) | (g.last << 40),
    )
