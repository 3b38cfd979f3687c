"""What the win chances of Brass are worked out from (a guide for :mod:`.chances_kernel`).

All that lies open is shown, and the hands that the eyes know: none for a spectator, one's own for a seat. Of the other
cards only the kinds are counted that have not been seen. Positions are seen from the seat that is first in the turn
order, and sums run from it on. So a rotation of the players rotates the chances to the bit.
"""

from __future__ import annotations

from ..core.contract import CHANCE
from ..games.brass.board import (
    BREWERY,
    CARD_KINDS,
    COAL_ROOM,
    HAND,
    INCOME_LEVEL,
    INDUSTRIES,
    IRON_ROOM,
    LAST_SPACE,
    LINE_ENDS,
    LOWEST_LEVEL,
    MAT_SIZE,
    MERCHANT_BUYS,
    MERCHANT_ICONS,
    MERCHANT_MASK,
    MERCHANT_SPACES_ALL,
    PLACE_SPACES,
    PLAIN_CARDS,
    RAIL,
    ROUNDS,
    SEATS,
    TILE_BEER,
    TILE_ERAS,
    TILE_ICONS,
    TILE_INDUSTRY,
    TILE_LEVEL,
    TILE_POINTS,
    WILD_INDUSTRY,
    WILD_LOCATION,
)
from ..games.brass.cards import drawable, hand_size
from ..games.brass.linking import open_lines
from ..games.brass.selling import buyers, unsold_tiles
from ..games.brass.state import ACTION, BUILD, PASS, REFILL, SHORTFALL, State
from ..games.brass.tiles import lowest_tile
from ..runtime.compiler import Floats, rule
from ..runtime.primitives import count_bits, has_bit, low_bit

__all__ = ["INPUTS", "OWN", "PLACES", "TABLE", "first_seat", "inputs", "seat_inputs", "seats_left"]

PLACES = SEATS
OWN = 29 + 6 * INDUSTRIES + SEATS + PASS + 1 + CARD_KINDS
"""All numbers of a seat."""
TABLE = 15 + SHORTFALL + PASS + 2 + PLAIN_CARDS + 5 * MERCHANT_SPACES_ALL
"""All numbers of the table."""
INPUTS = SEATS * OWN + TABLE
GOODS = 3
"""The industries whose tiles are sold: the first ones."""


@rule
def put(out: Floats, at: int, value: float) -> int:
    """Write one number; returns the place after it."""
    out[at] = value
    return at + 1


@rule
def part(value: float, low: float, high: float) -> float:
    """How far a value has come from ``low`` to ``high``, from 0 to 1."""
    return min(1.0, max(0.0, (value - low) / (high - low)))


@rule
def icons_of(g: State, place: int, tiles: int) -> int:
    """The icons that the tiles of the mask ``tiles`` show in a location; a merchant's are printed."""
    if has_bit(MERCHANT_MASK, place):
        return MERCHANT_ICONS
    n = 0
    rest = PLACE_SPACES[place] & tiles
    while rest != 0:
        n += TILE_ICONS[g.tile[low_bit(rest)]]
        rest &= rest - 1
    return n


@rule
def icons_at(g: State, lines: int, tiles: int) -> int:
    """The icons at the ends of a mask of lines, each as often as a link there would score it."""
    n = 0
    while lines != 0:
        places = LINE_ENDS[low_bit(lines)]
        lines &= lines - 1
        while places != 0:
            n += icons_of(g, low_bit(places), tiles)
            places &= places - 1
    return n


@rule
def lines_beside(g: State, q: int) -> int:
    """The lines on which seat ``q`` might lay a link beside its network."""
    found = 0
    rest = open_lines(g, q)
    while rest != 0:
        line = low_bit(rest)
        rest &= rest - 1
        if LINE_ENDS[line] & g.network[q] != 0:
            found |= 1 << line
    return found


