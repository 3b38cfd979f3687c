"""Games whose every decision is looked at (a kernel): is it legal, does it hang on notes, what would others do."""

from __future__ import annotations

from magnate.core import drivers as common
from magnate.core.binding import State, States, game, guide
from magnate.core.contract import CHANCE, OVER, POLICY, PURPOSES
from magnate.games.monopoly.state import AUCTION, BEFORE, BUYING, DEBT, TRADE, TRADE_ANSWER
from magnate.runtime.compiler import Floats2, Ints, Ints2, entry, rule
from magnate.runtime.stream import Streams, next_key

__all__ = ["watch"]

WINDOW, BUY, BID, ANSWER, JAIL, OWING, OTHER = range(7)
"""Kinds of decisions."""


@rule
def kind_of(g: State) -> int:
    """What kind of decision is pending."""
    if g.depth > 0:
        top = g.fkind[g.depth - 1]
        if top == AUCTION:
            return BID
        if top == TRADE and g.trade_step == TRADE_ANSWER:
            return ANSWER
        if top == DEBT:
            return OWING
        return OTHER
    if g.phase == BUYING:
        return BUY
    if g.phase == BEFORE and g.jail[g.mover] > 0:
        return JAIL
    return WINDOW


@rule
def judge(g: State, a: int, i: int, faults: Ints) -> bool:
    """Whether choice ``a`` is legal in game ``i``; one that is not is counted among the faults."""
    if game.why(g, a) == 0:
        return True
    faults[0] += 1
    faults[2] = i
    faults[3] = a
    return False


@entry
def watch(
    states: States,
    streams: Streams,
    seats: Ints2,
    params: Floats2,
    limit: int,
    acts: Ints,
    memos: Ints2,
    fresh: Ints,
    out: Ints,
    weight: Ints,
    room: Ints,
    answers: Ints2,
    faults: Ints,
) -> int:
    """Play every game with compiled policies for at most ``limit`` decisions; returns how many were written down.

    A decision with several legal actions is put to every row of ``params`` while there is ``room`` for its kind.
    ``faults`` counts illegal choices and choices that notes changed; then game and action of the last illegal one.
    """
    written = 0
    for i in range(len(states)):
        g = states[i]
        s = streams[i]
        common.forget(memos)
        decided = 0
        while decided < limit:
            p = game.to_move(g)
            if p == OVER:
                break
            if p == CHANCE:
                game.step(g, common.draw_outcome(g, s, out, weight))
                continue
            n = game.legal(g, acts)
            key = next_key(s, p * PURPOSES + POLICY)
            kind = kind_of(g)
            if n > 1 and room[kind] > 0:
                room[kind] -= 1
                for r in range(len(params)):
                    fresh[:] = 0
                    answers[written, r] = guide.policy(g, params[r], key, acts, fresh)
                    judge(g, answers[written, r], i, faults)
                written += 1
            a = guide.policy(g, params[seats[i, p]], key, acts, memos[p])
            fresh[:] = 0
            if guide.policy(g, params[seats[i, p]], key, acts, fresh) != a:
                faults[1] += 1
            if not judge(g, a, i, faults):
                break
            game.step(g, a)
            decided += 1
    return written
