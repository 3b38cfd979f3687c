"""What taking a cube or barrel from a tile would lead to, told before it is chosen."""

from __future__ import annotations

from ...messages import Message
from . import state as phases
from .board import LOCATIONS, MERCHANTS, TILES
from .phrases import flip_words, on_board, said, stock
from .scene import Scene
from .tables import LAST_SPACE
from .twins import part

__all__ = ["source_preview"]


def source_preview(scene: Scene, space: int) -> list[Message]:
    """What the next cube or barrel from a space leaves or flips there, and what the market asks for one instead."""
    market = {phases.TAKE_COAL: _coal_market, phases.TAKE_IRON: _iron_market}.get(scene.phase)
    return [_tile_after(scene, space), *([market(scene)] if market else [])]


def _tile_after(scene: Scene, space: int) -> Message:
    """The tile with one cube or barrel less: what stays on it, or how it flips."""
    tile, goods, owner = scene.tile(space), scene.goods(space), scene.owner(space)
    if goods > 1 or owner is None:
        return said("preview.left", stock=stock(tile, goods - 1))
    reached = min(int(scene.state["income_space"][owner]) + TILES[tile - 1].income, LAST_SPACE)
    return said("event.flips", seat=owner, **on_board(space, tile), income=reached, **flip_words(tile, reached))


def _coal_market(scene: Scene) -> Message:
    """What the coal market asks, and by which connected merchants."""
    reach = int(part("gathering").reach_of_use(scene.rules))
    merchants = [LOCATIONS[place].id for place in MERCHANTS if reach >> place & 1]
    if not merchants:
        return said("preview.market.cut")
    return said("preview.market.by", money=int(part("markets").coal_price(scene.rules, 1)), merchants=merchants)


def _iron_market(scene: Scene) -> Message:
    """What the iron market asks."""
    return said("preview.market", money=int(part("markets").iron_price(scene.rules, 1)))
