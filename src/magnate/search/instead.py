"""What an agent that searches does without a search (a kernel): where its guide knows a rule of its own."""

from __future__ import annotations

from ..engine.binding import States, guide
from ..engine.compiler import Floats, entry

__all__ = ["instead"]


@entry
def instead(states: States, params: Floats) -> int:
    """The guide's action at the position of ``states[0]``; -1: it is to be searched."""
    return guide.instead(states[0], params)
