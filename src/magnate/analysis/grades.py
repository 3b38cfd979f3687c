"""How decisions are called: labels by the points lost, and grades by the agents that err alike."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final

__all__ = ["LABELS", "POINT", "called", "doubted", "grade"]

POINT: Final = 0.01
"""A point, in shares of the win."""
LABELS: Final = ((0.15, "blunder"), (0.10, "mistake"), (0.05, "inaccuracy"))
"""From which loss on (in shares) a decision is called so; the three of lichess."""


def called(loss: float, margin: float | None) -> str:
    """The label that the lower bound of a loss supports; nothing where no margin is known.

    >>> called(0.17, 0.01), called(0.17, 0.04), called(0.17, None)
    ('blunder', 'mistake', '')
    """
    return "" if margin is None else _label(loss - margin)


def doubted(loss: float, margin: float | None) -> str:
    """What a loss would be called if it were certain, where its lower bound does not say that.

    >>> doubted(0.17, None), doubted(0.17, 0.04), doubted(0.17, 0.01)
    ('blunder?', 'blunder?', '')
    """
    label = _label(loss)
    return f"{label}?" if label and label != called(loss, margin) else ""


def _label(loss: float) -> str:
    return next((name for least, name in LABELS if loss >= least - 1e-12), "")


@cache
def rates_of(game: str) -> Mapping[str, Mapping[str, float]]:
    """The error rates of shipped agents at tables of a game, as measured by ``tools/review_grades.py``."""
    file = resources.files(__package__) / "grades.json"
    found: Mapping[str, Mapping[str, Mapping[str, float]]] = json.loads(file.read_text(encoding="utf-8"))
    return found.get(game, {})


def grade(game: str, table: str, rate: float) -> str:
    """The shipped agent that errs about as much at such a table; nothing where none was measured."""
    rates = rates_of(game).get(table, {})
    return min(rates, key=lambda name: abs(rates[name] - rate), default="")
