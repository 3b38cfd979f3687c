"""Equilibria of symmetric games: multisets in which nobody gains by another choice, and mixtures that all play.

Every symmetric game has a symmetric mixed equilibrium (Nash 1951). A mixture is followed by the replicator dynamics
(Taylor and Jonker 1978; here in discrete, exponential steps), where what earns more than the mean grows, from several
starts; the strategies that are left are then made to earn exactly the same by Newton's method. What comes of it carries
its regret, and is called an equilibrium only where that is rounding.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from .symmetric import Multiset, SymmetricGame

__all__ = ["SymmetricProfile", "is_stable", "pure_multisets", "replicated", "symmetric_equilibria"]

STEPS: Final = 3200
LOOKS: Final = (50, 100, 200, 400, 800, 1600, STEPS)
"""After so many steps Newton's method is tried."""
RATE: Final = 0.5
"""By how much of the spread of payoffs the dynamics goes on in a step, in the exponent."""
NEWTON: Final = 12
SEEN: Final = 1e-4
"""Strategies with less after the dynamics are taken to die out."""
SAME: Final = 1e-4
"""Mixtures whose weights differ by less are one."""
ROUNDING: Final = 1e-9


@dataclass(frozen=True, eq=False)
class SymmetricProfile:
    """A mixture (k,) that all players play, what each gets, and what a better answer would gain."""

    weights: np.ndarray
    payoff: float
    regret: float


def profile_of(game: SymmetricGame, weights: np.ndarray) -> SymmetricProfile:
    """The profile in which everybody plays these weights."""
    return SymmetricProfile(weights, float(weights @ game.deviation_payoffs(weights)), game.regret(weights))


def pure_multisets(game: SymmetricGame, tolerance: float = 0.0) -> list[Multiset]:
    """The multisets in which no player gains more than ``tolerance`` by choosing otherwise: the pure equilibria."""
    return [tuple(row) for row in game.multisets[is_stable(game, tolerance)].tolist()]


def is_stable(game: SymmetricGame, tolerance: float = 0.0) -> np.ndarray:
    """Which of the game's multisets (m,) are pure equilibria: no player of them gains more than ``tolerance``."""
    return np.asarray((game.payoffs + tolerance >= game.best_payoffs()).all(axis=1))


def symmetric_equilibria(game: SymmetricGame) -> list[SymmetricProfile]:
    """Symmetric equilibria, those of the starts that lead to one, each once: all pure ones, and mixed ones if found.

    The first is the one that the dynamics reaches from even weights, if it reaches one.
    """
    found: list[SymmetricProfile] = []
    limit = ROUNDING * max(1.0, float(np.abs(game.payoffs).max()))
    ends = [replicated(game, start) for start in _starts(game)]
    for profile in [*ends, *(profile_of(game, one) for one in np.eye(game.size))]:
        if profile.regret <= limit and all(np.abs(profile.weights - one.weights).max() > SAME for one in found):
            found.append(profile)
    return found


def replicated(game: SymmetricGame, start: np.ndarray) -> SymmetricProfile:
    """Where the replicator dynamics leads from these weights, made exact once it comes near an equilibrium.

    An equilibrium that uses the same strategies as ``start`` is found at once.
    """
    weights = start / start.sum()
    spread = float(np.ptp(game.payoffs)) or 1.0
    limit = ROUNDING * max(1.0, float(np.abs(game.payoffs).max()))
    best = min([profile_of(game, weights), _settled(game, weights)], key=_regret)
    mean = np.zeros(game.size)
    for step in range(1, STEPS + 1):
        if best.regret <= limit:
            break
        worth = game.deviation_payoffs(weights)
        weights = weights * np.exp(RATE * (worth - worth.max()) / spread)
        weights /= weights.sum()
        mean += (weights - mean) / step
        if step in LOOKS:  # the dynamics goes round some equilibria without coming nearer; its mean over time does
            best = min([best, _settled(game, weights), _settled(game, mean)], key=_regret)
    return best


def _regret(profile: SymmetricProfile) -> float:
    return profile.regret


def _starts(game: SymmetricGame) -> Iterator[np.ndarray]:
    """Even weights, and for each strategy almost only that one."""
    even = np.full(game.size, 1 / game.size)
    yield even
    for one in np.eye(game.size):
        yield 0.9 * one + 0.1 * even


def _settled(game: SymmetricGame, near: np.ndarray) -> SymmetricProfile:
    """The mixture of the strategies in use that all earn the same, by Newton's method."""
    used = np.flatnonzero(near > SEEN)
    weights = np.zeros(game.size)
    weights[used] = near[used] / near[used].sum()
    for _ in range(NEWTON):
        rest = _differences(game, weights, used)
        step = np.linalg.lstsq(_slopes(game, weights, used), -rest, rcond=None)[0]
        weights[used] += step
        if np.abs(step).max() < 1e-15:
            break
    if weights.min() < -ROUNDING or not np.isfinite(weights).all():
        return profile_of(game, near)
    weights = np.maximum(weights, 0.0)
    return profile_of(game, weights / weights.sum())


def _differences(game: SymmetricGame, weights: np.ndarray, used: np.ndarray) -> np.ndarray:
    """What is to become 0: the payoffs of those in use less their mean, and the sum of the weights less 1."""
    worth = game.deviation_payoffs(weights)[used]
    return np.append(worth - worth.mean(), weights.sum() - 1.0)


def _slopes(game: SymmetricGame, weights: np.ndarray, used: np.ndarray) -> np.ndarray:
    """The derivatives of :func:`_differences` by the weights in use.

    Payoffs are polynomials of a low degree in the weights, so central differences are as good as exact.
    """
    columns = []
    for k in used:
        ahead, behind = weights.copy(), weights.copy()
        ahead[k] += 1e-5
        behind[k] -= 1e-5
        columns.append((_differences(game, ahead, used) - _differences(game, behind, used)) / 2e-5)
    return np.array(columns).T
