"""What a tile on a space is worth to build, and which is worth most."""

from __future__ import annotations

from ...engine.bits import has_bit, low_bit
from ...engine.compiler import Floats, rule
from ...games.brass.building import build_spaces, full_towns
from ...games.brass.cards import holds
from ...games.brass.resources import iron_cost
from ...games.brass.state import State
from ...games.brass.tables import (
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
from ...games.brass.tiles import lowest_tile, owner_of
from .links import NOTHING
from .markets import coal_cost, market_earning, market_room
from .outlook import actions_left, money_worth, spending_worth
from .places import BEER, COTTON_WEIGHT, CUBE, LATER, REACH, SLOW
from .sale_plan import beer_demand, own_beer, sale_chance
from .tile_worth import flip_worth, lasts, later_worth, scoring_worth

__all__ = ["best_industry", "best_space", "build_value", "space_value"]


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
def promise(g: State, params: Floats, p: int, tile: int, place: int, chance: float) -> float:
    """What a tile is worth that flips in this era with a chance, or else perhaps in the next."""
    worth = chance * flip_worth(g, params, p, tile, place)
    if lasts(g, tile):
        worth += (1.0 - chance) * params[LATER] * later_worth(g, params, p, tile)
    return worth


@rule
def goods_value(g: State, params: Floats, p: int, tile: int, place: int) -> float:
    """What a cotton mill, manufacturer or pottery promises: its worth by the chance of its sale."""
    demand = beer_demand(g, p) + TILE_BEER[tile]
    return promise(g, params, p, tile, place, sale_chance(g, params, p, tile, g.joined[place], demand, 1))


@rule
def use_chance(g: State, params: Floats, p: int, industry: int, place: int, cubes: int) -> float:
    """The chance that the last of so many cubes of a new mine or works is used in this era.

    Iron is used everywhere, coal where links lead; in the Canal era little of it.
    """
    if cubes <= 0:
        return 1.0
    left = actions_left(g, p) * 1.0
    if industry == IRON:
        return min(0.95, left / (1.5 * cubes))
    reach = g.joined[place]
    if g.era != CANAL:
        return min(0.95 if reach != 1 << place else 0.7, left / (1.5 * cubes))
    near = 0.75 * params[SLOW] * params[SLOW]
    if reach & MERCHANT_MASK != 0:
        near = 0.75
    elif reach != 1 << place:
        near = 0.75 * params[SLOW]
    return min(near, left / (5.0 * cubes))


@rule
def source_value(g: State, params: Floats, p: int, tile: int, place: int) -> float:
    """What a mine or works promises: its market sale now, and its flip."""
    industry = TILE_INDUSTRY[tile]
    cubes = TILE_GOODS[tile]
    sold = min(cubes, market_room(g, industry, g.joined[place]))
    worth = market_earning(g, industry, sold) * money_worth(g, params, p)
    worth += params[CUBE] * (cubes - sold)
    return worth + promise(g, params, p, tile, place, use_chance(g, params, p, industry, place, cubes - sold))


@rule
def brewery_value(g: State, params: Floats, p: int, tile: int, place: int) -> float:
    """What a brewery promises: its flip, and what its barrels make possible."""
    left = actions_left(g, p) - 1
    if g.era == CANAL:
        chance = 0.25  # its other barrels are waiting for a use already
        if beer_demand(g, p) > own_beer(g, p):
            chance = 0.8
        elif own_beer(g, p) == 0:
            chance = 0.5
    else:
        chance = 0.95
    chance = max(min(chance, 0.25 * left), 0.0)
    return promise(g, params, p, tile, place, chance) + chance * params[BEER] * BARRELS[g.era]


@rule
def tile_value(g: State, params: Floats, p: int, tile: int, place: int) -> float:
    """What a tile in a place promises, before its costs."""
    industry = TILE_INDUSTRY[tile]
    if industry == BREWERY:
        value = brewery_value(g, params, p, tile, place)
    elif industry >= COAL:
        value = source_value(g, params, p, tile, place)
    else:
        value = goods_value(g, params, p, tile, place)
    return params[COTTON_WEIGHT + industry] * value


@rule
def replaced_worth(g: State, params: Floats, p: int, s: int) -> float:
    """What seat ``p`` loses with the tile that it overbuilds on a space; an opponent's loss is a small gain."""
    tile = g.tile[s] * 1
    if tile == 0:
        return 0.0
    place = PLACE_OF[s]
    if owner_of(g, s) != p:
        return -1.0
    if has_bit(g.flipped, s):
        return scoring_worth(g, params, p, tile, place)
    return 0.7 * flip_worth(g, params, p, tile, place)


@rule
def space_value(g: State, params: Floats, p: int, tile: int, s: int) -> float:
    """What it is worth to seat ``p`` to build a tile on a space."""
    place = PLACE_OF[s]
    value = tile_value(g, params, p, tile, place) - spending_worth(g, params, p, tile_cost(g, tile, place))
    value -= replaced_worth(g, params, p, s)
    if not has_bit(g.network[p], place):
        value += 0.5 * params[REACH]
    return value


@rule
def best_space(g: State, params: Floats, p: int, industry: int, spaces: int) -> int:
    """The space of a mask on which the industry's lowest tile is worth most to seat ``p``; -1: there is none."""
    tile = lowest_tile(g, p, industry)
    best = -1
    most = NOTHING
    while spaces != 0:
        s = low_bit(spaces)
        spaces &= spaces - 1
        value = space_value(g, params, p, tile, s)
        if value > most:
            best = s
            most = value
    return best


@rule
def industry_value(g: State, params: Floats, p: int, industry: int, cards: int, full: int) -> float:
    """What the best build of an industry is worth to seat ``p``."""
    spaces = build_spaces(g, p, industry, cards, full, 64)
    if spaces == 0:
        return NOTHING
    s = best_space(g, params, p, industry, spaces)
    return space_value(g, params, p, lowest_tile(g, p, industry), s)


@rule
def best_industry(g: State, params: Floats, p: int) -> int:
    """The industry whose best build is worth most to seat ``p``; -1: it can build none."""
    cards = holds(g, p)
    full = full_towns(g, p)
    best = -1
    most = NOTHING
    for industry in range(INDUSTRIES):
        value = industry_value(g, params, p, industry, cards, full)
        if value > most:
            best = industry
            most = value
    return best


@rule
def build_value(g: State, params: Floats, p: int) -> float:
    """What seat ``p``'s best build is worth."""
    industry = best_industry(g, params, p)
    if industry < 0:
        return NOTHING
    return industry_value(g, params, p, industry, holds(g, p), full_towns(g, p))
