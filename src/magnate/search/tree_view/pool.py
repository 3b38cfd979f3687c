"""The tree of a Monte Carlo search, as it lies in its pool."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...engine.twin import MirrorArray
from .naming import Found

if TYPE_CHECKING:
    from ..simulating import Grown

__all__ = ["Pool"]


class Pool:
    """The visited nodes of a pool, with what their simulations brought."""

    unit = "simulations"

    def __init__(self, grown: Grown) -> None:
        nodes: Any = grown.desk.tree.nodes
        array = nodes.to_array() if isinstance(nodes, MirrorArray) else nodes
        array = array[: int(grown.run.used)]
        self._grown = grown
        self._visits: list[int] = array["visits"].tolist()
        self._first: list[int] = array["first"].tolist()
        self._children: list[int] = array["children"].tolist()
        self._id: list[int] = array["id"].tolist()

    def below(self, node: int) -> Sequence[int]:
        """The children that a simulation went to."""
        first = self._first[node]
        return [child for child in range(first, first + self._children[node]) if self._visits[child]]

    def visits(self, node: int) -> int:
        """The simulations that went through the node."""
        return self._visits[node]

    def step(self, node: int) -> int:
        """The action or outcome that leads to it."""
        return self._id[node]

    def found(self, node: int) -> Found:
        """The mean of its simulations, or its exact value if that is proven."""
        value = tuple(None if math.isnan(one) else one for one in self._grown.value(node))
        proven = bool(self._grown.node(node).proven)
        return Found(value, "=" if proven else "~", proven)
