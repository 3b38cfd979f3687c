"""What a tile on a space is worth to build, and which is worth most."""

from __future__ import annotations

from ...games.brass.board import (
    BARRELS,
    BREWERY,
    CANAL,
    COAL,
    INDUSTRIES,
    IRON,
    MERCHANT_MASK,
    PLACE_OF,
    TILE_BEER,
    TILE_COAL,
    TILE_GOODS,
    TILE_INDUSTRY,
    TILE_IRON,
    TILE_MONEY,
)
from ...games.brass.building import build_spaces, full_towns
from ...games.brass.cards import holds
from ...games.brass.resources import iron_cost
from ...games.brass.state import State
from ...games.brass.tiles import lowest_tile, owner_of
from ...runtime.compiler import rule
from ...runtime.primitives import has_bit, low_bit
from .links import NOTHING
from .markets import coal_cost, market_earning, market_room
from .outlook import Outlook, spending_worth
from .places import BEER, COTTON_WEIGHT, CUBE, LATER, REACH, SLOW, STEP
from .sale_plan import sale_chance
from .tile_worth import flip_worth, lasts, later_worth, scoring_worth

__all__ = ["build_value", "industry_value", "space_value", "use_chance"]


@rule
def tile_cost(g: State, tile: int, place: int) -> int:
    """The pounds that a tile in a place costs, with its coal and iron."""
    cost = TILE_MONEY[tile] * 1
    if TILE_COAL[tile] > 0:
        cost += coal_cost(g, g.joined[place], TILE_COAL[tile])
    if TILE_IRON[tile] > 0:
        cost += iron_cost(g, TILE_IRON[tile])
    return cost


@rule
def promise(g: State, view: Outlook, tile: int, place: int, chance: float) -> float:
    """What a tile is worth that flips in this era with a chance, or else perhaps in the next."""
    worth = chance * flip_worth(g, view, tile, place)
    if lasts(g, tile):
        worth += (1.0 - chance) * view.params[LATER] * later_worth(view, tile)
    return worth


@rule
def goods_value(g: State, view: Outlook, tile: int, place: int) -> float:
    """What a cotton mill, manufacturer or pottery promises: its worth by the chance of its sale."""
    demand = view.demand + TILE_BEER[tile]
    return promise(g, view, tile, place, sale_chance(g, view, view.params[STEP], tile, g.joined[place], demand, 1))


@rule
def use_chance(g: State, view: Outlook, slow: float, industry: int, place: int, cubes: int) -> float:
    """The chance that the last of so many cubes of a new mine or works is used in this era.

    Iron is used everywhere, coal where links lead; in the Canal era little of it: ``slow`` is the part of the chance
    that is left without links to a merchant, and again without any.
    """
    if cubes <= 0:
        return 1.0
    left = view.left * 1.0
    if industry == IRON:
        return min(0.95, left / (1.5 * cubes))
    reach = g.joined[place]
    if g.era != CANAL:
        return min(0.95 if reach != 1 << place else 0.7, left / (1.5 * cubes))
    near = 0.75 * slow * slow
    if reach & MERCHANT_MASK != 0:
        near = 0.75
    elif reach != 1 << place:
        near = 0.75 * slow
    return min(near, left / (5.0 * cubes))


@rule
def source_value(g: State, view: Outlook, tile: int, place: int) -> float:
    """What a mine or works promises: its market sale now, and its flip."""
    industry = TILE_INDUSTRY[tile]
    cubes = TILE_GOODS[tile]
    sold = min(cubes, market_room(g, industry, g.joined[place]))
    worth = market_earning(g, industry, sold) * view.pound
    worth += view.params[CUBE] * (cubes - sold)
    return worth + promise(g, view, tile, place, use_chance(g, view, view.params[SLOW], industry, place, cubes - sold))


@rule
def brewery_value(g: State, view: Outlook, tile: int, place: int) -> float:
    """What a brewery promises: its flip, and what its barrels make possible."""
    left = view.left - 1
    if g.era == CANAL:
        chance = 0.25  # its other barrels are waiting for a use already
        if view.demand > view.beer:
            chance = 0.8
        elif view.beer == 0:
            chance = 0.5
    else:
        chance = 0.95
    chance = max(min(chance, 0.25 * left), 0.0)
    return promise(g, view, tile, place, chance) + chance * view.params[BEER] * BARRELS[g.era]


@rule
def tile_value(g: State, view: Outlook, tile: int, place: int) -> float:
    """What a tile in a place promises, before its costs."""
    industry = TILE_INDUSTRY[tile]
    if industry == BREWERY:
        value = brewery_value(g, view, tile, place)
    elif industry >= COAL:
        value = source_value(g, view, tile, place)
    else:
        value = goods_value(g, view, tile, place)
    return view.params[COTTON_WEIGHT + industry] * value


@rule
def replaced_worth(g: State, view: Outlook, s: int) -> float:
    """What the seat loses with the tile that it overbuilds on a space; an opponent's loss is a small gain."""
    tile = g.tile[s] * 1
    if tile == 0:
        return 0.0
    place = PLACE_OF[s]
    if owner_of(g, s) != view.seat:
        return -1.0
    if has_bit(g.flipped, s):
        return scoring_worth(g, view, tile, place)
    return 0.7 * flip_worth(g, view, tile, place)


@rule
def space_value(g: State, view: Outlook, tile: int, s: int) -> float:
    """What it is worth to the seat to build a tile on a space."""
    place = PLACE_OF[s]
    value = tile_value(g, view, tile, place) - spending_worth(g, view, tile_cost(g, tile, place))
    value -= replaced_worth(g, view, s)
    if not has_bit(g.network[view.seat], place):
        value += 0.5 * view.params[REACH]
    return value


@rule
def industry_value(g: State, view: Outlook, industry: int, cards: int, full: int) -> float:
    """What the seat's best build of an industry with one of a mask of cards is worth; ``full``: see ``full_towns``."""
    spaces = build_spaces(g, view.seat, industry, cards, full, 64)
    tile = lowest_tile(g, view.seat, industry)
    most = NOTHING
    while spaces != 0:
        most = max(most, space_value(g, view, tile, low_bit(spaces)))
        spaces &= spaces - 1
    return most


@rule
def build_value(g: State, view: Outlook) -> float:
    """What the seat's best build is worth."""
    cards = holds(g, view.seat)
    full = full_towns(g, view.seat)
    most = NOTHING
    for industry in range(INDUSTRIES):
        most = max(most, industry_value(g, view, industry, cards, full))
    return most
