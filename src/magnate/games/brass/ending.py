"""The end of the game (rules section 11): the introductory game's extra points, who has won, and the shares."""

from __future__ import annotations

from ...core.contract import OVER
from ...runtime.compiler import Floats, rule
from ...runtime.primitives import count_bits, emit, has_bit, low_bit
from . import events
from .state import ENDED, FINISHED, TIE_SPACE, State
from .tables import INCOME_LEVEL, LOWEST_LEVEL, MOST_FOR_MONEY, POUNDS_A_POINT, TILE_LEVEL, TILE_POINTS

__all__ = ["end_game", "income_rank", "score", "standing", "utility", "winners"]


@rule
def income_rank(g: State, p: int) -> int:
    """The income that breaks ties, from 0: the level, or by option the marker's space."""
    if g.opt.tie_break == TIE_SPACE:
        return g.income_space[p]
    return INCOME_LEVEL[g.income_space[p]] - LOWEST_LEVEL


@rule
def standing(g: State, p: int) -> int:
    """A number that is greater for whoever is ahead: points, then income, then money."""
    return (g.points[p] << 32) | (income_rank(g, p) << 16) | g.money[p]


@rule
def winners(g: State) -> int:
    """The seats that are ahead of all others, as a mask; they share the win."""
    best = -1
    mask = 0
    for p in range(g.opt.players):
        rank = standing(g, p)
        if rank > best:
            best = rank
            mask = 1 << p
        elif rank == best:
            mask |= 1 << p
    return mask


@rule
def score_again(g: State, p: int) -> int:
    """The points of seat ``p``'s flipped tiles above level I."""
    n = 0
    rest = g.tiles[p] & g.flipped
    while rest != 0:
        tile = g.tile[low_bit(rest)]
        rest &= rest - 1
        if TILE_LEVEL[tile] > 1:
            n += TILE_POINTS[tile]
    return n


@rule
def score_introductory(g: State, p: int) -> None:
    """What seat ``p`` gets after the Canal era when no other follows; a negative income takes no more than there is."""
    points = min(g.money[p] // POUNDS_A_POINT, MOST_FOR_MONEY)
    g.points[p] += points
    emit(g, events.MONEY_SCORES, p, points, g.money[p], 0)
    points = score_again(g, p)
    g.points[p] += points
    emit(g, events.TILES_SCORE_AGAIN, p, points, 0, 0)
    points = max(INCOME_LEVEL[g.income_space[p]], -g.points[p])
    g.points[p] += points
    emit(g, events.INCOME_SCORES, p, points, 0, 0)


@rule
def end_game(g: State) -> None:
    """The last era has been scored."""
    if g.opt.eras == 1:
        for p in range(g.opt.players):
            score_introductory(g, p)
    g.turn = 0
    g.phase = FINISHED
    g.ending = ENDED
    g.mover = OVER
    emit(g, events.ENDS, winners(g), 0, 0, 0)


@rule
def utility(g: State, out: Floats) -> None:
    """At the end each seat's share of the win."""
    mask = winners(g)
    for p in range(g.opt.players):
        out[p] = 0.0
        if has_bit(mask, p):
            out[p] = 1.0 / count_bits(mask)


@rule
def score(g: State, out: Floats) -> None:
    """Each seat's victory points, as they are on the track."""
    for p in range(g.opt.players):
        out[p] = g.points[p]
