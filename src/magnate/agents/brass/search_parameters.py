"""The parameters of what a search is told: its reward and its priors."""

from __future__ import annotations

from ...core.binding import PARAMS
from ..spec import Knob
from . import places

__all__ = ["ESTIMATE", "ESTIMATE_ABOUT", "PRIOR", "PRIOR_ABOUT", "default_row"]

ESTIMATE = {"reward": Knob("reward", places.REWARD, 0, 0, 3, whole=True)}
ESTIMATE_ABOUT = {
    "reward": "0: share of the win; 1: points less those of the best other seat; 2: own points; 3: 0 and a part of 1"
}
PRIOR = {
    "temperature": Knob("temperature", places.TEMPERATURE, 3, 0.05, 100),
    "open": Knob("open", places.OPEN, 0.1, 0, 1),
}
PRIOR_ABOUT = {
    "temperature": "points that an answer must be worth more to the planner for a prior e times as great",
    "open": "how much of the priors all answers share alike",
}


def default_row() -> tuple[float, ...]:
    """The row where nothing is said."""
    row = [0.0] * PARAMS
    for knob in (*ESTIMATE.values(), *PRIOR.values()):
        row[knob.place] = float(knob.default)
    return tuple(row)
