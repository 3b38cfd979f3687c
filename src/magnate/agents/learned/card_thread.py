"""What one thread of a GPU does in games with an agent that plays by a network (a kernel).

The rows of ``params`` with a negative kind are that agent's. It decides by :mod:`.playing`, from the same keys and
hidden copies as where the drivers wait for it.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, TypeAlias

import numpy as np

from ...core.binding import State, States, game, guide
from ...core.contract import POLICY, PURPOSES
from ...gpu.games import Games as Whole
from ...gpu.games import Ints3, Scratch, carry_out
from ...gpu.games import decide as decide_in_game
from ...gpu.layout import DECISIONS
from ...networks.inference import Net
from ...runtime.compiler import Floats, Floats2, Ints, Ints2, Singles2, rule
from ...runtime.stream import Streams, next_key
from ...values.afterstates import Workspace
from .playing import choose_delegating

Floats3: TypeAlias = Annotated[Any, (np.float64, 3)]

States2: TypeAlias = Annotated[Any, (game.STATE, 2)]


class Games(NamedTuple):
    """Many games: the fields of ``Games``, then those of ``Net``, and those of ``Workspace`` for each game.

    ``notes`` are the agent's own, a row a seat; ``spare`` are the states of the workspace. ``settings`` and ``partner``
    are the same for all games.
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
    sizes: Ints
    table: Singles2
    epsilon: Floats
    delegate: Floats
    notes: Ints3
    spare: States2
    acts: Ints2
    after: Ints2
    worth: Floats2
    inputs: Floats2
    scratch: Floats3
    outputs: Floats2
    shares: Floats2
    settings: Floats
    partner: Floats
    codes: Ints2
    scores: Floats2
    listed: Ints2
    room: Floats2


@rule
def answer(games: Games, i: int, p: int, shown: State) -> int:
    """What the agent does in seat ``p`` of game ``i``; ``shown`` is a copy of the position, to be hidden from it."""
    s = games.streams[i]
    channel = p * PURPOSES + POLICY
    if game.HIDDEN:
        game.hide(shown, p, next_key(s, channel))
    ws = Workspace(
        games.spare[i],
        games.acts[i],
        games.after[i],
        games.worth[i],
        games.inputs[i],
        games.scratch[i],
        games.outputs[i],
        games.shares[i],
        games.settings,
        games.partner,
        games.codes[i],
        games.scores[i],
        games.listed[i],
        games.room[i],
    )
    net = Net(games.sizes, games.table, games.epsilon[0], games.delegate)
    return choose_delegating(shown, p, next_key(s, channel), net, ws, games.notes[i, p])


@rule
def decide(games: Games, i: int, limit: int, scratch: Scratch) -> int:
    """The next action, or outcome of chance, of game ``i``; or NOTHING, once it is noted how the game has ended."""
    g = games.states[i]
    p = game.to_move(g)
    if p >= 0 and games.counts[i, DECISIONS] < limit and guide.is_python_decision(g, games.params[games.seats[i, p]]):
        games.counts[i, DECISIONS] += 1
        scratch.copies[0] = g
        return answer(games, i, p, scratch.copies[0])
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
    return decide_in_game(whole, i, limit, scratch)


@rule
def play_on(games: Games, i: int, limit: int, steps: int, scratch: Scratch) -> None:
    """Play game ``i`` on for at most so many steps, of players and of chance."""
    for _ in range(steps):
        a = decide(games, i, limit, scratch)
        if a < 0:
            break
        carry_out(games.states[i], a, games.tally[i])
