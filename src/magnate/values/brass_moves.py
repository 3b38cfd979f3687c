"""What a network is shown of a whole move in Brass: the action, its tile, its costs and sources, what it flips.

A move is judged by what it does, not by its number in a list. So what is learned of one place or card serves others.
:data:`MOVE_NAMES` says what each number means. ``done`` is the position after the move, as far as the round goes.
"""

from __future__ import annotations

from ..games.brass.board import (
    CARD_INDUSTRIES,
    COAL,
    INCOME_LEVEL,
    INDUSTRIES,
    INDUSTRY_NAMES,
    LOCATIONS,
    PLACE_OF,
    PLACES,
    RAIL,
    RESOURCES,
    TILE_BEER,
    TILE_ERAS,
    TILE_ICONS,
    TILE_INCOME,
    TILE_INDUSTRY,
    TILE_LEVEL,
    TILE_POINTS,
    WILD_INDUSTRY,
    WILD_LOCATION,
)
from ..games.brass.selling import unsold_tiles
from ..games.brass.state import GIVE_CARD, PASS, State
from ..runtime.compiler import Floats, Ints, rule
from ..runtime.primitives import count_bits, has_bit, low_bit
from .brass import GOODS, icons_at, part, put

__all__ = ["MOVE_INPUTS", "MOVE_NAMES", "move_inputs"]

_KINDS = ("build", "network", "develop", "sell", "loan", "scout", "pass", "giving up a tile for a debt")
MOVE_NAMES = (
    "the logarithm of the prior of the move's decisions, over 5",
    *(f"the action is {kind}" for kind in _KINDS),
    "it is the turn's last action",
    *(f"it builds {name}" for name in INDUSTRY_NAMES),
    "the tile's level, over 8",
    "its points, over 20",
    "its income, over 8",
    "its icons, over 2",
    "the beer that its sale takes, over 2",
    "it stays in the Rail era",
    "it lies on an own tile",
    "it lies on another seat's tile",
    "it is flipped at once",
    "the cubes or barrels on it, over 5",
    *(f"it is built in {place.id}" for place in LOCATIONS),
    "the money spent, over 30",
    "the money left, over 40",
    "the money left below £8, over 8",
    "the levels of income gained, over 5",
    "the points gained at once, over 10",
    *(f"{good} from {whose}, over 3" for good in ("coal", "iron", "beer") for whose in ("own tiles", "other tiles")),
    "coal out of the market, over 3",
    "iron out of the market, over 3",
    "coal into the market, over 5",
    "iron into the market, over 5",
    "barrels of merchants, over 2",
    *(f"{INDUSTRY_NAMES[industry]} sold, over 2" for industry in range(GOODS)),
    "own tiles flipped, over 3",
    "their points, over 20",
    "the points of others' tiles that it flips, over 20",
    "links laid, over 2",
    "the icons that these score now, over 6",
    "the icons of tiles at them that are not flipped, over 6",
    "new places of the network, over 4",
    *(f"{name} that leaves the mat and is not built, over 2" for name in INDUSTRY_NAMES),
    "barrels that its unsold tiles take after it, over 5",
    "the card is wild",
    "it is that of an industry",
    "cards of its kind left, over 2",
)
TILE_NUMBERS = 10
"""Those of a tile, beside its industry and its place."""
MOVE_INPUTS = len(MOVE_NAMES)
"""All numbers of a move."""
DEBT = PASS + 1
"""The kind of a move that gives up tiles."""


@rule
def owned(g: State, p: int, s: int) -> bool:
    """Whether seat ``p`` has a tile on a space."""
    return has_bit(g.tiles[p], s)


@rule
def write_tile(g: State, done: State, p: int, s: int, at: int, out: Floats) -> None:
    """The numbers of the tile that the move has built on space ``s``."""
    tile = done.tile[s] * 1
    level = TILE_LEVEL[tile]
    out[at + TILE_INDUSTRY[tile]] = 1.0
    at += INDUSTRIES
    at = put(out, at, level / 8)
    at = put(out, at, TILE_POINTS[tile] / 20)
    at = put(out, at, TILE_INCOME[tile] / 8)
    at = put(out, at, TILE_ICONS[tile] / 2)
    at = put(out, at, TILE_BEER[tile] / 2)
    at = put(out, at, int(level > 1 and has_bit(TILE_ERAS[tile], RAIL)))
    at = put(out, at, int(g.tile[s] != 0 and owned(g, p, s)))
    at = put(out, at, int(g.tile[s] != 0 and not owned(g, p, s)))
    at = put(out, at, int(has_bit(done.flipped, s)))
    at = put(out, at, done.goods[s] / 5)
    out[at + PLACE_OF[s]] = 1.0


