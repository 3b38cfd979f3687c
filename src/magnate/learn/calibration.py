"""How true a network's win probabilities are: what it says of positions beside what became of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from ..networks.inference import win_shares

if TYPE_CHECKING:
    from ..networks import Network
    from .population import Sitter
    from .samples import Sampler, SparseRows

BINS: Final = 20
"""Into how many classes of the same width win probabilities are put to be compared with what happened."""
PARTS: Final = 4
"""How many phases games are parted into."""


def guesses(network: Network, inputs: SparseRows) -> np.ndarray:
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

    Guesses are put into classes of the same width. The mean differences between guess and outcome of the classes are
    averaged, weighted by their sizes (Naeini, Cooper and Hauskrecht 2015).

    >>> calibration_error(np.array([[0.75, 0.25]] * 4), np.array([[1.0, 0.0]] * 3 + [[0.0, 1.0]]), np.ones(4))
    0.0
    """
    differences = np.bincount(_classes(guessed).ravel(), (weights[:, None] * (guessed - shares)).ravel(), BINS)
    return float(np.abs(differences).sum() / (weights.sum() * guessed.shape[1]))


# ----------------------------------------------------------------------------------------------------- by phases


@dataclass(frozen=True, slots=True)
class Reliability:
    """How guesses compare with what happened.

    ``points`` are the classes of guesses that there were: the mean guess, the mean share that was won, and which part
    of all guesses fell there. ``error`` is the expected calibration error (:func:`calibration_error`), and ``noise``
    what it would be on average for guesses that are true, since so few games have luck of their own.
    """

    points: tuple[tuple[float, float, float], ...]
    error: float
    noise: float
    games: int
    positions: int


@dataclass(frozen=True, slots=True)
class Phase:
    """A phase of the game: from choice number ``first`` to number ``last`` of it, and how true guesses are there."""

    first: int
    last: int
    found: Reliability


@dataclass(frozen=True, slots=True)
class Answers:
    """What a network said of some positions, and what became of them.

    ``guessed`` and ``shares`` (n, k) are win shares as they were foreseen and as they came. ``games`` (n,) is the
    number of each position's game, ``moments`` (n,) how many choices were made in the game until then
    (for a policy: how many it had itself).
    """

    guessed: np.ndarray
    shares: np.ndarray
    games: np.ndarray
    moments: np.ndarray

    @classmethod
    def joined(cls, parts: Sequence[Answers]) -> Answers:
        """All of them, in their order."""
        return cls(*(np.concatenate([getattr(part, one) for part in parts]) for one in cls.__slots__))

    def chosen(self, which: np.ndarray) -> Answers:
        """Some of them; ``which`` (n,) is a mask."""
        return Answers(*(getattr(self, one)[which] for one in self.__slots__))


def reliability(found: Answers) -> Reliability:
    """How what was said compares with what came; all positions count alike."""
    classes = _classes(found.guessed)
    total = found.guessed.size
    points = []
    noise = 0.0
    for number in range(BINS):
        inside = classes == number
        heavy = inside.sum()
        if heavy:
            said, won = (float((inside * shares).sum() / heavy) for shares in (found.guessed, found.shares))
            points.append((said, won, float(heavy / total)))
            luck = np.bincount(found.games, (inside * (found.shares - found.guessed)).sum(axis=1))  # of whole games
            noise += np.sqrt(2 / np.pi * (luck**2).sum())  # the mean size of a normal number
    error = sum(abs(said - won) * part for said, won, part in points)
    return Reliability(tuple(points), float(error), float(noise / total), len(np.unique(found.games)), len(classes))


def phases(found: Answers, parts: int = PARTS) -> list[Phase]:
    """The same for parts of the game: the choices of all games in their order, so that each part has as many positions.

    Which part a position is in is known when it is played; how long its game will be does not matter.
    """
    ends = np.quantile(found.moments, np.arange(1, parts) / parts)
    of = np.searchsorted(ends, found.moments, side="left")
    inside = [found.chosen(of == part) for part in range(parts) if (of == part).any()]
    return [Phase(int(one.moments.min()), int(one.moments.max()), reliability(one)) for one in inside]


def some_of_each(games: np.ndarray, positions: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Up to so many rows of each game, drawn at random, and which rows of their game they are, counted from 1.

    ``games`` (n,) are the numbers of the rows' games, which rise.

    >>> some_of_each(np.array([0, 0, 0, 1]), positions=3, seed=1)
    (array([0, 1, 2, 3]), array([1, 2, 3, 1]))
    """
    moments = np.arange(len(games)) - np.searchsorted(games, games) + 1
    drawn = np.lexsort((np.random.default_rng(seed).random(len(games)), games))
    kept = np.sort(drawn[moments <= positions])  # the drawn order has each game where it was
    return kept, moments[kept]


def met(
    calibrated: Network,
    sampler: Sampler,
    rows: np.ndarray,
    seeds: Sequence[int],
    seats: np.ndarray,
    sitters: list[Sitter],
) -> Answers:
    """What a network says of the positions that the first of the ``sitters`` leads to by its choices, of its share.

    ``rows`` and ``seats`` are as in :meth:`.samples.Sampler.play`.
    """
    found = sampler.play(seeds, seats, rows, sitters)
    own = np.flatnonzero(found.choosers == -1)
    said = guesses(calibrated, found.inputs.chosen(own))
    return Answers(said[:, :1], found.shares[own, :1], found.games[own], found.moments[own])


def _classes(guessed: np.ndarray) -> np.ndarray:
    """The class of each guess."""
    return np.minimum((guessed * BINS).astype(np.int64), BINS - 1)
