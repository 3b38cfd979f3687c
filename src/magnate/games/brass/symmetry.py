"""Which actions are equivalent: those that name one of several spaces of a location that are the same in all."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import has_bit, low_bit
from .actions import BUILD_AT, GIVE_UP, SELL_TILE, TAKE
from .state import State
from .tables import PLACE_OF, PLACE_SPACES, SPACE_COUNT, SPACE_SHOWS
from .tiles import owner_of

__all__ = ["alike", "canonical", "first_alike"]


@rule
def alike(g: State, s: int, t: int) -> bool:
    """Whether it makes no difference which of two spaces is meant: one location, shown and occupied the same."""
    if PLACE_OF[s] != PLACE_OF[t]:
        return False
    if SPACE_SHOWS[s] != SPACE_SHOWS[t] or g.tile[s] != g.tile[t] or g.goods[s] != g.goods[t]:
        return False
    return has_bit(g.flipped, s) == has_bit(g.flipped, t) and owner_of(g, s) == owner_of(g, t)


@rule
def first_alike(g: State, s: int) -> int:
    """The first space of the location that is like space ``s``."""
    rest = PLACE_SPACES[PLACE_OF[s]]
    while low_bit(rest) != s:
        if alike(g, low_bit(rest), s):
            return low_bit(rest)
        rest &= rest - 1
    return s


@rule
def canonical(g: State, a: int) -> int:
    """The first of the legal actions that are equivalent to ``a``: the same with the first space of those alike."""
    first = 0
    if BUILD_AT <= a < TAKE:
        first = BUILD_AT
    elif SELL_TILE <= a < SELL_TILE + SPACE_COUNT:
        first = SELL_TILE
    elif GIVE_UP <= a < GIVE_UP + SPACE_COUNT:
        first = GIVE_UP
    else:
        return a
    return first + first_alike(g, a - first)
