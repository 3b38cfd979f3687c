"""Incomes at the end of a round, and what happens to a seat that cannot pay a negative one (rules section 9)."""

from __future__ import annotations

from ...runtime.compiler import rule
from ...runtime.primitives import emit, low_bit
from . import events
from .state import SHORTFALL, State
from .tables import INCOME_LEVEL, TILE_MONEY
from .tiles import drop_tile

__all__ = ["collect", "give_up", "raises", "worth_giving_up"]


@rule
def raises(g: State, s: int) -> int:
    """The pounds that giving up the tile on space ``s`` brings: half its printed cost, rounded down."""
    return TILE_MONEY[g.tile[s]] // 2


@rule
def worth_giving_up(g: State, p: int) -> int:
    """The spaces whose tiles seat ``p`` could give up for money, as a mask; those that bring nothing are not."""
    mask = 0
    rest = g.tiles[p] * 1
    while rest != 0:
        s = low_bit(rest)
        rest &= rest - 1
        if raises(g, s) > 0:
            mask |= 1 << s
    return mask


@rule
def receive(g: State, p: int) -> None:
    """Seat ``p`` gets its income, or pays it as far as it can; the rest becomes its debt."""
    level = INCOME_LEVEL[g.income_space[p]]
    emit(g, events.INCOME, p, level, 0, 0)
    if level < 0:
        paid = min(-level, g.money[p])
        g.money[p] -= paid
        g.debt = -level - paid
        if g.debt > 0:
            emit(g, events.OWES, p, g.debt, 0, 0)
    else:
        g.money[p] += level


@rule
def must_choose(g: State, p: int) -> bool:
    """Raise the debt of seat ``p`` as far as there is nothing to choose; True when there is.

    Its only tile that brings money goes by itself; without one, each missing pound costs a point, while it has any.
    """
    while g.debt > 0:
        tiles = worth_giving_up(g, p)
        if tiles == 0:
            lost = min(g.debt, g.points[p])
            g.points[p] -= lost
            emit(g, events.LOSES_POINTS, p, lost, g.debt, 0)
            g.debt = 0
        elif tiles & (tiles - 1) == 0:
            give_up(g, low_bit(tiles))
        else:
            return True
    return False


@rule
def collect(g: State) -> bool:
    """The incomes from number ``turn`` of the turn order on; True when a seat must choose a tile to give up.

    Whoever is in debt has had its income already.
    """
    owes = g.phase == SHORTFALL
    while g.turn < g.opt.players:
        p = g.order[g.turn] * 1
        if not owes:
            receive(g, p)
        owes = False
        if must_choose(g, p):
            g.phase = SHORTFALL
            g.mover = p
            return True
        g.turn += 1
    return False


@rule
def give_up(g: State, s: int) -> None:
    """The tile on space ``s`` leaves the game for half its cost; what the debt does not take is kept."""
    p = g.order[g.turn] * 1
    raised = raises(g, s)
    emit(g, events.GIVES_UP, p, s, g.tile[s], raised)
    drop_tile(g, s)
    if raised >= g.debt:
        g.money[p] += raised - g.debt
        g.debt = 0
    else:
        g.debt -= raised
