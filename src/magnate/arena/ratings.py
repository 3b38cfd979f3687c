"""Ratings on the Elo scale with their covariance, whatever model they come from.

Elo is a strength in logits times ``400 / ln 10``: an agent 400 points above another wins ten times as often. Only
differences mean anything, so a scale needs a zero: the field's mean (what the models return), or one agent whose
rating is given (:meth:`Ratings.anchored`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from .statistics import CONFIDENCE

__all__ = ["ELO", "Ratings"]

ELO: Final = 400 / math.log(10)
"""Elo points in one logit."""
DIGITS: Final = 9
"""Ratings are rounded to 1e-9 points, so that agents whose results are the same have the same rating exactly."""


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """What a model says of K agents and P seats; everything is in Elo points.

    ``elo`` (K,) and ``covariance`` (K, K) are relative to the field's mean or to the anchor; ``seats`` (P,) and
    ``seat_covariance`` (P, P) say what each seat adds, relative to the mean of the seats. Covariances are
    cluster-robust over ``deals`` deal groups; with a single one they are not a number (NaN). An agent without a game
    has the rating NaN.
    """

    elo: np.ndarray
    covariance: np.ndarray
    seats: np.ndarray
    seat_covariance: np.ndarray
    deals: int

    @property
    def errors(self) -> np.ndarray:
        """The standard error of each rating (0 for the anchor)."""
        return _roots(self.covariance)

    @property
    def margins(self) -> np.ndarray:
        """Half the width of each rating's 95 % interval, by Student's t over deals: what is printed after ±."""
        return self._quantile() * self.errors

    @property
    def seat_margins(self) -> np.ndarray:
        """The same for the seats."""
        return self._quantile() * _roots(self.seat_covariance)

    def differences(self) -> tuple[np.ndarray, np.ndarray]:
        """Rating of row minus rating of column, and its standard error: two (K, K) arrays.

        Variances below the rounding of the covariance are 0: two agents with equal results in every deal do not
        differ by anything unknown.
        """
        spread = np.diag(self.covariance)
        both = spread[:, None] + spread[None, :]
        variance = both - 2 * self.covariance
        variance[variance < 1e-12 * both] = 0.0
        return self.elo[:, None] - self.elo[None, :], np.sqrt(variance)

    def anchored(self, entrant: int, value: float) -> Ratings:
        """The same ratings on the scale on which that agent has the rating ``value``.

        Every other rating then has the error of its difference from the anchor.
        """
        others = np.eye(len(self.elo))
        others[:, entrant] -= 1.0
        elo = np.round(self.elo - self.elo[entrant] + value, DIGITS)
        return replace(self, elo=elo, covariance=others @ self.covariance @ others.T)

    def as_dicts(self, digits: int = 4) -> list[dict[str, float | None]]:
        """Each agent's rating, standard error and interval for JSON; None is what nobody knows."""
        return _lines(self.elo, self.errors, self.margins, digits)

    def seat_dicts(self, digits: int = 4) -> list[dict[str, float | None]]:
        """The same for the seats."""
        return _lines(self.seats, _roots(self.seat_covariance), self.seat_margins, digits)

    def _quantile(self) -> float:
        from scipy.special import stdtrit

        return float(stdtrit(self.deals - 1, (1 + CONFIDENCE) / 2)) if self.deals > 1 else math.nan


def _roots(covariance: np.ndarray) -> np.ndarray:
    """The standard errors of a covariance; a variance that rounding made negative is 0."""
    return np.sqrt(np.maximum(np.diag(covariance), 0.0))


def _lines(values: np.ndarray, errors: np.ndarray, margins: np.ndarray, digits: int) -> list[dict[str, Any]]:
    def known(x: float) -> float | None:
        return round(float(x), digits) + 0.0 if math.isfinite(x) else None

    return [
        {"elo": known(value), "error": known(error), "low": known(value - margin), "high": known(value + margin)}
        for value, error, margin in zip(values, errors, margins, strict=True)
    ]
