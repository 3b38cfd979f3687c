"""Decisions of compiled policies, and the draws of chance (a kernel, bound as ``common`` in other kernels)."""

from __future__ import annotations

from ..runtime.compiler import Floats, Floats2, Ints, Ints2, entry, rule
from ..runtime.stream import Stream, Streams, next_key, pick_weighted, uniform
from .binding import RANDOM, State, States, game, guide
from .contract import POLICY, PURPOSES

__all__ = ["decide", "propose"]  # the entries; kernels reach the rules through ``common``


@rule
def draw_outcome(g: State, s: Stream, out: Ints, weight: Ints) -> int:
    """The outcome of the pending chance, by the next draw of its channel; the state is not advanced."""
    u = uniform(s, game.chance_key(g))
    if game.HAS_DRAW:
        return game.draw(g, u)
    n = game.chance(g, out, weight)
    return out[pick_weighted(weight, n, u)]


@rule
def forget(memos: Ints2) -> None:
    """Clear the notes of every seat's policy, for a game that begins."""
    for p in range(len(memos)):
        memos[p][:] = 0


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


# -------------------------------------------------------------------------------------------------------------- entries


@entry
def decide(states: States, streams: Streams, p: int, copies: States, params: Floats, acts: Ints, memo: Ints) -> int:
    """What the policy of seat ``p`` does, exactly as in :mod:`.drivers`; the stream's counts move on."""
    return choose(states[0], streams[0], p, copies, 0, params, acts, memo)


@entry
def propose(states: States, keys: Ints, params: Floats2, acts: Ints, memos: Ints2, chosen: Ints) -> None:
    """What a policy would do at decisions that wait for Python (``states`` as shown to the deciding seats).

    ``keys``, ``params`` and ``memos`` have one entry or row a decision.
    """
    for i in range(len(states)):
        chosen[i] = guide.policy(states[i], params[i], keys[i], acts, memos[i])