@rule
def money_numbers(g: State, q: int, at: int, out: Floats) -> int:
    """Money, points, income and cards of seat ``q``."""
    at = put(out, at, part(g.money[q], 0, 12))
    at = put(out, at, part(g.money[q], 12, 30))
    at = put(out, at, part(g.money[q], 30, 70))
    at = put(out, at, g.spent[q] / 50)
    at = put(out, at, g.points[q] / 200)
    at = put(out, at, g.income_space[q] / LAST_SPACE)
    level = INCOME_LEVEL[g.income_space[q]]
    at = put(out, at, (level - LOWEST_LEVEL) / 40)
    at = put(out, at, part(-level, 0, 10))
    at = put(out, at, hand_size(g, q) / HAND)
    at = put(out, at, min(g.hand[q, WILD_LOCATION], 2) / 2)
    return put(out, at, min(g.hand[q, WILD_INDUSTRY], 2) / 2)


@rule
def board_numbers(g: State, q: int, at: int, out: Floats) -> int:
    """Links and tiles of seat ``q``: what scores now, what is still to flip, and where it might build on."""
    everything = g.tiles[0] | g.tiles[1] | g.tiles[2] | g.tiles[3]
    at = put(out, at, count_bits(g.lines[q]) / 14)
    at = put(out, at, icons_at(g, g.lines[q] * 1, g.flipped * 1) / 60)
    at = put(out, at, icons_at(g, g.lines[q] * 1, everything & ~g.flipped) / 60)
    beside = lines_beside(g, q)
    at = put(out, at, count_bits(beside) / 20)
    at = put(out, at, icons_at(g, beside, g.flipped * 1) / 80)
    at = put(out, at, count_bits(g.network[q]) / 20)
    low = 0
    high = 0
    rest = g.tiles[q] & g.flipped
    while rest != 0:
        tile = g.tile[low_bit(rest)] * 1
        rest &= rest - 1
        if TILE_LEVEL[tile] == 1:
            low += TILE_POINTS[tile]
        else:
            high += TILE_POINTS[tile]
    at = put(out, at, low / 20)
    at = put(out, at, high / 100)
    sold = 0
    thirst = 0
    rest = unsold_tiles(g, q)
    while rest != 0:
        s = low_bit(rest)
        rest &= rest - 1
        thirst += TILE_BEER[g.tile[s]]
        if buyers(g, q, s, 1) != 0:
            sold += TILE_POINTS[g.tile[s]]
    at = put(out, at, sold / 30)
    at = put(out, at, thirst / 5)
    barrels = 0
    cubes = 0
    rest = g.tiles[q] & (g.stocked[0] | g.stocked[1] | g.stocked[2])
    while rest != 0:
        s = low_bit(rest)
        rest &= rest - 1
        if TILE_INDUSTRY[g.tile[s]] == BREWERY:
            barrels += g.goods[s]
        else:
            cubes += g.goods[s]
    at = put(out, at, barrels / 5)
    return put(out, at, cubes / 10)


@rule
def industry_numbers(g: State, q: int, at: int, out: Floats) -> int:
    """For each industry: the tiles of seat ``q`` that are not flipped, and the next one on its mat."""
    for industry in range(INDUSTRIES):
        points = 0
        n = 0
        rest = g.tiles[q] & ~g.flipped
        while rest != 0:
            tile = g.tile[low_bit(rest)] * 1
            rest &= rest - 1
            if TILE_INDUSTRY[tile] == industry:
                points += TILE_POINTS[tile]
                n += 1
        at = put(out, at, points / 20)
        at = put(out, at, n / 4)
        at = put(out, at, g.taken[q, industry] / MAT_SIZE[industry])
        tile = lowest_tile(g, q, industry)
        at = put(out, at, TILE_POINTS[tile] / 20)
        at = put(out, at, int(has_bit(TILE_ERAS[tile], RAIL)))
    return at


