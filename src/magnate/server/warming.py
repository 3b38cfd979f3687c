"""Loading a game before anybody waits for it: what a table calls once may take seconds, later a millisecond."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .chairs import Chair
from .dice import Dice
from .table import Table
from .terms import Terms

if TYPE_CHECKING:
    from ..core.game import Game

__all__ = ["warm"]


def warm(game: Game) -> None:
    """Compile or load all that tables of a game need, by playing one step at one."""
    chairs = [Chair(seat, "") for seat in range(game.players)]
    table, _ = Table.begun(Terms.of(game, Dice(0, "")), chairs, game)
    seat = table.position.to_move
    game.entry("position_kernel", "why")
    table.sync(seat, (), 1)
    actions = [table.position.legal()[0].name]
    table.preview(seat, actions)
    table.make(table.plan_move(seat, actions))
    table.undo_target(seat)
