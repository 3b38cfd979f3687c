"""What tiles and links earn: a tile when it flips, its chance to be sold, a link, and what coal and iron cost."""

from __future__ import annotations

from ...games.brass.board import (
    CANAL,
    CANAL_COST,
    COAL,
    COAL_PRICES,
    COAL_ROOM,
    COTTON,
    IRON_PRICES,
    IRON_ROOM,
    LINE_ENDS,
    LINES_AT,
    MANUFACTURER,
    MERCHANT_ICONS,
    MERCHANT_MASK,
    PLACE_OF,
    PLACE_SPACES,
    RAIL_COST,
    SECOND_RAIL_COST,
    TILE_BEER,
    TILE_ICONS,
    TILE_INCOME,
    TILE_INDUSTRY,
    TILE_LEVEL,
    TILE_POINTS,
)
from ...games.brass.linking import beer_places, link_lines, rail_lines
from ...games.brass.resources import breweries, coal_price
from ...games.brass.selling import unsold_tiles
from ...games.brass.state import State
from ...games.brass.tiles import joined_by_line, places_of, spaces_used
from ...runtime.compiler import rule
from ...runtime.primitives import count_bits, has_bit, low_bit
from .forecast import FAR, Forecast, Ways, buyer_barrels, income_worth, is_last_era, links_missing, spending_worth
from .parameters import BEER, ICON, LINK_WEIGHT, OWN_LINKS, REACH, STEP

# ---------------------- What coal and iron cost where they are used, and what a new mine or works earns in its market.


@rule
def cubes_within(g: State, reach: int) -> int:
    """The cubes of coal on the mines in the locations ``reach``."""
    cubes = 0
    rest = g.stocked[0] * 1
    while rest != 0:
        s = low_bit(rest)
        rest &= rest - 1
        if has_bit(reach, PLACE_OF[s]):
            cubes += g.goods[s]
    return cubes


@rule
def coal_cost(g: State, reach: int, cubes: int) -> int:
    """What so many cubes of coal cost where the locations ``reach`` are connected."""
    missing = cubes - cubes_within(g, reach)
    if missing <= 0:
        return 0
    return coal_price(g, missing)


@rule
def market_room(g: State, industry: int, reach: int) -> int:
    """How many cubes of a new mine or works its market takes; a mine's only with a merchant in ``reach``."""
    if industry == COAL:
        if reach & MERCHANT_MASK == 0:
            return 0
        return COAL_ROOM - g.coal
    return IRON_ROOM - g.iron


@rule
def market_earning(g: State, industry: int, cubes: int) -> int:
    """The pounds that so many cubes bring when they are sold to their market, which has room for them."""
    earned = 0
    for i in range(cubes):
        if industry == COAL:
            earned += COAL_PRICES[COAL_ROOM - g.coal - 1 - i]
        else:
            earned += IRON_PRICES[IRON_ROOM - g.iron - 1 - i]
    return earned


# --------------- What a tile is worth when it flips: points of one era or two, income, icons for the seat's own links.


@rule
def lasts(g: State, tile: int) -> bool:
    """Whether a tile stays on the board after this era, and scores in the next one too."""
    return TILE_LEVEL[tile] > 1 and not is_last_era(g)


@rule
def scoring_worth(g: State, view: Forecast, tile: int, place: int) -> float:
    """The points of a flipped tile at the end of this era and of the next, with its icons for the seat's links."""
    links = count_bits(g.lines[view.seat] & LINES_AT[place]) + view.params[OWN_LINKS] * (1.0 - view.progress)
    points = TILE_POINTS[tile] + TILE_ICONS[tile] * links
    if lasts(g, tile):
        points += TILE_POINTS[tile] + TILE_ICONS[tile]
    return points


@rule
def flip_worth(g: State, view: Forecast, tile: int, place: int) -> float:
    """What it is worth to the seat that its ``tile`` in a place flips in this era."""
    return scoring_worth(g, view, tile, place) + income_worth(view, TILE_INCOME[tile])


@rule
def later_worth(view: Forecast, tile: int) -> float:
    """What it is worth to the seat that its ``tile``, built in the Canal era, flips in the Rail era."""
    income = 0.4 * income_worth(view, TILE_INCOME[tile])
    return TILE_POINTS[tile] + TILE_ICONS[tile] + income


# ----------- How likely a tile is to be sold: the links and the beer that it lacks, against the actions that are left.


@rule
def ways_of(view: Forecast, industry: int) -> Ways:
    """The ways to the buyers of an industry's goods."""
    if industry == COTTON:
        return view.cotton
    if industry == MANUFACTURER:
        return view.manufacturer
    return view.pottery


@rule
def beer_missing(g: State, view: Forecast, tile: int, reach: int, buyers: int, demand: int) -> float:
    """How many barrels lack for the sale of ``tile``, when the seat's sales take ``demand`` with this one's."""
    needed = TILE_BEER[tile]
    if needed == 0:
        return 0.0
    others = count_bits(breweries(g, view.seat, reach) & ~g.tiles[view.seat])
    supply = view.beer + 0.5 * others + buyer_barrels(g, TILE_INDUSTRY[tile], buyers)
    return min(max(demand - supply, 0.0), needed * 1.0)


