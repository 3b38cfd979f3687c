"""The entries behind one Python position (a kernel): few and broad, over a state array of length 1.

A position is played on by :func:`move`, which also tells what is asked most: who is to move, and what is possible.
All else that a position may be asked between two steps is answered by one call of :func:`inspect`.
"""

from __future__ import annotations

from ..runtime.compiler import Floats, Ints, Ints2, entry
from ..runtime.stream import Streams
from .binding import States, game
from .contract import CHANCE, OVER, POLICY, PURPOSES
from .drivers import draw_outcome

__all__ = ["FACTS", "HEAD", "NOTHING", "check", "hide", "inspect", "move", "observe", "step", "why"]


FACTS = ("to_move", "n_legal", "n_outcomes", "channel", "settled", "seen_by", "ending", "key")
"""What ``facts`` holds after :func:`inspect`, in this order; ``channel`` is -1 when no chance is pending."""

NOTHING = -1
"""The action of a :func:`move` that takes none."""
HEAD = 2
"""How many numbers :func:`move` writes before the lists: ``to_move``, and the number of outcomes drawn."""


@entry
def move(states: States, streams: Streams, room: Ints2, a: int, seeded: int) -> int:
    """Take a legal decision or outcome (or NOTHING), draw the chance that follows if ``seeded``, and look around.

    Returns how many numbers of ``room[0]`` were written: ``to_move``, the number of outcomes drawn, these outcomes, and
    then the legal actions or, where chance is pending, what it may do. Chance is still pending, too, where ``room[0]``
    has no place for more outcomes; then call again with NOTHING. ``room`` has three rows, each twice as long as the
    longest list or more; the last two are scratch. The stream counts a decision as the drivers do.
    """
    g = states[0]
    s = streams[0]
    if a != NOTHING:
        p = game.to_move(g)
        if p >= 0:
            s.count[p * PURPOSES + POLICY] += 1 + game.HIDDEN
        else:
            s.count[game.chance_key(g)] += 1
        game.step(g, a)
    p = game.to_move(g)
    last = HEAD
    if seeded != 0:
        most = room.shape[1] // 2
        while p == CHANCE and last < most:
            drawn = draw_outcome(g, s, room[1], room[2])
            game.step(g, drawn)
            room[0, last] = drawn
            last += 1
            p = game.to_move(g)
    room[0, 0] = p
    room[0, 1] = last - HEAD
    n = 0
    if p >= 0:
        n = game.legal(g, room[1])
    elif p == CHANCE:
        n = game.chance(g, room[1], room[2])
    for k in range(n):
        room[0, last + k] = room[1, k]
    return last + n


@entry
def step(states: States, a: int) -> None:
    """Take a decision or a chance outcome, whose legality is the caller's promise."""
    game.step(states[0], a)


@entry
def check(states: States) -> int:
    """0 when every invariant holds, otherwise the number of the broken one."""
    return game.check(states[0])


@entry
def inspect(
    states: States,
    facts: Ints,
    acts: Ints,
    outcomes: Ints,
    weight: Ints,
    utility: Floats,
    score: Floats,
) -> None:
    """Fill ``facts`` (see :data:`FACTS`), the legal actions or the outcomes, utility (0 before the end) and score."""
    g = states[0]
    p = game.to_move(g)
    facts[0] = p
    facts[1] = 0
    facts[2] = 0
    facts[3] = -1
    utility[:] = 0.0
    if p == CHANCE:
        facts[2] = game.chance(g, outcomes, weight)
        facts[3] = game.chance_key(g)
    elif p == OVER:
        game.utility(g, utility)
    else:
        facts[1] = game.legal(g, acts)
    facts[4] = game.settled(g)
    facts[5] = game.seen_by(g)
    facts[6] = game.ending(g)
    facts[7] = game.key(g)
    game.score(g, score)


@entry
def why(states: States, a: int) -> int:
    """The reason why ``a`` (any number) may not be taken, or 0."""
    return game.why(states[0], a)


@entry
def observe(states: States, p: int, features: Floats) -> None:
    """Seat ``p``'s observation."""
    game.features(states[0], p, features)


@entry
def hide(states: States, p: int, key: int) -> None:
    """Redraw what seat ``p`` cannot know."""
    game.hide(states[0], p, key)
