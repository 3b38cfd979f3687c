"""Whether a game's compiled rules do what the same rules do when they are interpreted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..runtime.interpreter import interpret
from ..runtime.pystate import pystate_class

if TYPE_CHECKING:
    from .game import Game

__all__ = ["first_difference"]


def first_difference(game: Game, seed: int = 1, limit: int = 300) -> int | None:
    """The first step of a random game after which the two states are not equal bytes; None where all are.

    >>> import magnate
    >>> first_difference(magnate.load("pig"), limit=20) is None
    True
    """
    record = game.play("random", seed=seed, limit=limit)
    rules: Any = interpret(game.rules.__name__)
    g: Any = pystate_class(game.rules.STATE)().from_record(game.unset[0])
    rules.new_game(g)
    for number, position in enumerate(record.positions()):
        if number:
            rules.step(g, record.actions[number - 1])
        if g.to_bytes() != position.states().tobytes():
            return number
    return None
