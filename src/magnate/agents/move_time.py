"""The time of a move, which all of its decisions share: a move leads from one settled position to the next."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from ..core.position import Position
from ..runtime.layout import copied

if TYPE_CHECKING:
    from ..core.game import Game
    from ..search.budget import Budget

__all__ = ["MoveTime", "has_compound_moves"]

LEAST: Final = 8
"""A decision has at least this part of the time of a move: questions that others' moves ask are of no move of ours."""


def has_compound_moves(game: Game) -> bool:
    """Whether a move of this game may take several decisions."""
    return hasattr(game.rules, "settled")


class MoveTime:
    """How long each decision of an agent may take that has so much time for a move, in all games that it plays.

    Nobody knows how many decisions are still to come. So each of them may take half of what is left, and what it does
    not take is left for the others. As long as every decision was a move, as in most games it is, each has all of the
    time.
    """

    def __init__(self, game: Game, budget: Budget, clock: Callable[[], int] = time.monotonic_ns) -> None:
        self._game = game
        self._budget = budget
        self._clock = clock
        self._may_go_on = has_compound_moves(game)
        self._goes_on = False
        self._left: dict[tuple[int, int], int] = {}
        self._now = (0, 0), 0

    def begin(self, game: int, seat: int, states: np.ndarray) -> Budget:
        """The budget of the decision at ``states`` (an array of length 1), which begins now."""
        whole = self._budget.amount
        if not self._may_go_on:
            return self._budget
        if Position(self._game, copied(states)).settled:
            self._left[game, seat] = whole
        else:
            self._goes_on = True
        self._now = (game, seat), self._clock()
        left = self._left.setdefault((game, seat), whole)
        return replace(self._budget, amount=max(left // 2 if self._goes_on else left, whole // LEAST, 1))

    def end(self) -> None:
        """The decision has been made."""
        if self._may_go_on:
            where, begun = self._now
            self._left[where] -= self._clock() - begun
