"""Build (rules section 8.1): the lowest tile of an industry on a space, by a card that fits, with its coal and iron."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import emit, has_bit, low_bit
from . import events
from .markets import pay, stock_market
from .resources import coal_within, iron_cost
from .state import State
from .tables import (
    CANAL,
    COAL,
    FARM_MASK,
    INDUSTRIES,
    INDUSTRY_CARDS,
    IRON,
    PLACE_OF,
    PLACE_SPACES,
    PREFERRED,
    SECOND_CHOICE,
    SHOWING,
    SPACE_COUNT,
    TILE_COAL,
    TILE_ERAS,
    TILE_INDUSTRY,
    TILE_IRON,
    TILE_MONEY,
    TOWN_MASK,
    WILD_LOCATION,
)
from .tiles import drop_tile, lowest_tile, owner_of, put_tile, spaces_used

__all__ = [
    "begin_build",
    "build_industries",
    "build_spaces",
    "can_build",
    "card_places",
    "empty_spaces",
    "finish_build",
    "fitting_cards",
    "free_spaces",
    "full_towns",
    "none_left",
    "tile_to_build",
]


# ------------------------------------------------------------------------------------- tile, space, card


@rule
def tile_to_build(g: State, p: int, industry: int) -> int:
    """The tile that seat ``p`` would build: the lowest of the industry if this era allows it, else 0."""
    tile = lowest_tile(g, p, industry)
    if has_bit(TILE_ERAS[tile], g.era):
        return tile
    return 0


@rule
def full_towns(g: State, p: int) -> int:
    """The spaces of the places where seat ``p`` may have no further tile: in the Canal era those where it has one."""
    spaces = 0
    if g.era == CANAL:
        rest = g.tiles[p]
        while rest != 0:
            spaces |= PLACE_SPACES[PLACE_OF[low_bit(rest)]]
            rest &= rest - 1
    return spaces


@rule
def empty_spaces(g: State, industry: int) -> int:
    """The empty spaces for an industry; one that shows two gives way to one of the place that shows only this.

    Of those of a place that show the same, which are the same until something lies there, only the lowest.
    """
    empty = SHOWING[industry] & ~spaces_used(g)
    found = empty
    second = empty & SECOND_CHOICE[industry]
    while second != 0:
        s = low_bit(second)
        second &= second - 1
        if empty & PREFERRED[industry * SPACE_COUNT + s] != 0:
            found &= ~(1 << s)
    return found


@rule
def none_left(g: State, industry: int) -> bool:
    """Whether there is neither coal nor iron of that kind left anywhere, so that others' tiles may be overbuilt."""
    if industry == COAL:
        return g.stocked[0] == 0 and g.coal == 0
    if industry == IRON:
        return g.stocked[1] == 0 and g.iron == 0
    return False


@rule
def lower_tiles(g: State, tile: int, spaces: int) -> int:
    """Those of a mask of spaces that hold a lower tile of the industry of ``tile``."""
    found = 0
    while spaces != 0:
        s = low_bit(spaces)
        spaces &= spaces - 1
        there = g.tile[s]
        if there < tile and TILE_INDUSTRY[there] == TILE_INDUSTRY[tile]:
            found |= 1 << s
    return found


@rule
def free_spaces(g: State, p: int, tile: int, full: int) -> int:
    """The spaces that ``tile`` may lie on, cards and costs apart; ``full``: those of ``full_towns``."""
    industry = TILE_INDUSTRY[tile]
    found = empty_spaces(g, industry)
    if none_left(g, industry):
        found |= lower_tiles(g, tile, SHOWING[industry] & spaces_used(g) & ~g.tiles[p])
    return (found & ~full) | lower_tiles(g, tile, SHOWING[industry] & g.tiles[p])


