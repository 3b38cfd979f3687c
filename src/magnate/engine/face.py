"""The entries behind one Python position (a kernel): few and broad, over a state array of length 1.

Everything that a position may be asked between two steps is answered by one call of :func:`inspect`.
"""

from __future__ import annotations

from .binding import States, common, game
from .compiler import Floats, Ints, entry
from .contract import CHANCE, OVER
from .stream import Streams

__all__ = ["FACTS", "draw", "hide", "inspect", "observe", "step", "why"]

FACTS = ("to_move", "n_legal", "n_outcomes", "channel", "settled", "seen_by", "ending", "key", "check")
"""What ``facts`` holds after :func:`inspect`, in this order; ``channel`` is -1 when no chance is pending."""


@entry
def step(states: States, a: int) -> None:
    """Take a decision or a chance outcome, whose legality is the caller's promise."""
    game.step(states[0], a)


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
    facts[8] = game.check(g)
    game.score(g, score)


@entry
def draw(states: States, streams: Streams, outcomes: Ints, weight: Ints) -> int:
    """The outcome that the stream gives to the pending chance; the state is not advanced."""
    return common.draw_outcome(states[0], streams[0], outcomes, weight)


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
