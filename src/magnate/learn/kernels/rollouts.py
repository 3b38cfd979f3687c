"""Games for learning a policy, entirely compiled (a kernel): what the seats that learn did is written down.

A seat's decision is one where it has more than one action to choose from. Each is written with what the network was
shown, what was legal, what was drawn and how likely that was, and the win shares that the network expected.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeAlias

import numpy as np

from ...core import policy_kernel as common
from ...core.binding import LIMIT, State, States, game, kernel
from ...core.contract import CHANCE, OVER, POLICY, PURPOSES
from ...networks.inference import expect
from ...runtime.compiler import Bytes2, Floats, Floats2, Ints, Ints2, Singles2, entry, rule
from ...runtime.stream import Streams, next_key

if TYPE_CHECKING:
    from ...agents.learned import policy
else:
    policy = kernel("magnate.agents.learned.policy")

__all__ = ["Diary", "play"]

Workspace = policy.Workspace
Singles3: TypeAlias = Annotated[Any, (np.float32, 3)]
LEARNER = -1
"""The seat of the newest network, which learns."""


class Diary(NamedTuple):
    """What is written down, a row a decision.

    ``inputs`` are the network's inputs. Bit ``a & 7`` of byte ``a >> 3`` of ``legal`` says whether action ``a`` could
    be taken. ``actions`` is what was taken, ``chances`` how likely that was. ``shares`` are the win shares that were
    expected, from the seat in ``seats`` round. ``games`` is the game's number, and ``following`` the row of the same
    seat's next decision, -1 after its last one.
    """

    inputs: Singles2
    legal: Bytes2
    actions: Ints
    chances: Floats
    shares: Floats2
    seats: Ints
    games: Ints
    following: Ints


@rule
def note(
    diary: Diary, row: int, i: int, p: int, n: int, place: int, base: int, sizes: Ints, table: Singles2, ws: Workspace
) -> None:
    """Write down that seat ``p`` of game ``i`` took the action at ``place`` of ``n``.

    ``base`` is where the network's last layer begins (:func:`magnate.agents.learned.policy.consider`).
    """
    layers = len(sizes) - 2
    actions = sizes[layers + 1] - len(ws.shares)
    expect(ws.scratch[layers & 1], sizes[layers], table, base, actions, ws.shares)
    for k in range(len(ws.shares)):
        diary.shares[row, k] = ws.shares[k]
    for k in range(len(ws.inputs)):
        diary.inputs[row, k] = ws.inputs[k]
    for k in range(diary.legal.shape[1]):
        diary.legal[row, k] = 0
    for k in range(n):
        a = ws.acts[k]
        diary.legal[row, a >> 3] |= 1 << (a & 7)
    diary.actions[row] = ws.acts[place]
    diary.chances[row] = ws.chances[place]
    diary.seats[row] = p
    diary.games[row] = i
    diary.following[row] = -1


@rule
def decide(g: State, p: int, n: int, hidden: int, sizes: Ints, table: Singles2, ws: Workspace, copies: States) -> int:
    """Write the chances of the ``n`` actions of ``ws.acts``; returns what :func:`note` takes as ``base``.

    In a game with hidden parts the network is shown a hidden copy, which follows from ``hidden``.
    """
    if game.HIDDEN:
        copies[0] = g
        game.hide(copies[0], p, hidden)
        return policy.consider(copies[0], p, n, 1.0, sizes, table, ws)
    return policy.consider(g, p, n, 1.0, sizes, table, ws)


@entry
def play(
    states: States,
    streams: Streams,
    seats: Ints2,
    params: Floats2,
    sizes: Ints,
    tables: Singles3,
    limit: int,
    ws: Workspace,
    work: States,
    dice: Streams,
    copies: States,
    acts: Ints,
    memos: Ints2,
    out: Ints,
    weight: Ints,
    latest: Ints,
    diary: Diary,
    utility: Floats2,
    ending: Ints,
    decisions: Ints,
    ends: Ints,
) -> int:
    """Play games to their ends until all are played or the diary is full; returns how many are.

    ``seats[i, p]`` is a row of ``params``, or ``-1 - k`` for the network in ``tables[k]``; seats of network 0 are
    those that learn, all networks have the same ``sizes``. ``limit`` is as in :func:`magnate.core.drivers.play`.
    Neither ``states`` nor ``streams`` change: a game that did not fit can be played again, into an empty diary.

    The rows of game ``i`` end before ``ends[i]``, those of the first game begin at 0.
    """
    row = 0
    for i in range(len(states)):
        work[0] = states[i]
        dice[0] = streams[i]
        g = work[0]
        s = dice[0]
        common.forget(memos)
        latest[:] = -1
        decided = 0
        ended = LIMIT
        while True:
            p = game.to_move(g)
            if p == OVER:
                game.utility(g, utility[i])
                ended = game.ending(g)
                break
            if p == CHANCE:
                game.step(g, common.draw_outcome(g, s, out, weight))
                continue
            if decided == limit:
                break
            decided += 1
            n = policy.choices(g, ws.acts)
            if n == 1:
                game.step(g, ws.acts[0])
                continue
            who = seats[i, p]
            if who >= 0:
                game.step(g, common.choose(g, s, p, copies, 0, params[who], acts, memos[p]))
                continue
            channel = p * PURPOSES + POLICY
            hidden = next_key(s, channel) if game.HIDDEN else 0
            base = decide(g, p, n, hidden, sizes, tables[-1 - who], ws, copies)
            place = policy.chosen_by(next_key(s, channel), n, ws)
            if who == LEARNER:
                if row == len(diary.actions):
                    return i
                note(diary, row, i, p, n, place, base, sizes, tables[-1 - who], ws)
                if latest[p] >= 0:
                    diary.following[latest[p]] = row
                latest[p] = row
                row += 1
            game.step(g, ws.acts[place])
        ends[i] = row
        ending[i] = ended
        decisions[i] = decided
    return len(states)
