"""The conditions of an equilibrium as a system of equations, and Newton's method for it.

A profile of mixtures x with a payoff v_i for each player is an equilibrium if, with what each strategy lacks of that
payoff, s_k = v_i - u_ik(x),

    x_k ≥ 0,  s_k ≥ 0,  x_k · s_k = 0,  and  Σ x_k = 1 for each player.

The first three say the same as the one equation x_k + s_k - √(x_k² + s_k²) = 0 (A. Fischer, 1992), which has a
derivative all but where both are 0. Newton's method for such systems is damped here after Levenberg and Marquardt, so
that every step comes nearer to 0; it may stop where there is no solution.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import numpy as np

from .strategic import StrategicGame

__all__ = ["NashSystem"]

GOOD = 1e-24
"""The sum of squares at which the equations count as solved: the rest is for the polish."""
STUCK = 1e8
"""The damping at which a step is too short to be of use."""


class NashSystem:
    """The equations for a game whose payoffs were brought between 0 and 1, player by player.

    A point is an array: the probabilities of all strategies, player after player, then each player's payoff.
    """

    def __init__(self, game: StrategicGame) -> None:
        own = tuple(range(1, game.n + 1))
        low = game.payoffs.min(axis=own, keepdims=True)
        spread = game.payoffs.max(axis=own, keepdims=True) - low
        payoffs = (game.payoffs - low) / np.where(spread > 0, spread, 1.0)
        self.players = game.n
        self.pairs = {
            (player, other): _ending_with(payoffs[player], player, other)
            for player, other in permutations(range(game.n), 2)
        }
        """Each player's payoffs with its own axis and another's last, one beside the other in memory."""
        self.owner = np.repeat(np.arange(game.n), game.sizes)
        self.edges = np.cumsum(game.sizes)[:-1]
        self.size = sum(game.sizes)
        self.membership = (self.owner == np.arange(game.n)[:, None]).astype(np.float64)

    def split(self, values: np.ndarray) -> list[np.ndarray]:
        """Values of all strategies, player by player."""
        return np.split(values[: self.size], self.edges)

    def point(self, mixtures: Sequence[np.ndarray]) -> np.ndarray:
        """These mixtures with what a best answer would get."""
        shares = np.concatenate(mixtures)
        worth = self.split(self._worth(shares))
        return np.concatenate([shares, [own.max() for own in worth]])

    def lacking(self, point: np.ndarray) -> np.ndarray:
        """What each strategy is worth less than its player's payoff at this point."""
        return point[self.size :][self.owner] - self._worth(point)

    def solved(self, point: np.ndarray, steps: int) -> np.ndarray:
        """Where at most so many steps from a point lead."""
        damping = 1e-2
        values, jacobian = self._values(point), self._jacobian(point)
        error = values @ values
        for _ in range(steps):
            slope, curve = jacobian.T @ values, jacobian.T @ jacobian
            while True:
                moved = point - np.linalg.solve(curve + damping * np.eye(len(point)), slope)
                values = self._values(moved)
                if values @ values < error:
                    break
                damping *= 4
                if damping > STUCK:
                    return point
            point, error, damping = moved, values @ values, max(damping / 10, 1e-14)
            if error < GOOD:
                break
            jacobian = self._jacobian(point)
        return point

    def polished(self, point: np.ndarray, used: np.ndarray, steps: int = 5) -> np.ndarray:
        """Newton's method with the strategies used known: all others are 0, and these lack nothing.

        It stops where a step leads far out, as it may where the equations say the same twice.
        """
        kept = np.concatenate([used, np.ones(self.players, dtype=bool)])
        point = np.where(kept, point, 0.0)
        for _ in range(steps):
            sums = self.membership @ point[: self.size] - 1.0
            values = np.concatenate([self.lacking(point)[used], sums])
            slopes = np.vstack([self._slopes_of_lacking(point)[used], self._slopes_of_sums()])[:, kept]
            step = np.linalg.lstsq(slopes, values, rcond=None)[0]
            if np.abs(step).max() > 1:
                break
            point[kept] -= step
        return point

    def _values(self, point: np.ndarray) -> np.ndarray:
        shares, lacking = point[: self.size], self.lacking(point)
        return np.concatenate([shares + lacking - np.hypot(shares, lacking), self.membership @ shares - 1.0])

    def _jacobian(self, point: np.ndarray) -> np.ndarray:
        shares, lacking = point[: self.size], self.lacking(point)
        length = np.maximum(np.hypot(shares, lacking), 1e-300)
        found = (1 - lacking / length)[:, None] * self._slopes_of_lacking(point)
        found[np.arange(self.size), np.arange(self.size)] += 1 - shares / length
        return np.vstack([found, self._slopes_of_sums()])

    def _slopes_of_sums(self) -> np.ndarray:
        return np.hstack([self.membership, np.zeros((self.players, self.players))])

    def _slopes_of_lacking(self, point: np.ndarray) -> np.ndarray:
        mixtures = self.split(point)
        blocks = [
            [self._slopes(mixtures, player, other) for other in range(self.players)] for player in range(self.players)
        ]
        return np.hstack([-np.block(blocks), self.membership.T])

    def _slopes(self, mixtures: Sequence[np.ndarray], player: int, other: int) -> np.ndarray:
        """How the worth of each of a player's strategies changes with the shares of each of another's."""
        if player == other:
            return np.zeros((len(mixtures[player]), len(mixtures[player])))
        table = self.pairs[player, other]
        for third, mixture in enumerate(mixtures):
            if third not in (player, other):
                table = mixture @ table.reshape(len(mixture), -1)
        return table.reshape(len(mixtures[player]), -1)

    def _worth(self, point: np.ndarray) -> np.ndarray:
        mixtures = self.split(point)
        others = [1 if player == 0 else 0 for player in range(self.players)]
        return np.concatenate(
            [self._slopes(mixtures, player, other) @ mixtures[other] for player, other in enumerate(others)]
        )


def _ending_with(table: np.ndarray, player: int, other: int) -> np.ndarray:
    return np.ascontiguousarray(np.moveaxis(table, (player, other), (-2, -1)))
