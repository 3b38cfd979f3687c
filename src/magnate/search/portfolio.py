"""Portfolio search (a kernel): what some agents would do here, each tried out in simulated games.

The candidates are what the agents of a portfolio would do, each action once. Each is valued by playouts. The seat that
searches goes on as the agent that proposed it (or, without ``follow``, as everybody). The others play by the guide's
policy, to the end or to the first settled position after so many decisions, which the guide estimates. In each round
all candidates are tried with the same luck (common random numbers). The draws of each channel of chance, and of each
seat, are the same, so that their difference is seen with less noise. Choosing among policies and not among actions is
how Long and Kanagal (2015) played Monopoly.

Oracle: it never does what none of its agents would; with one agent, and with agents that agree, it plays as they do.
"""

from __future__ import annotations

from typing import NamedTuple

from ..core.binding import State, States, game, guide
from ..core.contract import CHANCE, OVER, POLICY, PURPOSES
from ..runtime.compiler import Floats, Floats2, Ints, Ints2, entry, rule
from ..runtime.primitives import now
from ..runtime.stream import Stream, Streams, next_key, pick_weighted, start, uniform, uniform_of
from .mcts_tree import Run, Runs


class Workspace(NamedTuple):
    """The arrays that a search works on, made once.

    ``states`` are the root and the simulation's own state, ``streams`` has the luck of the round. ``rows`` are the
    portfolio's rows of parameters, ``params`` that of everybody else and of the estimate. ``actions`` are the
    candidates, ``authors`` the first row that proposed each, ``totals`` the sums of what they brought the seat.
    """

    states: States
    streams: Streams
    acts: Ints
    weights: Ints
    values: Floats
    params: Floats
    rows: Floats2
    memos: Ints2
    actions: Ints
    authors: Ints
    totals: Floats
    runs: Runs


@rule
def propose(me: int, key: int, ws: Workspace) -> int:
    """Note what the agents of the portfolio would do, each action once; returns how many actions that are."""
    n = 0
    for row in range(len(ws.rows)):
        ws.memos[me][:] = 0
        a = guide.policy(ws.states[0], ws.rows[row], key, ws.acts, ws.memos[me])
        known = False
        for i in range(n):
            known = known or ws.actions[i] == a
        if not known:
            ws.actions[n] = a
            ws.authors[n] = row
            ws.totals[n] = 0.0
            n += 1
    return n


@rule
def draw(g: State, s: Stream, ws: Workspace) -> int:
    """The outcome of the pending chance, by the next draw of its channel."""
    u = uniform(s, game.chance_key(g))
    if game.HAS_DRAW:
        return game.draw(g, u)
    n = game.chance(g, ws.acts, ws.weights)
    return ws.acts[pick_weighted(ws.weights, n, u)]


@rule
def playout(me: int, author: int, run: Run, ws: Workspace) -> float:
    """What ``states[1]`` brings seat ``me`` when it plays on as the portfolio's row ``author`` (-1: as everybody).

    A playout that takes too many decisions and outcomes is given up, and said to be endless.
    """
    g = ws.states[1]
    s = ws.streams[0]
    for q in range(len(ws.memos)):
        ws.memos[q][:] = 0
    decided = 0
    for _ in range(run.longest):
        p = game.to_move(g)
        if p == OVER:
            guide.reward(g, ws.params, ws.values)
            return ws.values[me]
        if run.truncate >= 0 and decided >= run.truncate and game.settled(g):
            run.estimates += 1
            guide.estimate(g, ws.params, ws.values)
            return ws.values[me]
        if p == CHANCE:
            game.step(g, draw(g, s, ws))
        else:
            params = ws.params
            if p == me and author >= 0:
                params = ws.rows[author]
            game.step(g, guide.policy(g, params, next_key(s, p * PURPOSES + POLICY), ws.acts, ws.memos[p]))
            decided += 1
    run.endless = 1
    return 0.0


@rule
def try_all(me: int, n: int, follow: bool, run: Run, ws: Workspace) -> None:
    """One round: a playout of each of the ``n`` candidates, all with the same luck."""
    seed = uniform_of(run.key, run.draws)
    run.draws += 1
    for i in range(n):
        start(ws.streams[0], seed)
        ws.states[1] = ws.states[0]
        game.step(ws.states[1], ws.actions[i])
        ws.totals[i] += playout(me, ws.authors[i] if follow else -1, run, ws)
        if run.endless:
            return
        run.simulations += 1


@entry
def search(me: int, follow: bool, ws: Workspace) -> int:
    """The best candidate for seat ``me``; rounds are played until the next one would exceed the budget, at least one.

    Of equally good ones it is that of the agent named first.
    """
    run = ws.runs[0]
    n = propose(me, run.key, ws)
    if n == 1:
        return ws.actions[0]
    while True:
        try_all(me, n, follow, run, ws)
        if run.endless:
            break
        if run.limit != 0 and run.simulations + n > run.limit:
            break
        if run.deadline != 0 and now(run.clock) >= run.deadline:
            break
    best = 0
    for i in range(1, n):
        if ws.totals[i] > ws.totals[best]:
            best = i
    return ws.actions[best]
