"""Making the arrays that the kernel :mod:`.afterstates` works on, compiled or interpreted."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from ...core.binding import PARAMS
from ...core.loader import kernel
from ...networks.inference import scratch_for
from ...runtime.interpreter import interpret
from ...runtime.pystate import PyStates, py_ints
from ..interface import CompiledAgent
from ..spec import package_of, resolve
from .guides import twin_guide
from .schema import KERNEL
from .settings import PLANNING, Planning

LISTS: Final = 32
"""Room for the lists of plans."""

if TYPE_CHECKING:
    from ...core.game import Game

__all__ = ["bound_kernel", "desk_for"]


def bound_kernel(game: Game, guide: ModuleType | None, name: str = KERNEL, *, interpreted: bool = False) -> Any:
    """The kernel :mod:`.afterstates` of a game (or the one of that name), bound to the guide that writes the inputs."""
    if interpreted:
        return kernel(name, interpret(game.rules.__name__), twin_guide(guide))
    return kernel(name, game.rules, guide)


def desk_for(
    game: Game,
    guide: ModuleType | None,
    sizes: Sequence[int],
    planning: Planning = PLANNING,
    *,
    interpreted: bool = False,
) -> Any:
    """The desk (``afterstates.Desk``) for networks of these sizes, at a table of ``game.players``."""
    states: Any = np.zeros(4, game.rules.STATE)
    legal = game.info.max_legal
    return bound_kernel(game, guide, interpreted=interpreted).Desk(
        states=PyStates(states) if interpreted else states,
        acts=py_ints(legal + 1) if interpreted else np.zeros(legal + 1, np.int64),
        after=py_ints(legal) if interpreted else np.zeros(legal, np.int64),
        worth=np.zeros(legal),
        inputs=np.zeros(sizes[0]),
        scratch=scratch_for(sizes),
        outputs=np.zeros(sizes[-1]),
        shares=np.zeros(game.players),
        settings=np.array(planning, np.float64),
        partner=np.array(_partner(game)),
        codes=py_ints(LISTS) if interpreted else np.zeros(LISTS, np.int64),
        scores=np.zeros(LISTS),
        listed=py_ints(max(1, planning.most)) if interpreted else np.zeros(max(1, planning.most), np.int64),
    )


def _partner(game: Game) -> Sequence[float]:
    """The row of the agent that stands for those whom a seat deals with (``PARTNER`` of the game's agents)."""
    partner = getattr(package_of(game.info.name), "PARTNER", None)
    if partner is None:
        return (0.0,) * PARAMS
    return cast(CompiledAgent, resolve(game.info.name, partner)).row
