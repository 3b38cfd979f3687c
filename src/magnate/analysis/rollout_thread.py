"""What one thread of a GPU does in rollouts (a kernel): the steps of ``play`` in :mod:`.rollout_kernel`, one by one.

What chance did is noted when the game is looked at next, so that taking a step is the same for players and chance.
"""

from __future__ import annotations

from typing import NamedTuple

from ..core.binding import State, game
from ..core.contract import CHANCE
from ..core.drivers import has_no_end
from ..gpu.games import Scratch, Whole, buffers_of, decide_in_game
from ..gpu.layout import CUT, DECISIONS, DRAWS, ENDING, NOTHING
from ..runtime.compiler import Ints, rule
from .rollout_kernel import Notes, Plan, draw

__all__ = ["Games", "Scratch", "Whole", "carry_out", "decide"]


class Games(NamedTuple):
    """Many rollouts: ``numbers`` are the games' numbers, and a game is cut after ``most`` chance events."""

    whole: Whole
    numbers: Ints
    plan: Plan
    notes: Notes
    most: int


@rule
def decide(games: Games, i: int, limit: int, scratch: Scratch) -> int:
    """The next action, or outcome of chance, of game ``i``; or NOTHING, once it is noted how the game has ended."""
    whole, notes = games.whole, games.notes
    g = whole.states[i]
    counts = whole.counts[i]
    drawn = counts[DRAWS]
    if notes.events[i] < min(drawn, notes.room):
        notes.after[i * notes.room + drawn - 1] = g
        notes.events[i] = drawn
    if game.to_move(g) != CHANCE or (drawn != games.most and has_no_end(counts[DECISIONS], drawn)):
        return decide_in_game(whole, i, limit, scratch)
    if drawn == games.most:
        counts[ENDING] = CUT
        return NOTHING
    if drawn < notes.room:
        notes.before[i * notes.room + drawn] = g
    counts[DRAWS] = drawn + 1
    b = buffers_of(whole, i, scratch)  # for the two lists that a draw may need
    return draw(g, whole.streams[i], games.numbers[i], games.plan, b)


@rule
def carry_out(g: State, a: int, tally: Ints) -> None:  # noqa: ARG001 - the signature of whole games
    """Take an action or an outcome."""
    game.step(g, a)
