"""Why something cannot be built or developed: the first rule that stands against it."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import has_bit
from . import reasons
from .building import card_places, empty_spaces, full_towns, none_left
from .cards import holds
from .resources import coal_within, iron_cost
from .state import State
from .symmetry import first_alike
from .tables import (
    CANAL,
    COAL,
    FARM_MASK,
    INDUSTRIES,
    INDUSTRY_CARDS,
    IRON,
    PLACE_OF,
    SHOWING,
    SPACE_COUNT,
    SPACE_SHOWS,
    TILE_COAL,
    TILE_DEVELOPABLE,
    TILE_ERAS,
    TILE_INDUSTRY,
    TILE_IRON,
    TILE_MONEY,
)
from .tiles import lowest_tile

__all__ = [
    "why_no_build",
    "why_no_develop",
    "why_not_build",
    "why_not_build_here",
    "why_not_develop",
    "why_not_industry",
    "why_not_remove",
]

MUCH = 1 << 20
"""More pounds than anything costs."""


@rule
def why_not_tile(g: State, p: int, industry: int) -> int:
    """Whether seat ``p``'s lowest tile of an industry may be built in this era."""
    tile = lowest_tile(g, p, industry)
    if tile == 0:
        return reasons.MAT_EMPTY
    if has_bit(TILE_ERAS[tile], g.era):
        return reasons.OK
    if g.era == CANAL:
        return reasons.NOT_IN_CANAL_ERA
    return reasons.NOT_IN_RAIL_ERA


@rule
def why_not_overbuild(g: State, p: int, tile: int, s: int) -> int:
    """Whether ``tile`` of seat ``p`` may replace the tile on space ``s``."""
    industry = TILE_INDUSTRY[tile]
    if TILE_INDUSTRY[g.tile[s]] != industry:
        return reasons.OTHER_INDUSTRY
    own = has_bit(g.tiles[p], s)
    if not own and industry != COAL and industry != IRON:
        return reasons.OPPONENTS_TILE
    if g.tile[s] >= tile:
        return reasons.LEVEL_NOT_HIGHER
    if not own and not none_left(g, industry):
        return reasons.CUBES_LEFT
    return reasons.OK


@rule
def like_one_before(g: State, s: int) -> bool:
    """Whether an empty space has an empty one before it in its place that shows the same."""
    return g.tile[s] == 0 and first_alike(g, s) != s


@rule
def why_not_on_space(g: State, p: int, tile: int, s: int) -> int:
    """Whether ``tile`` of seat ``p`` may lie on space ``s``, cards and costs apart."""
    industry = TILE_INDUSTRY[tile]
    if not has_bit(SHOWING[industry], s):
        return reasons.NOT_SHOWN
    if g.tile[s] != 0:
        reason = why_not_overbuild(g, p, tile, s)
        if reason != reasons.OK:
            return reason
    elif not has_bit(empty_spaces(g, industry), s) and not like_one_before(g, s):
        return reasons.SINGLE_SPACE_FIRST
    if not has_bit(g.tiles[p], s) and has_bit(full_towns(g, p), s):
        return reasons.ONE_TILE_A_TOWN
    return reasons.OK


@rule
def why_not_by_card(g: State, p: int, industry: int, place: int) -> int:
    """Whether seat ``p`` holds a card that lets it build an industry in a place."""
    held = holds(g, p)
    if has_bit(card_places(g, p, industry, held), place):
        return reasons.OK
    if held & INDUSTRY_CARDS[industry] != 0:
        return reasons.CARD_OUTSIDE_NETWORK
    if has_bit(FARM_MASK, place):
        return reasons.FARM_NEEDS_INDUSTRY
    return reasons.NO_CARD


@rule
def why_not_build(g: State, p: int, industry: int, s: int) -> int:
    """Whether seat ``p`` can build its lowest tile of an industry on space ``s``."""
    reason = why_not_tile(g, p, industry)
    if reason != reasons.OK:
        return reason
    tile = lowest_tile(g, p, industry)
    reason = why_not_on_space(g, p, tile, s)
    if reason != reasons.OK:
        return reason
    place = PLACE_OF[s]
    reason = why_not_by_card(g, p, industry, place)
    if reason != reasons.OK:
        return reason
    money = g.money[p] - TILE_MONEY[tile] - iron_cost(g, TILE_IRON[tile])
    coal = TILE_COAL[tile]
    if coal > 0 and not coal_within(g, g.joined[place], coal, MUCH):
        return reasons.NO_COAL
    if money < 0 or (coal > 0 and not coal_within(g, g.joined[place], coal, money)):
        return reasons.TOO_EXPENSIVE
    if like_one_before(g, s):
        return reasons.SAME_SPACE
    return reasons.OK


@rule
def why_not_build_here(g: State, p: int, s: int) -> int:
    """Whether seat ``p`` can build anything on space ``s``; if not, what the best of the industries it shows lacks."""
    nearest = reasons.OK
    for industry in range(INDUSTRIES):
        if not has_bit(SPACE_SHOWS[s], industry):
            continue  # NOT_SHOWN would outrank what the mat lacks
        reason = why_not_build(g, p, industry, s)
        if reason == reasons.OK:
            return reason
        nearest = max(nearest, reason)
    return nearest


@rule
def why_not_industry(g: State, p: int, industry: int) -> int:
    """Whether seat ``p`` can build an industry somewhere; if not, what the best of the spaces lacks."""
    nearest = reasons.OK
    for s in range(SPACE_COUNT):
        reason = why_not_build(g, p, industry, s)
        if reason == reasons.OK:
            return reason
        nearest = max(nearest, reason)
    return nearest


@rule
def why_no_build(g: State, p: int) -> int:
    """Whether seat ``p`` can build anything; if not, what the best of the industries lacks."""
    nearest = reasons.OK
    for industry in range(INDUSTRIES):
        reason = why_not_industry(g, p, industry)
        if reason == reasons.OK:
            return reason
        nearest = max(nearest, reason)
    return nearest


# --------------------------------------------------------------------------------------------- develop


@rule
def why_not_remove(g: State, p: int, industry: int) -> int:
    """Whether the lowest tile of an industry may be removed from seat ``p``'s mat."""
    tile = lowest_tile(g, p, industry)
    if tile == 0:
        return reasons.MAT_EMPTY
    if TILE_DEVELOPABLE[tile] == 0:
        return reasons.NOT_DEVELOPABLE
    return reasons.OK


@rule
def why_not_develop(g: State, p: int, industry: int) -> int:
    """Whether seat ``p`` can develop an industry, with the iron for it."""
    reason = why_not_remove(g, p, industry)
    if reason == reasons.OK and iron_cost(g, 1) > g.money[p]:
        return reasons.NO_IRON
    return reason


@rule
def why_no_develop(g: State, p: int) -> int:
    """Whether seat ``p`` can develop anything; if not, what the best of the industries lacks."""
    nearest = reasons.OK
    for industry in range(INDUSTRIES):
        reason = why_not_develop(g, p, industry)
        if reason == reasons.OK:
            return reason
        nearest = max(nearest, reason)
    return nearest
