"""What a tile on a space is worth to build, and which is worth most."""

from __future__ import annotations

from ...games.brass.board import (
    BARRELS,
    BREWERY,
    CANAL,
    COAL,
    INDUSTRIES,
    IRON,
    MAT,
    MAT_ROOM,
    MERCHANT_MASK,
    PLACE_OF,
    ROUNDS,
    TILE_BEER,
    TILE_COAL,
    TILE_DEVELOPABLE,
    TILE_ERAS,
    TILE_GOODS,
    TILE_INCOME,
    TILE_INDUSTRY,
    TILE_IRON,
    TILE_MONEY,
    TILE_POINTS,
    TURN_ACTIONS,
)
from ...games.brass.building import build_spaces, full_towns
from ...games.brass.cards import holds
from ...games.brass.resources import iron_cost
from ...games.brass.selling import develop_industries
from ...games.brass.state import State
from ...games.brass.tiles import lowest_tile, owner_of
from ...runtime.compiler import rule
from ...runtime.primitives import has_bit, low_bit
from .forecast import Forecast, income_worth, spending_worth
from .parameters import (
    BEER,
    COTTON_PLAN,
    COTTON_WEIGHT,
    CUBE,
    DEVELOPING,
    DEVELOPING_MORE,
    DEVELOPING_RAIL,
    LATER,
    REACH,
    SLOW,
    STEP,
)
from .tiles import (
    NOTHING,
    coal_cost,
    flip_worth,
    lasts,
    later_worth,
    market_earning,
    market_room,
    sale_chance,
    scoring_worth,
)


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
def promise(g: State, view: Forecast, tile: int, place: int, chance: float) -> float:
    """What a tile is worth that flips in this era with a chance, or else perhaps in the next."""
    worth = chance * flip_worth(g, view, tile, place)
    if lasts(g, tile):
        worth += (1.0 - chance) * view.params[LATER] * later_worth(view, tile)
    return worth


@rule
def goods_value(g: State, view: Forecast, tile: int, place: int) -> float:
    """What a cotton mill, manufacturer or pottery promises: its worth by the chance of its sale."""
    demand = view.demand + TILE_BEER[tile]
    return promise(g, view, tile, place, sale_chance(g, view, view.params[STEP], tile, g.joined[place], demand, 1))


@rule
def use_chance(g: State, view: Forecast, slow: float, industry: int, place: int, cubes: int) -> float:
    """The chance that the last of so many cubes of a new mine or works is used in this era.

    Iron is used everywhere, coal where links lead; in the Canal era little of it. ``slow`` is the part of the chance
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
def source_value(g: State, view: Forecast, tile: int, place: int) -> float:
    """What a mine or works promises: its market sale now, and its flip."""
    industry = TILE_INDUSTRY[tile]
    cubes = TILE_GOODS[tile]
    sold = min(cubes, market_room(g, industry, g.joined[place]))
    worth = market_earning(g, industry, sold) * view.pound
    worth += view.params[CUBE] * (cubes - sold)
    return worth + promise(g, view, tile, place, use_chance(g, view, view.params[SLOW], industry, place, cubes - sold))


@rule
def brewery_value(g: State, view: Forecast, tile: int, place: int) -> float:
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
def tile_value(g: State, view: Forecast, tile: int, place: int) -> float:
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
def replaced_worth(g: State, view: Forecast, s: int) -> float:
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
def space_value(g: State, view: Forecast, tile: int, s: int) -> float:
    """What it is worth to the seat to build a tile on a space."""
    place = PLACE_OF[s]
    value = tile_value(g, view, tile, place) - spending_worth(g, view, tile_cost(g, tile, place))
    value -= replaced_worth(g, view, s)
    if not has_bit(g.network[view.seat], place):
        value += 0.5 * view.params[REACH]
    return value


@rule
def industry_value(g: State, view: Forecast, industry: int, cards: int, full: int) -> float:
    """What the seat's best build of an industry with one of a mask of cards is worth; ``full``: see ``full_towns``."""
    spaces = build_spaces(g, view.seat, industry, cards, full, 64)
    tile = lowest_tile(g, view.seat, industry)
    most = NOTHING
    while spaces != 0:
        most = max(most, space_value(g, view, tile, low_bit(spaces)))
        spaces &= spaces - 1
    return most


