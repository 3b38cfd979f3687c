"""Like whom a player errs: the part that was lost of what was at stake, beside what known agents lose.

At stake in a decision is by how much the best move leads the mean of those compared. So decisions that matter to nobody
count little, for whoever makes them. ``tools/review_grades.py`` measures agents that come with magnate.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Final

import numpy as np

from .race import NORMAL

__all__ = ["FILE", "Grade", "grade", "measured", "part_lost"]

FILE: Final = "grades.json"
"""What agents lose at each measured table, a file beside this one."""


@dataclass(frozen=True, slots=True)
class Grade:
    """What part a player lost of what was at stake, and like whom.

    ``margin`` is the half width of the 95 % interval of ``lost`` over games, None for one game. ``like`` are the agents
    from which that does not differ: by both intervals, or by how much single games of the agent differ. It is empty
    where none was measured, or all differ.
    """

    lost: float
    margin: float | None
    like: tuple[str, ...]


def grade(table: str, lost: Sequence[float], stakes: Sequence[float]) -> Grade | None:
    """The grade for what was lost and at stake in each game.

    ``table`` is a game, preset and number of players, ``monopoly/official/4``. None where nothing was at stake.

    >>> grade("monopoly/official/4", [0.02, 0.02, 0.03], [0.1, 0.1, 0.1]).like
    ('magnate:official',)
    """
    if sum(stakes) <= 0.0:
        return None
    mean, margin = part_lost(lost, stakes)
    like = [
        name
        for name, (usual, error, spread) in measured().get(table, {}).items()
        if abs(mean - usual) <= math.hypot(error, NORMAL * spread if margin is None else margin)
    ]
    return Grade(mean, margin, tuple(like))


def part_lost(lost: Sequence[float], stakes: Sequence[float]) -> tuple[float, float | None]:
    """The ratio of the sums, and the half width of its 95 % interval from games as the units (None for one)."""
    top, bottom = np.array(lost, np.float64), np.array(stakes, np.float64)
    mean, games = float(top.sum() / bottom.sum()), len(top)
    if games < 2:
        return mean, None
    error = math.sqrt(((top - mean * bottom) ** 2).sum() * games / (games - 1)) / bottom.sum()
    return mean, float(NORMAL * error)


@cache
def measured() -> Mapping[str, Mapping[str, tuple[float, float, float]]]:
    """By table and agent: the part lost, the half width of its 95 % interval, and the deviation of single games."""
    text = resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8")
    tables: dict[str, dict[str, tuple[float, float, float]]] = json.loads(text)
    return tables
