"""Games for training, entirely compiled (a kernel): policies and networks play, and some positions of each are kept.

What is kept are *afterstates* (see :mod:`magnate.values.afterstates`). Such a position follows a choice when all
forced steps are done and no outcome of chance is known yet. A network is asked about these positions when it chooses.
So no position is kept by which the guide judges no action (``Guide.is_transient``). Each is seen by the seat that
chose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..core import drivers
from ..core.binding import State, game, guide, kernel
from ..core.contract import CHANCE, OVER, POLICY, PURPOSES, TABLE
from ..networks.inference import Net
from ..runtime.compiler import Floats, Floats2, Ints, Singles2, Singles3, entry, rule
from ..runtime.stream import Stream, below, next_key

if TYPE_CHECKING:
    from ..agents.learned import playing
    from ..values import afterstates
else:
    afterstates = kernel("magnate.values.afterstates")
    playing = kernel("magnate.agents.learned.playing")

Buffers = drivers.Buffers
Workspace = afterstates.Workspace


class Networks(NamedTuple):
    """The networks that play, all of the same ``sizes``.

    Network ``k`` has the table ``tables[k]`` and the chance ``epsilons[k]`` of a random action. It leaves to the policy
    of ``delegates[k]`` what it can (none: a row of random play).
    """

    sizes: Ints
    tables: Singles3
    epsilons: Floats
    delegates: Floats2


class Kept(NamedTuple):
    """The positions that are kept, up to ``most`` of each game.

    The first ``openings[i]`` choices of game ``i`` are random for all seats. Positions are kept from the last of them
    on. There were ``counts[i]`` that could be kept; those that were lie in the rows from ``i * most`` on. ``inputs``
    are the network's, ``views`` the seat whose view they are, and ``moments`` how many choices were made until then.
    """

    most: int
    openings: Ints
    counts: Ints
    inputs: Singles2
    views: Ints
    moments: Ints


@rule
def decide(g: State, s: Stream, p: int, row: int, networks: Networks, b: Buffers, ws: Workspace) -> int:
    """What seat ``p`` does: the policy of row ``row`` of the parameters, or where ``row`` is ``-1 - k`` network ``k``.

    In a game with hidden parts both are shown a hidden copy.
    """
    memo = b.memos[p]
    if row >= 0:
        return drivers.choose(g, s, p, b.copies, 0, b.params[row], b.acts, memo)
    channel = p * PURPOSES + POLICY
    k = -1 - row
    net = Net(networks.sizes, networks.tables[k], networks.epsilons[k], networks.delegates[k])
    if game.HIDDEN:
        b.copies[0] = g
        game.hide(b.copies[0], p, next_key(s, channel))
        return playing.choose_delegating(b.copies[0], p, next_key(s, channel), net, ws, memo)
    return playing.choose_delegating(g, p, next_key(s, channel), net, ws, memo)


@rule
def keep(g: State, i: int, view: int, choices: int, key: int, kept: Kept, ws: Workspace) -> None:
    """Keep the next afterstate of game ``i`` with a chance that is the same for all of them in the end.

    The chance is that of a reservoir (Vitter 1985). ``choices`` were made in the game so far, the last one by the seat
    ``view``.
    """
    place = kept.counts[i]
    if place >= kept.most:
        place = below(key, place, place + 1)
    kept.counts[i] += 1
    if place < kept.most:
        row = i * kept.most + place
        afterstates.describe(g, view, ws.inputs)
        for k in range(len(ws.inputs)):
            kept.inputs[row, k] = ws.inputs[k]
        kept.views[row] = view
        kept.moments[row] = choices


@entry
def play(limit: int, b: Buffers, networks: Networks, kept: Kept, ws: Workspace) -> None:
    """Play every game to its end and keep some afterstates of each.

    ``b.seats[i, p]`` is a row of ``b.params``, whose first one plays at random, or ``-1 - k`` for network ``k``.
    """
    for i in range(len(b.states)):
        g = b.states[i]
        s = b.streams[i]
        drivers.begin(i, b)
        key = next_key(s, TABLE * PURPOSES + POLICY)
        choices = 0
        kept.counts[i] = 0
        view = -1  # who chose what led here, -1 if that is not to be kept
        while True:
            p = drivers.turn(g, i, limit, b)
            if p == OVER:
                break
            if p >= 0 and game.legal(g, b.acts) == 1:
                drivers.take(g, i, b.acts[0], b)
                continue
            if view >= 0:
                if not guide.is_transient(g):
                    keep(g, i, view, choices, key, kept, ws)
                view = -1
            if p == CHANCE:
                drivers.draw_chance(g, s, i, b)
                continue
            row = b.seats[i, p] if choices >= kept.openings[i] else 0
            choices += 1
            if choices >= kept.openings[i]:
                view = p
            drivers.take(g, i, decide(g, s, p, row, networks, b, ws), b)
