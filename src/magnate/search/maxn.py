"""Max^n (a kernel): every player takes what is best for itself (Luckhardt and Irani 1986).

Values are vectors with an entry a seat, so it plays games of any number of players, with chance or without; for two
players whose values have a constant sum it is expectiminimax, and minimax without chance. Who is indifferent between
two actions may well decide what they are worth to somebody else, so the rule for ties is an argument.

Oracle: the same value as minimax and expectiminimax for two players; the textbook tree of three players is worth
(1, 2, 6) with the first of equal actions, (1, 5, 2) with the last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..engine.binding import game
from ..engine.compiler import Floats, entry, rule
from ..engine.contract import CHANCE, OVER
from ..engine.stream import below
from .work import LAST, RANDOM, WORST, Work

if TYPE_CHECKING:
    from . import common
else:
    from ..engine.binding import common

__all__ = ["search", "value"]

DRAWS: Final = 0x7FFFFFFF
"""Draws of a key are numbered by 31 bits."""


@rule
def better(p: int, me: int, ties: int, here: Floats, there: Floats, work: Work) -> bool:
    """Whether player ``p`` rather has ``there`` than ``here``, the best so far; so many ``ties`` are as good."""
    if there[p] != here[p]:
        return there[p] > here[p]
    if work.ties == LAST:
        return True
    if work.ties == WORST:
        return there[me] < here[me]
    return work.ties == RANDOM and below(work.key, work.nodes & DRAWS, ties) == 0


@rule
def mean(ply: int, moves: int, me: int, desk: common.Desk) -> int:
    """Write what a chance node is worth to every seat; its best line goes on with its likeliest outcome."""
    if common.out_of_budget(ply, desk):
        return 0
    acts = desk.acts[ply]
    weights = desk.weights[ply]
    here = desk.values[ply]
    there = desk.values[ply + 1]
    here[:] = 0.0
    n = game.chance(desk.states[ply], acts, weights)
    total = 0
    likeliest = 0
    for i in range(n):
        left = common.advance(ply, acts[i], moves, desk)
        value(ply + 1, left, me, desk)
        if desk.works[0].stop != 0:
            return 0
        for q in range(len(here)):
            here[q] += weights[i] * there[q]
        total += weights[i]
        if weights[i] > likeliest:
            likeliest = weights[i]
            common.keep(ply, acts[i], desk.line)
    for q in range(len(here)):
        here[q] /= total
    return 0


@rule
def value(ply: int, moves: int, me: int, desk: common.Desk) -> int:
    """Write into ``desk.values[ply]`` what the position there is worth to every seat, looking ``moves`` moves ahead."""
    g = desk.states[ply]
    p = game.to_move(g)
    common.visit(ply, desk)
    if p == OVER or moves == 0:
        common.evaluate_all(g, p, desk.values[ply], desk)
        return 0
    if p == CHANCE:
        return mean(ply, moves, me, desk)
    if common.out_of_budget(ply, desk):
        return 0
    acts = desk.acts[ply]
    here = desk.values[ply]
    there = desk.values[ply + 1]
    n = game.legal(g, acts)
    ties = 1
    for i in range(n):
        left = common.advance(ply, acts[i], moves, desk)
        value(ply + 1, left, me, desk)
        if desk.works[0].stop != 0:
            return 0
        common.note_all(ply, i, there, desk)
        if i == 0 or there[p] > here[p]:
            ties = 1
        elif there[p] == here[p]:
            ties += 1
        if i == 0 or better(p, me, ties, here, there, desk.works[0]):
            for q in range(len(here)):
                here[q] = there[q]
            common.keep(ply, acts[i], desk.line)
    return 0


@entry
def search(moves: int, me: int, desk: common.Desk) -> float:
    """What the root is worth to seat ``me``; ``desk.values[0]`` is what it is worth to all."""
    value(0, moves, me, desk)
    return desk.values[0][me]