@rule
def card_places(g: State, p: int, industry: int, cards: int) -> int:
    """The locations where one of a mask of card kinds lets seat ``p`` build an industry."""
    places = cards & TOWN_MASK
    if has_bit(cards, WILD_LOCATION):
        places = TOWN_MASK
    if cards & INDUSTRY_CARDS[industry] != 0:
        if g.network[p] == 0:
            places = TOWN_MASK | FARM_MASK
        else:
            places |= g.network[p]
    return places


@rule
def fitting_cards(g: State, p: int, industry: int, place: int) -> int:
    """The kinds of cards that let seat ``p`` build an industry in a place, as a mask."""
    cards = 0
    if has_bit(TOWN_MASK, place):
        cards = (1 << place) | (1 << WILD_LOCATION)
    if g.network[p] == 0 or has_bit(g.network[p], place):
        cards |= INDUSTRY_CARDS[industry]
    return cards


# ----------------------------------------------------------------------------------------- what is legal


@rule
def build_spaces(g: State, p: int, industry: int, cards: int, full: int, enough: int) -> int:
    """The spaces where seat ``p`` can build an industry with one of a mask of cards, at most ``enough`` of them.

    Costs are judged to the end: the choice among equally near mines or among works changes neither the cubes that
    must be bought nor their price.
    """
    tile = tile_to_build(g, p, industry)
    if tile == 0:
        return 0
    money = g.money[p] - TILE_MONEY[tile]
    if money < 0:
        return 0
    if TILE_IRON[tile] > 0:
        money -= iron_cost(g, TILE_IRON[tile])
        if money < 0:
            return 0
    places = card_places(g, p, industry, cards)
    coal = TILE_COAL[tile]
    rest = free_spaces(g, p, tile, full)
    found = 0
    while rest != 0 and enough > 0:
        s = low_bit(rest)
        rest &= rest - 1
        place = PLACE_OF[s]
        if has_bit(places, place) and (coal == 0 or coal_within(g, g.joined[place], coal, money)):
            found |= 1 << s
            enough -= 1
    return found


@rule
def build_industries(g: State, p: int, cards: int, enough: int) -> int:
    """The industries that seat ``p`` can build with one of a mask of cards, at most ``enough`` of them."""
    full = full_towns(g, p)
    found = 0
    for industry in range(INDUSTRIES):
        if enough > 0 and build_spaces(g, p, industry, cards, full, 1) != 0:
            found |= 1 << industry
            enough -= 1
    return found


@rule
def can_build(g: State, p: int, cards: int) -> bool:
    """Whether seat ``p`` can build anything with one of a mask of cards."""
    return build_industries(g, p, cards, 1) != 0


# ------------------------------------------------------------------------------------------ carrying out


@rule
def begin_build(g: State, p: int, s: int) -> None:
    """Choose the space: the cards that fit are noted as the network stands, the tile is paid for."""
    tile = lowest_tile(g, p, g.industry)
    g.at = s
    g.fits = fitting_cards(g, p, g.industry, PLACE_OF[s])
    g.coal_left = TILE_COAL[tile]
    g.iron_left = TILE_IRON[tile]
    pay(g, p, TILE_MONEY[tile])
    emit(g, events.PAYS, p, s, tile, TILE_MONEY[tile])


@rule
def finish_build(g: State, p: int) -> None:
    """Its cubes have been taken: lay the tile, in place of one that it overbuilds, and sell to the market.

    No tile takes the resource that its own industry carries, so the overbuilt one was never among the sources.
    """
    s = g.at
    industry = g.industry
    tile = lowest_tile(g, p, industry)
    if g.tile[s] != 0:
        emit(g, events.REPLACED, owner_of(g, s), s, g.tile[s], g.goods[s])
        drop_tile(g, s)
    put_tile(g, p, s, tile)
    g.taken[p, industry] += 1
    emit(g, events.BUILDS, p, s, tile, g.goods[s])
    if industry == COAL or industry == IRON:
        stock_market(g, p, s, industry)