@rule
def write_sources(g: State, done: State, p: int, at: int, out: Floats) -> int:
    """Where coal, iron and beer come from."""
    stocked = g.stocked[0] | g.stocked[1] | g.stocked[2]
    while stocked != 0:
        s = low_bit(stocked)
        stocked &= stocked - 1
        if g.tile[s] == done.tile[s] and done.goods[s] < g.goods[s]:
            good = TILE_INDUSTRY[g.tile[s]] - COAL
            out[at + 2 * good + int(not owned(g, p, s))] += (g.goods[s] - done.goods[s]) / 3
    at += 2 * RESOURCES
    at = put(out, at, max(0, g.coal - done.coal) / 3)
    at = put(out, at, max(0, g.iron - done.iron) / 3)
    at = put(out, at, max(0, done.coal - g.coal) / 5)
    at = put(out, at, max(0, done.iron - g.iron) / 5)
    return put(out, at, count_bits(g.barrels & ~done.barrels) / 2)


@rule
def write_flips(g: State, done: State, p: int, at: int, out: Floats) -> int:
    """What the move sells and flips."""
    rest = done.flipped & ~g.flipped
    while rest != 0:
        s = low_bit(rest)
        rest &= rest - 1
        tile = done.tile[s] * 1
        if not owned(done, p, s):
            out[at + GOODS + 2] += TILE_POINTS[tile] / 20
            continue
        if TILE_INDUSTRY[tile] < GOODS:
            out[at + TILE_INDUSTRY[tile]] += 0.5
        out[at + GOODS] += 1 / 3
        out[at + GOODS + 1] += TILE_POINTS[tile] / 20
    return at + GOODS + 3


@rule
def write_links(g: State, done: State, p: int, at: int, out: Floats) -> int:
    """What the move's links bring."""
    lines = done.lines[p] & ~g.lines[p]
    tiles = done.tiles[0] | done.tiles[1] | done.tiles[2] | done.tiles[3]
    at = put(out, at, count_bits(lines) / 2)
    at = put(out, at, icons_at(done, lines, done.flipped * 1) / 6)
    at = put(out, at, icons_at(done, lines, tiles & ~done.flipped) / 6)
    return put(out, at, count_bits(done.network[p] & ~g.network[p]) / 4)


@rule
def write_card(done: State, p: int, kind: int, at: int, out: Floats) -> None:
    """The card that is given: what it is, and how many more there are."""
    at = put(out, at, int(kind == WILD_LOCATION or kind == WILD_INDUSTRY))
    at = put(out, at, int(CARD_INDUSTRIES[kind] != 0))
    put(out, at, done.hand[p, kind] / 2)


@rule
def thirst_left(g: State, p: int) -> int:
    """The barrels that seat ``p``'s unsold tiles take."""
    found = 0
    rest = unsold_tiles(g, p)
    while rest != 0:
        found += TILE_BEER[g.tile[low_bit(rest)]]
        rest &= rest - 1
    return found


@rule
def built_space(g: State, done: State, p: int) -> int:
    """The space on which the move has built a tile, -1 if it has not."""
    rest = done.tiles[p]
    while rest != 0:
        s = low_bit(rest)
        if g.tile[s] != done.tile[s]:
            return s
        rest &= rest - 1
    return -1


@rule
def write_mat(g: State, done: State, p: int, built: int, at: int, out: Floats) -> int:
    """The tiles that leave the mat and are not built."""
    for industry in range(INDUSTRIES):
        gone = done.taken[p, industry] - g.taken[p, industry]
        if built >= 0 and TILE_INDUSTRY[done.tile[built]] == industry:
            gone -= 1
        at = put(out, at, gone / 2)
    return at


@rule
def move_inputs(g: State, done: State, p: int, ids: Ints, start: int, n: int, out: Floats) -> None:
    """The numbers of seat ``p``'s move from ``g`` but the first one: the ``n`` decisions from ``ids[start]`` on.

    The first number is the caller's, who knows the prior.
    """
    for i in range(1, MOVE_INPUTS):
        out[i] = 0.0
    out[1 + min(ids[start], DEBT)] = 1.0
    at = put(out, 2 + DEBT, int(g.actions == 1))
    built = built_space(g, done, p)
    if built >= 0:
        write_tile(g, done, p, built, at, out)
    at += INDUSTRIES + TILE_NUMBERS + PLACES
    at = put(out, at, (done.spent[p] - g.spent[p]) / 30)
    at = put(out, at, done.money[p] / 40)
    at = put(out, at, part(8 - done.money[p], 0, 8))
    at = put(out, at, (INCOME_LEVEL[done.income_space[p]] - INCOME_LEVEL[g.income_space[p]]) / 5)
    at = put(out, at, (done.points[p] - g.points[p]) / 10)
    at = write_sources(g, done, p, at, out)
    at = write_flips(g, done, p, at, out)
    at = write_links(g, done, p, at, out)
    at = write_mat(g, done, p, built, at, out)
    at = put(out, at, thirst_left(done, p) / 5)
    last = ids[start + n - 1]
    if last >= GIVE_CARD:
        write_card(done, p, last - GIVE_CARD, at, out)
