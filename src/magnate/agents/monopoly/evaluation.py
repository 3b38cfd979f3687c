"""What a position is worth to a search: E3's evaluation, for any number of players (a part of the guide).

E3 (the Persian report of 2023) scores a position of two players in dollars::

    own net worth - opponent's + a · rents of own streets - b · rents of the opponent's - penalty if cash < reserve

and was run with 400, 2, 3 and 5: the report lists four numbers for three names, its code reads them as reserve,
penalty, a and b. What it leaves unclear is a parameter here. With more players the opponent's part is the mean of the
others' (or, with ``rival=1``, the best of them).

A search wants shares of the win. Dollars become shares by a straight line, ``scale`` dollars being worth as much as a
win, since a bent one would change what a search across dice prefers. Only beyond ±``scale`` a score counts no more.
"""

from __future__ import annotations

import math

from ...games.monopoly.board import ALL_DEEDS, STREET_MASK
from ...games.monopoly.landing import rent
from ...games.monopoly.money import in_game, living, worth
from ...games.monopoly.state import State
from ...runtime.compiler import Floats, rule
from ...runtime.primitives import low_bit
from . import places
from .earnings import MEAN_THROW

__all__ = ["estimate", "score_all", "search_row"]


def search_row(vector: bool) -> tuple[float, ...]:
    """The row of parameters where none are given; ``vector``: for a search that finds the values of all seats."""
    from .estimate_parameters import default_row

    return default_row(vector)


@rule
def rents(g: State, p: int, params: Floats) -> int:
    """The rents of seat ``p``'s deeds, once each, by the parameters that say which count."""
    m = g.deeds[p] & ALL_DEEDS
    if params[places.ALL_RENTS] == 0.0:
        m &= STREET_MASK
    if params[places.MORTGAGED_RENTS] == 0.0:
        m &= ~g.mortgaged
    total = 0
    while m != 0:
        total += rent(g, p, low_bit(m), MEAN_THROW)
        m &= m - 1
    return total


@rule
def shortfall(g: State, p: int, params: Floats) -> float:
    """The dollars that are taken off when seat ``p`` has less cash than the reserve."""
    missing = params[places.RESERVE] - g.cash[p]
    if missing <= 0.0:
        return 0.0
    if params[places.EACH] == 0.0:
        return params[places.PENALTY]
    return params[places.PENALTY] * missing


@rule
def score_all(g: State, params: Floats, out: Floats) -> None:
    """E3's score of a position for each living seat, in dollars; 0 for the others. Each seat is looked at once."""
    rivals = max(1, living(g) - 1)
    best = -math.inf  # what the richest seat is worth to the others,
    second = -math.inf  # and what the next one is
    richest = -1
    total = 0.0
    for p in range(g.opt.players):
        out[p] = 0.0
        if in_game(g, p):
            net = worth(g, p)
            rent_sum = rents(g, p, params)
            theirs = net + params[places.OTHER_RENT] * rent_sum
            out[p] = net + params[places.OWN_RENT] * rent_sum - shortfall(g, p, params)
            if params[places.RIVAL] == 0.0:
                out[p] += theirs / rivals  # which the mean of all that is taken off below has too much
            total += theirs
            if theirs > best:
                second = best
                best = theirs
                richest = p
            elif theirs > second:
                second = theirs
    for p in range(g.opt.players):
        if in_game(g, p):
            if params[places.RIVAL] == 0.0:
                out[p] -= total / rivals
            else:
                out[p] -= second if p == richest else best


@rule
def estimate(g: State, params: Floats, out: Floats) -> None:
    """Each living seat's prospects from 0 to 1: an equal share, and half of its score's part of the scale on top.

    A bankrupt seat has none. Unless ``balanced`` each seat is scored from its own side, so that they need not add up.
    """
    score_all(g, params, out)
    n = living(g)
    mean = 0.0
    if params[places.BALANCED] != 0.0:
        for p in range(g.opt.players):
            mean += out[p]
        mean /= n
    for p in range(g.opt.players):
        if in_game(g, p):
            share = 1.0 / n + (out[p] - mean) / (2.0 * params[places.SCALE])
            out[p] = min(1.0, max(0.0, share))
