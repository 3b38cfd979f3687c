"""Games for training, entirely compiled (a kernel): policies and networks play, and some positions of each are kept.

What is kept are *afterstates* (see :mod:`magnate.values.afterstates`). Such a position follows a choice when all
forced steps are done and no outcome of chance is known yet. A network is asked about these positions when it chooses.
So no position is kept by which the guide judges no action (``Guide.is_transient``). Each is seen by the seat that
chose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import numpy as np

from ...core import policy_kernel as common
from ...core.binding import LIMIT, State, States, game, guide, kernel
from ...core.contract import CHANCE, OVER, POLICY, PURPOSES, TABLE
from ...networks.inference import Net
from ...runtime.compiler import Floats, Floats2, Ints, Ints2, Singles2, entry, rule
from ...runtime.stream import Stream, Streams, below, next_key

if TYPE_CHECKING:
    from ...agents.learned import playing
    from ...values import afterstates
else:
    afterstates = kernel("magnate.values.afterstates")
    playing = kernel("magnate.agents.learned.playing")

__all__ = ["play"]

Workspace = afterstates.Workspace
Singles3: TypeAlias = Annotated[Any, (np.float32, 3)]


@rule
def decide(
    g: State,
    s: Stream,
    p: int,
    row: int,
    params: Floats2,
    sizes: Ints,
    tables: Singles3,
    epsilons: Floats,
    delegates: Floats2,
    ws: Workspace,
    copies: States,
    acts: Ints,
    memo: Ints,
) -> int:
    """What seat ``p`` does: the policy of ``params[row]``, or where ``row`` is ``-1 - k`` network ``k``.

    That network leaves to the policy of ``delegates[k]`` what it can (none: a row of random play).

    In a game with hidden parts both are shown a hidden copy.
    """
    if row >= 0:
        return common.choose(g, s, p, copies, 0, params[row], acts, memo)
    channel = p * PURPOSES + POLICY
    k = -1 - row
    net = Net(sizes, tables[k], epsilons[k], delegates[k])
    if game.HIDDEN:
        copies[0] = g
        game.hide(copies[0], p, next_key(s, channel))
        return playing.choose_delegating(copies[0], p, next_key(s, channel), net, ws, memo)
    return playing.choose_delegating(g, p, next_key(s, channel), net, ws, memo)


@rule
def keep(
    g: State,
    view: int,
    choices: int,
    first: int,
    most: int,
    seen: int,
    key: int,
    inputs: Singles2,
    views: Ints,
    moments: Ints,
    ws: Workspace,
) -> None:
    """Keep the afterstate number ``seen`` of a game with a chance that is the same for all of them in the end.

    The rows ``first`` to ``first + most - 1`` are this game's; the chance is that of a reservoir (Vitter 1985).
    ``choices`` were made in the game so far, the last one by the seat ``view``.
    """
    place = seen
    if seen >= most:
        place = below(key, seen, seen + 1)
    if place < most:
        afterstates.describe(g, view, ws.inputs)
        for k in range(len(ws.inputs)):
            inputs[first + place, k] = ws.inputs[k]
        views[first + place] = view
        moments[first + place] = choices


@entry
def play(
    states: States,
    streams: Streams,
    seats: Ints2,
    params: Floats2,
    sizes: Ints,
    tables: Singles3,
    epsilons: Floats,
    delegates: Floats2,
    openings: Ints,
    limit: int,
    most: int,
    ws: Workspace,
    copies: States,
    acts: Ints,
    memos: Ints2,
    out: Ints,
    weight: Ints,
    inputs: Singles2,
    views: Ints,
    moments: Ints,
    counts: Ints,
    utility: Floats2,
    ending: Ints,
    decisions: Ints,
) -> None:
    """Play every game to its end and keep up to ``most`` afterstates of each.

    ``seats[i, p]`` is a row of ``params``, or ``-1 - k`` for the network in ``tables[k]``. All networks have the same
    ``sizes``. Each has its chance of a random action in ``epsilons`` and its delegate's row in ``delegates``. The first
    ``openings[i]`` choices of game ``i`` are random for all seats (``params[0]``). Positions are kept from the last of
    them on. ``limit`` is as in :func:`magnate.core.drivers.play`.

    Game ``i`` had ``counts[i]`` afterstates that could be kept. Those that were lie in the rows from ``i * most`` on.
    ``inputs`` are the network's inputs, ``views`` the seat whose view they are, and ``moments`` how many choices were
    made until then.
    """
    for i in range(len(states)):
        g = states[i]
        s = streams[i]
        common.forget(memos)
        key = next_key(s, TABLE * PURPOSES + POLICY)
        decided = 0
        choices = 0
        seen = 0
        view = -1  # who chose what led here, -1 if that is not to be kept
        ended = LIMIT
        while True:
            p = game.to_move(g)
            if p == OVER:
                game.utility(g, utility[i])
                ended = game.ending(g)
                break
            if p >= 0:
                if decided == limit:
                    break
                decided += 1
                if game.legal(g, acts) == 1:
                    game.step(g, acts[0])
                    continue
            if view >= 0:
                if not guide.is_transient(g):
                    keep(g, view, choices, i * most, most, seen, key, inputs, views, moments, ws)
                    seen += 1
                view = -1
            if p == CHANCE:
                game.step(g, common.draw_outcome(g, s, out, weight))
                continue
            row = seats[i, p] if choices >= openings[i] else 0
            choices += 1
            if choices >= openings[i]:
                view = p
            game.step(g, decide(g, s, p, row, params, sizes, tables, epsilons, delegates, ws, copies, acts, memos[p]))
        counts[i] = seen
        ending[i] = ended
        decisions[i] = decided
