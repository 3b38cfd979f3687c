"""What a position is worth to everybody: the win chance of each seat (:func:`chances`)."""

from __future__ import annotations

from .chances import EXACT, FULL, NETWORK, PUBLIC, ROLLOUTS, Chances, chances

__all__ = ["EXACT", "FULL", "NETWORK", "PUBLIC", "ROLLOUTS", "Chances", "chances"]
