"""Interrupts: a short stack of frames inside the state.

A debt inside an auction inside a bankruptcy: each pending matter is a frame (what kind, who it concerns, to whom,
how much, and one more number to resume with). The fields of a popped frame return to 0, so that equal positions are
equal bytes. A game puts ``*frame_fields(depth)`` into its state; the bound on the depth follows from its rules, and
a push beyond it writes past the array, so rules must keep it (bounds checks and the twin report it).
"""

from __future__ import annotations

from typing import Any

from .compiler import shared

__all__ = ["frame_fields", "pop", "push"]


def frame_fields(depth: int) -> list[tuple[Any, ...]]:
    """The state fields of a stack of ``depth`` frames, widest first: see :func:`push` for their meaning.

    >>> [name for name, *_ in frame_fields(3)]
    ['famount', 'farg', 'fkind', 'fwho', 'fto', 'depth']
    """
    return [
        ("famount", "i4", (depth,)),
        ("farg", "i4", (depth,)),
        ("fkind", "i1", (depth,)),
        ("fwho", "i1", (depth,)),
        ("fto", "i1", (depth,)),
        ("depth", "i1"),
    ]


@shared
def push(g: Any, kind: int, who: int, to: int, amount: int, arg: int) -> None:
    """Put a frame on top of the stack."""
    top = g.depth
    g.fkind[top] = kind
    g.fwho[top] = who
    g.fto[top] = to
    g.famount[top] = amount
    g.farg[top] = arg
    g.depth = top + 1


@shared
def pop(g: Any) -> None:
    """Take the top frame away and clear its fields."""
    top = g.depth - 1
    g.fkind[top] = 0
    g.fwho[top] = 0
    g.fto[top] = 0
    g.famount[top] = 0
    g.farg[top] = 0
    g.depth = top
