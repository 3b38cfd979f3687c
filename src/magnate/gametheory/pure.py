"""Pure strategies: best responses, equilibria, efficient profiles, and what players can be sure of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .mixed import as_mixture, deviation_payoffs
from .strategic import Cell, StrategicGame, own_payoffs

__all__ = [
    "PureEquilibrium",
    "Security",
    "best_answers",
    "best_responses",
    "efficient_profiles",
    "improvements",
    "pure_equilibria",
    "saddle_points",
    "security",
]


# ---------------------------------------------------------------------------------------- Best responses and equilibria


@dataclass(frozen=True)
class PureEquilibrium:
    """A profile that nobody gains by leaving alone; ``strict`` if everybody who leaves it loses."""

    cell: Cell
    strict: bool


def best_answers(game: StrategicGame) -> np.ndarray:
    """In which profiles a player's strategy is a best answer to those of the others.

    An array of the shape of ``game.payoffs``, true or false: what the slides mark by ``{`` for the first player and by
    ``}`` for the second. Payoffs are compared as they stand.
    """
    return np.stack([own == own.max(axis=player, keepdims=True) for player, own in enumerate(game.payoffs)])


def best_responses(
    game: StrategicGame, player: int, mixtures: Sequence[Sequence[float] | np.ndarray | None]
) -> tuple[int, ...]:
    """The pure strategies of ``player`` that are worth most against the others' mixtures.

    There is a mixture for every player; that of ``player`` itself does not count and may be None. What is worth less
    by no more than ``game.tolerance`` is taken to be as good, since probabilities are rounded.

    >>> battle = StrategicGame.bimatrix([[2, 0], [0, 1]], [[1, 0], [0, 2]])
    >>> best_responses(battle, 0, [None, [0.5, 0.5]]), best_responses(battle, 0, [None, [1 / 3, 2 / 3]])
    ((0,), (0, 1))
    """
    ready = [
        np.zeros(size) if other == player or given is None else as_mixture(given, size)
        for other, (given, size) in enumerate(zip(mixtures, game.sizes, strict=True))
    ]
    worth = deviation_payoffs(game, ready, player)
    return tuple(int(k) for k in np.flatnonzero(worth >= worth.max() - game.tolerance))


def pure_equilibria(game: StrategicGame) -> tuple[PureEquilibrium, ...]:
    """All equilibria in pure strategies, the last player's strategy changing fastest.

    >>> battle = StrategicGame.bimatrix([[2, 0], [0, 1]], [[1, 0], [0, 2]], rows=["football", "opera"])
    >>> [battle.names_of(found.cell) for found in pure_equilibria(battle) if found.strict]
    [('football', 'football'), ('opera', 'opera')]
    """
    marks = best_answers(game)
    lone = [np.broadcast_to(own.sum(axis=player, keepdims=True) == 1, own.shape) for player, own in enumerate(marks)]
    strict = np.all(lone, axis=0)
    return tuple(
        PureEquilibrium(tuple(int(k) for k in cell), bool(strict[tuple(cell)]))
        for cell in np.argwhere(marks.all(axis=0))
    )


# --------------------- Pareto efficiency: profiles that nobody can improve on for one player without a loss for another


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


# -------------------------------------------------------------------------------------------------- Maximin and minimax


@dataclass(frozen=True)
class Security:
    """What one player can be sure of in pure strategies.

    ``maximin``, its security level, is the most that it can make sure of, by any of ``strategies``. ``minimax`` is the
    least that the others together can hold it down to if they choose first; it is never less.
    """

    player: int
    maximin: float
    strategies: tuple[int, ...]
    minimax: float


def security(game: StrategicGame) -> tuple[Security, ...]:
    """The security level of every player.

    >>> game = StrategicGame.zero_sum([[2, -3], [0, 2], [-5, 10]])
    >>> security(game)[0]
    Security(player=0, maximin=0.0, strategies=(1,), minimax=2.0)
    """
    found = []
    for player in range(game.n):
        worth = own_payoffs(game, player)
        sure = worth.min(axis=1)
        level = sure.max()
        strategies = tuple(int(k) for k in np.flatnonzero(sure == level))
        found.append(Security(player, float(level), strategies, float(worth.max(axis=0).min())))
    return tuple(found)


def saddle_points(game: StrategicGame) -> tuple[Cell, ...]:
    """The saddle points of a constant-sum game of two: nobody can be held to less, and nobody can get more.

    They are its pure equilibria, and all give the same payoffs, the value of the game. None if maximin is less than
    minimax, or for any other game.
    """
    if not game.is_constant_sum:
        return ()
    first, second = security(game)
    if first.maximin < first.minimax:
        return ()
    return tuple((row, column) for row in first.strategies for column in second.strategies)
