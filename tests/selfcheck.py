"""Games played for the record and games played to find faults (a kernel).

:func:`record` notes every state of one game, so that compiled and interpreted play can be compared byte for byte.
:func:`verify` plays many games and checks at every step what the contract promises.
"""

from __future__ import annotations

from typing import NamedTuple

from magnate.core.binding import State, States, game
from magnate.core.contract import CHANCE, OVER, SEATS
from magnate.core.drivers import Buffers, begin, choose, draw_chance, take
from magnate.runtime.compiler import Bytes2, Floats, Ints, entry, rule
from magnate.runtime.stream import Streams, below, uniform

__all__ = ["FAULTS", "Checks", "record", "verify"]


FAULTS = (
    "",
    "an invariant of the rules is broken (check)",
    "the legal actions are none, too many, out of range, or not strictly ascending",
    "an action in the legal list is refused by why",
    "an action that is not in the legal list is allowed by why",
    "a chance node has no outcomes, too many, or a weight that is not positive",
    "draw does not agree with the weights of chance",
    "legal, why, chance, score or key changed the state",
    "the player to move is no seat, or the chance has no channel",
    "the game did not end within the limit of decisions",
    "the end is not settled, its ending is 0, or the utilities do not add up",
    "the game says that it has ended while it goes on",
    "a legal action leads to a position that breaks an invariant (check), or that is over without an ending",
)
"""What the codes of :func:`verify` mean; code 0 is no fault."""

GOOD = 0
BROKEN, LEGAL_LIST, LEGAL_REFUSED, ILLEGAL_ALLOWED, CHANCE_LIST, DRAW_DIFFERS = range(1, 7)
CHANGED, NO_SUCH_SEAT, ENDLESS, BAD_END, ENDED_EARLY, BAD_SUCCESSOR = range(7, 13)

SAMPLES = 5  # illegal ids tried at each decision
DRAW_CHECKS = 16  # one chance node in so many is checked for draw, which costs a call a unit of weight
MOST_WEIGHT = 4096  # … if its weights add up to at most this
TEST_CHANNEL = 0  # the tests' own stream has one channel


class Checks(NamedTuple):
    """What :func:`verify` checks with, and the fault that it found.

    ``tests[0]`` is the stream of the tests' own draws, so that testing does not change the games. ``raw`` is the memory
    of ``Buffers.copies``, which has three states, as bytes, one row a state. ``tally`` is scratch of as many numbers as
    there are outcomes.

    ``found`` becomes (code, game, step, rule's own check code, action that was applied or -1); (0, 0, 0, 0, -1) without
    a fault.
    """

    max_actions: int
    max_legal: int
    max_outcomes: int
    utility_sum: float
    tests: Streams
    raw: Bytes2
    tally: Ints
    found: Ints


@entry
def record(b: Buffers, history: States, taken: Ints) -> int:
    """Play the first game with compiled policies for at most ``len(taken)`` steps; returns how many were made.

    ``taken[k]`` is the ``k``-th action or outcome and ``history[k]`` the state after it.
    """
    g = b.states[0]
    s = b.streams[0]
    begin(0, b)
    for k in range(len(taken)):
        p = game.to_move(g)
        if p == OVER:
            return k
        if p == CHANCE:
            taken[k] = draw_chance(g, s, 0, b)
        else:
            a = choose(g, s, p, b.copies, 0, b.params[b.seats[0, p]], b.acts, b.memos[p])
            take(g, 0, a, b)
            taken[k] = a
        history[k] = g
    return len(taken)


@rule
def _illegal(acts: Ints, n: int, rank: int) -> int:
    """The illegal id with ``rank`` smaller ones, among all ids and the one on either side of them.

    ``acts`` are the ``n`` legal actions in ascending order.
    """
    a = rank - 1
    for k in range(n):
        if acts[k] <= a:
            a += 1
    return a


@rule
def _check_decision(g: State, acts: Ints, key: int, c: Checks) -> int:
    """The fault of a decision, or GOOD."""
    max_actions = c.max_actions
    n = game.legal(g, acts)
    if n < 1 or n > c.max_legal:
        return LEGAL_LIST
    before = -1
    for k in range(n):
        if acts[k] <= before or acts[k] >= max_actions:
            return LEGAL_LIST
        before = acts[k]
        if game.why(g, acts[k]) != 0:
            return LEGAL_REFUSED
    illegal = max_actions + 2 - n  # two ids lie just outside the range
    samples = min(SAMPLES, illegal)
    for k in range(samples):  # one from each of so many equal parts, so that no id is tried twice
        first = k * illegal // samples
        last = (k + 1) * illegal // samples
        if game.why(g, _illegal(acts, n, first + below(key, k, last - first))) == 0:
            return ILLEGAL_ALLOWED
    return GOOD


