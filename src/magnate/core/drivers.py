"""Playing games (a kernel): whole games with compiled policies, and batches that pause for Python agents.

Everything random comes from each game's own stream record. So a game's course depends on its stream and its agents
only: not on its place in a batch, the batch's size or the number of threads.

Every loop over games, here and in other kernels, works on one record, :class:`Buffers`, and has the same parts:
:func:`begin`, :func:`turn`, :func:`draw_chance`, :func:`choose` and :func:`take`.
"""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, TypeAlias

import numpy as np

from ..runtime.compiler import Floats, Floats2, Ints, Ints2, Singles2, entry, rule
from ..runtime.stream import Stream, Streams, next_key, pick_weighted, uniform
from .binding import (
    ABANDONED,
    FAILED,
    FINISHED,
    FULL,
    LIMIT,
    RANDOM,
    REFUSED,
    RUNNING,
    WAITING,
    State,
    States,
    game,
    guide,
)
from .contract import CHANCE, CHANCES_BESIDE, CHANCES_EACH, OVER, POLICY, PURPOSES

Signs2: TypeAlias = Annotated[Any, (np.int8, 2)]


class Buffers(NamedTuple):
    """Games that are played, what they are played with, and what came of them (made by ``run.Run.buffers``).

    ``seats[i, p]`` is the row of ``params`` that plays seat ``p`` of game ``i``. ``params[row, 0]`` is the kind of the
    compiled policy; it is negative for an agent that answers in Python.

    Scratch: ``copies`` are positions as a seat sees them, ``memos`` the policies' notes, a row a seat. In batches there
    is a copy for each game and a row for each game and seat. ``acts``, ``outcomes`` and ``weights`` are for lists.

    Results: ``utility``, ``score``, ``ending`` and how many ``decisions`` and ``chances`` there were. ``tracks[i]`` is
    what the rules track of game ``i``, 0 before; without rows nothing is tracked.
    """

    states: States
    streams: Streams
    seats: Ints2
    params: Floats2
    copies: States
    memos: Ints2
    acts: Ints
    outcomes: Ints
    weights: Ints
    utility: Floats2
    score: Floats2
    ending: Ints
    decisions: Ints
    chances: Ints
    tracks: Ints2


@entry
def new_games(states: States) -> None:
    """Set up every game from its options."""
    for i in range(len(states)):
        game.new_game(states[i])


# ---------------------------------------------------------------------------------------------- the parts of every loop


@rule
def forget(memos: Ints2) -> None:
    """Clear the notes of every seat's policy, for a game that begins."""
    for p in range(len(memos)):
        memos[p][:] = 0


@rule
def begin(i: int, b: Buffers) -> None:
    """Begin game ``i``: no policy has notes, and nothing has been counted."""
    forget(b.memos)
    b.decisions[i] = 0
    b.chances[i] = 0


@rule
def has_no_end(decided: int, drawn: int) -> bool:
    """Whether chance has come so often that nobody may ever decide again."""
    return drawn >= CHANCES_BESIDE + CHANCES_EACH * decided


@rule
def is_too_long(p: int, limit: int, decided: int, drawn: int) -> bool:
    """Whether a game is to be stopped, in which a seat or chance (``p``) is to move."""
    if p >= 0:
        return decided == limit
    return has_no_end(decided, drawn)


@rule
def turn(g: State, i: int, limit: int, b: Buffers) -> int:
    """Who is to move in game ``i``: a seat, CHANCE, or OVER, when its results are written.

    A game that has had ``limit`` decisions, or chance without an end, is stopped: its ending is LIMIT, its utility as
    before (0) and its score as it stands.
    """
    p = game.to_move(g)
    if p == OVER:
        game.utility(g, b.utility[i])
        game.score(g, b.score[i])
        b.ending[i] = game.ending(g)
    elif is_too_long(p, limit, b.decisions[i], b.chances[i]):
        game.score(g, b.score[i])
        b.ending[i] = LIMIT
        return OVER
    return p


