"""Games of Monopoly of which some positions are kept, drawn by lot (a kernel)."""

from __future__ import annotations

from magnate.core import drivers as common
from magnate.core.binding import States, game
from magnate.core.contract import CHANCE, OVER
from magnate.runtime.compiler import Floats2, Ints, Ints2, entry
from magnate.runtime.stream import Streams, below

__all__ = ["play_and_keep"]


@entry
def play_and_keep(
    states: States,
    streams: Streams,
    seats: Ints2,
    params: Floats2,
    keys: Ints,
    copies: States,
    acts: Ints,
    memos: Ints2,
    out: Ints,
    weight: Ints,
    kept: States,
    lookers: Ints,
    counts: Ints,
    utility: Floats2,
) -> None:
    """Play every game to its end with compiled policies.

    A position is one that a seat may choose: what follows from its decision, once what has a single answer is taken.
    Of each game as many are kept as there is room in ``kept`` for each, all equally likely (by draws of ``keys``), with
    the seat that decided; ``counts`` says how many.
    """
    room = len(kept) // len(states)
    for i in range(len(states)):
        g = states[i]
        common.forget(memos)
        seen = 0
        looker = -1
        while True:
            p = game.to_move(g)
            if p == OVER:
                break
            n = 0
            if p != CHANCE:
                n = game.legal(g, acts)
            if looker >= 0 and n != 1:
                place = seen
                if seen >= room:
                    place = below(keys[i], seen, seen + 1)
                if place < room:
                    kept[i * room + place] = g
                    lookers[i * room + place] = looker
                seen += 1
                looker = -1
            if p == CHANCE:
                a = common.draw_outcome(g, streams[i], out, weight)
            else:
                if n > 1:
                    looker = p
                a = common.choose(g, streams[i], p, copies, 0, params[seats[i, p]], acts, memos[p])
            game.step(g, a)
        counts[i] = min(seen, room)
        game.utility(g, utility[i])
