"""Is A better than B? A sequential test that plays no more deals than the answer needs.

The generalised sequential probability ratio test (GSPRT) of H1 "A is stronger by ``elo1``" against H0 "by ``elo0``".
Each deal group gives one number, A's mean share of the win over the rotations. Let p̂ be the frequencies of the values
seen in n groups. Let p₀ and p₁ be the distributions over these values that fit best under H0 and under H1. Then

    LLR = n Σ_i p̂_i (log p₁_i - log p₀_i)

The test ends when the LLR leaves (log(β / (1 - α)), log((1 - β) / α)). A true H0 is then rejected with the probability
α at most, and a true H1 with β, approximately (Wald 1945). For the ratio of maximised likelihoods see Li, Liu and Ying,
"Generalized sequential probability ratio test for separate families of hypotheses", 2014. Nothing is assumed of how the
games of a deal depend on each other.

Two models say what a difference of e points means:

* ``logistic``: A's expected share is s(e) = 10^(e/400) / (10^(e/400) + P - 1) against P - 1 equal opponents;
* ``normalized``: the mean lies t standard deviations above 1/P, where e = t 800 / ln 10 (normalised Elo, the scale of
  chess engine testing). The deviation is that of one game, taken as √P times that of a group. The number of games that
  the test needs then does not depend on the number of draws or on how alike the games of a deal are.

With a mean s given, the best fit is p_i = p̂_i / (1 + x (a_i - s)). Here x solves the secular equation

    Σ_i p̂_i (a_i - s) / (1 + x (a_i - s)) = 0

(Owen, *Empirical Likelihood*, 2001, 2.9). With μ - 1/P = tσ given, the derivative of that condition takes the place of
a_i - s:

    φ_i = a_i - 1/P - tσ/2 (1 + ((a_i - μ)/σ)²)

Iteration finds the fit's own μ and σ.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from .ratings import ELO

__all__ = ["EMPTY", "MODELS", "Sprt", "elo_of_share", "group_values", "share_of_elo"]

MODELS: Final = ("logistic", "normalized")
EMPTY: Final = 1e-3
"""How often a value counts as seen that was not: the test must not rule out what it has not seen yet."""
LEAST_GROUPS: Final = 100
"""Deal groups before the test may end; with fewer the frequencies say too little."""
ROUNDS: Final = 100
"""Steps at most; ten are usual."""
NEAR: Final = 1e-8
"""Frequencies that move by less have been found: the ratio is flat there."""


def share_of_elo(elo: float, players: int = 2) -> float:
    """The expected share of the win of an agent against ``players - 1`` that are all ``elo`` points weaker.

    >>> round(share_of_elo(10), 6), share_of_elo(0, players=4)
    (0.514387, 0.25)
    """
    return 1 / (1 + (players - 1) * math.exp(-elo / ELO))


def elo_of_share(share: float, players: int = 2) -> float:
    """The inverse of :func:`share_of_elo`; infinite for the shares 0 and 1.

    >>> round(elo_of_share(0.75)), elo_of_share(0.25, players=4), elo_of_share(1.0)
    (191, 0.0, inf)
    """
    if share <= 0 or share >= 1:
        return math.inf if share >= 1 else -math.inf
    return ELO * math.log(share * (players - 1) / (1 - share)) + 0.0


def group_values(means: np.ndarray, players: int) -> tuple[np.ndarray, np.ndarray]:
    """The values that groups can have, and how many had each: what :meth:`Sprt.llr` takes.

    The values are the half wins 0, 1/2P, … 1 (with two players the five of the "pentanomial") and whatever else was
    seen, such as thirds of a win. ``means`` has A's mean share at each deal.

    >>> values, counts = group_values(np.array([0.5, 0.5, 1.0]), players=2)
    >>> values.tolist(), counts.tolist()
    ([0.0, 0.25, 0.5, 0.75, 1.0], [0, 0, 2, 0, 1])
    """
    grid = np.arange(2 * players + 1) / (2 * players)
    near = np.round(np.asarray(means, dtype=np.float64), 9)
    nearest = grid[np.rint(near * 2 * players).astype(np.int64)]
    near = np.where(np.abs(near - nearest) < 1e-8, nearest, near)
    values = np.union1d(grid, near)
    return values, np.bincount(np.searchsorted(values, near), minlength=len(values))


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of H1 "stronger by ``elo1``" against H0 "by ``elo0``", at a table of ``players``.

    Raises ``ValueError`` for bounds in the wrong order, errors outside 0 to ½, or an unknown model.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    players: int = 2
    model: str = "logistic"

    def __post_init__(self) -> None:
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise ValueError(f"a test needs two different hypotheses, the lower first, not {self.elo0},{self.elo1}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ValueError(f"the error rates must lie between 0 and 0.5, not {self.alpha} and {self.beta}")
        if self.model not in MODELS:
            raise ValueError(f'no model is called "{self.model}"; there are {" and ".join(MODELS)}')
        if self.players < 2:
            raise ValueError(f"a test needs a table of at least 2 players, not {self.players}")

    @property
    def lower(self) -> float:
        """At or below this log-likelihood ratio H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """At or above it H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, values: np.ndarray, counts: np.ndarray) -> np.ndarray:
        """The log-likelihood ratio of H1 against H0.

        ``values`` (m,) are all values that a group can have; ``counts`` (…, m) how many groups had each: any number
        of tests at once. Values that no group had count :data:`EMPTY` times.

        Raises ``ValueError`` when the values leave no room for one of the hypotheses.
        """
        seen = np.maximum(np.asarray(counts, dtype=np.float64), EMPTY)
        groups = seen.sum(axis=-1)
        frequency = seen / groups[..., None]
        values = np.asarray(values, dtype=np.float64)
        if not values.min() < min(self._means()) <= max(self._means()) < values.max():
            raise ValueError(f"values from {values.min():g} to {values.max():g} leave no room for the hypotheses")
        return groups * (self._fit(frequency, values, self.elo1) - self._fit(frequency, values, self.elo0))

    def answer(self, llr: float, groups: int) -> str | None:
        """``"H1"``, ``"H0"``, or None while the test goes on."""
        if groups < LEAST_GROUPS or self.lower < llr < self.upper:
            return None
        return "H1" if llr >= self.upper else "H0"

    def expected_groups(self, variance: float, *, truth: str = "H1") -> float:
        """About how many groups the logistic test takes when H1 (or H0) is true: Wald's approximation.

        ``variance`` is that of a group's value, σ² (1 + (P - 1) ρ) / P with σ² the variance of one game.

        >>> test = Sprt(0, 10)
        >>> round(test.expected_groups(0.25 / 2)), round(test.expected_groups(0.25 * (1 - 0.6) / 2))
        (3201, 1280)
        """
        drift = (share_of_elo(self.elo1, self.players) - share_of_elo(self.elo0, self.players)) ** 2 / (2 * variance)
        if truth == "H1":
            return ((1 - self.beta) * self.upper + self.beta * self.lower) / drift
        return -((1 - self.alpha) * self.lower + self.alpha * self.upper) / drift

    def fixed_groups(self, variance: float) -> float:
        """How many groups a test of fixed size with the same error rates takes, for comparison.

        >>> round(2 * Sprt(0, 10).fixed_groups(0.25 / 2))
        13071
        """
        from scipy.special import ndtri

        apart = share_of_elo(self.elo1, self.players) - share_of_elo(self.elo0, self.players)
        return float(ndtri(1 - self.alpha) + ndtri(1 - self.beta)) ** 2 * variance / apart**2

    def _means(self) -> tuple[float, float]:
        """The expected shares under both hypotheses; 1/P stands for what the normalised model leaves open."""
        if self.model == "normalized":
            return 1 / self.players, 1 / self.players
        return share_of_elo(self.elo0, self.players), share_of_elo(self.elo1, self.players)

    def _fit(self, frequency: np.ndarray, values: np.ndarray, elo: float) -> np.ndarray:
        """Σ p̂ log(p / p̂) with p the best fit under the hypothesis that the difference is ``elo``."""
        if self.model == "logistic":
            apart = np.broadcast_to(values - share_of_elo(elo, self.players), frequency.shape)
            divisor = _divisor(frequency, apart)
        else:
            deviations = elo / (2 * ELO) * math.sqrt(self.players)
            divisor = _divisor_at_t(frequency, values - 1 / self.players, deviations)
        return -(frequency * np.log(divisor)).sum(axis=-1)


def _divisor(frequency: np.ndarray, apart: np.ndarray) -> np.ndarray:
    """1 + x a, where x solves the secular equation Σ p̂ a / (1 + x a) = 0. The best fit of mean 0 is p̂ divided by it.

    The sum falls from +∞ to -∞ between the poles -1 / max a and -1 / min a. A Newton step that leaves the bracket is
    replaced by halving it.
    """
    low, high = -1 / apart.max(axis=-1), -1 / apart.min(axis=-1)
    x = np.zeros_like(low)
    for _ in range(ROUNDS):
        terms = apart / (1 + x[..., None] * apart)
        value = (frequency * terms).sum(axis=-1)
        low, high = np.where(value > 0, x, low), np.where(value > 0, high, x)
        ahead = x + value / (frequency * terms**2).sum(axis=-1)
        ahead = np.where((ahead > low) & (ahead < high), ahead, (low + high) / 2)
        moved, x = np.abs(ahead - x), ahead
        if (moved <= 1e-14 * (high - low + np.abs(x))).all():
            break
    return 1 + x[..., None] * apart


def _divisor_at_t(frequency: np.ndarray, values: np.ndarray, deviations: float) -> np.ndarray:
    """The same where the mean is to lie that many standard deviations above 0.

    It starts from even frequencies, where the spread is wide: from p̂ the linearised condition may have no solution.
    """
    fit = np.full_like(frequency, 1 / frequency.shape[-1])
    divisor = frequency / fit
    for _ in range(ROUNDS):
        mean = (fit * values).sum(axis=-1, keepdims=True)
        spread = np.sqrt((fit * (values - mean) ** 2).sum(axis=-1, keepdims=True))
        divisor = _divisor(frequency, values - deviations * spread / 2 * (1 + ((values - mean) / spread) ** 2))
        before, fit = fit, frequency / divisor
        if np.abs(fit - before).max() < NEAR:
            break
    return divisor
