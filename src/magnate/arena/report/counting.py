"""The distributions that a report draws, counted in the games themselves; whole arrays at once."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from ...charts import Histogram
from .data import Worth

if TYPE_CHECKING:
    from ..games import Games

__all__ = ["length_histogram", "worths"]

BINS: Final = 48
"""About how many columns a histogram has."""
QUANTILES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)


def length_histogram(lengths: np.ndarray, capped: np.ndarray) -> Histogram:
    """How long games were; what is longer than nearly all games that were not capped is counted apart."""
    own = lengths[~capped] if not capped.all() else lengths
    most = float(np.quantile(own, 0.985)) if len(own) else 1.0
    if float(lengths.max(initial=0)) <= 1.25 * most:
        most = float(lengths.max(initial=0))
    edges = _edges(0.0, most + 1)
    inside = lengths < edges[-1]
    return Histogram(
        edges=tuple(edges.tolist()),
        counts=tuple(np.histogram(lengths[inside], edges)[0].tolist()),
        capped=tuple(np.histogram(lengths[inside & capped], edges)[0].tolist()),
        beyond=int((~inside).sum()),
        beyond_capped=int((~inside & capped).sum()),
        median=float(np.median(lengths)) if len(lengths) else 0.0,
    )


def worths(games: Games, name: str) -> tuple[tuple[float, ...], tuple[Worth, ...]]:
    """Each entrant's distribution of what a seat has at the end, bankrupt seats left out, and the common bins."""
    values, agents = games.seats[name].ravel(), games.seating.ravel()
    if "bankrupt" in games.seats:
        left = games.seats["bankrupt"].ravel() == 0
        values, agents = values[left], agents[left]
    if not len(values):
        return (), ()
    low, high = (float(end) for end in np.quantile(values, (0.001, 0.975)))
    edges = _edges(min(low, 0.0), max(high, 1.0))
    order = np.argsort(agents, kind="stable")
    ends = np.searchsorted(agents[order], np.arange(len(games.names) + 1))
    sorted_values = values[order]
    found = []
    for start, end in pairwise(ends.tolist()):
        mine = sorted_values[start:end]
        counts = np.histogram(mine, edges)[0]
        five = np.quantile(mine, QUANTILES) if len(mine) else np.zeros(5)
        found.append(Worth(tuple(counts.tolist()), tuple(five.tolist()), len(mine)))
    return tuple(edges.tolist()), tuple(found)


def _edges(low: float, high: float) -> np.ndarray:
    """The ends of about :data:`BINS` bins of a round width (whole numbers, where there are fewer of these)."""
    rough = max((high - low) / BINS, 1.0)
    power = 10.0 ** np.floor(np.log10(rough))
    width = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    first = np.floor(low / width)
    return np.asarray(np.arange(first, np.ceil(high / width) + 1) * width)
