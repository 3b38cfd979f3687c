"""What one thread of a GPU does in games for training (a kernel): the steps of ``play`` in :mod:`.selfplay_kernel`."""

from __future__ import annotations

from typing import NamedTuple

from ..agents.learned.card_thread import Workspaces, workspace_of
from ..core.binding import game, guide
from ..core.contract import CHANCE, OVER, POLICY, PURPOSES, TABLE
from ..core.drivers import is_too_long
from ..gpu.games import Scratch, Whole, buffers_of, carry_out, decide_in_game
from ..gpu.layout import DECISIONS, DRAWS
from ..runtime.compiler import Ints, rule
from ..runtime.stream import next_key
from .selfplay_kernel import Kept, Networks, keep
from .selfplay_kernel import decide as chosen_by

__all__ = ["Games", "Scratch", "Whole", "Workspaces", "carry_out", "decide"]


class Games(NamedTuple):
    """Many games of which positions are kept, each with a workspace.

    Game ``i`` has had ``choices[i]`` choices. ``keys[i]`` draws what is kept of it, and ``views[i]`` made the choice
    that led here, -1 if that is not to be kept.
    """

    whole: Whole
    networks: Networks
    kept: Kept
    keys: Ints
    choices: Ints
    views: Ints
    spaces: Workspaces


@rule
def decide(games: Games, i: int, limit: int, scratch: Scratch) -> int:
    """The next action, or outcome of chance, of game ``i``; or NOTHING, once it is noted how the game has ended."""
    whole, kept = games.whole, games.kept
    g = whole.states[i]
    s = whole.streams[i]
    counts = whole.counts[i]
    if counts[DECISIONS] + counts[DRAWS] == 0:
        games.keys[i] = next_key(s, TABLE * PURPOSES + POLICY)
    p = game.to_move(g)
    if p == OVER or is_too_long(p, limit, counts[DECISIONS], counts[DRAWS]):
        return decide_in_game(whole, i, limit, scratch)
    if p >= 0 and game.legal(g, scratch.acts) == 1:
        counts[DECISIONS] += 1
        return scratch.acts[0]
    ws = workspace_of(games.spaces, i)
    view = games.views[i]
    if view >= 0:
        if not guide.is_transient(g):
            keep(g, i, view, games.choices[i], games.keys[i], kept, ws)
        games.views[i] = -1
    if p == CHANCE:
        return decide_in_game(whole, i, limit, scratch)
    row = whole.seats[i, p] if games.choices[i] >= kept.openings[i] else 0
    games.choices[i] += 1
    if games.choices[i] >= kept.openings[i]:
        games.views[i] = p
    counts[DECISIONS] += 1
    return chosen_by(g, s, p, row, games.networks, buffers_of(whole, i, scratch), ws)
