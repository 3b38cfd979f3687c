"""The guide that has both: the policies of the game's agents, and what networks are told."""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING

from ...core.binding import GUIDE_FUNCTIONS
from ...runtime.interpreter import interpret

if TYPE_CHECKING:
    from ...core.game import Game
    from .schema import Schema

__all__ = ["training_guide", "twin_guide"]


PARTS = "_parts"
"""What a merged guide keeps of the two that it is made of."""


def training_guide(game: Game, schema: Schema) -> ModuleType | None:
    """The game's own guide with the ``inputs`` of the schema; None where the uniform guide has both."""
    if schema.guide is None or game.guide is None:
        return schema.guide if game.guide is None else game.guide
    return _merged(game.guide, schema.guide)


@cache
def _merged(policies: ModuleType, inputs: ModuleType) -> ModuleType:
    """A guide like ``policies``, whose ``inputs`` are those of another one."""
    merged = ModuleType(f"{policies.__name__}+{inputs.__name__.rpartition('.')[2]}")
    merged.__file__ = inputs.__file__
    merged.__package__ = inputs.__package__
    names = (*GUIDE_FUNCTIONS, "DISCREET", "PLANS")
    vars(merged).update({name: getattr(policies, name) for name in names if hasattr(policies, name)})
    vars(merged)["inputs"] = vars(inputs)["inputs"]
    vars(merged)[PARTS] = (policies, inputs)
    return merged


def twin_guide(guide: ModuleType | None) -> ModuleType | None:
    """The interpreted twin of a guide."""
    if guide is None:
        return None
    if hasattr(guide, PARTS):
        policies, inputs = getattr(guide, PARTS)
        return _merged(interpret(policies.__name__), interpret(inputs.__name__))
    return interpret(guide.__name__)
