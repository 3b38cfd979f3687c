"""What a sale is worth, which tile to sell first, and to whom."""

from __future__ import annotations

from ...engine.bits import count_bits, has_bit, low_bit
from ...engine.compiler import Floats, rule
from ...games.brass.selling import sale_tiles
from ...games.brass.state import State
from ...games.brass.tables import (
    BONUS_AMOUNT,
    BONUS_DEVELOP,
    BONUS_INCOME,
    BONUS_POINTS,
    MERCHANT_BONUS,
    MERCHANT_PLACE,
    PLACE_OF,
    TILE_BEER,
)
from .links import NOTHING
from .outlook import actions_left, income_worth, money_worth
from .places import SELLING, SELLING_MANY
from .sale_plan import own_beer
from .tile_worth import flip_worth

__all__ = ["best_buyer", "best_sale", "bonus_worth", "sell_value"]


@rule
def bonus_worth(g: State, params: Floats, p: int, m: int) -> float:
    """What the barrel beside a merchant tile brings to seat ``p`` beside its beer."""
    kind = MERCHANT_BONUS[MERCHANT_PLACE[m]]
    amount = BONUS_AMOUNT[MERCHANT_PLACE[m]]
    if kind == BONUS_POINTS:
        return amount * 1.0
    if kind == BONUS_INCOME:
        return income_worth(g, params, p, amount)
    if kind == BONUS_DEVELOP:
        return 2.0
    return amount * money_worth(g, params, p)


@rule
def best_sale(g: State, params: Floats, p: int, tiles: int) -> int:
    """The tile of a mask of spaces that seat ``p`` sells first: the one that is worth most."""
    best = low_bit(tiles)
    most = NOTHING
    rest = tiles
    while rest != 0:
        s = low_bit(rest)
        rest &= rest - 1
        worth = flip_worth(g, params, p, g.tile[s], PLACE_OF[s])
        if worth > most:
            best = s
            most = worth
    return best


@rule
def best_buyer(g: State, params: Floats, p: int, merchants: int) -> int:
    """The merchant of a mask to whom seat ``p`` sells: with the best barrel, if the sale takes beer."""
    best = low_bit(merchants)
    most = NOTHING
    rest = merchants
    while rest != 0:
        m = low_bit(rest)
        rest &= rest - 1
        worth = 0.0
        if has_bit(g.barrels, m) and TILE_BEER[g.tile[g.at]] > 0:
            worth = 1.0 + bonus_worth(g, params, p, m)
        if worth > most:
            best = m
            most = worth
    return best


@rule
def sell_value(g: State, params: Floats, p: int) -> float:
    """What seat ``p`` gets by a Sell action now, against the chance to sell later."""
    tiles = sale_tiles(g, p, 64)
    if tiles == 0:
        return NOTHING
    beer = own_beer(g, p) + count_bits(g.barrels)
    total = 0.0
    sold = 0
    while tiles != 0:
        s = best_sale(g, params, p, tiles)
        tiles &= ~(1 << s)
        needed = TILE_BEER[g.tile[s]]
        if needed <= beer or total == 0.0:
            beer -= needed
            sold += 1
            total += flip_worth(g, params, p, g.tile[s], PLACE_OF[s])
    if actions_left(g, p) <= 2:
        return total
    if sold > 1:
        return total * params[SELLING_MANY]
    return total * params[SELLING]
