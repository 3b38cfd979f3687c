"""What one thread of a GPU does (a kernel): it decides for a game, or carries out what was decided, or both in turn."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, TypeAlias

import numpy as np

from ..core.binding import LIMIT, State, States, game
from ..core.contract import OVER
from ..core.drivers import Buffers, choose, draw_outcome, is_too_long
from ..runtime.compiler import Floats2, Ints, Ints2, rule
from ..runtime.stream import Streams
from .layout import DECISIONS, DRAWS, ENDING, NOTHING

__all__ = ["Games", "Scratch", "Whole", "buffers_of", "carry_out", "decide", "decide_in_game"]

Ints3: TypeAlias = Annotated[Any, (np.int64, 3)]


class Whole(NamedTuple):
    """What many games have, whoever plays: all arrays have a row or an entry a game, but for ``params``.

    ``seats`` are the rows of ``params`` that play, ``memos`` the seats' notes. What a game comes to is in ``counts``,
    in what it is worth to each seat, and in ``tally``, which the rules track.
    """

    states: States
    streams: Streams
    seats: Ints2
    params: Floats2
    memos: Ints3
    counts: Ints2
    utility: Floats2
    score: Floats2
    tally: Ints2


class Games(NamedTuple):
    """Many games of compiled policies: other threads have more beside ``whole``."""

    whole: Whole


class Scratch(NamedTuple):
    """A thread's room: a hidden copy, what is legal, and the outcomes of chance with their weights."""

    copies: States
    acts: Ints
    out: Ints
    weight: Ints


@rule
def buffers_of(whole: Whole, i: int, scratch: Scratch) -> Buffers:
    """Game ``i`` as rules of the processor's loops take it; what these count there is the thread's own business."""
    counts = whole.counts[i]
    return Buffers(
        whole.states,
        whole.streams,
        whole.seats,
        whole.params,
        scratch.copies,
        whole.memos[i],
        scratch.acts,
        scratch.out,
        scratch.weight,
        whole.utility,
        whole.score,
        counts,
        counts,
        counts,
        whole.tally,
    )


@rule
def decide_in_game(whole: Whole, i: int, limit: int, scratch: Scratch) -> int:
    """The next action, or outcome of chance, of game ``i``; or NOTHING, once it is noted how the game has ended.

    The course of a game is that of ``play`` in ``core/drivers.py``.
    """
    g = whole.states[i]
    s = whole.streams[i]
    counts = whole.counts[i]
    p = game.to_move(g)
    if p == OVER:
        game.utility(g, whole.utility[i])
        game.score(g, whole.score[i])
        counts[ENDING] = game.ending(g)
        return NOTHING
    if is_too_long(p, limit, counts[DECISIONS], counts[DRAWS]):
        game.score(g, whole.score[i])
        counts[ENDING] = LIMIT
        return NOTHING
    if p < 0:
        counts[DRAWS] += 1
        return draw_outcome(g, s, scratch.out, scratch.weight)
    counts[DECISIONS] += 1
    row = whole.params[whole.seats[i, p]]
    return choose(g, s, p, scratch.copies, 0, row, scratch.acts, whole.memos[i, p])


@rule
def decide(games: Games, i: int, limit: int, scratch: Scratch) -> int:
    """What a thread decides for game ``i``; others decide by more than compiled policies."""
    return decide_in_game(games.whole, i, limit, scratch)


@rule
def carry_out(g: State, a: int, tally: Ints) -> None:
    """Take an action or an outcome, and note what it did."""
    game.step(g, a)
    if game.TRACKS:
        game.track(g, a, tally)
