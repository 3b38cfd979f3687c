"""What one thread of a GPU does (a kernel): it decides for a game, or carries out what was decided, or both in turn."""

from __future__ import annotations

from typing import NamedTuple

from ..core.binding import LIMIT, State, States, game
from ..core.contract import OVER
from ..core.drivers import choose, draw_outcome
from ..runtime.compiler import Floats, Floats2, Ints, Ints2, rule
from ..runtime.stream import Stream
from .layout import DECISIONS, DRAWS, ENDING, NOTHING

__all__ = ["Players", "Scratch", "Totals", "carry_out", "decide", "play_on"]


class Players(NamedTuple):
    """Who plays a game: the row of ``params`` of each of its seats, and the seats' notes."""

    seats: Ints
    params: Floats2
    memos: Ints2


class Totals(NamedTuple):
    """What a game comes to: its ``counts``, and what it is worth to each seat."""

    counts: Ints
    utility: Floats
    score: Floats
    tally: Ints


class Scratch(NamedTuple):
    """A thread's room: a hidden copy, what is legal, and the outcomes of chance with their weights."""

    copies: States
    acts: Ints
    out: Ints
    weight: Ints


@rule
def decide(g: State, s: Stream, players: Players, limit: int, totals: Totals, scratch: Scratch) -> int:
    """The next action, or outcome of chance; or NOTHING, once it is noted how the game has ended.

    The course of a game is that of ``play`` in ``core/drivers.py``.
    """
    counts = totals.counts
    p = game.to_move(g)
    if p == OVER:
        game.utility(g, totals.utility)
        game.score(g, totals.score)
        counts[ENDING] = game.ending(g)
        return NOTHING
    if p < 0:
        counts[DRAWS] += 1
        return draw_outcome(g, s, scratch.out, scratch.weight)
    if counts[DECISIONS] == limit:
        game.score(g, totals.score)
        counts[ENDING] = LIMIT
        return NOTHING
    counts[DECISIONS] += 1
    row = players.params[players.seats[p]]
    return choose(g, s, p, scratch.copies, 0, row, scratch.acts, players.memos[p])


@rule
def carry_out(g: State, a: int, tally: Ints) -> None:
    """Take an action or an outcome, and note what it did."""
    game.step(g, a)
    if game.TRACKS:
        game.track(g, a, tally)


@rule
def play_on(g: State, s: Stream, players: Players, limit: int, steps: int, totals: Totals, scratch: Scratch) -> None:
    """Play a game on for at most so many steps, of players and of chance."""
    for _ in range(steps):
        a = decide(g, s, players, limit, totals, scratch)
        if a < 0:
            break
        carry_out(g, a, totals.tally)
