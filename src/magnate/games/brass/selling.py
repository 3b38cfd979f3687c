"""Sell and develop (rules sections 8.3 and 8.4)."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import emit, has_bit, low_bit
from . import board, events, reasons
from .resources import BARREL, beer_at, beer_sources, iron_cost
from .state import State
from .tiles import advance, lowest_tile

__all__ = [
    "begin_sale",
    "buyers",
    "develop_industries",
    "give_bonus",
    "removable_industries",
    "remove_from_mat",
    "sale_beer",
    "sale_tiles",
    "unsold_tiles",
    "why_no_sale",
    "why_not_merchant",
    "why_not_sell",
]


# ---------------- Develop, and the tile that Gloucester's bonus removes


@rule
def removable_industries(g: State, p: int) -> int:
    """The industries whose lowest tile on seat ``p``'s mat may be removed, as a mask."""
    found = 0
    for industry in range(board.INDUSTRIES):
        found |= board.TILE_DEVELOPABLE[lowest_tile(g, p, industry)] << industry
    return found


@rule
def develop_industries(g: State, p: int) -> int:
    """The industries that seat ``p`` can develop now, with the iron for it."""
    if g.count >= 2 or (g.stocked[1] == 0 and iron_cost(g, 1) > g.money[p]):
        return 0
    return removable_industries(g, p)


@rule
def remove_from_mat(g: State, p: int, industry: int, bonus: int) -> None:
    """The lowest tile of an industry leaves the game; ``bonus``: 1 for Gloucester's."""
    emit(g, events.DEVELOPS, p, lowest_tile(g, p, industry), bonus, 0)
    g.taken[p, industry] += 1


# ---------------- Sell: which tiles, to which merchants, and what their barrels bring


@rule
def unsold_tiles(g: State, p: int) -> int:
    """The spaces of seat ``p``'s cotton mills, manufacturers and potteries that are not flipped."""
    rest = g.tiles[p] & ~g.flipped & ~(g.stocked[0] | g.stocked[1] | g.stocked[2])
    found = 0
    while rest != 0:
        s = low_bit(rest)
        rest &= rest - 1
        if has_bit(board.GOODS_MASK, board.TILE_INDUSTRY[g.tile[s]]):
            found |= 1 << s
    return found


@rule
def same_merchant(g: State, s: int, m: int, n: int) -> bool:
    """Whether it makes no difference to which of two merchant spaces, that both buy it, the tile on ``s`` is sold.

    What can differ afterwards is the barrel that is gone: none where none is needed or neither has one.
    """
    if board.TILE_BEER[g.tile[s]] == 0:
        return True
    if has_bit(g.barrels, m) != has_bit(g.barrels, n):
        return False
    if not has_bit(g.barrels, m):
        return True
    return board.MERCHANT_PLACE[m] == board.MERCHANT_PLACE[n] and g.merchant[m] == g.merchant[n]


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
    reach = g.joined[board.PLACE_OF[s]]
    if reach & board.MERCHANT_MASK == 0:
        return 0
    industry = board.TILE_INDUSTRY[g.tile[s]]
    missing = board.TILE_BEER[g.tile[s]]
    if missing > 0:
        missing -= beer_at(g, p, reach)
    if missing > 1:
        return 0
    found = 0
    for m in range(board.MERCHANT_SPACES_ALL):
        if (
            enough > 0
            and has_bit(board.MERCHANT_BUYS[g.merchant[m]], industry)
            and has_bit(reach, board.MERCHANT_PLACE[m])
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
    g.beer_left = board.TILE_BEER[g.tile[g.at]]
    emit(g, events.SELLS, p, g.at, m, g.tile[g.at])


@rule
def sale_beer(g: State, p: int) -> int:
    """The sources of the next barrel of the sale, the merchant's own barrel among them."""
    found = beer_sources(g, p, g.joined[board.PLACE_OF[g.at]])
    if has_bit(g.barrels, g.shop):
        found |= 1 << BARREL
    return found


@rule
def give_bonus(g: State, p: int) -> bool:
    """The merchant's barrel is taken: give its bonus; whether a tile must be chosen for it (Gloucester)."""
    g.barrels &= ~(1 << g.shop)
    place = board.MERCHANT_PLACE[g.shop]
    emit(g, events.TAKES_BARREL, p, g.shop, 0, 0)
    kind = board.MERCHANT_BONUS[place]
    amount = board.BONUS_AMOUNT[place]
    if kind == board.BONUS_POINTS:
        g.points[p] += amount
    elif kind == board.BONUS_INCOME:
        advance(g, p, amount)
    elif kind != board.BONUS_DEVELOP:
        g.money[p] += amount
    emit(g, events.BONUS, p, place, g.income_space[p], 0)
    return kind == board.BONUS_DEVELOP and removable_industries(g, p) != 0


# ---------------- Why a tile cannot be sold: the first rule that stands against it


@rule
def why_not_merchant(g: State, p: int, s: int, m: int) -> int:
    """Whether seat ``p`` can sell its tile on space ``s`` to the merchant space ``m``, with the beer."""
    reach = g.joined[board.PLACE_OF[s]]
    if not has_bit(board.MERCHANT_BUYS[g.merchant[m]], board.TILE_INDUSTRY[g.tile[s]]):
        return reasons.NOT_BOUGHT
    if not has_bit(reach, board.MERCHANT_PLACE[m]):
        return reasons.MERCHANT_NOT_CONNECTED
    if beer_at(g, p, reach) + int(has_bit(g.barrels, m)) < board.TILE_BEER[g.tile[s]]:
        return reasons.NO_BEER
    if not has_bit(buyers(g, p, s, board.MERCHANT_SPACES_ALL), m):
        return reasons.SAME_MERCHANT
    return reasons.OK


@rule
def why_not_sell(g: State, p: int, s: int) -> int:
    """Whether seat ``p`` can sell the tile on space ``s``."""
    if not has_bit(g.tiles[p], s):
        return reasons.NOT_YOUR_TILE
    if not has_bit(board.GOODS_MASK, board.TILE_INDUSTRY[g.tile[s]]):
        return reasons.NOT_SOLD
    if has_bit(g.flipped, s):
        return reasons.ALREADY_FLIPPED
    nearest = reasons.NO_BUYER
    for m in range(board.MERCHANT_SPACES_ALL):
        reason = why_not_merchant(g, p, s, m)
        if reason == reasons.OK:
            return reason
        if reason == reasons.NO_BEER:
            nearest = reason
    return nearest


@rule
def why_no_sale(g: State, p: int) -> int:
    """Whether seat ``p`` can sell anything; if not, what the best of its tiles lacks."""
    if unsold_tiles(g, p) == 0:
        return reasons.NO_TILE_TO_SELL
    nearest = reasons.OK
    for s in range(board.SPACE_COUNT):
        reason = why_not_sell(g, p, s)
        if reason == reasons.OK:
            return reason
        nearest = max(nearest, reason)
    return nearest
