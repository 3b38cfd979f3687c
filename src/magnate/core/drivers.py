"""Playing games (a kernel): whole games with compiled policies, and batches that pause for Python agents.

Everything random comes from each game's own stream record. So a game's course depends on its stream and its agents
only: not on its place in a batch, the batch's size or the number of threads.

``seats[i, p]`` is the row of ``params`` that plays seat ``p`` of game ``i``. ``params[row, 0]`` is the kind of the
compiled policy; it is negative for an agent that answers in Python (:func:`advance` only).
"""

from __future__ import annotations

from ..runtime.compiler import Floats, Floats2, Ints, Ints2, entry, rule
from ..runtime.stream import Streams, next_key
from .binding import (
    ABANDONED,
    FAILED,
    FINISHED,
    FULL,
    LIMIT,
    REFUSED,
    RUNNING,
    WAITING,
    State,
    States,
    game,
    guide,
)
from .contract import CHANCE, OVER, POLICY, PURPOSES
from .policy_kernel import choose, draw_outcome, forget

__all__ = ["advance", "new_games", "play"]


@entry
def new_games(states: States) -> None:
    """Set up every game from its options."""
    for i in range(len(states)):
        game.new_game(states[i])


@rule
def _results(g: State, utility: Floats, score: Floats) -> int:
    """Write what a game that is over was worth; returns its ending."""
    game.utility(g, utility)
    game.score(g, score)
    return game.ending(g)


@entry
def play(
    states: States,
    streams: Streams,
    seats: Ints2,
    params: Floats2,
    limit: int,
    copies: States,
    acts: Ints,
    memos: Ints2,
    out: Ints,
    weight: Ints,
    utility: Floats2,
    score: Floats2,
    ending: Ints,
    decisions: Ints,
    chances: Ints,
    tracks: Ints2,
) -> None:
    """Play every game from where it stands to its end with compiled policies.

    A game that has had ``limit`` decisions is stopped: its ending is LIMIT, its utility 0 and its score as it stands.
    ``memos`` has a row a seat; ``tracks[i]`` is what the rules track of game ``i``, 0 before.
    """
    for i in range(len(states)):
        g = states[i]
        s = streams[i]
        forget(memos)
        decided = 0
        drawn = 0
        ended = LIMIT
        while True:
            p = game.to_move(g)
            if p >= 0:
                if decided == limit:
                    game.score(g, score[i])
                    break
                a = choose(g, s, p, copies, 0, params[seats[i, p]], acts, memos[p])
                game.step(g, a)
                decided += 1
            elif p == CHANCE:
                a = draw_outcome(g, s, out, weight)
                game.step(g, a)
                drawn += 1
            else:
                ended = _results(g, utility[i], score[i])
                break
            if game.TRACKS:
                game.track(g, a, tracks[i])
        ending[i] = ended
        decisions[i] = decided
        chances[i] = drawn


@rule
def _allowed(acts: Ints2, i: int, n: int, a: int) -> bool:
    """Whether ``a`` is among the ``n`` actions of row ``i``."""
    for k in range(n):
        if acts[i, k] == a:
            return True
    return False


@rule
def _note(log: Ints2, logged: Ints, i: int, a: int) -> None:
    """Note a step of game ``i`` if anybody wants to be told (``logged[i]`` is -1 otherwise)."""
    if logged[i] >= 0:
        log[i, logged[i]] = a
        logged[i] += 1


@entry
def advance(
    states: States,
    streams: Streams,
    seats: Ints2,
    params: Floats2,
    limit: int,
    shown: States,
    memos: Ints2,
    legal: Ints2,
    count: Ints,
    seat: Ints,
    keys: Ints,
    answer: Ints,
    status: Ints,
    log: Ints2,
    logged: Ints,
    out: Ints,
    weight: Ints,
    utility: Floats2,
    score: Floats2,
    ending: Ints,
    decisions: Ints,
    chances: Ints,
    tracks: Ints2,
) -> int:
    """Run every game until it is over or a Python agent is to decide; returns how many wait.

    A waiting game has its seat in ``seat[i]``, its legal actions in ``legal[i, :count[i]]`` and what that seat may see
    in ``shown[i]``. ``keys[i]`` is the key that its policy would have been given. The next call takes ``answer[i]``.
    An answer that is not legal changes nothing but the status; a game whose status the caller sets to ABANDONED ends as
    it stands. ``memos`` has a row for each game and seat, game by game. ``log[i, :logged[i]]`` are the steps since the
    caller last set ``logged[i]`` to 0 (-1: none are noted); a game whose row is full waits too.
    """
    waiting = 0
    players = seats.shape[1]
    for i in range(len(states)):
        if status[i] == FINISHED:
            continue
        g = states[i]
        s = streams[i]
        if status[i] == ABANDONED:
            game.score(g, score[i])
            ending[i] = FAILED
            status[i] = FINISHED
            continue
        if status[i] == WAITING or status[i] == REFUSED:
            if not _allowed(legal, i, count[i], answer[i]):
                status[i] = REFUSED
                waiting += 1
                continue
            a = int(answer[i])
            game.step(g, a)
            _note(log, logged, i, a)
            decisions[i] += 1
            if game.TRACKS:
                game.track(g, a, tracks[i])
        status[i] = RUNNING
        while status[i] == RUNNING:
            p = game.to_move(g)
            if logged[i] == log.shape[1]:
                status[i] = FULL
                waiting += 1
            elif p == CHANCE:
                a = draw_outcome(g, s, out, weight)
                game.step(g, a)
                _note(log, logged, i, a)
                chances[i] += 1
                if game.TRACKS:
                    game.track(g, a, tracks[i])
            elif p == OVER:
                ending[i] = _results(g, utility[i], score[i])
                status[i] = FINISHED
            elif decisions[i] == limit:
                game.score(g, score[i])
                ending[i] = LIMIT
                status[i] = FINISHED
            elif guide.is_python_decision(g, params[seats[i, p]]):
                shown[i] = g
                if game.HIDDEN:
                    game.hide(shown[i], p, next_key(s, p * PURPOSES + POLICY))
                keys[i] = next_key(s, p * PURPOSES + POLICY)  # a decision costs the same for all agents
                seat[i] = p
                count[i] = game.legal(g, legal[i])
                status[i] = WAITING
                waiting += 1
            else:
                # This game waits for nobody now, so its row of `legal` is free to be the policy's scratch.
                a = choose(g, s, p, shown, i, params[seats[i, p]], legal[i], memos[i * players + p])
                game.step(g, a)
                _note(log, logged, i, a)
                decisions[i] += 1
                if game.TRACKS:
                    game.track(g, a, tracks[i])
    return waiting