@rule
def draw_outcome(g: State, s: Stream, outcomes: Ints, weights: Ints) -> int:
    """The outcome of the pending chance, by the next draw of its channel; the state is not advanced."""
    u = uniform(s, game.chance_key(g))
    if game.HAS_DRAW:
        return game.draw(g, u)
    n = game.chance(g, outcomes, weights)
    return outcomes[pick_weighted(weights, n, u)]


@rule
def draw_chance(g: State, s: Stream, i: int, b: Buffers) -> int:
    """Draw and take the outcome of the pending chance in game ``i``; returns it."""
    a = draw_outcome(g, s, b.outcomes, b.weights)
    game.step(g, a)
    b.chances[i] += 1
    if game.TRACKS and len(b.tracks) > 0:
        game.track(g, a, b.tracks[i])
    return a


@rule
def choose(g: State, s: Stream, p: int, copies: States, slot: int, params: Floats, acts: Ints, memo: Ints) -> int:
    """What the compiled policy of seat ``p`` does; ``memo`` is that seat's.

    In a game with hidden parts it is shown a hidden copy, made in ``copies[slot]``, and not ``g`` itself. Two kinds
    need no copy: random play, which sees only which actions are legal, and the policies of a guide that says they are
    DISCREET.
    """
    channel = p * PURPOSES + POLICY
    if game.HIDDEN:
        redrawn = next_key(s, channel)  # a decision costs the same for all agents
        if params[0] != RANDOM and not guide.DISCREET:
            copies[slot] = g
            shown = copies[slot]
            game.hide(shown, p, redrawn)
            return guide.policy(shown, params, next_key(s, channel), acts, memo)
    return guide.policy(g, params, next_key(s, channel), acts, memo)


@rule
def take(g: State, i: int, a: int, b: Buffers) -> None:
    """Take decision ``a`` in game ``i``."""
    game.step(g, a)
    b.decisions[i] += 1
    if game.TRACKS and len(b.tracks) > 0:
        game.track(g, a, b.tracks[i])


# -------------------------------------------------------------------------------------------------------- compiled play


@entry
def play(limit: int, b: Buffers) -> None:
    """Play every game from where it stands to its end with compiled policies, or until it is too long.

    The parts are written out, and counts are local, because small games are a sixth faster so.
    """
    seats, params, copies, memos, acts = b.seats, b.params, b.copies, b.memos, b.acts
    tracked = len(b.tracks) > 0
    for i in range(len(b.states)):
        g = b.states[i]
        s = b.streams[i]
        forget(memos)
        decided = 0
        drawn = 0
        ended = LIMIT
        while True:
            p = game.to_move(g)
            if p >= 0:
                if decided == limit:
                    break
                a = choose(g, s, p, copies, 0, params[seats[i, p]], acts, memos[p])
                decided += 1
            elif p == CHANCE:
                a = draw_outcome(g, s, b.outcomes, b.weights)
                if drawn >= CHANCES_BESIDE and has_no_end(decided, drawn):  # drawn in vain: small games are quicker so
                    break
                drawn += 1
            else:
                game.utility(g, b.utility[i])
                ended = game.ending(g)
                break
            game.step(g, a)
            if game.TRACKS and tracked:
                game.track(g, a, b.tracks[i])
        game.score(g, b.score[i])
        b.ending[i] = ended
        b.decisions[i] = decided
        b.chances[i] = drawn


@entry
def decide(states: States, streams: Streams, p: int, copies: States, params: Floats, acts: Ints, memo: Ints) -> int:
    """What the policy of seat ``p`` does, exactly as in :func:`play`; the stream's counts move on."""
    return choose(states[0], streams[0], p, copies, 0, params, acts, memo)


@entry
def propose(states: States, keys: Ints, params: Floats2, acts: Ints, memos: Ints2, chosen: Ints) -> None:
    """What a policy would do at decisions that wait for Python (``states`` as shown to the deciding seats).

    ``keys``, ``params`` and ``memos`` have one entry or row a decision.
    """
    for i in range(len(states)):
        chosen[i] = guide.policy(states[i], params[i], keys[i], acts, memos[i])


# ------------------------------------------------------------------------------------------- play that waits for Python


