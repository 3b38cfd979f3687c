"""Rollouts: what actions are worth when a policy plays on from each, with the same chance for all."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..core.run import Run
from ..core.run import play_games as play_on_processor
from ..runtime.stream import deal_seed
from .run import play_games as play_on_card

if TYPE_CHECKING:
    from ..core.game import Position
    from .machine import Card

__all__ = ["Rollouts", "rollouts"]


@dataclass(frozen=True, slots=True)
class Rollouts:
    """What came of each action: the utility of the seat that decides, one row an action and one column a rollout.

    Column ``k`` has the same hidden cards and the same chance in every row, so that differences within a column owe
    little to luck.
    """

    actions: tuple[int, ...]
    utility: np.ndarray
    decisions: int

    @property
    def means(self) -> list[float]:
        """What each action is worth."""
        return [float(one) for one in self.utility.mean(axis=1)]

    def error(self, one: int, other: int | None = None) -> float:
        """The standard error of an action's worth, or of the difference to another one's (both by their places)."""
        found = self.utility[one] if other is None else self.utility[one] - self.utility[other]
        return float(found.std(ddof=1)) / math.sqrt(len(found)) if len(found) > 1 else math.inf


def rollouts(
    position: Position,
    actions: Sequence[int],
    count: int,
    row: Sequence[float],
    *,
    seed: int = 1,
    card: Card | None = None,
    threads: int = 1,
    limit: int | None = None,
) -> Rollouts:
    """Take each of these actions ``count`` times and let the policy of ``row`` play on in all seats.

    In a game with hidden parts each rollout begins from another position that looks the same to the seat that decides.
    A game that is stopped after ``limit`` decisions is worth nothing to anybody.
    """
    game, seat = position.game, position.to_move
    keys = [deal_seed("rollout", seed, k) for k in range(count)]
    seen = [position.shown_to(seat, key).states() for key in (keys if game.info.hidden else keys[:1])]
    step = game.entry("position_kernel", "step")
    begun = []
    for action in actions:
        for states in seen:
            after = states.copy()
            step(after, action)
            begun.append(after if game.info.hidden else np.repeat(after, count))
    states = np.concatenate(begun)
    seats = np.zeros((len(states), game.players), np.int64)
    guide = None if row[0] == 0 else game.guide
    params = np.array([row], np.float64)
    run = Run(game.rules, game.info, states, keys * len(actions), seats, params, guide, limit)
    found = play_on_processor(run, threads=threads) if card is None else play_on_card(card, run)
    utility = found.utility[:, seat].reshape(len(actions), count)
    return Rollouts(tuple(actions), utility, int(found.decisions.sum()))
