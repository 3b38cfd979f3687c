"""How likely a tile is to be sold: the links and the beer that it lacks, against the actions that are left."""

from __future__ import annotations

from ...games.brass.board import CANAL, COTTON, MANUFACTURER, TILE_BEER, TILE_INDUSTRY
from ...games.brass.resources import breweries
from ...games.brass.state import State
from ...runtime.compiler import rule
from ...runtime.primitives import count_bits
from .buyers import FAR, Ways, buyer_barrels, links_missing
from .outlook import Outlook

__all__ = ["sale_chance"]


@rule
def ways_of(view: Outlook, industry: int) -> Ways:
    """The ways to the buyers of an industry's goods."""
    if industry == COTTON:
        return view.cotton
    if industry == MANUFACTURER:
        return view.manufacturer
    return view.pottery


@rule
def beer_missing(g: State, view: Outlook, tile: int, reach: int, buyers: int, demand: int) -> float:
    """How many barrels lack for the sale of ``tile``, when the seat's sales take ``demand`` with this one's."""
    needed = TILE_BEER[tile]
    if needed == 0:
        return 0.0
    others = count_bits(breweries(g, view.seat, reach) & ~g.tiles[view.seat])
    supply = view.beer + 0.5 * others + buyer_barrels(g, TILE_INDUSTRY[tile], buyers)
    return min(max(demand - supply, 0.0), needed * 1.0)


@rule
def sale_chance(g: State, view: Outlook, step: float, tile: int, reach: int, demand: int, spent: int) -> float:
    """The chance that the seat sells ``tile`` in this era, from where the locations ``reach`` are connected.

    ``step``: the chance where one link or barrel lacks; ``demand``: the barrels that its sales take, with this one;
    ``spent``: the actions that come before the plan. Each link or barrel that lacks costs an action, and a chance:
    others may be faster.
    """
    ways = ways_of(view, TILE_INDUSTRY[tile])
    links = links_missing(ways, reach)
    if links == FAR:
        return 0.0
    buyers = ways.buyers
    if links == 0:
        buyers &= reach
    steps = links * 1.0 if g.era == CANAL else links * 0.7
    steps += beer_missing(g, view, tile, reach, buyers, demand)
    left = view.left - spent
    if steps + 1.0 > left:
        return 0.0
    chance = 1.0 - (1.0 - step) * steps
    if steps + 2.0 > left:
        chance *= 0.8
    return max(chance, 0.0)