@rule
def seat_numbers(g: State, q: int, known: int, at: int, out: Floats) -> None:
    """The ``OWN`` numbers of seat ``q``, what it is doing too; its hand if the mask ``known`` has it."""
    at = money_numbers(g, q, at, out)
    at = board_numbers(g, q, at, out)
    at = industry_numbers(g, q, at, out)
    place = 0
    while place < SEATS - 1 and g.order[place] != q:
        place += 1
    out[at + place] = 1.0
    at += SEATS
    at = put(out, at, int(g.mover == q))
    at = put(out, at, int(place < g.turn))
    best = 0
    for p in range(g.opt.players):
        if p != q:
            best = max(best, g.points[p])
    at = put(out, at, part(g.points[q] - best, 0, 50))
    at = put(out, at, part(best - g.points[q], 0, 50))
    at = put(out, at, int(g.mover == q) * min(1.0, g.debt / 10))
    if g.mover == q and ACTION < g.phase < REFILL:
        out[at + g.doing] = 1.0
        if g.doing == BUILD:
            out[at + PASS + 1 + g.industry] = 1.0
    at += PASS + 1 + INDUSTRIES
    at = put(out, at, int(has_bit(known, q)))
    if has_bit(known, q):
        for kind in range(CARD_KINDS):
            out[at + kind] = min(1.0, g.hand[q, kind] / 3)


@rule
def table_numbers(g: State, known: int, at: int, out: Floats) -> None:
    """The ``TABLE`` numbers: era and round, the markets, what is being done, the merchants and the cards not seen."""
    players = g.opt.players * 1
    at = put(out, at, g.era)
    at = put(out, at, int(g.opt.eras == 1))
    at = put(out, at, int(players == 2))
    at = put(out, at, int(players == 3))
    rounds = ROUNDS[players]
    left = (rounds - g.round + 1) / rounds
    at = put(out, at, left)
    at = put(out, at, left * left)
    at = put(out, at, (int(g.era != RAIL and g.opt.eras == 2) + left) / 2)
    at = put(out, at, g.turn / SEATS)
    at = put(out, at, g.actions / 2)
    at = put(out, at, drawable(g) / 64)
    at = put(out, at, g.coal / COAL_ROOM)
    at = put(out, at, g.iron / IRON_ROOM)
    at = put(out, at, min(1.0, (g.coal_left + g.iron_left + g.beer_left) / 4))
    at = put(out, at, min(1.0, g.count / 3))
    at = put(out, at, int(g.mover == CHANCE))
    out[at + g.phase] = 1.0
    at += SHORTFALL + 1
    out[at + g.doing] = 1.0
    at += PASS + 1
    for kind in range(PLAIN_CARDS):
        n = g.deck[kind] * 1
        for q in range(players):
            if not has_bit(known, q):
                n += g.hand[q, kind]
        at = put(out, at, n / HAND)
    for m in range(MERCHANT_SPACES_ALL):
        for industry in range(GOODS):
            at = put(out, at, int(has_bit(MERCHANT_BUYS[g.merchant[m]], industry)))
        at = put(out, at, int(has_bit(g.barrels, m)))
        at = put(out, at, int(g.merchant[m] != 0))


@rule
def seat_inputs(g: State, first: int, known: int, out: Floats) -> None:
    """The ``INPUTS`` numbers: ``OWN`` of each seat from ``first`` on, then ``TABLE``; ``known`` masks known hands."""
    for i in range(INPUTS):
        out[i] = 0.0
    players = g.opt.players * 1
    for i in range(players):
        seat_numbers(g, (first + i) % players, known, i * OWN, out)
    table_numbers(g, known, SEATS * OWN, out)


@rule
def first_seat(g: State) -> int:
    """The seat from which sums run: the first in the turn order, which moves with the players."""
    return g.order[0] * 1


@rule
def seats_left(g: State, first: int) -> int:  # noqa: ARG001 - every game's signature
    """All seats: nobody drops out."""
    return (1 << g.opt.players) - 1


@rule
def inputs(g: State, p: int, out: Floats) -> None:
    """The same as seat ``p`` knows the position, seen from there."""
    seat_inputs(g, p, 1 << p, out)
