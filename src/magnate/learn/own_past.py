"""How the newest network fares against its own past: a guard against learning in circles that costs no games.

Who learns by playing itself may learn to beat what it was and forget how to beat what it was before that. Where a
training's population has earlier networks, its own games tell: at tables at which both sit, the newest should win at
least as much as they do.
"""

from __future__ import annotations

from typing import Final

import numpy as np

__all__ = ["ENOUGH", "MEANING", "NAME", "OwnPast"]

NAME: Final = "against_past"
"""The metric."""
MEANING: Final = (
    "What the newest network wins a seat at tables at which an earlier one sits too, as a part of what both win; 0.5 "
    "is even, and if it falls below 0.43, it may learn in circles. Noted whenever enough such games are together."
)
ENOUGH: Final = 200
"""Games for each seat of a table until it is noted: with one seat each, its standard error is 0.025 then."""
NEWEST: Final = -1


class OwnPast:
    """Counts the games of a training at whose tables the newest network and an earlier one sit."""

    def __init__(self, counts: np.ndarray | None = None) -> None:
        self.counts = np.zeros(5) if counts is None else counts
        """So far: games, the seats of the newest network and what they won, those of earlier ones and what they won."""

    def noted(self, seats: np.ndarray, results: np.ndarray, learned: int) -> dict[str, float]:
        """Count games, and give the metric if enough are together; then it begins anew.

        ``seats`` (games, P) is as :meth:`.population.Population.seats` gives it for so many networks that have
        ``learned``; those that never learn are nobody's past. ``results`` (games, P) are the shares of the win.
        """
        newest, earlier = seats == NEWEST, (seats < NEWEST) & (seats >= -learned)
        both = newest.any(axis=1) & earlier.any(axis=1)
        own, other = newest[both], earlier[both]
        won = results[both]
        met = (len(won), own.sum(), won[own].sum(), other.sum(), won[other].sum())
        self.counts = self.counts + np.array(met, np.float64)
        if self.counts[0] < ENOUGH * seats.shape[1]:
            return {}
        _, own_seats, own_won, other_seats, other_won = self.counts.tolist()
        self.counts = np.zeros(5)
        share, theirs = own_won / own_seats, other_won / other_seats
        return {NAME: share / (share + theirs)} if share + theirs else {}
