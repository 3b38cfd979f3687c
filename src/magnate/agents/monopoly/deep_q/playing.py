"""The deep Q agent's decisions, many at once (a kernel)."""

from __future__ import annotations

from ....core.binding import States
from ....runtime.compiler import Ints, Ints2, entry
from .choosing import Brain, choose

__all__ = ["answer"]


@entry
def answer(states: States, seats: Ints, keys: Ints, brain: Brain, acts: Ints, memos: Ints2, chosen: Ints) -> None:
    """What each seat does at its decision; ``memos`` has the parent's notes of its game, a row a decision."""
    for i in range(len(states)):
        chosen[i] = choose(states[i], seats[i], keys[i], brain, acts, memos[i])
