"""Pareto efficiency: profiles that no other one improves on for somebody without a loss for anybody."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .strategic import Cell, StrategicGame

__all__ = ["efficient_profiles", "improvements"]


def efficient_profiles(game: StrategicGame) -> tuple[Cell, ...]:
    """The pure profiles that are Pareto-efficient, the last player's strategy changing fastest.

    Profiles with the same payoffs are all efficient, or none is.

    >>> dilemma = StrategicGame.bimatrix([[-1, -5], [0, -3]], [[-1, 0], [-5, -3]], rows=["deny", "confess"])
    >>> [dilemma.names_of(cell) for cell in efficient_profiles(dilemma)]
    [('deny', 'deny'), ('deny', 'confess'), ('confess', 'deny')]
    """
    points = game.payoffs.reshape(game.n, -1).T
    distinct, of = np.unique(points, axis=0, return_inverse=True)
    # In lexicographic order from the top, whatever improves on a point stands before it, and so does an efficient one.
    front = np.empty((0, game.n))
    good = np.zeros(len(distinct), dtype=bool)
    for at in reversed(range(len(distinct))):
        if not (front >= distinct[at]).all(axis=1).any():
            good[at] = True
            front = np.vstack([front, distinct[at]])
    cells = np.argwhere(good[of.reshape(-1)].reshape(game.sizes))
    return tuple(tuple(int(k) for k in cell) for cell in cells)


def improvements(game: StrategicGame, cell: Sequence[int]) -> tuple[Cell, ...]:
    """The pure profiles that are better than this one for somebody and worse for nobody.

    >>> dilemma = StrategicGame.bimatrix([[-1, -5], [0, -3]], [[-1, 0], [-5, -3]])
    >>> improvements(dilemma, (1, 1))
    ((0, 0),)
    """
    here = np.reshape(game.payoff(cell), (game.n, *([1] * game.n)))
    better = (game.payoffs >= here).all(axis=0) & (game.payoffs > here).any(axis=0)
    return tuple(tuple(int(k) for k in found) for found in np.argwhere(better))
