"""Decisions of a compiled policy (a kernel), for games and agents that Python has a part in."""

from __future__ import annotations

from .binding import States, common, guide
from .compiler import Floats, Floats2, Ints, Ints2, entry
from .stream import Streams

__all__ = ["choose", "propose"]


@entry
def choose(states: States, streams: Streams, p: int, copies: States, params: Floats, acts: Ints, memo: Ints) -> int:
    """What the policy of seat ``p`` does, exactly as in :mod:`.drivers`; the stream's counts move on."""
    return common.choose(states[0], streams[0], p, copies, 0, params, acts, memo)


@entry
def propose(states: States, keys: Ints, params: Floats2, acts: Ints, memos: Ints2, chosen: Ints) -> None:
    """What a policy would do at decisions that wait for Python (``states`` as shown to the deciding seats).

    ``keys``, ``params`` and ``memos`` have one entry or row a decision.
    """
    for i in range(len(states)):
        chosen[i] = guide.policy(states[i], params[i], keys[i], acts, memos[i])
