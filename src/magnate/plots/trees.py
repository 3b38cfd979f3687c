"""A tree, drawn from left to right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from .canvas import Picture, circle, fitting, letters, line, text

__all__ = ["Branch", "tree_chart"]

ROW: Final = 24.0
GAP: Final = 34.0
MOST_WIDE: Final = 180.0
"""Pixels of a label that are shown."""


class Branch(NamedTuple):
    """A node: the number of its parent (-1: it is the root), what is written beside it, and whether it is stressed."""

    parent: int
    label: str
    best: bool = False


def tree_chart(title: str, branches: Sequence[Branch], *, about: str = "") -> Picture:
    """The tree of these nodes; parents stand before their children.

    >>> drawn = tree_chart("Tree", [Branch(-1, "0.5"), Branch(0, "a 0.5", True), Branch(0, "b 0")])
    >>> drawn.height, drawn.about
    (60.0, '3 nodes')
    """
    below: list[list[int]] = [[] for _ in branches]
    depth = [0] * len(branches)
    for number, one in enumerate(branches):
        if one.parent >= 0:
            below[one.parent].append(number)
            depth[number] = depth[one.parent] + 1
    rows = 0
    y = [0.0] * len(branches)
    order = [0]
    for number in order:  # a parent's children come after it
        order += below[number]
    for number in _leaves(below):
        y[number] = 12.0 + ROW * rows + ROW / 2
        rows += 1
    for number in reversed(order):
        if below[number]:
            y[number] = (y[below[number][0]] + y[below[number][-1]]) / 2
    wide = [0.0] * (max(depth) + 1)
    for number, one in enumerate(branches):
        wide[depth[number]] = max(wide[depth[number]], min(MOST_WIDE, letters(one.label, 12)))
    left = [6.0]
    for each in wide:
        left.append(left[-1] + each + GAP)
    body = []
    for number, one in enumerate(branches):
        x = left[depth[number]]
        if one.parent >= 0:
            parent = branches[one.parent]
            start = left[depth[one.parent]] + 8 + min(MOST_WIDE, letters(parent.label, 12))
            body.append(line(start, y[one.parent], x - 4, y[number], "tick" if one.best else "whisker"))
        body.append(circle(x, y[number], 3, "dot"))
        body.append(text(x + 7, y[number] + 4, fitting(one.label, MOST_WIDE), "number" if one.best else "soft"))
    return Picture(title, about or f"{len(branches):,} nodes", left[-1], 12 + ROW * rows, tuple(body))


def _leaves(below: Sequence[Sequence[int]]) -> list[int]:
    """The nodes without children, from the top down."""
    found, waiting = [], [0]
    while waiting:
        number = waiting.pop()
        waiting += reversed(below[number])
        if not below[number]:
            found.append(number)
    return found
