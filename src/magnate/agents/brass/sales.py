"""What a sale is worth, which tile to sell first, and to whom."""

from __future__ import annotations

from ...games.brass.board import (
    BONUS_AMOUNT,
    BONUS_DEVELOP,
    BONUS_INCOME,
    BONUS_POINTS,
    MERCHANT_BONUS,
    MERCHANT_PLACE,
    PLACE_OF,
    TILE_BEER,
)
from ...games.brass.resources import BARREL
from ...games.brass.selling import sale_tiles
from ...games.brass.state import State
from ...games.brass.tiles import owner_of
from ...runtime.compiler import rule
from ...runtime.primitives import count_bits, has_bit, low_bit
from .forecast import Outlook, income_worth, look_ahead
from .links import NOTHING
from .parameters import OPPONENT, SELLING, SELLING_MANY
from .tiles import flip_worth

__all__ = ["buyer_worth", "sell_value", "source_worth"]


@rule
def bonus_worth(view: Outlook, m: int) -> float:
    """What the barrel beside a merchant tile brings to the seat beside its beer."""
    kind = MERCHANT_BONUS[MERCHANT_PLACE[m]]
    amount = BONUS_AMOUNT[MERCHANT_PLACE[m]]
    if kind == BONUS_POINTS:
        return amount * 1.0
    if kind == BONUS_INCOME:
        return income_worth(view, amount)
    if kind == BONUS_DEVELOP:
        return 2.0
    return amount * view.pound


@rule
def best_sale(g: State, view: Outlook, tiles: int) -> int:
    """The tile of a mask of spaces that the seat sells first: the one that is worth most."""
    best = low_bit(tiles)
    most = NOTHING
    rest = tiles
    while rest != 0:
        s = low_bit(rest)
        rest &= rest - 1
        worth = flip_worth(g, view, g.tile[s], PLACE_OF[s])
        if worth > most:
            best = s
            most = worth
    return best


@rule
def buyer_worth(g: State, view: Outlook, m: int) -> float:
    """What it is worth to sell to a merchant: the bonus of its barrel, if the sale takes beer."""
    if has_bit(g.barrels, m) and TILE_BEER[g.tile[g.at]] > 0:
        return 1.0 + bonus_worth(view, m)
    return 0.0


@rule
def sell_value(g: State, view: Outlook) -> float:
    """What the seat gets by a Sell action now, against the chance to sell later."""
    tiles = sale_tiles(g, view.seat, 64)
    if tiles == 0:
        return NOTHING
    beer = view.beer + count_bits(g.barrels)
    total = 0.0
    sold = 0
    while tiles != 0:
        s = best_sale(g, view, tiles)
        tiles &= ~(1 << s)
        needed = TILE_BEER[g.tile[s]]
        if needed <= beer or total == 0.0:
            beer -= needed
            sold += 1
            total += flip_worth(g, view, g.tile[s], PLACE_OF[s])
    if view.left <= 2:
        return total
    if sold > 1:
        return total * view.params[SELLING_MANY]
    return total * view.params[SELLING]


# ---------- From where coal, iron and beer are taken: own tiles that flip first, then those that help opponents least.


@rule
def source_worth(g: State, view: Outlook, s: int) -> float:
    """What it is worth to the seat to take a cube or barrel from the tile on a space, or the merchant's barrel."""
    if s == BARREL:
        return 1.0 + bonus_worth(view, g.shop)
    owner = owner_of(g, s)
    cubes = max(g.goods[s] * 1.0, 1.0)
    if owner == view.seat:
        return flip_worth(g, view, g.tile[s], PLACE_OF[s]) / cubes
    theirs = look_ahead(g, view.params, owner)
    return -view.params[OPPONENT] * flip_worth(g, theirs, g.tile[s], PLACE_OF[s]) / cubes