@rule
def _check_successors(g: State, acts: Ints, copies: States, slot: int) -> int:
    """Apply every legal action to a copy, made in ``copies[slot]``; the first one with a bad result, or -1."""
    n = game.legal(g, acts)
    for k in range(n):
        copies[slot] = g
        after = copies[slot]
        game.step(after, acts[k])
        if game.check(after) != 0:
            return acts[k]
        if (game.to_move(after) == OVER) != (game.ending(after) != 0):
            return acts[k]
    return -1


@rule
def _check_chance(g: State, b: Buffers, c: Checks, thorough: bool) -> int:
    """The fault of a chance node, or GOOD."""
    out = b.outcomes
    weight = b.weights
    tally = c.tally
    n = game.chance(g, out, weight)
    if n < 1 or n > c.max_outcomes:
        return CHANCE_LIST
    total = 0
    for k in range(n):
        if weight[k] < 1:
            return CHANCE_LIST
        total += weight[k]
        tally[k] = 0
    channel = game.chance_key(g)
    if channel < 0 or channel >= (SEATS + 1) * 8:
        return NO_SUCH_SEAT
    if not game.HAS_DRAW or not thorough or total > MOST_WEIGHT:
        return GOOD
    for unit in range(total):  # one draw from the middle of every unit of weight
        u = ((2 * unit + 1) << 51) // total
        found = -1
        outcome = game.draw(g, u)
        for k in range(n):
            if out[k] == outcome:
                found = k
        if found < 0:
            return DRAW_DIFFERS
        tally[found] += 1
    for k in range(n):
        if tally[k] != weight[k]:
            return DRAW_DIFFERS
    return GOOD


@rule
def _check_node(g: State, p: int, i: int, key: int, b: Buffers, c: Checks) -> int:
    """The fault of a position of game ``i`` that is not over, or GOOD."""
    if game.check(g) != 0:
        return BROKEN
    if game.ending(g) != 0:
        return ENDED_EARLY
    game.score(g, b.score[i])
    game.key(g)
    game.settled(g)
    game.seen_by(g)
    if p == CHANCE:
        return _check_chance(g, b, c, below(key, SAMPLES, DRAW_CHECKS) == 0)
    if p < 0 or p >= len(b.score[i]):
        return NO_SUCH_SEAT
    return _check_decision(g, b.acts, key, c)


@rule
def _same(raw: Bytes2, one: int, other: int) -> bool:
    """Whether two rows of bytes are equal."""
    for k in range(raw.shape[1]):
        if raw[one, k] != raw[other, k]:
            return False
    return True


@rule
def _check_step(g: State, p: int, i: int, key: int, b: Buffers, c: Checks) -> int:
    """The fault of a position that is not over, of its successors, or of asking it (a change); or GOOD.

    After a bad successor ``c.found`` has the code of its check and the action that led there.
    """
    b.copies[1] = g
    fault = _check_node(g, p, i, key, b, c)
    if fault == GOOD and p >= 0:
        c.found[4] = _check_successors(g, b.acts, b.copies, 2)
        if c.found[4] >= 0:
            c.found[3] = game.check(b.copies[2])
            return BAD_SUCCESSOR
    b.copies[2] = g
    if fault == GOOD and not _same(c.raw, 1, 2):
        return CHANGED
    return fault


@rule
def _check_end(g: State, utility: Floats, utility_sum: float) -> int:
    """The fault of a position that is over, or GOOD."""
    if game.check(g) != 0:
        return BROKEN
    game.utility(g, utility)
    total = 0.0
    for p in range(len(utility)):
        total += utility[p]
    if game.ending(g) == 0 or not game.settled(g) or abs(total - utility_sum) > 1e-9:
        return BAD_END
    return GOOD


@entry
def verify(limit: int, b: Buffers, c: Checks) -> int:
    """Play every game to its end with compiled policies and check every step; returns how many steps were checked.

    At each decision all listed actions must be allowed, and each, applied to a copy, must lead to a valid position.
    Five actions that are not listed (fewer where fewer exist) must be refused. Stops at the first fault.
    """
    steps = 0
    c.found[:] = 0
    c.found[4] = -1
    for i in range(len(b.states)):
        g = b.states[i]
        s = b.streams[i]
        begin(i, b)
        fault = GOOD
        while fault == GOOD:
            p = game.to_move(g)
            if p == OVER:
                fault = _check_end(g, b.utility[i], c.utility_sum)
                break
            fault = _check_step(g, p, i, uniform(c.tests[0], TEST_CHANNEL), b, c)
            if fault != GOOD:
                break
            if p == CHANCE:
                draw_chance(g, s, i, b)
            elif b.decisions[i] == limit:
                fault = ENDLESS
            else:
                take(g, i, choose(g, s, p, b.copies, 0, b.params[b.seats[i, p]], b.acts, b.memos[p]), b)
        step = b.decisions[i] + b.chances[i]
        steps += step
        if fault != GOOD:
            c.found[0] = fault
            c.found[1] = i
            c.found[2] = step
            if fault != BAD_SUCCESSOR:
                c.found[3] = game.check(g)
            break
    return steps
