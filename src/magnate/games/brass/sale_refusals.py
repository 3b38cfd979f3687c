"""Why a tile cannot be sold: the first rule that stands against it (rules section 8.4)."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import has_bit
from . import reasons
from .resources import beer_at
from .selling import buyers, unsold_tiles
from .state import State
from .tables import (
    GOODS_MASK,
    MERCHANT_BUYS,
    MERCHANT_PLACE,
    MERCHANT_SPACES_ALL,
    PLACE_OF,
    SPACE_COUNT,
    TILE_BEER,
    TILE_INDUSTRY,
)

__all__ = ["why_no_sale", "why_not_merchant", "why_not_sell"]


@rule
def why_not_merchant(g: State, p: int, s: int, m: int) -> int:
    """Whether seat ``p`` can sell its tile on space ``s`` to the merchant space ``m``, with the beer."""
    reach = g.joined[PLACE_OF[s]]
    if not has_bit(MERCHANT_BUYS[g.merchant[m]], TILE_INDUSTRY[g.tile[s]]):
        return reasons.NOT_BOUGHT
    if not has_bit(reach, MERCHANT_PLACE[m]):
        return reasons.MERCHANT_NOT_CONNECTED
    if beer_at(g, p, reach) + int(has_bit(g.barrels, m)) < TILE_BEER[g.tile[s]]:
        return reasons.NO_BEER
    if not has_bit(buyers(g, p, s, MERCHANT_SPACES_ALL), m):
        return reasons.SAME_MERCHANT
    return reasons.OK


@rule
def why_not_sell(g: State, p: int, s: int) -> int:
    """Whether seat ``p`` can sell the tile on space ``s``."""
    if not has_bit(g.tiles[p], s):
        return reasons.NOT_YOUR_TILE
    if not has_bit(GOODS_MASK, TILE_INDUSTRY[g.tile[s]]):
        return reasons.NOT_SOLD
    if has_bit(g.flipped, s):
        return reasons.ALREADY_FLIPPED
    nearest = reasons.NO_BUYER
    for m in range(MERCHANT_SPACES_ALL):
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
    for s in range(SPACE_COUNT):
        reason = why_not_sell(g, p, s)
        if reason == reasons.OK:
            return reason
        nearest = max(nearest, reason)
    return nearest
