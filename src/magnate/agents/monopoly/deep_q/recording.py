"""The deep Q agent's decisions, many at once (a kernel)."""

from __future__ import annotations

from ....core import drivers as common
from ....core.binding import LIMIT, State, States, game
from ....core.contract import CHANCE, OVER, POLICY, PURPOSES
from ....games.monopoly.money import in_game, worth
from ....runtime.compiler import Floats2, Ints, Ints2, Singles2, entry, rule
from ....runtime.stream import Stream, Streams, next_key
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


@rule
def decide(
    g: State, s: Stream, p: int, row: int, params: Floats2, brain: Brain, copies: States, acts: Ints, memo: Ints
) -> int:
    """What seat ``p`` does: the policy of ``params[row]``, or the networks where ``row`` is -1."""
    if row >= 0:
        return common.choose(g, s, p, copies, 0, params[row], acts, memo)
    return choose(g, p, next_key(s, p * PURPOSES + POLICY), brain, acts, memo)


@rule
def note(
    g: State,
    p: int,
    i: int,
    network: int,
    allowed: int,
    a: int,
    brain: Brain,
    at: int,
    notes: Ints2,
    terms: Floats2,
    inputs: Singles2,
) -> None:
    """Note in row ``at`` that a network was asked before action ``a``; ``brain.inputs`` describes the position."""
    output = output_of(network, a, brain.places)
    notes[at, NETWORK] = network
    notes[at, SEAT] = p
    notes[at, GAME] = i
    notes[at, TURN] = g.turns
    notes[at, LEGAL] = allowed
    notes[at, OUTPUT] = output
    notes[at, WORTH] = worth(g, p)
    notes[at, DEBT] = int(in_debt(g))
    terms[at, 0] = earned(g, p, network, output, brain.places)
    terms[at, 1] = earned_with_profit(g, p, network, output)
    for k in range(len(brain.inputs)):
        inputs[at, k] = brain.inputs[k]


@rule
def allowed_outputs(g: State, p: int, network: int, row: int, brain: Brain) -> int:
    """The outputs that a network might have answered by: where networks play, those without consent are none."""
    legal = legal_outputs(g, p, network, brain.places)
    if row < 0 and (brain.gated >> network) & 1 == 1:
        return consented(g, brain.params, p, network, legal, brain.places)
    return legal


@rule
def note_all(
    g: State,
    p: int,
    i: int,
    row: int,
    a: int,
    wanted: int,
    sparse: bool,
    brain: Brain,
    at: int,
    idle: Ints2,
    notes: Ints2,
    terms: Floats2,
    inputs: Singles2,
) -> int:
    """Note all networks of the mask ``wanted`` that are asked before action ``a``; returns the next free row.

    ``idle[p, network]`` says whether its last row is an empty list: with ``sparse`` there is only the first of those.
    What there is no room for is counted only.
    """
    whose = network_of(a)
    described = False
    for place in range(NETWORKS):
        network = ASKED[place]
        allowed = 0
        if (wanted >> network) & 1 == 1:
            allowed = allowed_outputs(g, p, network, row, brain)
        if allowed != 0:
            nothing = is_list(network) and output_of(network, a, brain.places) < 0
            if not (sparse and nothing and idle[p, network] == 1):
                if at < len(notes):
                    if not described:
                        if brain.scaled:
                            thesis.inputs(g, p, brain.inputs)
                        else:
                            thesis.unscaled(g, p, brain.inputs)
                        described = True
                    note(g, p, i, network, allowed, a, brain, at, notes, terms, inputs)
                at += 1
            idle[p, network] = int(nothing)
        if network == whose:
            break
    return at


@rule
def note_what_followed(g: State, p: int, first: int, last: int, notes: Ints2) -> None:
    """Note in the rows from ``first`` on, before ``last``, what seat ``p`` is worth after its action."""
    for at in range(first, min(last, len(notes))):
        notes[at, WORTH_AFTER] = worth(g, p)


@entry
def record(
    states: States,
    streams: Streams,
    seats: Ints2,
    params: Floats2,
    brain: Brain,
    watched: Ints,
    wanted: int,
    sparse: bool,
    limit: int,
    idle: Ints2,
    copies: States,
    acts: Ints,
    memos: Ints2,
    out: Ints,
    weight: Ints,
    notes: Ints2,
    terms: Floats2,
    inputs: Singles2,
    utility: Floats2,
    worths: Ints2,
    broke: Ints2,
    ending: Ints,
) -> int:
    """Play every game to its end and note the decisions; returns how many rows that takes, written or not.

    ``seats[i, p]`` is a row of ``params``, or -1 for the networks. Noted are the networks of the mask ``wanted`` at the
    seats of the mask ``watched[i]``, in the order of play, until there is no room left. ``notes`` has the columns of
    :mod:`.outputs`, ``terms`` what an answer earned, and with a profit (:mod:`.rewards`), and ``inputs`` what the
    network is told. With ``sparse`` only the first of several empty lists of a network is noted, which ends what was
    before it.

    At the end there are each seat's share of the win, its net worth, and whether it went bankrupt. ``limit`` is as in
    :func:`magnate.core.drivers.play`. ``idle`` (seats, networks) is scratch.
    """
    at = 0
    for i in range(len(states)):
        g = states[i]
        s = streams[i]
        common.forget(memos)
        idle[:, :] = 0
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
            a = decide(g, s, p, seats[i, p], params, brain, copies, acts, memos[p])
            first = at
            if (watched[i] >> p) & 1 == 1:
                at = note_all(g, p, i, seats[i, p], a, wanted, sparse, brain, at, idle, notes, terms, inputs)
            game.step(g, a)
            note_what_followed(g, p, first, at, notes)
        ending[i] = ended
        for p in range(seats.shape[1]):
            worths[i, p] = worth(g, p)
            broke[i, p] = int(not in_game(g, p))
    return at
