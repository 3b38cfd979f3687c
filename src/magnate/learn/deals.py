"""The seeds of the games that training plays, a range of their own: no agent is judged on deals it learned from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..runtime.stream import SEED_LIMIT, deal_seed

__all__ = ["training_seeds"]

QUARTER: Final = SEED_LIMIT // 4
"""The arena's purposes have the first three quarters of all seeds (:func:`magnate.arena.schedule.purpose_seed`)."""


def training_seeds(seed: int, step: int, games: Iterable[int]) -> list[int]:
    """The seeds of these games of a step, in the last quarter of all seeds.

    >>> [found // QUARTER for found in training_seeds(1, 0, range(3))]
    [3, 3, 3]
    """
    return [3 * QUARTER + deal_seed(seed, "training", step, game) % QUARTER for game in games]
