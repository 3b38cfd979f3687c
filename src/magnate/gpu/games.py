"""What one thread of a GPU does (a kernel): it decides for a game, or carries out what was decided, or both in turn."""

from __future__ import annotations

from ..core.binding import LIMIT, State, States, game
from ..core.contract import OVER
from ..core.drivers import choose, draw_outcome
from ..runtime.compiler import Floats, Floats2, Ints, Ints2, rule
from ..runtime.stream import Stream
from .layout import DECISIONS, DRAWS, ENDING, NOTHING

__all__ = ["carry_out", "decide", "play_on"]


@rule
def decide(
    g: State,
    s: Stream,
    seats: Ints,
    params: Floats2,
    limit: int,
    copies: States,
    acts: Ints,
    memos: Ints2,
    out: Ints,
    weight: Ints,
    counts: Ints,
    utility: Floats,
    score: Floats,
) -> int:
    """The next action, or outcome of chance; or NOTHING, once it is noted how the game has ended.

    The course of a game is that of ``play`` in ``core/drivers.py``.
    """
    p = game.to_move(g)
    if p == OVER:
        game.utility(g, utility)
        game.score(g, score)
        counts[ENDING] = game.ending(g)
        return NOTHING
    if p < 0:
        counts[DRAWS] += 1
        return draw_outcome(g, s, out, weight)
    if counts[DECISIONS] == limit:
        game.score(g, score)
        counts[ENDING] = LIMIT
        return NOTHING
    counts[DECISIONS] += 1
    return choose(g, s, p, copies, 0, params[seats[p]], acts, memos[p])


@rule
def carry_out(g: State, a: int, tally: Ints) -> None:
    """Take an action or an outcome, and note what it did."""
    game.step(g, a)
    if game.TRACKS:
        game.track(g, a, tally)


@rule
def play_on(
    g: State,
    s: Stream,
    seats: Ints,
    params: Floats2,
    limit: int,
    steps: int,
    copies: States,
    acts: Ints,
    memos: Ints2,
    out: Ints,
    weight: Ints,
    counts: Ints,
    utility: Floats,
    score: Floats,
    tally: Ints,
) -> None:
    """Play a game on for at most so many steps, of players and of chance."""
    for _ in range(steps):
        a = decide(g, s, seats, params, limit, copies, acts, memos, out, weight, counts, utility, score)
        if a < 0:
            break
        carry_out(g, a, tally)
