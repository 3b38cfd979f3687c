"""Sell (rules section 8.4): which tiles, to which merchants, and what their barrels bring."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import emit, has_bit, low_bit
from . import events
from .developing import removable_industries
from .resources import BARREL, beer_at, beer_sources
from .state import State
from .tables import (
    BONUS_AMOUNT,
    BONUS_DEVELOP,
    BONUS_INCOME,
    BONUS_POINTS,
    GOODS_MASK,
    MERCHANT_BONUS,
    MERCHANT_BUYS,
    MERCHANT_MASK,
    MERCHANT_PLACE,
    MERCHANT_SPACES_ALL,
    PLACE_OF,
    TILE_BEER,
    TILE_INDUSTRY,
)
from .tiles import advance

__all__ = ["begin_sale", "buyers", "give_bonus", "sale_beer", "sale_tiles", "same_merchant", "unsold_tiles"]


@rule
def unsold_tiles(g: State, p: int) -> int:
    """The spaces of seat ``p``'s cotton mills, manufacturers and potteries that are not flipped."""
    rest = g.tiles[p] & ~g.flipped & ~(g.stocked[0] | g.stocked[1] | g.stocked[2])
    found = 0
    while rest != 0:
        s = low_bit(rest)
        rest &= rest - 1
        if has_bit(GOODS_MASK, TILE_INDUSTRY[g.tile[s]]):
            found |= 1 << s
    return found


@rule
def same_merchant(g: State, s: int, m: int, n: int) -> bool:
    """Whether it makes no difference to which of two merchant spaces, that both buy it, the tile on ``s`` is sold.

    What can differ afterwards is the barrel that is gone: none where none is needed or neither has one.
    """
    if TILE_BEER[g.tile[s]] == 0:
        return True
    if has_bit(g.barrels, m) != has_bit(g.barrels, n):
        return False
    if not has_bit(g.barrels, m):
        return True
    return MERCHANT_PLACE[m] == MERCHANT_PLACE[n] and g.merchant[m] == g.merchant[n]


@rule
def same_as_one(g: State, s: int, merchants: int, m: int) -> bool:
    """Whether the merchant space ``m`` is the same for the sale of the tile on ``s`` as one of a mask of others."""
    while merchants != 0:
        if same_merchant(g, s, low_bit(merchants), m):
            return True
        merchants &= merchants - 1
    return False


@rule
def buyers(g: State, p: int, s: int, enough: int) -> int:
    """The merchant spaces to which seat ``p`` can sell its tile on space ``s``, with the beer; at most ``enough``.

    Of those that are the same for the sale only the lowest.
    """
    reach = g.joined[PLACE_OF[s]]
    if reach & MERCHANT_MASK == 0:
        return 0
    industry = TILE_INDUSTRY[g.tile[s]]
    missing = TILE_BEER[g.tile[s]]
    if missing > 0:
        missing -= beer_at(g, p, reach)
    if missing > 1:
        return 0
    found = 0
    for m in range(MERCHANT_SPACES_ALL):
        if (
            enough > 0
            and has_bit(MERCHANT_BUYS[g.merchant[m]], industry)
            and has_bit(reach, MERCHANT_PLACE[m])
            and (missing <= 0 or has_bit(g.barrels, m))
            and not same_as_one(g, s, found, m)
        ):
            found |= 1 << m
            enough -= 1
    return found


@rule
def sale_tiles(g: State, p: int, enough: int) -> int:
    """The spaces of the tiles that seat ``p`` can sell now; at most ``enough``."""
    rest = unsold_tiles(g, p)
    found = 0
    while rest != 0 and enough > 0:
        s = low_bit(rest)
        rest &= rest - 1
        if buyers(g, p, s, 1) != 0:
            found |= 1 << s
            enough -= 1
    return found


@rule
def begin_sale(g: State, p: int, m: int) -> None:
    """The merchant tile is chosen: the barrels are to be taken next."""
    g.shop = m
    g.beer_left = TILE_BEER[g.tile[g.at]]
    emit(g, events.SELLS, p, g.at, m, g.tile[g.at])


@rule
def sale_beer(g: State, p: int) -> int:
    """The sources of the next barrel of the sale, the merchant's own barrel among them."""
    found = beer_sources(g, p, g.joined[PLACE_OF[g.at]])
    if has_bit(g.barrels, g.shop):
        found |= 1 << BARREL
    return found


@rule
def give_bonus(g: State, p: int) -> bool:
    """The merchant's barrel is taken: give its bonus; whether a tile must be chosen for it (Gloucester)."""
    g.barrels &= ~(1 << g.shop)
    place = MERCHANT_PLACE[g.shop]
    emit(g, events.TAKES_BARREL, p, g.shop, 0, 0)
    kind = MERCHANT_BONUS[place]
    amount = BONUS_AMOUNT[place]
    if kind == BONUS_POINTS:
        g.points[p] += amount
    elif kind == BONUS_INCOME:
        advance(g, p, amount)
    elif kind != BONUS_DEVELOP:
        g.money[p] += amount
    emit(g, events.BONUS, p, place, g.income_space[p], 0)
    return kind == BONUS_DEVELOP and removable_industries(g, p) != 0
