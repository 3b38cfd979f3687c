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

    ``margin`` is the half width of the 95 % interval of ``lost``, None where nothing says how much units differ.
    ``like`` are the agents that lose no more and no less, as far as both intervals tell. It is empty where none was
    measured, or all differ.
    """

    lost: float
    margin: float | None
    like: tuple[str, ...]


def grade(table: str, lost: Sequence[float], stakes: Sequence[float]) -> Grade | None:
    """The grade for what was lost and at stake in each unit: a decision of one game, or a game of many.

    ``table`` is a game, preset and number of players, ``monopoly/official/4``. None where nothing was at stake.

    >>> grade("monopoly/official/4", [0.02, 0.02, 0.03], [0.1, 0.1, 0.1]).like
    ('magnate:official',)
    """
    if sum(stakes) <= 0.0:
        return None
    mean, margin = part_lost(lost, stakes)
    if margin is None:
        return Grade(mean, None, ())
    known = measured().get(table, {})
    like = [name for name, (usual, error) in known.items() if abs(mean - usual) <= math.hypot(margin, error)]
    return Grade(mean, margin, tuple(like))


def part_lost(lost: Sequence[float], stakes: Sequence[float]) -> tuple[float, float | None]:
    """The ratio of the sums, and the half width of its 95 % interval (None for one unit alone)."""
    top, bottom = np.array(lost, np.float64), np.array(stakes, np.float64)
    mean, units = float(top.sum() / bottom.sum()), len(top)
    if units < 2:
        return mean, None
    error = math.sqrt(((top - mean * bottom) ** 2).sum() * units / (units - 1)) / bottom.sum()
    return mean, float(NORMAL * error)


@cache
def measured() -> Mapping[str, Mapping[str, tuple[float, float]]]:
    """By table, what part each agent loses, and the half width of its 95 % interval."""
    text = resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8")
    tables: dict[str, dict[str, tuple[float, float]]] = json.loads(text)
    return tables