class Waiting(NamedTuple):
    """The games of a batch that wait for Python agents, an entry or row a game (made by ``run.Pauses``).

    ``status`` is one of the states of :mod:`.binding`. A waiting game has its ``seat`` and its ``count`` of legal
    actions in ``legal``; what that seat may see is in ``Buffers.copies``. ``keys[i]`` is the key that its policy would
    have been given. ``answer`` is for what Python answers.

    ``log[i, :logged[i]]`` are the steps since the caller last set ``logged[i]`` to 0 (-1: none are noted); a game whose
    row is full waits too.
    """

    status: Ints
    seat: Ints
    legal: Ints2
    count: Ints
    keys: Ints
    answer: Ints
    log: Ints2
    logged: Ints


@rule
def _allowed(i: int, a: int, w: Waiting) -> bool:
    """Whether ``a`` is a legal action of the game that waits."""
    for k in range(w.count[i]):
        if w.legal[i, k] == a:
            return True
    return False


@rule
def _note(i: int, a: int, w: Waiting) -> None:
    """Note a step of game ``i`` if anybody wants to be told."""
    if w.logged[i] >= 0:
        w.log[i, w.logged[i]] = a
        w.logged[i] += 1


@entry
def advance(limit: int, b: Buffers, w: Waiting) -> int:
    """Run every game until it is over or a Python agent is to decide; returns how many wait.

    The next call takes the answers. One that is not legal changes nothing but the status; a game whose status the
    caller sets to ABANDONED ends as it stands.
    """
    waiting = 0
    players = b.seats.shape[1]
    for i in range(len(b.states)):
        if w.status[i] == FINISHED:
            continue
        g = b.states[i]
        s = b.streams[i]
        if w.status[i] == ABANDONED:
            game.score(g, b.score[i])
            b.ending[i] = FAILED
            w.status[i] = FINISHED
            continue
        if w.status[i] == WAITING or w.status[i] == REFUSED:
            a = int(w.answer[i])
            if not _allowed(i, a, w):
                w.status[i] = REFUSED
                waiting += 1
                continue
            take(g, i, a, b)
            _note(i, a, w)
        w.status[i] = RUNNING
        while w.status[i] == RUNNING:
            if w.logged[i] == w.log.shape[1]:
                w.status[i] = FULL
                waiting += 1
                continue
            p = turn(g, i, limit, b)
            if p == OVER:
                w.status[i] = FINISHED
            elif p == CHANCE:
                _note(i, draw_chance(g, s, i, b), w)
            elif guide.is_python_decision(g, b.params[b.seats[i, p]]):
                b.copies[i] = g
                if game.HIDDEN:
                    game.hide(b.copies[i], p, next_key(s, p * PURPOSES + POLICY))
                w.keys[i] = next_key(s, p * PURPOSES + POLICY)  # a decision costs the same for all agents
                w.seat[i] = p
                w.count[i] = game.legal(g, w.legal[i])
                w.status[i] = WAITING
                waiting += 1
            else:
                a = choose(g, s, p, b.copies, i, b.params[b.seats[i, p]], b.acts, b.memos[i * players + p])
                take(g, i, a, b)
                _note(i, a, w)
    return waiting


@entry
def observe_many(learners: Ints, b: Buffers, w: Waiting, row: Floats, features: Singles2, masks: Signs2) -> None:
    """Write for each game what the learner in seat ``learners[i]`` observes and may do.

    A waiting learner is shown what :func:`advance` left for it. Of a game that is over a copy is made for the learner,
    and there is nothing to be done. ``row`` is scratch for one observation.
    """
    for i in range(len(b.states)):
        p = learners[i]
        if w.status[i] == FINISHED:
            b.copies[i] = b.states[i]
            if game.HIDDEN:
                game.hide(b.copies[i], p, next_key(b.streams[i], p * PURPOSES + POLICY))
        row[:] = 0.0
        game.features(b.copies[i], p, row)
        for k in range(len(row)):
            features[i, k] = row[k]
        for a in range(masks.shape[1]):
            masks[i, a] = 0
        if w.status[i] == WAITING:
            for k in range(w.count[i]):
                masks[i, w.legal[i, k]] = 1
