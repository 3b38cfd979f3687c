"""Games for learning win chances, entirely compiled (a kernel): some positions of each are kept, of three kinds.

The kinds are chance nodes, choices in a settled position, and choices within a question (a debt, an auction, an offer,
a purchase). As many positions of each kind are kept of every game, so that rare kinds are learnt too. The first choices
may be random, and so may a few in the middle of the game: odd positions come up. Nothing before the last random choice
is kept, so that what becomes of a position is the agents' doing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..core import drivers
from ..core.binding import State, States, game, kernel
from ..core.contract import CHANCE, OVER, POLICY, PURPOSES, TABLE
from ..runtime.compiler import Ints, Ints2, entry, rule
from ..runtime.stream import below, next_key

if TYPE_CHECKING:
    from ..values import afterstates
    from . import selfplay_kernel as selfplay
else:
    afterstates = kernel("magnate.values.afterstates")
    selfplay = kernel("magnate.learn.selfplay_kernel")

Buffers = drivers.Buffers
Networks = selfplay.Networks
Workspace = afterstates.Workspace

KINDS = 3
AT_CHANCE, AT_CHOICE, IN_QUESTION = range(KINDS)


class Kept(NamedTuple):
    """The positions that are kept, up to ``most`` of each kind and game.

    ``odd[i]`` are the numbers of the first random choice of game ``i`` and of the first one after them, from which on
    positions are kept. Game ``i`` had ``counts[i, kind]`` positions of each kind. Those that were kept lie in the rows
    from ``(i * 3 + kind) * most`` on, and ``moments`` says how many choices were made before. In ``later`` is the next
    settled chance node that each has led to, the end if there was none; of one at chance, the next after it.
    ``waiting`` is room for a game's rows.
    """

    most: int
    odd: Ints2
    counts: Ints2
    states: States
    later: States
    moments: Ints
    waiting: Ints


class Trace(NamedTuple):
    """Every chance node and what it became, game by game, as long as there is room; ``events[i]`` are of game ``i``."""

    before: States
    after: States
    events: Ints


@rule
def keep(g: State, kind: int, choices: int, i: int, key: int, kept: Kept) -> None:
    """Keep a position with a chance that is the same for all of its kind in the end (a reservoir: Vitter 1985).

    The row waits for what its position leads to.
    """
    seen = kept.counts[i, kind]
    kept.counts[i, kind] = seen + 1
    place = seen
    if seen >= kept.most:
        place = below(key, seen * KINDS + kind, seen + 1)
    if place < kept.most:
        row = kind * kept.most + place
        first = i * KINDS * kept.most
        kept.states[first + row] = g
        kept.moments[first + row] = choices
        kept.waiting[row] = 1


@rule
def follow(g: State, i: int, kept: Kept) -> None:
    """The position that those of the waiting rows have led to."""
    first = i * KINDS * kept.most
    for row in range(len(kept.waiting)):
        if kept.waiting[row] == 1:
            kept.later[first + row] = g
            kept.waiting[row] = 0


@entry
def play(limit: int, b: Buffers, networks: Networks, kept: Kept, trace: Trace, ws: Workspace) -> None:
    """Play every game to its end, as :func:`.selfplay_kernel.play` does, and keep some positions of each kind."""
    noted = 0
    for i in range(len(b.states)):
        g = b.states[i]
        s = b.streams[i]
        drivers.begin(i, b)
        key = next_key(s, TABLE * PURPOSES + POLICY)
        choices = 0
        while True:
            p = drivers.turn(g, i, limit, b)
            if p == OVER:
                follow(g, i, kept)
                break
            if p == CHANCE:
                if game.HIDDEN or game.settled(g):  # where draws are hidden, they are what ends a turn
                    follow(g, i, kept)
                if choices >= kept.odd[i, 1]:
                    keep(g, AT_CHANCE, choices, i, key, kept)
                traced = noted < len(trace.before)
                if traced:
                    trace.before[noted] = g
                drivers.draw_chance(g, s, i, b)
                if traced:
                    trace.after[noted] = g
                    noted += 1
                    trace.events[i] += 1
                continue
            if game.legal(g, b.acts) == 1:
                drivers.take(g, i, b.acts[0], b)
                continue
            row = b.seats[i, p]
            if kept.odd[i, 0] <= choices < kept.odd[i, 1]:
                row = 0
            elif choices >= kept.odd[i, 1]:
                kind = AT_CHOICE if game.settled(g) else IN_QUESTION
                keep(g, kind, choices, i, key, kept)
            choices += 1
            drivers.take(g, i, selfplay.decide(g, s, p, row, networks, b, ws), b)
