"""What a link is worth: the icons that it will score, and what it opens to the seat."""

from __future__ import annotations

from ...games.brass.board import (
    CANAL,
    CANAL_COST,
    LINE_ENDS,
    MERCHANT_ICONS,
    MERCHANT_MASK,
    PLACE_OF,
    PLACE_SPACES,
    RAIL_COST,
    SECOND_RAIL_COST,
    TILE_ICONS,
)
from ...games.brass.linking import beer_places, link_lines, rail_lines
from ...games.brass.resources import coal_price
from ...games.brass.selling import unsold_tiles
from ...games.brass.state import State
from ...games.brass.tiles import joined_by_line, places_of, spaces_used
from ...runtime.compiler import rule
from ...runtime.primitives import count_bits, has_bit, low_bit
from .forecast import Outlook, spending_worth
from .parameters import BEER, ICON, LINK_WEIGHT, REACH, STEP
from .tiles import coal_cost, flip_worth, sale_chance

__all__ = ["NOTHING", "best_line", "network_value", "second_rail_value"]

UNFLIPPED = 0.75
"""How likely a tile that lies on the board is flipped when its era ends."""
NOTHING = -99.0
"""The value of what cannot be done."""


@rule
def icons_to_come(g: State, view: Outlook, place: int) -> float:
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
def line_icons(g: State, view: Outlook, line: int) -> float:
    """The points that a link on a line is likely to score."""
    points = 0.0
    rest = LINE_ENDS[line]
    while rest != 0:
        points += icons_to_come(g, view, low_bit(rest))
        rest &= rest - 1
    return points


@rule
def sales_opened(g: State, view: Outlook, line: int) -> float:
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
def reach_opened(g: State, view: Outlook, line: int) -> float:
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
def line_value(g: State, view: Outlook, line: int, cost: int) -> float:
    """What a link on a line is worth to the seat, less its ``cost`` and its coal."""
    value = view.params[LINK_WEIGHT] * line_icons(g, view, line)
    value += sales_opened(g, view, line) + reach_opened(g, view, line)
    if g.era != CANAL:
        cost += coal_cost(g, joined_by_line(g, line), 1)
    return value - spending_worth(g, view, cost)


@rule
def best_line(g: State, view: Outlook, lines: int, cost: int) -> int:
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
def second_rail_value(g: State, view: Outlook, lines: int) -> float:
    """What the best second rail of a mask of lines is worth, less its beer."""
    line = best_line(g, view, lines, SECOND_RAIL_COST)
    if line < 0:
        return NOTHING
    return line_value(g, view, line, SECOND_RAIL_COST) - view.params[BEER]


@rule
def network_value(g: State, view: Outlook) -> float:
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
