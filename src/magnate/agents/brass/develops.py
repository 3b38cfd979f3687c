"""What it is worth to remove a tile from the mat: the better tiles that are then built in its stead."""

from __future__ import annotations

from ...games.brass.board import (
    CANAL,
    INDUSTRIES,
    MAT,
    MAT_ROOM,
    ROUNDS,
    TILE_BEER,
    TILE_COAL,
    TILE_DEVELOPABLE,
    TILE_ERAS,
    TILE_INCOME,
    TILE_IRON,
    TILE_MONEY,
    TILE_POINTS,
    TURN_ACTIONS,
)
from ...games.brass.resources import iron_cost
from ...games.brass.selling import develop_industries
from ...games.brass.state import State
from ...runtime.compiler import rule
from ...runtime.primitives import has_bit, low_bit
from .links import NOTHING
from .outlook import Outlook, income_worth
from .places import BEER, COTTON_PLAN, COTTON_WEIGHT, DEVELOPING, DEVELOPING_MORE, DEVELOPING_RAIL
from .tile_worth import lasts

__all__ = ["best_develop", "develop_gain", "develop_value"]

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
def standing_worth(g: State, view: Outlook, tile: int) -> float:
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
def mat_worth(g: State, view: Outlook, industry: int, deeper: int) -> float:
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
def eagerness(g: State, view: Outlook) -> float:
    """How much of what better tiles promise counts: early in the game other things are more urgent."""
    if g.era != CANAL:
        return view.params[DEVELOPING_RAIL] * 1.0
    return view.params[DEVELOPING] + view.params[DEVELOPING_MORE] * view.progress


@rule
def develop_gain(g: State, view: Outlook, industry: int, removed: int) -> float:
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
def best_develop(g: State, view: Outlook, industries: int) -> int:
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
def develop_value(g: State, view: Outlook) -> float:
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
