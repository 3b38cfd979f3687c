"""Making the arrays that the kernel :mod:`.afterstates` works on, compiled or interpreted."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from ...engine.loader import kernel, twin
from ...engine.twin import MirrorArray, int_cells
from ...networks.compiled import scratch_for
from .schema import KERNEL

if TYPE_CHECKING:
    from ...engine.game import Game

__all__ = ["bound_kernel", "desk_for"]


def bound_kernel(game: Game, guide: ModuleType | None, *, interpreted: bool = False) -> Any:
    """The kernel :mod:`.afterstates` of a game, bound to the guide that writes the inputs."""
    if interpreted:
        return kernel(KERNEL, twin(game.rules.__name__), None if guide is None else twin(guide.__name__))
    return kernel(KERNEL, game.rules, guide)


def desk_for(game: Game, guide: ModuleType | None, sizes: Sequence[int], *, interpreted: bool = False) -> Any:
    """The desk (``afterstates.Desk``) for networks of these sizes, at a table of ``game.players``."""
    states: Any = np.zeros(1, game.rules.STATE)
    legal = game.info.max_legal
    return bound_kernel(game, guide, interpreted=interpreted).Desk(
        states=MirrorArray(states) if interpreted else states,
        acts=int_cells(legal + 1) if interpreted else np.zeros(legal + 1, np.int64),
        after=int_cells(legal) if interpreted else np.zeros(legal, np.int64),
        worth=np.zeros(legal),
        inputs=np.zeros(sizes[0]),
        scratch=scratch_for(sizes),
        outputs=np.zeros(sizes[-1]),
        shares=np.zeros(game.players),
    )
