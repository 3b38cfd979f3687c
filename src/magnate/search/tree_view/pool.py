"""The tree of a Monte Carlo search, as it lies in its pool, or in those of several threads."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from .naming import Found

if TYPE_CHECKING:
    from .. import reading

__all__ = ["Pool", "Shallow"]


class Pool:
    """The visited nodes of a tree, with what their simulations brought; ``open_``: it has no chance (an open loop)."""

    unit = "simulations"

    def __init__(self, tree: reading.Found, *, open_: bool) -> None:
        self.open = open_
        self._tree = tree
        self._below: dict[int, list[int]] = {}

    def below(self, node: int) -> Sequence[int]:
        """The children that a simulation went to."""
        found = self._below.get(node)
        if found is None:
            found = [child for child in self._tree.children(node) if self._tree.node(child).visits]
            self._below[node] = found
        return found

    def visits(self, node: int) -> int:
        """The simulations that went through the node."""
        return int(self._tree.node(node).visits)

    def step(self, node: int) -> int:
        """The action or outcome that leads to it."""
        return int(self._tree.node(node).id)

    def by(self, node: int) -> int:
        """Who took that step, in an open loop."""
        return int(self._tree.node(node).by)

    def untried(self, node: int) -> list[int]:
        """The actions of its children that no simulation took, in an open loop."""
        records = (self._tree.node(child) for child in self._tree.children(node))
        return [int(one.id) for one in records if not one.visits]

    def found(self, node: int) -> Found:
        """The mean of its simulations, or its exact value if that is proven."""
        value = tuple(None if math.isnan(one) else one for one in self._tree.value(node))
        one = self._tree.node(node)
        prior = self._tree.prior(node) if node and not one.weight else None
        return Found(value, "=" if one.proven else "~", bool(one.proven), prior)


class Shallow(Pool):
    """The same of the root and its actions alone."""

    def __init__(self, tree: reading.Found) -> None:
        super().__init__(tree, open_=False)

    def below(self, node: int) -> Sequence[int]:
        """The actions of the root that a simulation took."""
        return super().below(node) if node == 0 else ()