@rule
def build_value(g: State, view: Forecast) -> float:
    """What the seat's best build is worth."""
    cards = holds(g, view.seat)
    full = full_towns(g, view.seat)
    most = NOTHING
    for industry in range(INDUSTRIES):
        most = max(most, industry_value(g, view, industry, cards, full))
    return most


# ------------------ What it is worth to remove a tile from the mat: the better tiles that are then built in its stead.


DEEP = 4
"""How many tiles of an industry are thought to be removed, one after the other."""


@rule
def mat_tile(g: State, p: int, industry: int, deeper: int) -> int:
    """The tile so many below the lowest of an industry on seat ``p``'s mat; 0: there is none."""
    n = g.taken[p, industry] + deeper
    if n >= MAT_ROOM:
        return 0
    return MAT[industry * MAT_ROOM + n]


@rule
def standing_worth(g: State, view: Forecast, tile: int) -> float:
    """What a tile is worth to build, wherever that will be."""
    if tile == 0 or not has_bit(TILE_ERAS[tile], g.era):
        return 0.0
    points = TILE_POINTS[tile] * 1.0
    if lasts(g, tile):
        points += TILE_POINTS[tile]
    cost = TILE_MONEY[tile] + 3 * TILE_COAL[tile] + 2 * TILE_IRON[tile]
    worth = points + income_worth(view, TILE_INCOME[tile]) - cost * view.pound
    return max(worth - view.params[BEER] * TILE_BEER[tile], 0.0)


@rule
def mat_worth(g: State, view: Forecast, industry: int, deeper: int) -> float:
    """What the tiles are worth that the seat will build of an industry, if so many are removed before."""
    share = view.to_come / (2.0 * TURN_ACTIONS * ROUNDS[g.opt.players])
    planned = view.params[COTTON_PLAN + industry] * share
    worth = 0.0
    i = 0
    while planned > 0.0:
        tile = mat_tile(g, view.seat, industry, deeper + i)
        if tile == 0 or (g.era != CANAL and not has_bit(TILE_ERAS[tile], g.era)):
            return worth
        worth += min(planned, 1.0) * standing_worth(g, view, tile)
        planned -= 1.0
        i += 1
    return worth


@rule
def eagerness(g: State, view: Forecast) -> float:
    """How much of what better tiles promise counts: early in the game other things are more urgent."""
    if g.era != CANAL:
        return view.params[DEVELOPING_RAIL] * 1.0
    return view.params[DEVELOPING] + view.params[DEVELOPING_MORE] * view.progress


@rule
def develop_gain(g: State, view: Forecast, industry: int, removed: int) -> float:
    """What each tile removed from an industry gains, when ``removed`` are gone and the best number is removed more."""
    now = mat_worth(g, view, industry, removed)
    most = NOTHING
    for n in range(1, DEEP + 1):
        tile = mat_tile(g, view.seat, industry, removed + n - 1)
        if tile == 0 or TILE_DEVELOPABLE[tile] == 0 or mat_tile(g, view.seat, industry, removed + n) == 0:
            break
        gain = (mat_worth(g, view, industry, removed + n) - now) / n
        most = max(most, gain)
    return eagerness(g, view) * view.params[COTTON_WEIGHT + industry] * most


@rule
def best_develop(g: State, view: Forecast, industries: int) -> int:
    """The industry of a mask whose lowest tile the seat removes best."""
    best = low_bit(industries)
    most = NOTHING
    rest = industries
    while rest != 0:
        industry = low_bit(rest)
        rest &= rest - 1
        gain = develop_gain(g, view, industry, 0)
        if gain > most:
            best = industry
            most = gain
    return best


@rule
def develop_value(g: State, view: Forecast) -> float:
    """What the seat gets by a Develop action of up to two tiles."""
    industries = develop_industries(g, view.seat)
    if industries == 0:
        return NOTHING
    first = best_develop(g, view, industries)
    value = develop_gain(g, view, first, 0)
    second = NOTHING
    for industry in range(INDUSTRIES):
        if has_bit(industries, industry):
            second = max(second, develop_gain(g, view, industry, 1 if industry == first else 0))
    pound = view.pound
    value -= iron_cost(g, 1) * pound
    extra = second - (iron_cost(g, 2) - iron_cost(g, 1)) * pound
    if extra > 0.0 and iron_cost(g, 2) <= g.money[view.seat]:
        value += extra
    return value
