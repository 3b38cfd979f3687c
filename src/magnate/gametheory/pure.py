"""Best answers and equilibria in pure strategies, for any number of players (G8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .mixed import as_mixture, deviation_payoffs
from .strategic import Cell, StrategicGame

__all__ = ["PureEquilibrium", "best_answers", "best_responses", "pure_equilibria"]


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
