"""What one thread of a GPU does in games with an agent that plays by a network (a kernel).

The rows of ``params`` with a negative kind are that agent's. It decides by :mod:`.playing`, from the same keys and
hidden copies as where the drivers wait for it.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, TypeAlias

from ...core.binding import State, game, guide
from ...core.contract import POLICY, PURPOSES
from ...gpu.games import Ints3, Scratch, Whole, carry_out, decide_in_game
from ...gpu.layout import DECISIONS
from ...networks.inference import Net
from ...runtime.compiler import Floats2, Ints2, Singles3, rule
from ...runtime.stream import next_key
from ...values.afterstates import Workspace
from .playing import choose_delegating

__all__ = ["Games", "Scratch", "Whole", "Workspaces", "carry_out", "decide", "workspace_of"]

States2: TypeAlias = Annotated[Any, (game.STATE, 2)]


class Workspaces(NamedTuple):
    """The fields of ``Workspace`` for many games: a row of each for a game."""

    states: States2
    acts: Ints2
    after: Ints2
    worth: Floats2
    inputs: Floats2
    scratch: Singles3
    outputs: Floats2
    shares: Floats2
    settings: Floats2
    partner: Floats2
    codes: Ints2
    scores: Floats2
    listed: Ints2
    room: Floats2


@rule
def workspace_of(spaces: Workspaces, i: int) -> Workspace:
    """The workspace of game ``i``."""
    return Workspace(
        spaces.states[i],
        spaces.acts[i],
        spaces.after[i],
        spaces.worth[i],
        spaces.inputs[i],
        spaces.scratch[i],
        spaces.outputs[i],
        spaces.shares[i],
        spaces.settings[i],
        spaces.partner[i],
        spaces.codes[i],
        spaces.scores[i],
        spaces.listed[i],
        spaces.room[i],
    )


class Games(NamedTuple):
    """Many games: what they have with any players, the network, the agent's notes, a row a seat, and its workspaces."""

    whole: Whole
    net: Net
    notes: Ints3
    spaces: Workspaces


@rule
def answer(games: Games, i: int, p: int, shown: State) -> int:
    """What the agent does in seat ``p`` of game ``i``; ``shown`` is a copy of the position, to be hidden from it."""
    s = games.whole.streams[i]
    channel = p * PURPOSES + POLICY
    if game.HIDDEN:
        game.hide(shown, p, next_key(s, channel))
    ws = workspace_of(games.spaces, i)
    return choose_delegating(shown, p, next_key(s, channel), games.net, ws, games.notes[i, p])


@rule
def decide(games: Games, i: int, limit: int, scratch: Scratch) -> int:
    """The next action, or outcome of chance, of game ``i``; or NOTHING, once it is noted how the game has ended."""
    whole = games.whole
    g = whole.states[i]
    p = game.to_move(g)
    if p >= 0 and whole.counts[i, DECISIONS] < limit and guide.is_python_decision(g, whole.params[whole.seats[i, p]]):
        whole.counts[i, DECISIONS] += 1
        scratch.copies[0] = g
        return answer(games, i, p, scratch.copies[0])
    return decide_in_game(whole, i, limit, scratch)
