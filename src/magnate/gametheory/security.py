"""What players can be sure of: maximin and minimax in pure strategies."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .dominance import own_payoffs
from .strategic import Cell, StrategicGame

__all__ = ["Security", "saddle_points", "security"]


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
