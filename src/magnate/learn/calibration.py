"""How true a network's win probabilities are: what it says of positions beside what became of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from ..networks.outputs import win_shares

if TYPE_CHECKING:
    from ..networks import Network
    from .rows import Rows

__all__ = ["calibration_error", "cross_entropy", "guesses"]

BINS: Final = 20
"""Into how many classes of the same width win probabilities are put to be compared with what happened."""


def guesses(network: Network, inputs: Rows) -> np.ndarray:
    """The win shares (n, outputs) that a network foresees, first that of the seat that looks on."""
    return np.concatenate([win_shares(network(part)) for part in inputs.slices()])


def cross_entropy(guessed: np.ndarray, shares: np.ndarray, weights: np.ndarray) -> float:
    """The mean cross-entropy (nats) of guessed win shares (n, P) with what was won (n, P), by weights (n,).

    >>> round(cross_entropy(np.array([[0.5, 0.5]]), np.array([[1.0, 0.0]]), np.ones(1)), 4)
    0.6931
    """
    return float(np.average(-(shares * np.log(np.maximum(guessed, 1e-12))).sum(axis=1), weights=weights))


def calibration_error(guessed: np.ndarray, shares: np.ndarray, weights: np.ndarray) -> float:
    """The expected calibration error of win probabilities (n, P) that were guessed, by weights (n,).

    Guesses are put into classes of the same width; the mean difference between guess and outcome in each class is
    averaged, weighted by how many fall into it (Naeini, Cooper and Hauskrecht 2015).

    >>> calibration_error(np.array([[0.75, 0.25]] * 4), np.array([[1.0, 0.0]] * 3 + [[0.0, 1.0]]), np.ones(4))
    0.0
    """
    classes = np.minimum((guessed.ravel() * BINS).astype(np.int64), BINS - 1)
    differences = np.bincount(classes, (weights[:, None] * (guessed - shares)).ravel(), BINS)
    return float(np.abs(differences).sum() / (weights.sum() * guessed.shape[1]))
