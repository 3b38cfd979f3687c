"""What one thread of a GPU does in games for learning win chances (a kernel).

It takes the steps of ``play`` in :mod:`.positions_kernel` one by one. No trace is kept.
"""

from __future__ import annotations

from typing import NamedTuple

from ..agents.learned.card_thread import Workspaces, workspace_of
from ..core.binding import game
from ..core.contract import CHANCE, OVER, POLICY, PURPOSES, TABLE
from ..core.drivers import is_too_long
from ..gpu.games import Scratch, Whole, buffers_of, carry_out, decide_in_game
from ..gpu.layout import DECISIONS, DRAWS
from ..runtime.compiler import Ints, Ints2, rule
from ..runtime.stream import next_key
from .positions_kernel import AT_CHANCE, AT_CHOICE, IN_QUESTION, Kept, follow, keep
from .selfplay_kernel import Networks
from .selfplay_kernel import decide as chosen_by

__all__ = ["Games", "Scratch", "Whole", "Workspaces", "carry_out", "decide"]


class Games(NamedTuple):
    """Many games of which positions are kept, each with a workspace.

    Game ``i`` has had ``choices[i]`` choices. ``keys[i]`` draws what is kept of it, and ``waiting[i]`` is the room for
    its rows that ``kept`` has for one game.
    """

    whole: Whole
    networks: Networks
    kept: Kept
    keys: Ints
    choices: Ints
    waiting: Ints2
    spaces: Workspaces


@rule
def decide(games: Games, i: int, limit: int, scratch: Scratch) -> int:
    """The next action, or outcome of chance, of game ``i``; or NOTHING, once it is noted how the game has ended."""
    whole, every = games.whole, games.kept
    kept = Kept(every.most, every.odd, every.counts, every.states, every.later, every.moments, games.waiting[i])
    g = whole.states[i]
    s = whole.streams[i]
    counts = whole.counts[i]
    if counts[DECISIONS] + counts[DRAWS] == 0:
        games.keys[i] = next_key(s, TABLE * PURPOSES + POLICY)
    choices = games.choices[i]
    p = game.to_move(g)
    if p == OVER or is_too_long(p, limit, counts[DECISIONS], counts[DRAWS]):
        follow(g, i, kept)
        return decide_in_game(whole, i, limit, scratch)
    if p == CHANCE:
        if game.HIDDEN or game.settled(g):
            follow(g, i, kept)
        if choices >= kept.odd[i, 1]:
            keep(g, AT_CHANCE, choices, i, games.keys[i], kept)
        return decide_in_game(whole, i, limit, scratch)
    counts[DECISIONS] += 1
    if game.legal(g, scratch.acts) == 1:
        return scratch.acts[0]
    row = whole.seats[i, p]
    if kept.odd[i, 0] <= choices < kept.odd[i, 1]:
        row = 0
    elif choices >= kept.odd[i, 1]:
        keep(g, AT_CHOICE if game.settled(g) else IN_QUESTION, choices, i, games.keys[i], kept)
    games.choices[i] = choices + 1
    b, ws = buffers_of(whole, i, scratch), workspace_of(games.spaces, i)
    return chosen_by(g, s, p, row, games.networks, b, ws)
