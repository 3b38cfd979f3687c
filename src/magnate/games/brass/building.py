"""Build (rules section 8.1): the lowest tile of an industry on a space, by a card that fits, with coal and iron."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import emit, has_bit, low_bit
from . import board, events, reasons
from .cards import holds
from .resources import coal_within, iron_cost, pay, stock_market
from .state import State
from .tiles import drop_tile, first_alike, lowest_tile, owner_of, put_tile, spaces_used

__all__ = [
    "begin_build",
    "build_industries",
    "build_spaces",
    "can_build",
    "card_places",
    "finish_build",
    "free_spaces",
    "full_towns",
    "tile_to_build",
    "why_no_build",
    "why_no_develop",
    "why_not_build",
    "why_not_build_here",
    "why_not_develop",
    "why_not_industry",
    "why_not_remove",
]


# ---------------- tile, space, card


@rule
def tile_to_build(g: State, p: int, industry: int) -> int:
    """The tile that seat ``p`` would build: the lowest of the industry if this era allows it, else 0."""
    tile = lowest_tile(g, p, industry)
    if has_bit(board.TILE_ERAS[tile], g.era):
        return tile
    return 0


@rule
def full_towns(g: State, p: int) -> int:
    """The spaces of the places where seat ``p`` may have no further tile: in the Canal era those where it has one."""
    spaces = 0
    if g.era == board.CANAL:
        rest = g.tiles[p]
        while rest != 0:
            spaces |= board.PLACE_SPACES[board.PLACE_OF[low_bit(rest)]]
            rest &= rest - 1
    return spaces


@rule
def empty_spaces(g: State, industry: int) -> int:
    """The empty spaces for an industry; one that shows two gives way to one of the place that shows only this.

    Of those of a place that show the same, which are the same until something lies there, only the lowest.
    """
    empty = board.SHOWING[industry] & ~spaces_used(g)
    found = empty
    second = empty & board.SECOND_CHOICE[industry]
    while second != 0:
        s = low_bit(second)
        second &= second - 1
        if empty & board.PREFERRED[industry * board.SPACE_COUNT + s] != 0:
            found &= ~(1 << s)
    return found


@rule
def none_left(g: State, industry: int) -> bool:
    """Whether there is neither coal nor iron of that kind left anywhere, so that others' tiles may be overbuilt."""
    if industry == board.COAL:
        return g.stocked[0] == 0 and g.coal == 0
    if industry == board.IRON:
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
        if there < tile and board.TILE_INDUSTRY[there] == board.TILE_INDUSTRY[tile]:
            found |= 1 << s
    return found


@rule
def free_spaces(g: State, p: int, tile: int, full: int) -> int:
    """The spaces that ``tile`` may lie on, cards and costs apart; ``full``: those of ``full_towns``."""
    industry = board.TILE_INDUSTRY[tile]
    found = empty_spaces(g, industry)
    if none_left(g, industry):
        found |= lower_tiles(g, tile, board.SHOWING[industry] & spaces_used(g) & ~g.tiles[p])
    return (found & ~full) | lower_tiles(g, tile, board.SHOWING[industry] & g.tiles[p])


@rule
def card_places(g: State, p: int, industry: int, cards: int) -> int:
    """The locations where one of a mask of card kinds lets seat ``p`` build an industry."""
    places = cards & board.TOWN_MASK
    if has_bit(cards, board.WILD_LOCATION):
        places = board.TOWN_MASK
    if cards & board.INDUSTRY_CARDS[industry] != 0:
        if g.network[p] == 0:
            places = board.TOWN_MASK | board.FARM_MASK
        else:
            places |= g.network[p]
    return places


@rule
def fitting_cards(g: State, p: int, industry: int, place: int) -> int:
    """The kinds of cards that let seat ``p`` build an industry in a place, as a mask."""
    cards = 0
    if has_bit(board.TOWN_MASK, place):
        cards = (1 << place) | (1 << board.WILD_LOCATION)
    if g.network[p] == 0 or has_bit(g.network[p], place):
        cards |= board.INDUSTRY_CARDS[industry]
    return cards


# ---------------- what is legal


@rule
def build_spaces(g: State, p: int, industry: int, cards: int, full: int, enough: int) -> int:
    """The spaces where seat ``p`` can build an industry with one of a mask of cards, at most ``enough`` of them.

    Costs are judged to the end: the choice among equally near mines or among works changes neither the cubes that
    must be bought nor their price.
    """
    tile = tile_to_build(g, p, industry)
    if tile == 0:
        return 0
    money = g.money[p] - board.TILE_MONEY[tile]
    if money < 0:
        return 0
    if board.TILE_IRON[tile] > 0:
        money -= iron_cost(g, board.TILE_IRON[tile])
        if money < 0:
            return 0
    places = card_places(g, p, industry, cards)
    coal = board.TILE_COAL[tile]
    rest = free_spaces(g, p, tile, full)
    found = 0
    while rest != 0 and enough > 0:
        s = low_bit(rest)
        rest &= rest - 1
        place = board.PLACE_OF[s]
        if has_bit(places, place) and (coal == 0 or coal_within(g, g.joined[place], coal, money)):
            found |= 1 << s
            enough -= 1
    return found


