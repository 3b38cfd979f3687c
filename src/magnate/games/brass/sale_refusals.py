"""Why a link cannot be laid, a tile not sold, or a source not used: the first rule that stands against it."""

from __future__ import annotations

from ...engine.bits import count_bits, has_bit
from ...engine.compiler import rule
from . import reasons
from .actions import NETWORK
from .linking import beer_places, link_cost
from .markets import coal_price
from .network import joined_by_line, lines_used, places_of
from .resources import BARREL, beer_at, breweries, mines_joined
from .selling import same_merchant, unsold_tiles
from .state import SECOND_LINE, TAKE_COAL, TAKE_IRON, State
from .steps import coal_reach, coal_start
from .tables import (
    CANAL,
    CANAL_LINES,
    GOODS_MASK,
    LINE_COUNT,
    LINE_ENDS,
    LINK_TILES,
    MERCHANT_BUYS,
    MERCHANT_MASK,
    MERCHANT_PLACE,
    MERCHANT_SPACES_ALL,
    PLACE_OF,
    RAIL_LINES,
    SPACE_COUNT,
    TILE_BEER,
    TILE_INDUSTRY,
)

__all__ = ["why_no_link", "why_no_sale", "why_not_link", "why_not_merchant", "why_not_sell", "why_not_source"]
