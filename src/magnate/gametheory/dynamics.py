"""How strategies spread and how players learn: replicator dynamics and fictitious play.

In the *replicator dynamics* (P. Taylor and L. Jonker, 1978) a strategy grows by how much better it does than its
population on average: ẋ_k = x_k (u_k(x) - Σ x_l u_l(x)). Here each player has its own population. In *fictitious play*
(G. W. Brown, 1951) everybody plays a best response to the frequencies of the others' choices so far. In zero-sum games
those frequencies approach optimal strategies (J. Robinson, 1951); in others they need not (L. Shapley, 1964).

Neither draws a random number: the same start gives the same trajectory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from ..errors import BadOption, BadStrategicGame, did_you_mean
from .profiles import Profile, deviation_payoffs, profile_of
from .strategic import StrategicGame

__all__ = ["Ties", "Trajectory", "fictitious_play", "replicator"]

Ties: TypeAlias = Literal["first", "last", "stay"]
"""Which of equally good answers is chosen: the first, the last, or the one before (the first if that is none)."""


@dataclass(frozen=True, eq=False)
class Trajectory:
    """The mixtures of all players at a series of times.

    ``mixtures[i]`` has a row for each time, with the probabilities of player i's strategies. ``choices`` are the pure
    profiles that were played (a row each; the row of ``mixtures`` with the same number counts those up to it), where
    they are: in fictitious play.
    """

    game: StrategicGame
    times: np.ndarray
    mixtures: tuple[np.ndarray, ...]
    choices: np.ndarray | None = None

    def profile(self, k: int = -1) -> Profile:
        """The profile at the time with this number, the last one by default, with its regret."""
        return profile_of(self.game, [mixture[k] for mixture in self.mixtures])

    def mean(self) -> Profile:
        """The mean of all mixtures along the way, each time counting the same."""
        return profile_of(self.game, [mixture.mean(axis=0) for mixture in self.mixtures])


def replicator(
    game: StrategicGame, start: Sequence[Sequence[float] | np.ndarray], *, steps: int = 1000, step: float | None = None
) -> Trajectory:
    """The replicator dynamics from a profile of mixtures, at ``steps`` + 1 times.

    A strategy that nobody uses never appears. In a symmetric game of two, populations that start alike stay alike,
    which is the dynamics of one population. ``step`` is the time between two rows, by default a tenth for payoffs that
    are 1 apart. The method is Runge and Kutta's, with an error of the order step⁴. It works on the logarithms of the
    probabilities, so these never leave the simplex.

    >>> dilemma = StrategicGame.bimatrix([[-1, -5], [0, -3]], [[-1, 0], [-5, -3]])
    >>> replicator(dilemma, [[0.9, 0.1], [0.9, 0.1]]).profile().mixtures[0].round(6)
    array([0., 1.])
    """
    length = 0.1 / game.spread if step is None else step
    if steps < 1 or not (np.isfinite(length) and length > 0):
        raise BadOption(f"{steps} steps of {length}", hint="give at least one step, of a length above 0")
    first = profile_of(game, start).mixtures
    rows = [np.empty((steps + 1, size)) for size in game.sizes]
    with np.errstate(divide="ignore"):
        heights = [np.log(mixture) for mixture in first]
    for k in range(steps + 1):
        mixtures = [_softmax(height) for height in heights]
        for row, mixture in zip(rows, mixtures, strict=True):
            row[k] = mixture
        heights = _runge_kutta(game, heights, length)
    return Trajectory(game, length * np.arange(steps + 1), tuple(rows))


def _runge_kutta(game: StrategicGame, heights: list[np.ndarray], length: float) -> list[np.ndarray]:
    """The logarithms a step later, up to a constant for each player: they grow as fast as strategies are worth."""

    def slopes(of: list[np.ndarray]) -> list[np.ndarray]:
        mixtures = [_softmax(height) for height in of]
        return [deviation_payoffs(game, mixtures, player) for player in range(game.n)]

    def moved(by: list[np.ndarray], part: float) -> list[np.ndarray]:
        return [height + part * length * slope for height, slope in zip(heights, by, strict=True)]

    one = slopes(heights)
    two = slopes(moved(one, 0.5))
    three = slopes(moved(two, 0.5))
    four = slopes(moved(three, 1.0))
    mean = [(a + 2 * b + 2 * c + d) / 6 for a, b, c, d in zip(one, two, three, four, strict=True)]
    return [height - height.max() for height in moved(mean, 1.0)]


def _softmax(heights: np.ndarray) -> np.ndarray:
    found = np.exp(heights - heights.max())
    return found / found.sum()


def fictitious_play(
    game: StrategicGame,
    start: Sequence[int] | None = None,
    *,
    rounds: int = 1000,
    ties: Ties = "first",
    alternating: bool = False,
) -> Trajectory:
    """So many rounds of fictitious play after a first profile (by default everybody's first strategy).

    Row k of the mixtures is how often everything was chosen in the first k + 1 profiles. With ``alternating``, players
    choose one after another and see what was chosen in the same round. With three players or more everybody takes the
    others' frequencies as independent.

    >>> pennies = StrategicGame.zero_sum([[1, -1], [-1, 1]])
    >>> fictitious_play(pennies, rounds=5).choices.tolist()
    [[0, 0], [0, 1], [0, 1], [1, 1], [1, 1], [1, 1]]
    """
    if ties not in {"first", "last", "stay"}:
        raise BadOption(f'there is no tie rule "{ties}"', hint=did_you_mean(ties, ("first", "last", "stay")))
    if rounds < 1:
        raise BadOption(f"{rounds} rounds are no play", hint="play at least one")
    chosen = [0] * game.n if start is None else [int(k) for k in start]
    if len(chosen) != game.n or not all(0 <= k < size for k, size in zip(chosen, game.sizes, strict=True)):
        raise BadStrategicGame(
            f"{chosen} is no profile of this game", hint="give the number of a strategy for each player"
        )
    counts = [np.eye(size)[k] for size, k in zip(game.sizes, chosen, strict=True)]  # whole numbers: sums are exact
    choices = np.empty((rounds + 1, game.n), dtype=np.int64)
    choices[0] = chosen
    rows = [np.empty((rounds + 1, size)) for size in game.sizes]
    for k in range(rounds + 1):
        for row, count in zip(rows, counts, strict=True):
            row[k] = count / (k + 1)
        if k == rounds:
            break
        seen = counts if alternating else [count.copy() for count in counts]
        for player in range(game.n):
            worth = deviation_payoffs(game, seen, player)
            chosen[player] = _answer(worth, game.tolerance * float(k + 1) ** (game.n - 1), chosen[player], ties)
            counts[player][chosen[player]] += 1.0
        choices[k + 1] = chosen
    return Trajectory(game, np.arange(rounds + 1, dtype=np.float64), tuple(rows), choices)


def _answer(worth: np.ndarray, tolerance: float, before: int, ties: Ties) -> int:
    """A best answer."""
    best = np.flatnonzero(worth >= worth.max() - tolerance)
    if ties == "stay" and before in best:
        return before
    return int(best[-1] if ties == "last" else best[0])
