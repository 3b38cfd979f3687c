"""The deep Q agent's decisions, many at once (a kernel)."""

from __future__ import annotations

from typing import NamedTuple

from ....core import drivers
from ....core.binding import State, States
from ....core.contract import CHANCE, OVER, POLICY, PURPOSES
from ....games.monopoly.money import in_game, worth
from ....runtime.compiler import Floats2, Ints, Ints2, Singles2, entry, rule
from ....runtime.stream import Stream, next_key
from ....values.monopoly import thesis
from .choosing import Brain, choose
from .outputs import (
    ASKED,
    DEBT,
    GAME,
    LEGAL,
    NETWORK,
    NETWORKS,
    OUTPUT,
    SEAT,
    TURN,
    WORTH,
    WORTH_AFTER,
    consented,
    in_debt,
    is_list,
    legal_outputs,
    network_of,
    output_of,
)
from .rewards import earned, earned_with_profit


@entry
def answer(states: States, seats: Ints, keys: Ints, brain: Brain, acts: Ints, memos: Ints2, chosen: Ints) -> None:
    """What each seat does at its decision; ``memos`` has the parent's notes of its game, a row a decision."""
    for i in range(len(states)):
        chosen[i] = choose(states[i], seats[i], keys[i], brain, acts, memos[i])


# ------ Whole games in compiled code, and what the seven decisions in them were (a kernel): experiences to learn from.
#
# Whoever plays, a network or a policy, what it does says what each of the networks would have had to answer.
# Those that come before the one whose action it is were asked too, and have answered nothing.


Buffers = drivers.Buffers


class Log(NamedTuple):
    """What is noted of the games, and what came of them beside their results.

    Noted are the networks of the mask ``wanted`` at the seats of the mask ``watched[i]``, in the order of play, until
    there is no room left. With ``sparse`` only the first of several empty lists of a network is noted, which ends what
    was before it. ``idle`` (seats, networks) says whether a network's last row is one. ``notes`` has the columns of
    :mod:`.outputs`, ``terms`` what an answer earned, and with a profit (:mod:`.rewards`), and ``inputs`` what the
    network is told. ``worths`` and ``broke`` are each seat's net worth at the end, and whether it went bankrupt.
    """

    watched: Ints
    wanted: int
    sparse: bool
    idle: Ints2
    notes: Ints2
    terms: Floats2
    inputs: Singles2
    worths: Ints2
    broke: Ints2


@rule
def decide(g: State, s: Stream, p: int, row: int, brain: Brain, b: Buffers) -> int:
    """What seat ``p`` does: the policy of ``b.params[row]``, or the networks where ``row`` is -1."""
    if row >= 0:
        return drivers.choose(g, s, p, b.copies, 0, b.params[row], b.acts, b.memos[p])
    return choose(g, p, next_key(s, p * PURPOSES + POLICY), brain, b.acts, b.memos[p])


@rule
def note(g: State, p: int, network: int, a: int, brain: Brain, at: int, log: Log) -> None:
    """Note in row ``at`` that a network was asked before action ``a``; ``brain.inputs`` describes the position."""
    output = output_of(network, a, brain.places)
    log.notes[at, NETWORK] = network
    log.notes[at, SEAT] = p
    log.notes[at, TURN] = g.turns
    log.notes[at, OUTPUT] = output
    log.notes[at, WORTH] = worth(g, p)
    log.notes[at, DEBT] = int(in_debt(g))
    log.terms[at, 0] = earned(g, p, network, output, brain.places)
    log.terms[at, 1] = earned_with_profit(g, p, network, output)
    for k in range(len(brain.inputs)):
        log.inputs[at, k] = brain.inputs[k]


@rule
def allowed_outputs(g: State, p: int, network: int, row: int, brain: Brain) -> int:
    """The outputs that a network might have answered by: where networks play, those without consent are none."""
    legal = legal_outputs(g, p, network, brain.places)
    if row < 0 and (brain.gated >> network) & 1 == 1:
        return consented(g, brain.params, p, network, legal, brain.places)
    return legal


@rule
def note_all(g: State, p: int, i: int, row: int, a: int, brain: Brain, at: int, log: Log) -> int:
    """Note all networks that are asked before action ``a`` in game ``i``; returns the next free row.

    What there is no room for is counted only.
    """
    whose = network_of(a)
    described = False
    for place in range(NETWORKS):
        network = ASKED[place]
        allowed = 0
        if (log.wanted >> network) & 1 == 1:
            allowed = allowed_outputs(g, p, network, row, brain)
        if allowed != 0:
            nothing = is_list(network) and output_of(network, a, brain.places) < 0
            if not (log.sparse and nothing and log.idle[p, network] == 1):
                if at < len(log.notes):
                    if not described:
                        if brain.scaled:
                            thesis.inputs(g, p, brain.inputs)
                        else:
                            thesis.unscaled(g, p, brain.inputs)
                        described = True
                    note(g, p, network, a, brain, at, log)
                    log.notes[at, GAME] = i
                    log.notes[at, LEGAL] = allowed
                at += 1
            log.idle[p, network] = int(nothing)
        if network == whose:
            break
    return at


@rule
def note_what_followed(g: State, p: int, first: int, last: int, notes: Ints2) -> None:
    """Note in the rows from ``first`` on, before ``last``, what seat ``p`` is worth after its action."""
    for at in range(first, min(last, len(notes))):
        notes[at, WORTH_AFTER] = worth(g, p)


@entry
def record(limit: int, b: Buffers, brain: Brain, log: Log) -> int:
    """Play every game to its end and note the decisions; returns how many rows that takes, written or not.

    ``b.seats[i, p]`` is a row of ``b.params``, or -1 for the networks. ``limit`` is as in
    :func:`magnate.core.drivers.play`.
    """
    at = 0
    for i in range(len(b.states)):
        g = b.states[i]
        s = b.streams[i]
        drivers.begin(i, b)
        log.idle[:, :] = 0
        while True:
            p = drivers.turn(g, i, limit, b)
            if p == OVER:
                break
            if p == CHANCE:
                drivers.draw_chance(g, s, i, b)
                continue
            a = decide(g, s, p, b.seats[i, p], brain, b)
            first = at
            if (log.watched[i] >> p) & 1 == 1:
                at = note_all(g, p, i, b.seats[i, p], a, brain, at, log)
            drivers.take(g, i, a, b)
            note_what_followed(g, p, first, at, log.notes)
        for p in range(b.seats.shape[1]):
            log.worths[i, p] = worth(g, p)
            log.broke[i, p] = int(not in_game(g, p))
    return at
