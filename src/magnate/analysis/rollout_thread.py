"""What one thread of a GPU does in rollouts (a kernel): the steps of ``play`` in :mod:`.rollout_kernel`, one by one.

What chance did is noted when the game is looked at next, so that taking a step is the same for players and chance.
"""

from __future__ import annotations

from typing import NamedTuple

from ..core.binding import State, States, game
from ..core.contract import CHANCE
from ..core.drivers import Buffers
from ..gpu.games import Games as Whole
from ..gpu.games import Ints3, Scratch
from ..gpu.games import decide as decide_in_game
from ..gpu.layout import CUT, DRAWS, ENDING, NOTHING
from ..runtime.compiler import Floats2, Ints, Ints2, rule
from ..runtime.stream import Streams
from .rollout_kernel import Plan, draw

MOST, ROOM, TURNS, KEY = 0, 1, 2, 3
"""The places of ``bounds``: chance events after which a game is cut, events that are noted, and two of ``Plan``."""


class Games(NamedTuple):
    """Many games: the fields of ``Games``, and what rollouts have beside them.

    ``numbers`` are the games' numbers. ``sizes``, ``places`` and ``orders`` are those of ``Plan``, ``before``,
    ``after`` and ``events`` those of ``Notes``.
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
    numbers: Ints
    sizes: Ints
    places: Ints
    orders: Ints
    before: States
    after: States
    events: Ints
    bounds: Ints


@rule
def decide(games: Games, i: int, limit: int, scratch: Scratch) -> int:
    """The next action, or outcome of chance, of game ``i``; or NOTHING, once it is noted how the game has ended."""
    g = games.states[i]
    counts = games.counts[i]
    drawn = counts[DRAWS]
    room = games.bounds[ROOM]
    if games.events[i] < min(drawn, room):
        games.after[i * room + drawn - 1] = g
        games.events[i] = drawn
    whole = Whole(
        games.states,
        games.streams,
        games.seats,
        games.params,
        games.memos,
        games.counts,
        games.utility,
        games.score,
        games.tally,
    )
    if game.to_move(g) != CHANCE:
        return decide_in_game(whole, i, limit, scratch)
    if drawn == games.bounds[MOST]:
        counts[ENDING] = CUT
        return NOTHING
    if drawn < room:
        games.before[i * room + drawn] = g
    counts[DRAWS] = drawn + 1
    plan = Plan(games.sizes, games.places, games.orders, games.bounds[TURNS], games.bounds[KEY])
    b = Buffers(  # for the two lists that a draw may need
        games.states,
        games.streams,
        games.seats,
        games.params,
        scratch.copies,
        games.memos[i],
        scratch.acts,
        scratch.out,
        scratch.weight,
        games.utility,
        games.score,
        counts,
        counts,
        counts,
        games.tally,
    )
    return draw(g, games.streams[i], games.numbers[i], plan, b)


@rule
def carry_out(g: State, a: int, tally: Ints) -> None:  # noqa: ARG001 - the signature of whole games
    """Take an action or an outcome."""
    game.step(g, a)


@rule
def play_on(games: Games, i: int, limit: int, steps: int, scratch: Scratch) -> None:
    """Play game ``i`` on for at most so many steps, of players and of chance."""
    for _ in range(steps):
        a = decide(games, i, limit, scratch)
        if a < 0:
            break
        carry_out(games.states[i], a, games.tally[i])
