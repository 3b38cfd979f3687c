"""Which nodes of a tree are kept when it is too large to show: the best line, then those visited most."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from ...errors import BadSearch

__all__ = ["NODES", "Kept", "TreeSize", "kept"]

NODES: Final = 100_000
"""The most nodes of a tree, unless it is told otherwise."""


@dataclass(frozen=True, slots=True)
class TreeSize:
    """How much of a tree is kept: at most so many ``nodes``, and so many levels (``depth``) below the root.

    Raises :class:`~magnate.errors.BadSearch` for sizes that are none.
    """

    nodes: int = NODES
    depth: int | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.nodes, int) or self.nodes < 1:
            raise BadSearch(f"a tree cannot have {self.nodes!r} nodes", hint="give a whole number from 1")
        if self.depth is not None and (not isinstance(self.depth, int) or self.depth < 1):
            raise BadSearch(f"a tree cannot have {self.depth!r} levels", hint="give a whole number from 1")


@dataclass(frozen=True, slots=True)
class Kept:
    """The kept nodes, the root first and siblings side by side; the number of each one's parent among them (-1: none).

    ``further`` is how many nodes each of them stands for beside itself: those below it that no kept one stands for.
    """

    nodes: list[int]
    parents: list[int]
    further: list[int]


def kept(
    below: Callable[[int], Sequence[int]],
    visits: Callable[[int], int],
    line: Iterable[int],
    size: TreeSize,
    beside: Callable[[int], int] = lambda _: 0,
) -> Kept:
    """Choose nodes of the tree whose root is node 0.

    ``below`` gives a node's children, ``visits`` what it is chosen by, ``line`` the best line (without the root), and
    ``beside`` how many nodes one stands for already.
    """
    wanted = _wanted(below, visits, list(line), size)
    weight = _weights(below, beside)
    nodes, parents = [0], [-1]
    further = []
    for at, node in enumerate(nodes):  # which grows
        stands_for = beside(node)
        for child in below(node):
            if child in wanted:
                nodes.append(child)
                parents.append(at)
            else:
                stands_for += weight[child]
        further.append(stands_for)
    return Kept(nodes, parents, further)


def _wanted(
    below: Callable[[int], Sequence[int]], visits: Callable[[int], int], line: Sequence[int], size: TreeSize
) -> set[int]:
    """The nodes to keep: the root, the best line, then always the most visited one whose parent is kept."""
    deepest = size.nodes if size.depth is None else size.depth
    wanted = {0, *line[: min(deepest, size.nodes - 1)]}
    open_ = [(0, 0, 0)]  # (less visits first, node, depth)
    while open_:
        _, node, depth = heapq.heappop(open_)
        if node not in wanted:
            if len(wanted) == size.nodes:
                break
            wanted.add(node)
        if depth < deepest:
            for child in below(node):
                heapq.heappush(open_, (-visits(child), child, depth + 1))
    return wanted


def _weights(below: Callable[[int], Sequence[int]], beside: Callable[[int], int]) -> dict[int, int]:
    """How many nodes there are in the subtree of each node."""
    order = [0]
    for node in order:  # which grows
        order.extend(below(node))
    weight: dict[int, int] = {}
    for node in reversed(order):
        weight[node] = 1 + beside(node) + sum(weight[child] for child in below(node))
    return weight
