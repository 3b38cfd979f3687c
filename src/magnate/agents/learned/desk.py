"""Making the arrays that the kernel :mod:`.afterstates` works on, compiled or interpreted."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from ...engine.loader import kernel, twin
from ...engine.twin import MirrorArray, int_cells
from ...networks.compiled import scratch_for
from .guides import twin_guide
from .schema import KERNEL

if TYPE_CHECKING:
    from ...engine.game import Game

__all__ = ["bound_kernel", "desk_for"]


def bound_kernel(game: Game, guide: ModuleType | None, name: str = KERNEL, *, interpreted: bool = False) -> Any:
    """The kernel :mod:`.afterstates` of a game (or the one of that name), bound to the guide that writes the inputs."""
    if interpreted:
        return kernel(name, twin(game.rules.__name__), twin_guide(guide))
    return kernel(name, game.rules, guide)


def desk_for(game: Game, guide: ModuleType | None, sizes: Sequence[int], *, interpreted: bool = False) -> Any:
    """The desk (``afterstates.Desk``) for networks of these sizes, at a table of ``game.players``."""
    states: Any = np.zeros(2, game.rules.STATE)
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