@rule
def sale_chance(g: State, view: Forecast, step: float, tile: int, reach: int, demand: int, spent: int) -> float:
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


# ---------------------------------- What a link is worth: the icons that it will score, and what it opens to the seat.


UNFLIPPED = 0.75
"""How likely a tile that lies on the board is flipped when its era ends."""
NOTHING = -99.0
"""The value of what cannot be done."""


@rule
def icons_to_come(g: State, view: Forecast, place: int) -> float:
    """The link icons that a location is likely to show when the era ends."""
    if has_bit(MERCHANT_MASK, place):
        return MERCHANT_ICONS * 1.0
    icons = 0.0
    rest = PLACE_SPACES[place] & spaces_used(g)
    while rest != 0:
        s = low_bit(rest)
        rest &= rest - 1
        icons += TILE_ICONS[g.tile[s]] * (1.0 if has_bit(g.flipped, s) else UNFLIPPED)
    empty = count_bits(PLACE_SPACES[place] & ~spaces_used(g))
    return icons + view.params[ICON] * empty * (1.0 - view.progress)


@rule
def line_icons(g: State, view: Forecast, line: int) -> float:
    """The points that a link on a line is likely to score."""
    points = 0.0
    rest = LINE_ENDS[line]
    while rest != 0:
        points += icons_to_come(g, view, low_bit(rest))
        rest &= rest - 1
    return points


@rule
def sales_opened(g: State, view: Forecast, line: int) -> float:
    """What a link adds to the worth of the seat's unsold tiles: they come nearer to their buyers."""
    joins = joined_by_line(g, line)
    demand = view.demand
    gained = 0.0
    rest = unsold_tiles(g, view.seat)
    while rest != 0:
        s = low_bit(rest)
        rest &= rest - 1
        reach = g.joined[PLACE_OF[s]]
        if reach & LINE_ENDS[line] != 0 and joins & ~reach != 0:
            before = sale_chance(g, view, view.params[STEP], g.tile[s], reach, demand, 0)
            after = sale_chance(g, view, view.params[STEP], g.tile[s], reach | joins, demand, 1)
            gained += max(after - before, 0.0) * flip_worth(g, view, g.tile[s], PLACE_OF[s])
    return gained


@rule
def reach_opened(g: State, view: Forecast, line: int) -> float:
    """What a link is worth for the places that it adds to the seat's network, and for a way to the coal market."""
    fresh = LINE_ENDS[line] & ~g.network[view.seat] & ~MERCHANT_MASK
    worth = 0.0
    while fresh != 0:
        place = low_bit(fresh)
        fresh &= fresh - 1
        worth += 0.25 * count_bits(PLACE_SPACES[place] & ~spaces_used(g))
    rest = g.network[view.seat] & LINE_ENDS[line]
    if rest != 0 and g.joined[low_bit(rest)] & MERCHANT_MASK == 0 and joined_by_line(g, line) & MERCHANT_MASK != 0:
        worth += 2.0
    return view.params[REACH] * worth * (1.0 - view.progress)


@rule
def line_value(g: State, view: Forecast, line: int, cost: int) -> float:
    """What a link on a line is worth to the seat, less its ``cost`` and its coal."""
    value = view.params[LINK_WEIGHT] * line_icons(g, view, line)
    value += sales_opened(g, view, line) + reach_opened(g, view, line)
    if g.era != CANAL:
        cost += coal_cost(g, joined_by_line(g, line), 1)
    return value - spending_worth(g, view, cost)


@rule
def best_line(g: State, view: Forecast, lines: int, cost: int) -> int:
    """The line of a mask whose link is worth most to the seat; -1: there is none."""
    best = -1
    most = NOTHING
    while lines != 0:
        line = low_bit(lines)
        lines &= lines - 1
        value = line_value(g, view, line, cost)
        if value > most:
            best = line
            most = value
    return best


@rule
def second_rail_value(g: State, view: Forecast, lines: int) -> float:
    """What the best second rail of a mask of lines is worth, less its beer."""
    line = best_line(g, view, lines, SECOND_RAIL_COST)
    if line < 0:
        return NOTHING
    return line_value(g, view, line, SECOND_RAIL_COST) - view.params[BEER]


@rule
def network_value(g: State, view: Forecast) -> float:
    """What the seat gets by a Network action: a canal, a rail or two rails."""
    lines = link_lines(g, view.seat, 64)
    if lines == 0:
        return NOTHING
    if g.era == CANAL:
        return line_value(g, view, best_line(g, view, lines, CANAL_COST), CANAL_COST)
    first = best_line(g, view, lines, RAIL_COST)
    value = line_value(g, view, first, RAIL_COST)
    both = RAIL_COST + SECOND_RAIL_COST + coal_price(g, 1)
    second = rail_lines(g, view.seat, both, beer_places(g, view.seat), 64) & ~(1 << first)
    if second != 0 and places_of(g.stocked[2]) != 0:
        value += max(second_rail_value(g, view, second), 0.0)
    return value
