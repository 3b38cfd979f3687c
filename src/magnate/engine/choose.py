"""One decision of a compiled policy (a kernel), for games that are played step by step in Python."""

from __future__ import annotations

from .binding import States, common
from .compiler import Floats, Ints, entry
from .stream import Streams

__all__ = ["choose"]


@entry
def choose(states: States, streams: Streams, p: int, copies: States, params: Floats, acts: Ints, memo: Ints) -> int:
    """What the policy of seat ``p`` does, exactly as in :mod:`.drivers`; the stream's counts move on."""
    return common.choose(states[0], streams[0], p, copies, 0, params, acts, memo)
