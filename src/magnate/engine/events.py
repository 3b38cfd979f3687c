"""What happened, as the rules tell it: ``emit(g, EVENT, a, b, c, d)``.

Compiled, an emit is nothing. In the interpreted twin it is noted in the state's ``events`` list, from which a
game's ``narrate`` makes sentences (:mod:`.narration`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .compiler import INTERPRETED, shared

__all__ = ["RawEvent", "emit"]


class RawEvent(NamedTuple):
    """One emitted event: the game's number for its kind, and four arguments whose meaning the kind tells."""

    kind: int
    args: tuple[int, int, int, int]


if INTERPRETED:

    def emit(g: Any, kind: int, a: int, b: int, c: int, d: int) -> None:
        """Note an event."""
        g.events.append(RawEvent(kind, (a, b, c, d)))

else:

    @shared
    def emit(g: Any, kind: int, a: int, b: int, c: int, d: int) -> None:
        """Nothing: compiled games are not narrated."""
