"""What a position is worth to everybody, and what moves are: win chances (:func:`chances`), rollouts, whole moves."""

from __future__ import annotations

from .chances import EXACT, FULL, NETWORK, PUBLIC, ROLLOUTS, Chances, chances
from .moves import Played, WholeMove, candidates, move_from, played_moves
from .rollout import Candidate, Rollout, rollout

__all__ = [
    "EXACT",
    "FULL",
    "NETWORK",
    "PUBLIC",
    "ROLLOUTS",
    "Candidate",
    "Chances",
    "Played",
    "Rollout",
    "WholeMove",
    "candidates",
    "chances",
    "move_from",
    "played_moves",
    "rollout",
]
