"""Whole random games of which all is written down that is told, and what everybody has then (a kernel)."""

from __future__ import annotations

from magnate.core import drivers as common
from magnate.core.binding import State, States, game
from magnate.core.contract import CHANCE, OVER
from magnate.games.monopoly.board import DEEDS, SEATS
from magnate.runtime.compiler import Floats2, Ints, Ints2, entry, rule
from magnate.runtime.stream import Streams

__all__ = ["listen"]


@rule
def hold(g: State, row: Ints) -> None:
    """What everybody has, as :func:`.retold.held` has it."""
    at = 0
    for p in range(SEATS):
        row[at + p] = g.cash[p]
    row[at + SEATS] = g.pot
    at += SEATS + 1
    for p in range(SEATS):
        row[at + p] = g.deeds[p]
    at += SEATS
    row[at] = g.holder[0]
    row[at + 1] = g.holder[1]
    at += 2
    for d in range(DEEDS):
        row[at + d] = g.level[d]
    at += DEEDS
    jailed = 0
    for p in range(SEATS):
        row[at + p] = g.square[p]
        if g.jail[p] != 0:
            jailed |= 1 << p
    at += SEATS
    row[at] = g.mortgaged
    row[at + 1] = jailed


@entry
def listen(
    states: States,
    streams: Streams,
    params: Floats2,
    limit: int,
    acts: Ints,
    memos: Ints2,
    out: Ints,
    weight: Ints,
    known: Ints2,
    count: Ints,
    told: Ints2,
    found: Ints,
) -> None:
    """Play a game on at random, until it is over or there is no more room to write down what it tells.

    The first row of ``known`` is what everybody has before that. Each other row is what they have after a step that
    told something or changed what they have, and its ``count`` how many of the next rows of ``told`` it told. ``found``
    has the number of rows of ``known``, the decisions so far, and whether the game goes on.
    """
    g = states[0]
    rows = 1
    events = 0
    hold(g, known[0])
    count[0] = 0
    while found[1] < limit and rows < len(known) and events + len(g.log) <= len(told):
        p = game.to_move(g)
        if p == OVER:
            found[2] = 0
            break
        g.logged = 0
        if p == CHANCE:
            game.step(g, common.draw_outcome(g, streams[0], out, weight))
        else:
            game.step(g, common.choose(g, streams[0], p, states, 0, params[0], acts, memos[p]))
            found[1] += 1
        hold(g, known[rows])
        changed = g.logged > 0
        if not changed:
            for i in range(known.shape[1]):
                if known[rows, i] != known[rows - 1, i]:
                    changed = True
        if changed:
            for k in range(g.logged):
                for i in range(5):
                    told[events + k, i] = g.log[k, i]
            events += g.logged
            count[rows] = g.logged
            rows += 1
    found[0] = rows