@rule
def build_industries(g: State, p: int, cards: int, enough: int) -> int:
    """The industries that seat ``p`` can build with one of a mask of cards, at most ``enough`` of them."""
    full = full_towns(g, p)
    found = 0
    for industry in range(board.INDUSTRIES):
        if enough > 0 and build_spaces(g, p, industry, cards, full, 1) != 0:
            found |= 1 << industry
            enough -= 1
    return found


@rule
def can_build(g: State, p: int, cards: int) -> bool:
    """Whether seat ``p`` can build anything with one of a mask of cards."""
    return build_industries(g, p, cards, 1) != 0


# ---------------- carrying out


@rule
def begin_build(g: State, p: int, s: int) -> None:
    """Choose the space: the cards that fit are noted as the network stands, the tile is paid for."""
    tile = lowest_tile(g, p, g.industry)
    g.at = s
    g.fits = fitting_cards(g, p, g.industry, board.PLACE_OF[s])
    g.coal_left = board.TILE_COAL[tile]
    g.iron_left = board.TILE_IRON[tile]
    pay(g, p, board.TILE_MONEY[tile])
    emit(g, events.PAYS, p, s, tile, board.TILE_MONEY[tile])


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
    if industry == board.COAL or industry == board.IRON:
        stock_market(g, p, s, industry)


# ---------------- Why something cannot be built or developed: the first rule that stands against it


MUCH = 1 << 20
"""More pounds than anything costs."""


@rule
def why_not_tile(g: State, p: int, industry: int) -> int:
    """Whether seat ``p``'s lowest tile of an industry may be built in this era."""
    tile = lowest_tile(g, p, industry)
    if tile == 0:
        return reasons.MAT_EMPTY
    if has_bit(board.TILE_ERAS[tile], g.era):
        return reasons.OK
    if g.era == board.CANAL:
        return reasons.NOT_IN_CANAL_ERA
    return reasons.NOT_IN_RAIL_ERA


@rule
def why_not_overbuild(g: State, p: int, tile: int, s: int) -> int:
    """Whether ``tile`` of seat ``p`` may replace the tile on space ``s``."""
    industry = board.TILE_INDUSTRY[tile]
    if board.TILE_INDUSTRY[g.tile[s]] != industry:
        return reasons.OTHER_INDUSTRY
    own = has_bit(g.tiles[p], s)
    if not own and industry != board.COAL and industry != board.IRON:
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
    industry = board.TILE_INDUSTRY[tile]
    if not has_bit(board.SHOWING[industry], s):
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
    if held & board.INDUSTRY_CARDS[industry] != 0:
        return reasons.CARD_OUTSIDE_NETWORK
    if has_bit(board.FARM_MASK, place):
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
    place = board.PLACE_OF[s]
    reason = why_not_by_card(g, p, industry, place)
    if reason != reasons.OK:
        return reason
    money = g.money[p] - board.TILE_MONEY[tile] - iron_cost(g, board.TILE_IRON[tile])
    coal = board.TILE_COAL[tile]
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
    for industry in range(board.INDUSTRIES):
        if not has_bit(board.SPACE_SHOWS[s], industry):
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
    for s in range(board.SPACE_COUNT):
        reason = why_not_build(g, p, industry, s)
        if reason == reasons.OK:
            return reason
        nearest = max(nearest, reason)
    return nearest


@rule
def why_no_build(g: State, p: int) -> int:
    """Whether seat ``p`` can build anything; if not, what the best of the industries lacks."""
    nearest = reasons.OK
    for industry in range(board.INDUSTRIES):
        reason = why_not_industry(g, p, industry)
        if reason == reasons.OK:
            return reason
        nearest = max(nearest, reason)
    return nearest


# ---------------- develop


@rule
def why_not_remove(g: State, p: int, industry: int) -> int:
    """Whether the lowest tile of an industry may be removed from seat ``p``'s mat."""
    tile = lowest_tile(g, p, industry)
    if tile == 0:
        return reasons.MAT_EMPTY
    if board.TILE_DEVELOPABLE[tile] == 0:
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
    for industry in range(board.INDUSTRIES):
        reason = why_not_develop(g, p, industry)
        if reason == reasons.OK:
            return reason
        nearest = max(nearest, reason)
    return nearest
