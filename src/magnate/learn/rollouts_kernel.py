"""Games for learning a policy, entirely compiled (a kernel): what the seats that learn did is written down.

A seat's decision is one where it has more than one action to choose from. Each is written with what the network was
shown, what was legal, what was drawn and how likely that was, and the win shares that the network expected.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..core import drivers
from ..core.binding import State, States, game, kernel
from ..core.contract import CHANCE, OVER, POLICY, PURPOSES
from ..networks.inference import expect
from ..runtime.compiler import Bytes2, Floats, Floats2, Ints, Singles2, Singles3, entry, rule
from ..runtime.stream import Streams, next_key

if TYPE_CHECKING:
    from ..agents.learned import policy
else:
    policy = kernel("magnate.agents.learned.policy")

Buffers = drivers.Buffers
Workspace = policy.Workspace
LEARNER = -1
"""The seat of the newest network, which learns."""


class Diary(NamedTuple):
    """What is written down, a row a decision.

    ``inputs`` are the network's inputs. Bit ``a & 7`` of byte ``a >> 3`` of ``legal`` says whether action ``a`` could
    be taken. ``actions`` is what was taken, ``chances`` how likely that was. ``shares`` are the win shares that were
    expected, from the seat in ``seats`` round. ``games`` is the game's number, and ``following`` the row of the same
    seat's next decision, -1 after its last one.

    The rows of game ``i`` end before ``ends[i]``. ``latest`` is scratch: each seat's last row in the game.
    """

    inputs: Singles2
    legal: Bytes2
    actions: Ints
    chances: Floats
    shares: Floats2
    seats: Ints
    games: Ints
    following: Ints
    ends: Ints
    latest: Ints


@rule
def expect_shares(base: int, sizes: Ints, table: Singles2, ws: Workspace) -> None:
    """Write the win shares that the network expects; ``base`` is where its last layer begins."""
    layers = len(sizes) - 2
    actions = sizes[layers + 1] - len(ws.shares)
    expect(ws.scratch[layers & 1], sizes[layers], table, base, actions, ws.shares)


@rule
def note(diary: Diary, row: int, i: int, p: int, n: int, place: int, ws: Workspace) -> None:
    """Write down that seat ``p`` of game ``i`` took the action at ``place`` of ``n``."""
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
    if diary.latest[p] >= 0:
        diary.following[diary.latest[p]] = row
    diary.latest[p] = row


@rule
def decide(g: State, p: int, n: int, hidden: int, sizes: Ints, table: Singles2, ws: Workspace, copies: States) -> int:
    """Write the chances of the ``n`` actions of ``ws.acts``; returns what :func:`expect_shares` takes as ``base``.

    In a game with hidden parts the network is shown a hidden copy, which follows from ``hidden``.
    """
    if game.HIDDEN:
        copies[0] = g
        game.hide(copies[0], p, hidden)
        return policy.consider(copies[0], p, n, 1.0, sizes, table, ws)
    return policy.consider(g, p, n, 1.0, sizes, table, ws)


@entry
def play(
    limit: int, b: Buffers, work: States, dice: Streams, sizes: Ints, tables: Singles3, diary: Diary, ws: Workspace
) -> int:
    """Play games to their ends until all are played or the diary is full; returns how many are.

    ``b.seats[i, p]`` is a row of ``b.params``, or ``-1 - k`` for the network in ``tables[k]``; seats of network 0 are
    those that learn, all networks have the same ``sizes``. Games are played in ``work`` and ``dice``, so neither states
    nor streams change: a game that did not fit can be played again, into an empty diary. The rows of a game are in the
    order of play.
    """
    row = 0
    for i in range(len(b.states)):
        work[0] = b.states[i]
        dice[0] = b.streams[i]
        g = work[0]
        s = dice[0]
        drivers.begin(i, b)
        diary.latest[:] = -1
        while True:
            p = drivers.turn(g, i, limit, b)
            if p == OVER:
                break
            if p == CHANCE:
                drivers.draw_chance(g, s, i, b)
                continue
            n = policy.choices(g, ws.acts)
            who = b.seats[i, p]
            if n == 1:
                a = ws.acts[0]
            elif who >= 0:
                a = drivers.choose(g, s, p, b.copies, 0, b.params[who], b.acts, b.memos[p])
            else:
                channel = p * PURPOSES + POLICY
                hidden = next_key(s, channel) if game.HIDDEN else 0
                base = decide(g, p, n, hidden, sizes, tables[-1 - who], ws, b.copies)
                place = policy.chosen_by(next_key(s, channel), n, ws)
                a = ws.acts[place]
                if who == LEARNER:
                    if row == len(diary.actions):
                        return i
                    expect_shares(base, sizes, tables[-1 - who], ws)
                    note(diary, row, i, p, n, place, ws)
                    row += 1
            drivers.take(g, i, a, b)
        diary.ends[i] = row
    return len(b.states)
