"""Games for learning win chances, entirely compiled (a kernel): some positions of each are kept, of three kinds.

The kinds are chance nodes, choices in a settled position, and choices within a question (a debt, an auction, an offer,
a purchase). As many positions of each kind are kept of every game, so that rare kinds are learnt too. The first choices
may be random, and so may a few in the middle of the game: odd positions come up. Nothing before the last random choice
is kept, so that what becomes of a position is the agents' doing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import numpy as np

from ...core import policy_kernel as common
from ...core.binding import LIMIT, State, States, game, kernel
from ...core.contract import CHANCE, OVER, POLICY, PURPOSES, TABLE
from ...runtime.compiler import Floats, Floats2, Ints, Ints2, entry, rule
from ...runtime.stream import Streams, below, next_key

if TYPE_CHECKING:
    from ...values import afterstates
    from . import selfplay
else:
    afterstates = kernel("magnate.values.afterstates")
    selfplay = kernel("magnate.learn.kernels.selfplay")

__all__ = ["play"]

Workspace = afterstates.Workspace
Singles3: TypeAlias = Annotated[Any, (np.float32, 3)]

KINDS = 3
AT_CHANCE, AT_CHOICE, IN_QUESTION = range(KINDS)


@rule
def keep(
    g: State,
    kind: int,
    choices: int,
    first: int,
    most: int,
    counts: Ints,
    key: int,
    kept: States,
    moments: Ints,
    waiting: Ints,
) -> None:
    """Keep a position with a chance that is the same for all of its kind in the end (a reservoir: Vitter 1985).

    Its game has ``most`` rows for each kind, from ``first`` on. The row waits for what its position leads to.
    """
    seen = counts[kind]
    counts[kind] = seen + 1
    place = seen
    if seen >= most:
        place = below(key, seen * KINDS + kind, seen + 1)
    if place < most:
        kept[first + kind * most + place] = g
        moments[first + kind * most + place] = choices
        waiting[kind * most + place] = 1


@rule
def follow(g: State, first: int, later: States, waiting: Ints) -> None:
    """The position that those of the waiting rows have led to."""
    for i in range(len(waiting)):
        if waiting[i] == 1:
            later[first + i] = g
            waiting[i] = 0


@entry
def play(
    states: States,
    streams: Streams,
    seats: Ints2,
    params: Floats2,
    sizes: Ints,
    tables: Singles3,
    epsilons: Floats,
    delegates: Floats2,
    odd: Ints2,
    limit: int,
    most: int,
    ws: Workspace,
    copies: States,
    acts: Ints,
    memos: Ints2,
    out: Ints,
    weight: Ints,
    kept: States,
    later: States,
    moments: Ints,
    waiting: Ints,
    counts: Ints2,
    before: States,
    after: States,
    events: Ints,
    utility: Floats2,
    ending: Ints,
    decisions: Ints,
) -> None:
    """Play every game to its end and keep up to ``most`` positions of each kind.

    ``seats`` to ``delegates`` and ``limit`` are as in :func:`.selfplay.play`. ``odd[i]`` are the numbers of the first
    random choice of game ``i`` and of the first one after them, from which on positions are kept. Game ``i`` had
    ``counts[i, kind]`` positions of each kind. Those that were kept lie in the rows from ``(i * 3 + kind) * most`` on,
    and ``moments`` says how many choices were made before. In ``later`` is the next settled chance node that each has
    led to, the end if there was none; of one at chance, the next after it. ``waiting`` is room for a row's worth.

    ``before`` and ``after`` take every chance node and what it became, game by game, as long as there is room;
    ``events[i]`` of them are of game ``i``.
    """
    noted = 0
    for i in range(len(states)):
        g = states[i]
        s = streams[i]
        common.forget(memos)
        key = next_key(s, TABLE * PURPOSES + POLICY)
        decided = 0
        choices = 0
        ended = LIMIT
        first = i * KINDS * most
        while True:
            p = game.to_move(g)
            if p == OVER:
                game.utility(g, utility[i])
                ended = game.ending(g)
                follow(g, first, later, waiting)
                break
            if p == CHANCE:
                if game.HIDDEN or game.settled(g):  # where draws are hidden, they are what ends a turn
                    follow(g, first, later, waiting)
                if choices >= odd[i, 1]:
                    keep(g, AT_CHANCE, choices, first, most, counts[i], key, kept, moments, waiting)
                traced = noted < len(before)
                if traced:
                    before[noted] = g
                game.step(g, common.draw_outcome(g, s, out, weight))
                if traced:
                    after[noted] = g
                    noted += 1
                    events[i] += 1
                continue
            if decided == limit:
                follow(g, first, later, waiting)
                break
            decided += 1
            if game.legal(g, acts) == 1:
                game.step(g, acts[0])
                continue
            row = seats[i, p]
            if odd[i, 0] <= choices < odd[i, 1]:
                row = 0
            elif choices >= odd[i, 1]:
                kind = AT_CHOICE if game.settled(g) else IN_QUESTION
                keep(g, kind, choices, first, most, counts[i], key, kept, moments, waiting)
            choices += 1
            a = selfplay.decide(g, s, p, row, params, sizes, tables, epsilons, delegates, ws, copies, acts, memos[p])
            game.step(g, a)
        ending[i] = ended
        decisions[i] = decided
